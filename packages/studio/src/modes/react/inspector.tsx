/** The panel of React: who reacts and how they do, pushes and balls, why they react so, and what may be set. */
import { useStudio } from '../../state/use-studio.ts';
import { Choice, NumberSlider, Section, Switch } from '../../ui/controls.tsx';
import { Now } from '../shared/now.tsx';
import { RecordingButtons } from '../shared/recording-buttons.tsx';
import { useSettingsOf } from '../shared/settings.ts';
import { change } from './change.ts';
import { BallSection, PushSection } from './hit-sections.tsx';
import { Pad } from './pad.tsx';
import { ResponseCard } from './response-card.tsx';
import { running } from './running.ts';
import { GroundSection, LibrarySection, Strategies } from './standing-sections.tsx';
import { StepsTable } from './steps-table.tsx';
import { REACT_SETTINGS, reactResult, reactSettings, runOnStage } from './types.ts';
import { useHit, useTurn } from './use-moment.ts';
import { Why } from './why.tsx';
import { nowWords } from './words.ts';
import './react.css';

const useSettings = () => useSettingsOf(reactSettings, change);

export function ReactInspector() {
  const { world, status } = useStudio(reactResult);
  const [{ engine }] = useSettings();
  const animated = engine === 'animated';
  const stands = animated && world?.motion === 'stands';
  const goes = animated && (world?.motion === 'walks' || world?.motion === 'runs');
  return (
    <div className="push live-panel">
      <Happens />
      <EngineSwitch />
      {stands && (
        <div className="push-pad-place">
          <Pad />
          <Strategies />
        </div>
      )}
      {status !== 'unfit' && <Buttons />}
      {stands && <Why />}
      {stands && <ResponseCard />}
      <StepsTable />
      <PushSection />
      <BallSection />
      {stands && <GroundSection />}
      {goes && <RecoverySection />}
      {!animated && <ControllerSection />}
      {stands && <LibrarySection />}
      <Who />
    </div>
  );
}

function Happens() {
  const result = useStudio(reactResult);
  const run = useStudio(runOnStage);
  const words = nowWords(result, run, useTurn(), useHit());
  const { status, error } = result;
  return (
    <>
      <Now {...words} />
      {status === 'ready' && error && (
        <p className="live-failure" role="alert">
          {error} <span className="soft">The previous library stays.</span>
        </p>
      )}
    </>
  );
}

/** Who moves the body. */
function EngineSwitch() {
  const [{ engine }, set] = useSettings();
  return (
    <fieldset className="live-buttons react-engine" aria-label="Who moves the body">
      {(
        [
          ['animated', 'Animated', 'Reactions as animators make them: at once, for any motion'],
          ['simulated', 'Simulated', 'Muscles in a physics engine follow the motion; walks up to normal speed'],
        ] as const
      ).map(([value, title, hint]) => (
        <button
          key={value}
          type="button"
          className="tool"
          title={hint}
          aria-pressed={engine === value}
          onClick={() => set({ engine: value })}
        >
          {title}
        </button>
      ))}
    </fieldset>
  );
}

function Buttons() {
  const run = useStudio(runOnStage);
  const simulated = run?.engine === 'simulated';
  return (
    <RecordingButtons
      events="pushes"
      count={run?.hits.length ?? 0}
      isRunning={run !== undefined && !run.over}
      onKeep={() => running.controller?.keep()}
      onRestart={() => running.controller?.restart()}
      {...(simulated && { onFromHere: () => running.controller?.goOn() })}
    />
  );
}

function Who() {
  const { world } = useStudio(reactResult);
  if (!world) return null;
  return (
    <Section title="Character" aside={world.name}>
      {world.notes.map((note) => (
        <p key={note} className="soft">
          {note}
        </p>
      ))}
      {(world.motion === 'walks' || world.motion === 'runs') && (
        <p className="soft gait-key">
          <span className="print own" /> real footprints
          <br />
          <span className="print" /> planned footprints
        </p>
      )}
      <p className="soft">Whichever clip you select or drop reacts here.</p>
    </Section>
  );
}

function RecoverySection() {
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
        onReset={beta === REACT_SETTINGS.beta ? undefined : () => set({ beta: REACT_SETTINGS.beta })}
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

function ControllerSection() {
  const [{ follows, mode, gains, stepping }, set] = useSettings();
  return (
    <Section title="Simulation">
      <Choice
        label="Follows"
        value={follows}
        hint="Torques at the joints do it; nothing is moved by hand"
        options={[
          ['clip', 'The clip'],
          ['pose', 'Its first pose'],
        ]}
        onChange={(value) => set({ follows: value })}
      />
      <Choice
        label="Controller"
        value={mode}
        hint="Default: ground, joints and muscles have limits. Paper: Rabbani 2014 as published, without"
        options={[
          ['qp', 'Default, with limits'],
          ['paper', 'As in the paper'],
        ]}
        onChange={(value) => set({ mode: value })}
      />
      <Choice
        label="Gains"
        value={gains}
        hint="Balance first, or the motion first"
        options={[
          ['recommended', 'Balance first'],
          ['tight', 'Motion first'],
        ]}
        onChange={(value) => set({ gains: value })}
      />
      {mode === 'qp' && (
        <Switch
          label="Steps when it cannot hold"
          on={stepping}
          hint="One foot goes where it catches the fall; when all is calm the other closes up"
          onChange={(on) => set({ stepping: on })}
        />
      )}
    </Section>
  );
}
