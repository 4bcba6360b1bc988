/** What Mend says and what can be set: the answer first, then windows, then what it may do. */
import { STIFFNESS_PARTS, type StiffnessPart } from 'poise/mend';
import { useApp } from '../../app/studio-context.ts';
import { clockText } from '../../panels/timeline/format.ts';
import { analysisOnStage, clipOnStage, durationOnStage } from '../../state/selectors.ts';
import { useStudio } from '../../state/use-studio.ts';
import { Choice, NumberSlider, Section } from '../../ui/controls.tsx';
import { Answer } from './answer.tsx';
import { change } from './controller.ts';
import { Found } from './found.tsx';
import { Stages } from './stages.tsx';
import { MEND_SETTINGS, type MendSettings, mendSettings } from './types.ts';
import { Windows } from './windows.tsx';
import '../shared/live.css';
import './mend.css';

const PART_TITLES: Readonly<Record<StiffnessPart, string>> = {
  root: 'Place of the hips',
  hip: 'Hips',
  knee: 'Knees',
  ankle: 'Ankles',
  waist: 'Waist',
  chest: 'Chest',
  neck: 'Neck',
  shoulder: 'Shoulders',
  elbow: 'Elbows',
};

export function MendInspector() {
  const clip = useStudio(clipOnStage);
  if (!clip) return <p className="soft empty-panel">Open a motion to mend it.</p>;
  if (clip.roles.status === 'refused')
    return <p className="soft empty-panel">No person was found in this file: there is nobody to balance.</p>;
  return (
    <>
      <Answer />
      <Found />
      <Stages />
      <Windows />
      <Compared />
      <Range />
      <Demands />
      <Stiffness />
    </>
  );
}

type Change = (settings: Partial<MendSettings>) => void;

function useSettings(): readonly [MendSettings, Change] {
  const { host } = useApp();
  return [useStudio(mendSettings), (settings) => change(host, settings)];
}

function Compared() {
  const [{ compare, strength }, set] = useSettings();
  return (
    <Section title="Original">
      <NumberSlider
        label="Strength"
        unit="%"
        value={Math.round(100 * strength)}
        min={0}
        max={100}
        step={5}
        hint="How far the result goes from the original to the mended motion"
        onChange={(value) => set({ strength: value / 100 })}
        onReset={strength === 1 ? undefined : () => set({ strength: 1 })}
      />
      <Choice
        label="Shown"
        value={compare}
        hint="The clip as it was, in amber light"
        options={[
          ['over', 'Over the result'],
          ['wipe', 'Left of a line, the result right of it'],
          ['beside', 'Beside the result'],
          ['off', 'Not at all'],
          ['before', 'Alone, as it was (key A)'],
        ]}
        onChange={(value) => set({ compare: value })}
      />
    </Section>
  );
}

/** A part of the clip: outside it nothing is changed. */
function Range() {
  const { player } = useApp();
  const [{ range }, set] = useSettings();
  const duration = useStudio(durationOnStage);
  const [start, end] = range ?? [0, duration];
  const from = (time: number): void => set({ range: [time, Math.max(time, end)] });
  const to = (time: number): void => set({ range: [Math.min(start, time), time] });
  return (
    <Section title="Part" aside={range ? `${clockText(start, 2)} – ${clockText(end, 2)}` : 'the whole clip'}>
      <div className="live-buttons inside">
        <button type="button" className="button" onClick={() => from(player.playhead.time())}>
          Start here
        </button>
        <button type="button" className="button" onClick={() => to(player.playhead.time())}>
          End here
        </button>
        {range && (
          <button type="button" className="button" onClick={() => set({ range: undefined })}>
            Whole clip
          </button>
        )}
      </div>
      <p className="soft">Outside it nothing is changed; it joins within the blend margin.</p>
    </Section>
  );
}

const MM = 1000;

function Demands() {
  const [settings, set] = useSettings();
  const { margin, sole, extension, zmp, end } = settings;
  const back = (key: keyof MendSettings): (() => void) | undefined =>
    settings[key] === MEND_SETTINGS[key] ? undefined : () => set({ [key]: MEND_SETTINGS[key] });
  return (
    <Section title="Demands">
      <NumberSlider
        label="Margin"
        unit="mm"
        min={0}
        max={60}
        step={1}
        value={MM * margin}
        hint="How far inside the support the balance point stays"
        onChange={(value) => set({ margin: value / MM })}
        onReset={back('margin')}
      />
      <NumberSlider
        label="Sole"
        unit="×"
        min={0.4}
        max={1.8}
        step={0.05}
        value={sole}
        hint="How much of the soles may be used; the verdict is for the soles as they are"
        onChange={(value) => set({ sole: value })}
        onReset={back('sole')}
      />
      <NumberSlider
        label="Blend margin"
        unit="s"
        min={0.05}
        max={3}
        step={0.05}
        value={extension}
        hint="How long before and after an imbalance the motion may change; longer changes less at a time"
        onChange={(value) => set({ extension: value })}
        onReset={back('extension')}
      />
      <Bar />
      <Choice
        label="Balance point (ZMP)"
        value={zmp}
        hint="Anywhere inside the support, or on the path that Tak et al. 2000 project"
        options={[
          ['inside', 'Inside the support'],
          ['track', 'On its projected path (Tak 2000)'],
        ]}
        onChange={(value) => set({ zmp: value })}
      />
      <Choice
        label="End of the clip"
        value={end}
        hint="A static end can be held for ever"
        options={[
          ['keep', 'Keep moving'],
          ['static', 'Settle'],
        ]}
        onChange={(value) => set({ end: value })}
      />
    </Section>
  );
}

const BAR_SHARE = 0.8; // of stature: where a new bar hangs

function Bar() {
  const [{ bar }, set] = useSettings();
  const stature = useStudio((state) => analysisOnStage(state)?.body?.height) ?? 1.7;
  const lay = (on: boolean): void => set({ bar: on ? Math.round(100 * BAR_SHARE * stature) / 100 : undefined });
  return (
    <>
      <label className="field check" title="Keeps the head below a height; drag the bar on the stage">
        <span>Bar over the head</span>
        <input type="checkbox" checked={bar !== undefined} onChange={(event) => lay(event.target.checked)} />
      </label>
      {bar !== undefined && (
        <NumberSlider
          label="Bar height"
          unit="m"
          min={0.5}
          max={2.2}
          step={0.01}
          value={bar}
          onChange={(value) => set({ bar: value })}
        />
      )}
    </>
  );
}

function Stiffness() {
  const [{ stiffness }, set] = useSettings();
  const changed = Object.values(stiffness).some((value) => value !== 0);
  return (
    <Section
      title="Joint stiffness"
      aside={
        changed ? (
          <button type="button" className="link" onClick={() => set({ stiffness: {} })}>
            All alike
          </button>
        ) : (
          'softer ← → stiffer'
        )
      }
    >
      {STIFFNESS_PARTS.map((part) => (
        <NumberSlider
          key={part}
          label={PART_TITLES[part]}
          unit=""
          min={-2}
          max={2}
          step={0.1}
          value={stiffness[part] ?? 0}
          hint="Powers of ten: −2 gives in a hundred times sooner, 2 a hundred times later"
          onChange={(value) => set({ stiffness: { ...stiffness, [part]: value } })}
          onReset={stiffness[part] ? () => set({ stiffness: { ...stiffness, [part]: 0 } }) : undefined}
        />
      ))}
    </Section>
  );
}
