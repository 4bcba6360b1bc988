/** What is believed and what is true, and the surprise that one would try next. */
import { LOAD_UNIT, type LoadKind, loadKind, loadOf } from 'poise/anticipation';
import { useApp } from '../../app/studio-context.ts';
import { useStudio } from '../../state/use-studio.ts';
import { NumberSlider, Section } from '../../ui/controls.tsx';
import { change } from './change.ts';
import { anticipateResult, anticipateSettings, type Plan } from './types.ts';
import { isWell, loadName, loadText, mismatchWords } from './words.ts';

interface Range {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly light: number; // a load that nobody would prepare for
}

const RANGES: Readonly<Record<Exclude<LoadKind, 'none'>, Range>> = {
  ball: { min: 0.1, max: 15, step: 0.1, light: 0.3 },
  box: { min: 1, max: 300, step: 1, light: 5 },
  push: { min: 0, max: 120, step: 1, light: 0 },
};

export function LoadSection({ plan }: { readonly plan: Plan }) {
  const { store } = useApp();
  const { expected, actual } = useStudio(anticipateSettings);
  const kind = loadKind(plan.base);
  if (kind === 'none') return null;
  const { light, ...range } = RANGES[kind];
  const unit = LOAD_UNIT[kind];
  const [believed, real] = [loadOf(plan.believed), loadOf(plan.actual)];
  const words = mismatchWords(believed, real, unit);
  return (
    <Section
      title={loadName(plan.base)}
      aside={<span className={words ? 'anticipate-mismatch' : ''}>{words ?? 'as expected'}</span>}
    >
      <NumberSlider
        label="Expected"
        name="Expected load"
        unit={unit}
        {...range}
        value={believed}
        hint="What the character expects, and Optimise learns for"
        onChange={(value) => change(store, { expected: value, actual: actual ?? real })}
        onReset={expected === undefined ? undefined : () => change(store, { expected: undefined })}
      />
      <NumberSlider
        label="Actual"
        name="Actual load"
        unit={unit}
        {...range}
        value={real}
        hint="What comes"
        onChange={(value) => change(store, { actual: value })}
        onReset={actual === undefined ? undefined : () => change(store, { actual: undefined })}
      />
      <div className="live-buttons inside">
        <button
          type="button"
          className="button"
          disabled={real === light}
          onClick={() => change(store, { actual: light })}
        >
          {kind === 'push' ? 'No push comes' : `Light: ${loadText(light, unit)}`}
        </button>
        <button
          type="button"
          className="button"
          disabled={words === undefined}
          onClick={() => change(store, { actual: undefined })}
        >
          As expected
        </button>
      </div>
    </Section>
  );
}

const SURPRISE: Readonly<Record<Exclude<LoadKind, 'none'>, string>> = {
  ball: 'Swap in a light ball',
  box: 'Swap in a light box',
  push: 'Now nobody pushes',
};

/** One click to a surprise for somebody who is prepared, and back. */
export function NextStep({ plan }: { readonly plan: Plan }) {
  const { store } = useApp();
  const { with: shown, search } = useStudio(anticipateResult);
  const kind = loadKind(plan.base);
  if (kind === 'none' || !plan.anticipated || !shown || search?.status === 'running') return null;
  const surprised = plan.actual !== plan.believed;
  if (!surprised && !isWell(shown.recording.rollout)) return null;
  const { light } = RANGES[kind];
  return (
    <div className="live-buttons inside">
      <button type="button" className="button" onClick={() => change(store, { actual: surprised ? undefined : light })}>
        {surprised ? 'Back to what it expects' : SURPRISE[kind]}
      </button>
    </div>
  );
}
