/** What is laid over the person, one switch each, with its key. Where the stage is small it becomes a slim column of keys. */
import { type RefObject, useEffect, useState } from 'react';
import type { LayerInfo, StudioState } from '../state/types.ts';
import { useStore, useStudio } from '../state/use-studio.ts';
import { Icon } from '../ui/icons.tsx';

const ROOMY = { width: 860, height: 400 }; // [px] of the stage: here the list stands beside the person

/** Follows the size of the stage until somebody has opened or folded the list. */
function useOpen(stage: RefObject<HTMLElement | null>): readonly [boolean, (open: boolean) => void] {
  const [roomy, setRoomy] = useState(false);
  const [chosen, choose] = useState<boolean>();
  useEffect(() => {
    if (!stage.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setRoomy(width >= ROOMY.width && height >= ROOMY.height);
    });
    observer.observe(stage.current);
    return () => observer.disconnect();
  }, [stage]);
  return [chosen ?? roomy, choose];
}

const layersHere = (layers: StudioState['layers'], mode: string): readonly LayerInfo[] =>
  layers.filter((layer) => layer.mode === undefined || layer.mode === mode);

export function OverlayList({ stage }: { readonly stage: RefObject<HTMLElement | null> }) {
  const { dispatch } = useStore();
  const mode = useStudio((state) => state.view.mode);
  const layers = layersHere(
    useStudio((state) => state.layers),
    mode,
  );
  const overlays = useStudio((state) => state.view.overlays);
  const [open, setOpen] = useOpen(stage);
  if (layers.length === 0) return null;
  return (
    <fieldset className={open ? 'overlays' : 'overlays slim'} aria-label="Overlays">
      <button
        type="button"
        className="overlays-head"
        aria-label="Overlays"
        aria-expanded={open}
        title={open ? 'Fold the list of overlays' : 'Overlays, with their names'}
        onClick={() => setOpen(!open)}
      >
        <Icon name="eye" size={14} />
        {open && (
          <>
            {' '}
            Overlays <Icon name="up" size={12} />
          </>
        )}
      </button>
      {layers.map(({ id, title, key }) => (
        <button
          key={id}
          type="button"
          className="overlay"
          aria-label={key ? `${title}, key ${key}` : title}
          aria-pressed={overlays[id] ?? false}
          title={key ? `${title} (${key})` : title}
          onClick={() => dispatch({ type: 'view/overlay', id })}
        >
          {open && (
            <>
              <span className="box" aria-hidden="true">
                {overlays[id] && <Icon name="good" size={11} />}
              </span>
              <span className="title">{title}</span>
              {key && <kbd>{key}</kbd>}
            </>
          )}
          {!open && <span className="short">{key ?? initialsOf(title)}</span>}
        </button>
      ))}
    </fieldset>
  );
}

/** 'Carried weights' → 'Cw' */
const initialsOf = (title: string): string => {
  const [first = '', second] = title.split(' ');
  return second ? `${first.charAt(0)}${second.charAt(0)}` : first.slice(0, 2);
};
