/** What one can do here, for whoever comes for the first time: gone once they have done something, or closed it. */
import { useState } from 'react';
import { modeNamed } from '../modes/index.ts';
import type { StudioState } from '../state/types.ts';
import { useStore, useStudio } from '../state/use-studio.ts';
import { IconButton } from '../ui/controls.tsx';

const WAYS = [
  ['push', 'Push somebody'],
  ['gait', 'Throw balls'],
] as const;

/** Nothing of their own is there yet, and nothing else was tried. */
export const isNewcomer = ({ view, library }: StudioState): boolean =>
  !view.greeted && view.mode === 'analyse' && library.every(({ origin }) => origin.kind === 'built-in');

export function Welcome() {
  const { dispatch } = useStore();
  const [byLink] = useState(() => location.hash.length > 1); // they came to look at something
  const shown = useStudio(isNewcomer);
  if (!shown || byLink) return null;
  return (
    <section className="notice welcome" aria-label="What to do here">
      <p>
        <strong>Could this motion happen?</strong> Drop your animation, or try an example from the library.
      </p>
      <IconButton
        icon="close"
        name="Close this hint"
        onClick={() => dispatch({ type: 'view/set', view: { greeted: true } })}
      />
      <div className="welcome-ways">
        {WAYS.map(([mode, title]) => (
          <button
            key={mode}
            type="button"
            className="button"
            title={modeNamed(mode).hint}
            onClick={() => dispatch({ type: 'view/set', view: { mode, greeted: true } })}
          >
            {title}
          </button>
        ))}
      </div>
    </section>
  );
}
