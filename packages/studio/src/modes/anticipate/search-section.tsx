/** Learning: start, stop, go on, and how far it is. */
import { useApp } from '../../app/studio-context.ts';
import { useStudio } from '../../state/use-studio.ts';
import { Choice, NumberField, Section } from '../../ui/controls.tsx';
import { change } from './change.ts';
import { Convergence } from './convergence.tsx';
import { running } from './running.ts';
import { anticipateResult, anticipateSettings } from './types.ts';
import { searchWords } from './words.ts';

export function SearchSection() {
  const { store } = useApp();
  const { choice } = useStudio(anticipateSettings);
  const { search, plan, status, workers, scenarios } = useStudio(anticipateResult);
  const solved = scenarios.some((one) => one.solved && one.name === plan?.base.name);
  const busy = search?.status === 'running';
  const chained = (plan?.base.parts.length ?? 0) > 0;
  return (
    <Section title="Learn" aside={search ? searchWords(search) : workers > 1 ? `${workers} workers` : undefined}>
      <div className="live-buttons inside">
        {busy ? (
          <button type="button" className="button" onClick={() => running.controller?.cancel()}>
            Cancel
          </button>
        ) : (
          <button
            type="button"
            className="button main"
            disabled={status !== 'ready' || chained}
            title="Tries curves until the character stands with the pressure near the middle of its feet"
            onClick={() => running.controller?.optimise()}
          >
            Optimise
          </button>
        )}
        {choice === 'none' && solved && !busy && (
          <button
            type="button"
            className="button"
            title="A curve that comes with the scenario"
            onClick={() => change(store, { choice: 'solved' })}
          >
            Use saved result
          </button>
        )}
        {search?.status === 'paused' && (
          <button type="button" className="button" onClick={() => running.controller?.resume()}>
            Resume
          </button>
        )}
      </div>
      {chained && <p className="soft">The curve is the sum of those of its parts, which are learned by themselves.</p>}
      {search && <Convergence view={search} />}
      <details className="anticipate-details">
        <summary>How it searches</summary>
        <Options disabled={busy} />
      </details>
    </Section>
  );
}

function Options({ disabled }: { readonly disabled: boolean }) {
  const { store } = useApp();
  const { start, seed, evaluations } = useStudio(anticipateSettings);
  return (
    <fieldset disabled={disabled}>
      <Choice
        label="Begins with"
        value={start}
        hint="A guess: what the expected impulse suggests. Nothing: as the paper does. The curve as it is: where it is nearly right"
        options={[
          ['guess', 'A guess'],
          ['flat', 'Nothing'],
          ['curve', 'The curve as it is'],
        ]}
        onChange={(value) => change(store, { start: value })}
      />
      <div className="field" title="The same number finds the same curve, on any machine">
        <span>Seed</span>
        <NumberField
          label="Seed"
          value={seed}
          min={0}
          max={9999}
          step={1}
          onChange={(value) => change(store, { seed: Math.round(value) })}
        />
      </div>
      <div className="field" title="Empty: as many as the scenario allows">
        <span>At most, tries</span>
        <NumberField
          label="At most, tries"
          value={evaluations || undefined}
          min={0}
          max={20000}
          step={1}
          placeholder="auto"
          onChange={(value) => change(store, { evaluations: Math.round(value) })}
          onClear={() => change(store, { evaluations: 0 })}
        />
      </div>
    </fieldset>
  );
}
