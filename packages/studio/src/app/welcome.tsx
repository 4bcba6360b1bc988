/** What one can do here, for whoever comes for the first time: push first, then look at motion of one's own. Gone once they have
 *  done something else, or closed it. */
import { useState } from 'react';
import { modeNamed } from '../modes/index.ts';
import type { StudioState } from '../state/types.ts';
import { useStore, useStudio } from '../state/use-studio.ts';
import { IconButton } from '../ui/controls.tsx';
import { useApp } from './studio-context.ts';

/** The mode and the motion that a newcomer meets. */
export const FIRST = { mode: 'react', motion: 'idle' } as const;

/** Nothing of their own is there yet, and nothing else was tried. */
const isNewcomer = ({ view, library }: StudioState): boolean =>
  !view.greeted && view.mode === FIRST.mode && library.every(({ origin }) => origin.kind !== 'file');

const hasPushed = (state: StudioState): boolean => modeNamed(FIRST.mode).share?.(state) !== undefined;

export function Welcome() {
  const { dispatch } = useStore();
  const { session } = useApp();
  const [byLink] = useState(() => location.hash.length > 1); // they came to look at something
  const shown = useStudio(isNewcomer);
  const pushed = useStudio(hasPushed);
  const isThere = useStudio((state) => state.document.clip !== undefined); // nobody can push an empty stage
  if (!shown || byLink || !isThere) return null;
  const greeted = (mode: string): void => dispatch({ type: 'view/set', view: { mode, greeted: true } });
  return (
    <section className="notice welcome" aria-label="What to do here">
      {pushed ? (
        <p>
          <strong>Now drop your own animation</strong>, or try one of these.
        </p>
      ) : (
        <p>
          <strong>Push me.</strong> Drag on the body and let go.
        </p>
      )}
      <IconButton icon="close" name="Close this hint" onClick={() => greeted(FIRST.mode)} />
      {pushed && (
        <div className="welcome-ways">
          <button type="button" className="button" onClick={() => void session.show('built-in:walk')}>
            Push a walk
          </button>
          <button type="button" className="button" title={modeNamed('analyse').hint} onClick={() => greeted('analyse')}>
            Check a motion
          </button>
        </div>
      )}
    </section>
  );
}
