/** The panel of Simulate: how it does, pushes, what it follows, and the controller. */
import { useStudio } from '../../state/use-studio.ts';
import { Choice, Section, Switch } from '../../ui/controls.tsx';
import { Now } from '../shared/now.tsx';
import { PLACE_OPTIONS } from '../shared/places.ts';
import { PushSliders } from '../shared/push-sliders.tsx';
import { RecordingButtons } from '../shared/recording-buttons.tsx';
import { useSettingsOf } from '../shared/settings.ts';
import { change } from './change.ts';
import { running } from './running.ts';
import { runOnStage, simulateResult, simulateSettings } from './types.ts';
import { usePush, useTurn } from './use-moment.ts';
import { statusWords } from './words.ts';

const useSettings = () => useSettingsOf(simulateSettings, change);

export function SimulateInspector() {
  return (
    <div className="simulate live-panel">
      <Now {...statusWords(useStudio(simulateResult), useTurn(), usePush())} />
      <Buttons />
      <PushSection />
      <FollowSection />
      <ControllerSection />
    </div>
  );
}

function Buttons() {
  const run = useStudio(runOnStage);
  return (
    <RecordingButtons
      events="pushes"
      count={run?.pushes.length ?? 0}
      isRunning={run !== undefined && !run.over}
      onKeep={() => running.controller?.keep()}
      onRestart={() => running.controller?.restart()}
      {...(run && { onFromHere: () => running.controller?.goOn() })}
    />
  );
}

function PushSection() {
  const [{ at, strength, direction }, set] = useSettings();
  const ready = useStudio((state) => simulateResult(state).status === 'ready');
  return (
    <Section title="Push">
      <p className="soft">
        Drag on the body to push it there, along the floor. After scrubbing back, a push re-simulates everything after
        it.
      </p>
      <Choice label="At" value={at} options={PLACE_OPTIONS} onChange={(value) => set({ at: value })} />
      <PushSliders most={100} strength={strength} direction={direction} onChange={set} />
      <button type="button" className="button" disabled={!ready} onClick={() => running.controller?.pushAsSet()}>
        Push
      </button>
    </Section>
  );
}

function FollowSection() {
  const [{ follows }, set] = useSettings();
  const { world } = useStudio(simulateResult);
  return (
    <Section title="Follows" aside={world?.name}>
      <Choice
        label="Motion"
        value={follows}
        hint="Torques at the joints do it; nothing is moved by hand"
        options={[
          ['clip', `The clip${world ? `, ${world.duration.toFixed(1)} s` : ''}`],
          ['pose', 'Its first pose'],
          ['anyway', 'The clip, even if its feet move'],
        ]}
        onChange={(value) => set({ follows: value })}
      />
      {world?.note && <p className="soft">{world.note}</p>}
    </Section>
  );
}

function ControllerSection() {
  const [{ mode, gains, stepping }, set] = useSettings();
  return (
    <Section title="Controller">
      <Choice
        label="Solves"
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
