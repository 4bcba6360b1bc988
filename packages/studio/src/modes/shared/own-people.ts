/** A mode with people of its own says so on the stage where the user has come with a clip of theirs, and what can be done instead. */
import { entryOnStage } from '../../state/selectors.ts';
import type { ClipId, LibraryEntry } from '../../state/types.ts';
import type { ModeHost, StageNote } from '../mode.ts';

export interface OwnPeople {
  readonly words: string; // 'Crowd shows people of its own.'
  readonly again: string; // of the button that brings them back: 'Show the crowd'
  readonly onAgain: () => void;
  /** What the mode has made, which could be played on the user's character; undefined: nothing. */
  readonly made: (state: ReturnType<ModeHost['store']['state']>) => ClipId | undefined;
}

/** Returns what ends it. */
export function tellOwnPeople(host: ModeHost, { words, again, onAgain, made }: OwnPeople): () => void {
  const { store, session } = host;
  let own: LibraryEntry | undefined; // the user's
  let told = '';
  let gone = false;
  const pushIt = ({ id }: LibraryEntry): void => {
    void session.show(id).then(() => store.dispatch({ type: 'view/set', view: { mode: 'react' } }));
  };
  const look = (): void => {
    if (gone) return; // a listener that ends is still told of the change that ended it
    const state = store.state();
    const entry = entryOnStage(state);
    if (entry?.origin.kind === 'file') own = entry;
    if (!own) return;
    const mine = own;
    const isShown = entry?.id === mine.id;
    const clip = made(state);
    const now = `${mine.id} ${isShown} ${clip}`;
    if (now === told) return;
    told = now;
    const ways: StageNote['ways'] = [
      ...(isShown ? [{ title: again, run: onAgain }] : []),
      ...(clip !== undefined && !isShown
        ? [{ title: `Play this on “${mine.name}”`, run: () => host.playOn(clip, mine.id) }]
        : []),
      { title: `Push “${mine.name}” in React`, run: () => pushIt(mine) },
    ];
    host.showNote({ text: words, ways });
  };
  look();
  const unsubscribe = store.subscribe(look);
  return () => {
    gone = true;
    unsubscribe();
  };
}
