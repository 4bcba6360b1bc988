/** What was guessed when the file was read, with the evidence; every guess can be overruled. */
import type { BorderOptions, ImportNote, Quat } from 'poise';
import { clipOnStage, entryOnStage } from '../../state/selectors.ts';
import { useStore, useStudio } from '../../state/use-studio.ts';
import { Choice, NumberField, Section } from '../../ui/controls.tsx';
import { RoleTable } from './role-table.tsx';

const UNITS: readonly (readonly [value: string, title: string])[] = [
  ['0.001', 'Millimetres'],
  ['0.01', 'Centimetres'],
  ['0.0254', 'Inches'],
  ['0.3048', 'Feet'],
  ['1', 'Metres'],
];

const CONFIDENCE: Readonly<Record<ImportNote['confidence'], string>> = {
  stated: 'stated in the file',
  sure: 'certain',
  likely: 'likely',
  guess: 'a guess',
};

export function ImportPanel() {
  const entry = useStudio(entryOnStage);
  const clip = useStudio(clipOnStage);
  if (!clip) return <p className="soft empty-panel">Open a motion to see how it was read.</p>;
  if (entry?.origin.kind === 'built-in') {
    return (
      <>
        <p className="soft empty-panel">This motion is made by Poise, in metres and Y up. There is nothing to guess.</p>
        <RoleTable clip={clip} editable={false} />
      </>
    );
  }
  return (
    <>
      {entry?.error && (
        <p className="panel-error" role="alert">
          {entry.error}
        </p>
      )}
      <Frame />
      <Section title="What was found">
        <ul className="notes">
          {(clip.source?.notes ?? []).map(({ topic, text, confidence }) => (
            <li key={`${topic} ${text}`}>
              <span className={`confidence ${confidence}`}>{CONFIDENCE[confidence]}</span> {text}
            </li>
          ))}
        </ul>
      </Section>
      <RoleTable clip={clip} editable />
    </>
  );
}

const AXES = ['X', 'Y', 'Z'] as const;

/** The axis of the file that points up: what the file's turn brings to +Y, read off the matrix's middle row. */
function upAxis([x, y, z, w]: Quat): string {
  const up = [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)];
  const k = up.reduce((best, value, i) => (Math.abs(value) > Math.abs(up[best] ?? 0) ? i : best), 0);
  return `${(up[k] ?? 0) < 0 ? '−' : ''}${AXES[k]}`;
}

/** Unit, up axis and ground. */
function Frame() {
  const { dispatch } = useStore();
  const border = useStudio((state) => state.document.border);
  const frame = useStudio((state) => clipOnStage(state)?.source?.frame);
  const set = (change: { readonly [K in keyof BorderOptions]: BorderOptions[K] | undefined }): void =>
    dispatch({ type: 'border/set', border: { ...border, ...change } as BorderOptions });
  const unit = border.metresPerUnit === undefined ? 'auto' : String(border.metresPerUnit);
  const found = UNITS.find(
    ([value]) => Math.abs(Number(value) - (frame?.metresPerUnit ?? 0)) < 1e-6,
  )?.[1].toLowerCase();
  const known = UNITS.some(([value]) => value === unit) || unit === 'auto';
  const perUnit = frame ? `${Number(frame.metresPerUnit.toPrecision(4))} m` : '';
  return (
    <Section title="File">
      <Choice
        label="Unit"
        value={unit}
        options={[['auto', `Found: ${found ?? perUnit}`], ...UNITS, ...(known ? [] : [[unit, `${unit} m`] as const])]}
        onChange={(value) => set({ metresPerUnit: value === 'auto' ? undefined : Number(value) })}
      />
      <Choice
        label="Up axis"
        value={border.up ?? 'auto'}
        options={[
          ['auto', `Found: ${frame ? upAxis(frame.worldFromFile) : ''}`],
          ...(['y', 'z', 'x', '-y', '-z', '-x'] as const).map((axis) => [axis, axis.toUpperCase()] as const),
        ]}
        onChange={(value) => set({ up: value === 'auto' ? undefined : value })}
      />
      <div className="field">
        <span>Ground height [m]</span>
        <NumberField
          label="Ground height, metres"
          step={0.001}
          value={border.groundHeight}
          placeholder={frame?.groundHeight.toFixed(3) ?? ''}
          onChange={(groundHeight) => set({ groundHeight })}
          onClear={() => set({ groundHeight: undefined })}
        />
      </div>
      <div className="field">
        <span>Leading frames that are no motion</span>
        <NumberField
          label="Leading frames that are no motion"
          step={1}
          min={0}
          value={border.referenceFrames}
          placeholder="found"
          onChange={(frames) => set({ referenceFrames: Math.round(frames) })}
          onClear={() => set({ referenceFrames: undefined })}
        />
      </div>
    </Section>
  );
}
