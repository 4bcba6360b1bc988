/** What is laid over the person, one switch each, with its key. It shrinks with the stage, at last to a slim column of keys. */
import { type RefObject, useEffect, useState } from 'react';
import { modeNamed } from '../modes/index.ts';
import type { LayerInfo, StudioState } from '../state/types.ts';
import { useStore, useStudio } from '../state/use-studio.ts';
import { Icon } from '../ui/icons.tsx';

const ROOMY = { width: 640, height: 400 }; // [px] of the stage: here the list stands beside the person
const WIDE = 860; // [px] of the stage: here with larger letters
const isCoarse = (): boolean => matchMedia('(pointer: coarse)').matches; // fingers need higher rows

type Look = 'full' | 'compact' | 'slim';

/** Follows the size of the stage until somebody has opened or folded the list. `least` [px]: width from which it is open. */
function useLook(stage: RefObject<HTMLElement | null>, least: number): readonly [Look, (open: boolean) => void] {
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [chosen, choose] = useState<boolean>();
  useEffect(() => {
    if (!stage.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(stage.current);
    return () => observer.disconnect();
  }, [stage]);
  const open = chosen ?? (size.width >= least && size.height >= ROOMY.height);
  return [open ? (size.width >= WIDE ? 'full' : 'compact') : 'slim', choose];
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
  const [look, setOpen] = useLook(stage, modeNamed(mode).fillsStage || isCoarse() ? WIDE : ROOMY.width);
  const open = look !== 'slim';
  if (layers.length === 0) return null;
  return (
    <fieldset className={`overlays ${look}`} aria-label="Overlays">
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
