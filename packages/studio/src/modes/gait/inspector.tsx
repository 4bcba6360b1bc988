/** The panel of Walk & run: what happens now, balls, steps, and how it recovers. */
import { useStudio } from '../../state/use-studio.ts';
import { Choice, NumberSlider, Section } from '../../ui/controls.tsx';
import { BallSliders } from '../shared/ball-sliders.tsx';
import { Now } from '../shared/now.tsx';
import { PLACE_OPTIONS } from '../shared/places.ts';
import { RecordingButtons } from '../shared/recording-buttons.tsx';
import { useSettingsOf } from '../shared/settings.ts';
import { impulseOn, wholeImpulse } from './ball.ts';
import { change } from './change.ts';
import { running } from './running.ts';
import { StepsTable } from './steps-table.tsx';
import { GAIT_SETTINGS, gaitResult, gaitSettings, runOnStage } from './types.ts';
import { useHit, useTurn } from './use-moment.ts';
import { statusWords } from './words.ts';
import './gait.css';

export function GaitInspector() {
  const { error } = useStudio(gaitResult);
  return (
    <div className="gait live-panel">
      {error && (
        <p className="live-failure" role="alert">
          {error}
        </p>
      )}
      <Happens />
      <Balls />
      <Buttons />
      <StepsTable />
      <Who />
      <Recovery />
    </div>
  );
}

const useSettings = () => useSettingsOf(gaitSettings, change);

function Happens() {
  const { status, world } = useStudio(gaitResult);
  const turn = useTurn();
  const hit = useHit();
  if (status === 'preparing') return <Now tone="calm" title="Getting ready" text="The gait is being measured." />;
  if (!world) return null;
  return <Now {...statusWords(turn, hit, world.kind)} />;
}

function Balls() {
  const [{ mass, speed, from, at, seed }, set] = useSettings();
  const bodyMass = useStudio((state) => gaitResult(state).world?.body.totalMass) ?? 70;
  const ready = useStudio((state) => gaitResult(state).status === 'ready');
  const [impulse, along] = [wholeImpulse(bodyMass, mass, speed), impulseOn(bodyMass, mass, speed)];
  return (
    <Section title="Ball" aside={`${impulse.toFixed(0)} N·s · Δv ${(along / bodyMass).toFixed(2)} m/s`}>
      <BallSliders mass={mass} speed={speed} hint="As the body sees it" onChange={set} />
      <Choice
        label="Comes from"
        value={from}
        options={[
          ['camera', 'Where I look from'],
          ['behind', 'Behind'],
          ['front', 'Ahead'],
          ['left', 'The left'],
          ['right', 'The right'],
        ]}
        onChange={(value) => set({ from: value })}
      />
      <Choice label="At" value={at} options={PLACE_OPTIONS} onChange={(value) => set({ at: value })} />
      <div className="live-buttons inside">
        <button
          type="button"
          className="button main"
          disabled={!ready}
          onClick={() => running.controller?.throwAt(undefined)}
        >
          Throw
        </button>
        <button
          type="button"
          className="button"
          disabled={!ready}
          title="Ten balls from everywhere; the same number throws the same ones"
          onClick={() => running.controller?.volley()}
        >
          Volley
        </button>
        <button
          type="button"
          className="button"
          disabled={!ready}
          title="Balls of a volley that are still to come do not"
          onClick={() => running.controller?.hold()}
        >
          Stop
        </button>
      </div>
      <NumberSlider
        label="Volley number"
        unit=""
        min={1}
        max={50}
        step={1}
        value={seed}
        hint="The same number throws the same balls"
        onChange={(value) => set({ seed: value })}
      />
    </Section>
  );
}

function Buttons() {
  const run = useStudio(runOnStage);
  return (
    <RecordingButtons
      events="hits"
      count={run?.hits.length ?? 0}
      isRunning={run !== undefined}
      onKeep={() => running.controller?.keep()}
      onRestart={() => running.controller?.restart()}
    />
  );
}

function Who() {
  const [{ motion, walkSpeed, runSpeed }, set] = useSettings();
  const { stage, world } = useStudio(gaitResult);
  const own = stage ? ([['stage', stage.name]] as const) : [];
  return (
    <Section title="Character & gait">
      <Choice
        label="Gait"
        value={motion}
        hint="Built in, or the clip that was on stage if it walks or runs"
        options={[['walk', 'Walk, built in'], ['run', 'Run, built in'], ...own]}
        onChange={(value) => set({ motion: value })}
      />
      {motion === 'walk' && (
        <NumberSlider
          label="Speed of walking"
          unit="m/s"
          min={0.6}
          max={1.9}
          step={0.1}
          value={walkSpeed}
          onChange={(value) => set({ walkSpeed: value })}
        />
      )}
      {motion === 'run' && (
        <NumberSlider
          label="Speed of running"
          unit="m/s"
          min={2.4}
          max={4.5}
          step={0.1}
          value={runSpeed}
          onChange={(value) => set({ runSpeed: value })}
        />
      )}
      {world?.onSpot && <p className="soft">It walks on the spot in its file; here it goes over the floor.</p>}
      <p className="soft gait-key">
        <span className="print own" /> footprints of the one who is hit
        <br />
        <span className="print" /> planned footprints
      </p>
    </Section>
  );
}

function Recovery() {
  const [{ beta, bracing }, set] = useSettings();
  return (
    <Section title="Recovery">
      <NumberSlider
        label="β"
        name="Beta"
        unit=""
        min={0.1}
        max={0.95}
        step={0.05}
        value={beta}
        hint="How fast the posture comes back: share of the lean taken back in each step"
        onChange={(value) => set({ beta: value })}
        onReset={beta === GAIT_SETTINGS.beta ? undefined : () => set({ beta: GAIT_SETTINGS.beta })}
      />
      <Choice
        label="Bracing"
        value={bracing}
        hint="How hard the character fights for its line after a hit from the side"
        options={[
          ['loose', 'Loose'],
          ['usual', 'Usual'],
          ['firm', 'Firm'],
        ]}
        onChange={(value) => set({ bracing: value })}
      />
    </Section>
  );
}
