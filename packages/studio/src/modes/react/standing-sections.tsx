/** What may be set for somebody who stands: which responses are allowed, the ground, and the library they come from. */
import { STRATEGIES, type Strategy } from 'poise/react';
import { useRef, useState } from 'react';
import { useStudio } from '../../state/use-studio.ts';
import { Choice, NumberSlider, Section } from '../../ui/controls.tsx';
import { useSettingsOf } from '../shared/settings.ts';
import { change } from './change.ts';
import { running } from './running.ts';
import { STRATEGY_HINTS, STRATEGY_TITLES } from './strategy-words.ts';
import { REACT_SETTINGS, reactResult, reactSettings } from './types.ts';

const useSettings = () => useSettingsOf(reactSettings, change);

/** The legend of the pad, and what is allowed. */
export function Strategies() {
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

export function GroundSection() {
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
      onReset={value === REACT_SETTINGS[key] ? undefined : () => set({ [key]: REACT_SETTINGS[key] })}
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

export function LibrarySection() {
  const library = useStudio((state) => reactResult(state).world?.library);
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (file: File | undefined): void => {
    if (file) running.controller?.openLibrary(file);
  };
  if (!library) return null;
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
      <Section title="Library" aside={`${library.count} responses`}>
        <p className="soft">
          {library.file ? library.name : 'Built in'}, performed by {library.body}.
        </p>
        <div className="live-buttons inside">
          <button type="button" className="button" onClick={() => input.current?.click()}>
            Open a library…
          </button>
          {library.file && (
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
