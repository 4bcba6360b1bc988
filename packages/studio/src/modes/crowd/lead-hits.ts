/** Hits that the one in the middle gets, as the analysis knows them: segment and point. */
import { type Push, type Role, rotateBack3, type Vec3 } from 'poise';
import type { Member } from './member.ts';

const DURATION = 0.1; // [s] of a hit that does not say

/** Listens to the layer; `take` gives what came since the last call. */
export function watchHits({ layer, body, ws }: Member): { readonly take: () => readonly Push[] } {
  const hit = layer.hit.bind(layer);
  let found: Push[] = [];
  layer.hit = (given) => {
    const { bone, point, impulse, duration = DURATION } = given;
    const segment = (typeof bone === 'string' ? body.roles[bone as Role] : bone) ?? body.roles.chest ?? 0;
    const local = new Float64Array(3);
    for (let c = 0; c < 3; c++) local[c] = point ? point[c]! - ws.segmentOrigin[3 * segment + c]! : 0;
    rotateBack3(local, 0, ws.segmentRotation, 4 * segment, local, 0);
    const place: Vec3 = [local[0]!, local[1]!, local[2]!];
    found.push({ impulse, segment, duration, ...(point && { pointInSegment: place }) });
    hit(given);
  };
  return {
    take() {
      const now = found;
      found = [];
      return now;
    },
  };
}
