/** The panel of Crowd: what happens now, balls, time, who is there. */
import { useApp } from '../../app/studio-context.ts';
import { useStudio } from '../../state/use-studio.ts';
import { Choice, NumberSlider, Section } from '../../ui/controls.tsx';
import { BallSliders } from '../shared/ball-sliders.tsx';
import { Now } from '../shared/now.tsx';
import { useSettingsOf } from '../shared/settings.ts';
import { SlowMotion } from '../shared/slow-motion.tsx';
import { mostImpulse } from './balls.ts';
import { change } from './change.ts';
import { VOLLEY } from './controller.ts';
import { Counters } from './counters.tsx';
import { running } from './running.ts';
import { crowdResult, crowdSettings, MOST_PEOPLE } from './types.ts';
import { crowdWords } from './words.ts';
import './crowd.css';

const BODY_MASS = 69; // [kg] of most

export function CrowdInspector() {
  const result = useStudio(crowdResult);
  const people = useStudio((state) => crowdSettings(state).people);
  return (
    <div className="crowd live-panel">
      <Now {...crowdWords(result, people)} />
      <Counters counts={result.counts} />
      <Balls ready={result.status === 'ready'} />
      <Time />
      <People />
    </div>
  );
}

const useSettings = () => useSettingsOf(crowdSettings, change);

function Balls({ ready }: { readonly ready: boolean }) {
  const [{ mass, speed, fire }, set] = useSettings();
  const impulse = mostImpulse(mass, speed, BODY_MASS);
  return (
    <Section title="Balls" aside={`up to ${impulse.toFixed(0)} N·s`}>
      <div className="live-buttons inside">
        <button
          type="button"
          className="button main"
          disabled={!ready}
          title={`${VOLLEY} balls at people anywhere`}
          onClick={() => running.controller?.volley()}
        >
          Volley
        </button>
        <button type="button" className="button" disabled={!ready} onClick={() => running.controller?.clear()}>
          Clear balls
        </button>
      </div>
      <NumberSlider
        label="Continuous fire"
        unit="/s"
        name="Balls a second"
        min={0}
        max={12}
        step={0.5}
        value={fire}
        onChange={(value) => set({ fire: value })}
      />
      <BallSliders mass={mass} speed={speed} onChange={set} />
      <p className="crowd-key">
        <span>
          <i className="reacting" />
          reacts
        </span>
        <span>
          <i className="stumbling" />
          stumbles
        </span>
        <span>
          <i className="fell" />
          fell
        </span>
      </p>
    </Section>
  );
}

function Time() {
  const { player } = useApp();
  const { status, thrown, digest, time } = useStudio(crowdResult);
  const playing = useStudio((state) => state.view.playing);
  const ready = status === 'ready';
  return (
    <Section title="Time" aside={`${time.toFixed(1)} s`}>
      <div className="live-buttons inside">
        <button type="button" className="button" disabled={!ready} onClick={() => player.toggle()}>
          {playing ? 'Pause' : 'Go on'}
        </button>
        <button
          type="button"
          className="button"
          disabled={status === 'preparing'}
          title="The same people from the start"
          onClick={() => running.controller?.restart(false)}
        >
          Reset
        </button>
        <button
          type="button"
          className="button"
          disabled={!ready || !thrown}
          title="From the start, with the same throws at the same moments"
          onClick={() => running.controller?.restart(true)}
        >
          Replay
        </button>
      </div>
      <SlowMotion />
      <p className="crowd-digest" title="Of everybody's pose, twice a second. The same seed and throws give the same.">
        Fingerprint <code>{digest || '–'}</code>
      </p>
    </Section>
  );
}

function People() {
  const [{ people, seed, meet }, set] = useSettings();
  return (
    <Section title="People">
      <NumberSlider
        label="How many"
        unit=""
        min={1}
        max={MOST_PEOPLE}
        step={1}
        value={people}
        onChange={(value) => set({ people: Math.round(value) })}
      />
      <NumberSlider
        label="Seed"
        unit=""
        min={1}
        max={99}
        step={1}
        value={seed}
        hint="The people, their ways, and where balls come from"
        onChange={(value) => set({ seed: Math.round(value) })}
      />
      <Choice
        label="When paths meet"
        value={meet ? 'push' : 'pass'}
        options={[
          ['push', 'They push each other'],
          ['pass', 'They pass'],
        ]}
        onChange={(value) => set({ meet: value === 'push' })}
      />
    </Section>
  );
}
