/** What is laid over the person: folded to its name, so that the stage is free; open, one switch each with its colour and key. */
import { Fragment, useState } from 'react';
import { PUSH_LIMITS, RINGS } from '../scene/rose.ts';
import type { LayerInfo, StudioState } from '../state/types.ts';
import { useStore, useStudio } from '../state/use-studio.ts';
import { Icon } from '../ui/icons.tsx';
import { showsPushLimits } from './push-limits.ts';
import { useDark } from './theme.ts';

const layersHere = (layers: StudioState['layers'], mode: string): readonly LayerInfo[] =>
  layers.filter((layer) => layer.mode === undefined || layer.mode === mode);

export function OverlayList() {
  const { dispatch } = useStore();
  const mode = useStudio((state) => state.view.mode);
  const layers = layersHere(
    useStudio((state) => state.layers),
    mode,
  );
  const overlays = useStudio((state) => state.view.overlays);
  const [open, setOpen] = useState(false);
  const limits = useStudio(showsPushLimits);
  const dark = useDark();
  if (layers.length === 0) return null;
  return (
    <fieldset className="overlays" aria-label="Overlays">
      <button
        type="button"
        className="overlays-head"
        aria-label="Overlays"
        aria-expanded={open}
        title={open ? 'Fold the list of overlays' : 'Overlays, with their names'}
        onClick={() => setOpen(!open)}
      >
        <Icon name="eye" size={14} />
        <span>Overlays</span>
        <Icon name={open ? 'up' : 'down'} size={12} />
      </button>
      {open &&
        layers.map(({ id, title, key, swatch }) => (
          <Fragment key={id}>
            <button
              type="button"
              className="overlay"
              aria-keyshortcuts={key}
              aria-pressed={overlays[id] ?? false}
              title={key ? `${title} (${key})` : title}
              onClick={() => dispatch({ type: 'view/overlay', id })}
            >
              <span className="box" aria-hidden="true">
                {overlays[id] && <Icon name="good" size={11} />}
              </span>
              <span className="title">{title}</span>
              <span
                className="swatch"
                aria-hidden="true"
                style={swatch && { background: `#${swatch[dark ? 1 : 0].toString(16).padStart(6, '0')}` }}
              />
              {key && <kbd>{key}</kbd>}
            </button>
            {id === PUSH_LIMITS && limits && <PushLegend />}
          </Fragment>
        ))}
      {!open && limits && <PushLegend />}
    </fieldset>
  );
}

function PushLegend() {
  return (
    <p className="overlay-legend">
      Largest push at the chest. Green: recovered without a step (standing clips only). Orange: with steps. Rings:{' '}
      {RINGS.join(' and ')} N·s.
    </p>
  );
}
