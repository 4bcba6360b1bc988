/** Hits that the one in the middle gets, as the analysis knows them: segment and point. */
import type { Push } from 'poise';
import type { Member } from './member.ts';

/** Listens to the layer; `take` gives what came since the last call. */
export function watchHits({ layer }: Pick<Member, 'layer'>): { readonly take: () => readonly Push[] } {
  let found: Push[] = [];
  layer.on('impact', ({ push }) => found.push(push));
  return {
    take() {
      const now = found;
      found = [];
      return now;
    },
  };
}
