/** The panel of Push: what happens now, the pad, why, and what may be set. */
import { STRATEGIES, type Strategy } from 'poise/react';
import { useRef, useState } from 'react';
import { useStudio } from '../../state/use-studio.ts';
import { Choice, NumberSlider, Section } from '../../ui/controls.tsx';
import { Now } from '../shared/now.tsx';
import { PLACE_OPTIONS } from '../shared/places.ts';
import { PushSliders } from '../shared/push-sliders.tsx';
import { RecordingButtons } from '../shared/recording-buttons.tsx';
import { useSettingsOf } from '../shared/settings.ts';
import { change } from './change.ts';
import { Pad, pushByKey } from './pad.tsx';
import { ResponseCard } from './response-card.tsx';
import { running } from './running.ts';
import { PUSH_SETTINGS, pushResult, pushSettings, runOnStage } from './types.ts';
import { useAnswer, useStatus } from './use-moment.ts';
import { Why } from './why.tsx';
import { STRATEGY_HINTS, STRATEGY_TITLES, statusWords } from './words.ts';
import './push.css';

export function PushInspector() {
  const { status, error } = useStudio(pushResult);
  return (
    <div className="push live-panel">
      {error && (
        <p className="live-failure" role="alert">
          {error} {status === 'ready' && <span className="soft">The previous character stays.</span>}
        </p>
      )}
      <Happens />
      <div className="push-pad-place">
        <Pad />
        <Strategies />
      </div>
      <Buttons />
      <Why />
      <ResponseCard />
      <ByKeys />
      <GroundSettings />
      <Library />
    </div>
  );
}

const useSettings = () => useSettingsOf(pushSettings, change);

function Happens() {
  const preparing = useStudio((state) => pushResult(state).status === 'preparing');
  const status = useStatus();
  const given = useAnswer();
  const fall = useStudio(runOnStage)?.marks.find(({ kind }) => kind === 'fall');
  const reason = fall?.kind === 'fall' ? fall.reason : '';
  if (preparing) return <Now tone="calm" title="Preparing" text="Loading the response library." />;
  return <Now {...statusWords(status, given, reason)} />;
}

/** The legend of the pad, and what is allowed. */
function Strategies() {
  const [{ allowed }, set] = useSettings();
  const toggle = (name: Strategy): void =>
    set({ allowed: STRATEGIES.filter((one) => (one === name ? !allowed.includes(one) : allowed.includes(one))) });
  return (
    <fieldset className="push-strategies">
      <legend className="soft">Allowed reactions</legend>
      {STRATEGIES.map((name) => (
        <label key={name} title={STRATEGY_HINTS[name]} className={name}>
          <input type="checkbox" checked={allowed.includes(name)} onChange={() => toggle(name)} />
          {STRATEGY_TITLES[name]}
        </label>
      ))}
      <small className="soft">filled: as performed · hollow: mirrored</small>
    </fieldset>
  );
}

function Buttons() {
  const run = useStudio(runOnStage);
  return (
    <RecordingButtons
      events="pushes"
      count={run?.answers.length ?? 0}
      isRunning={run !== undefined}
      onKeep={() => running.controller?.keep()}
      onRestart={() => running.controller?.restart()}
    />
  );
}

function ByKeys() {
  const [{ at, strength, direction }, set] = useSettings();
  const ready = useStudio((state) => pushResult(state).status === 'ready');
  return (
    <Section title="Push by numbers">
      <Choice
        label="At"
        value={at}
        hint="Pushes from the pad act there too"
        options={PLACE_OPTIONS}
        onChange={(value) => set({ at: value })}
      />
      <PushSliders most={120} strength={strength} direction={direction} onChange={set} />
      <button type="button" className="button" disabled={!ready} onClick={() => pushByKey(strength, direction)}>
        Push
      </button>
    </Section>
  );
}

function GroundSettings() {
  const [settings, set] = useSettings();
  const { ground, ahead, behind, aside } = settings;
  const size = (label: string, key: 'ahead' | 'behind' | 'aside', value: number, hint: string) => (
    <NumberSlider
      label={label}
      unit="m"
      min={0}
      max={2}
      step={0.05}
      value={value}
      hint={hint}
      onChange={(next) => set({ [key]: next })}
      onReset={value === PUSH_SETTINGS[key] ? undefined : () => set({ [key]: PUSH_SETTINGS[key] })}
    />
  );
  return (
    <Section title="Ground">
      <Choice
        label="Stands on"
        value={ground}
        hint="Steps land only where the ground carries"
        options={[
          ['floor', 'A floor without end'],
          ['beam', 'A beam across'],
          ['ledge', 'A ledge in front'],
          ['plate', 'A plate'],
        ]}
        onChange={(value) => set({ ground: value })}
      />
      {(ground === 'ledge' || ground === 'plate') &&
        size('Ahead of the toes', 'ahead', ahead, 'Where the ground ends in front')}
      {ground === 'plate' && size('Behind the heels', 'behind', behind, 'Where the plate ends behind')}
      {ground === 'plate' && size('Beside the feet', 'aside', aside, 'Where the plate ends on both sides')}
    </Section>
  );
}

function Library() {
  const { world } = useStudio(pushResult);
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (file: File | undefined): void => {
    if (file) running.controller?.openLibrary(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop a file; the button beside does the same
    <div
      className={over ? 'push-library over' : 'push-library'}
      onDragOver={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        take([...event.dataTransfer.files].find(({ name }) => name.endsWith('.json')));
      }}
    >
      <Section title="Library" aside={world && `${world.library.count} responses`}>
        <p className="soft">
          {world?.library.file ? world.library.name : 'Built in'}
          {world && `, performed by ${world.library.body}`}.
        </p>
        <p className="soft">
          Standing clip: {world?.idleName ?? '…'}. {world?.note}
        </p>
        <div className="live-buttons inside">
          <button type="button" className="button" onClick={() => input.current?.click()}>
            Open a library…
          </button>
          {world?.library.file && (
            <button type="button" className="button" onClick={() => running.controller?.openLibrary(undefined)}>
              Built in
            </button>
          )}
        </div>
        <p className="soft">
          Or drop a <code>.poise.json</code> here: <code>poise library build</code> makes one from recordings.
        </p>
        <input
          ref={input}
          type="file"
          accept=".json"
          hidden
          aria-label="Library file"
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </Section>
    </div>
  );
}
