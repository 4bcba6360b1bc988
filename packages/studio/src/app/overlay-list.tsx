/** What is laid over the person, one switch each, with its key. */
import { useState } from 'react';
import { useStore, useStudio } from '../state/use-studio.ts';
import { Icon } from '../ui/icons.tsx';

const ROOMY = 1200; // [px] narrower windows start with the list folded, so that it does not hide the person

export function OverlayList() {
  const { dispatch } = useStore();
  const mode = useStudio((state) => state.view.mode);
  const layers = useStudio((state) => state.layers).filter((layer) => layer.mode === undefined || layer.mode === mode);
  const overlays = useStudio((state) => state.view.overlays);
  const [open, setOpen] = useState(() => window.innerWidth >= ROOMY);
  if (layers.length === 0) return null;
  return (
    <fieldset className="overlays" aria-label="Overlays">
      <button type="button" className="overlays-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="eye" size={14} /> Overlays <Icon name={open ? 'up' : 'down'} size={12} />
      </button>
      {open &&
        layers.map(({ id, title, key }) => (
          <button
            key={id}
            type="button"
            className="overlay"
            aria-pressed={overlays[id] ?? false}
            onClick={() => dispatch({ type: 'view/overlay', id })}
          >
            <span className="box" aria-hidden="true">
              {overlays[id] && <Icon name="good" size={11} />}
            </span>
            <span className="title">{title}</span>
            {key && <kbd>{key}</kbd>}
          </button>
        ))}
    </fieldset>
  );
}
