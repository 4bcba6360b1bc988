/** Unit, axes, floor and rate of a file: what was found and why, and how to overrule it. A change reads the file again; what
 *  was set for body, contacts and pushes stays. */
import type { ImportNote, Quat } from 'poise';
import { clipOnStage } from '../../state/selectors.ts';
import type { ImportSettings } from '../../state/types.ts';
import { useStore, useStudio } from '../../state/use-studio.ts';
import { Choice, NumberField, Section } from '../../ui/controls.tsx';
import { Evidence } from './evidence.tsx';

const UNITS: readonly (readonly [value: string, title: string])[] = [
  ['0.001', 'Millimetres'],
  ['0.01', 'Centimetres'],
  ['0.0254', 'Inches'],
  ['0.3048', 'Feet'],
  ['1', 'Metres'],
];

type Axis = NonNullable<ImportSettings['up']>;
const AXES: readonly Axis[] = ['y', 'z', 'x', '-y', '-z', '-x'];
const axisTitle = (axis: Axis): string => axis.toUpperCase().replace('-', '−');

/** The axis of the file that points up: what the file's turn brings to +Y, read off the matrix's middle row. */
function upAxis([x, y, z, w]: Quat): Axis {
  const row = [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)];
  const k = row.reduce((best, value, i) => (Math.abs(value) > Math.abs(row[best] ?? 0) ? i : best), 0);
  return `${(row[k] ?? 0) < 0 ? '-' : ''}${'xyz'[k]}` as Axis;
}

const RATE_IN_FILE: ImportNote = { topic: 'rate', text: 'as the file has it', confidence: 'stated' };

export function FileFrame() {
  const { dispatch } = useStore();
  const border = useStudio((state) => state.document.border);
  const clip = useStudio(clipOnStage);
  const source = clip?.source;
  if (!clip || !source) return null;
  const set = (change: { readonly [K in keyof ImportSettings]: ImportSettings[K] | undefined }): void =>
    dispatch({ type: 'border/set', border: { ...border, ...change } as ImportSettings });
  const why = (topic: ImportNote['topic']) => source.notes.filter((note) => note.topic === topic);
  const up = upAxis(source.frame.worldFromFile);
  const inFloor = AXES.filter((axis) => axis.at(-1) !== (border.up ?? up).at(-1));
  return (
    <Section title="File">
      <UnitChoice
        unit={border.metresPerUnit}
        found={source.frame.metresPerUnit}
        onChange={(metresPerUnit) => set({ metresPerUnit })}
      />
      <Evidence notes={why('unit')} />
      <Choice
        label="Up axis"
        value={border.up ?? 'auto'}
        options={[['auto', `Found: ${axisTitle(up)}`], ...AXES.map((axis) => [axis, axisTitle(axis)] as const)]}
        // A front that would point up or down is forgotten.
        onChange={(value) =>
          set({
            up: value === 'auto' ? undefined : value,
            forward: border.forward?.at(-1) === value.at(-1) ? undefined : border.forward,
          })
        }
      />
      <Evidence notes={why('up')} />
      <Choice
        label="Forward axis"
        hint="The axis of the file along which the person's front points; it becomes +Z"
        value={border.forward ?? 'auto'}
        options={[['auto', 'As in the file'], ...inFloor.map((axis) => [axis, axisTitle(axis)] as const)]}
        onChange={(value) => set({ forward: value === 'auto' ? undefined : value })}
      />
      <Evidence notes={why('forward')} />
      <NumberRow
        label="Ground height"
        unit="m"
        step={0.001}
        value={border.groundHeight}
        found={source.frame.groundHeight.toFixed(3)}
        onChange={(groundHeight) => set({ groundHeight })}
      />
      <Evidence notes={why('ground')} />
      <NumberRow
        label="Frame rate"
        unit="Hz"
        step={0.01}
        min={0.1}
        max={10_000}
        value={border.frameRate}
        found={String(Number((1 / clip.frameTime).toFixed(3)))}
        onChange={(frameRate) => set({ frameRate })}
      />
      <Evidence notes={why('rate').length > 0 ? why('rate') : [RATE_IN_FILE]} />
      <NumberRow
        label="Lead-in frames to skip"
        unit=""
        step={1}
        min={0}
        value={border.referenceFrames}
        found="found"
        onChange={(frames) => set({ referenceFrames: frames === undefined ? undefined : Math.round(frames) })}
      />
      <Evidence notes={why('reference-frame')} />
    </Section>
  );
}

interface UnitChoiceProps {
  readonly unit: number | undefined;
  readonly found: number; // [m]
  readonly onChange: (metresPerUnit: number | undefined) => void;
}

function UnitChoice({ unit, found, onChange }: UnitChoiceProps) {
  const chosen = unit === undefined ? 'auto' : String(unit);
  const named = UNITS.find(([value]) => Math.abs(Number(value) - found) < 1e-6)?.[1].toLowerCase();
  const odd = unit !== undefined && !UNITS.some(([value]) => value === chosen);
  return (
    <Choice
      label="Unit"
      value={chosen}
      options={[
        ['auto', `Found: ${named ?? `${Number(found.toPrecision(4))} m`}`],
        ...UNITS,
        ...(odd ? [[chosen, `${chosen} m`] as const] : []),
      ]}
      onChange={(value) => onChange(value === 'auto' ? undefined : Number(value))}
    />
  );
}

interface NumberRowProps {
  readonly label: string;
  readonly unit: string;
  readonly step: number;
  readonly min?: number;
  readonly max?: number;
  readonly value: number | undefined;
  readonly found: string;
  readonly onChange: (value: number | undefined) => void;
}

/** A number that was found, greyed, until one is typed; emptied, it is found again. */
function NumberRow({ label, unit, found, onChange, ...field }: NumberRowProps) {
  return (
    <div className="field">
      <span>{label}</span>
      <span className="slider-value">
        <NumberField
          label={unit ? `${label}, ${unit}` : label}
          placeholder={found}
          {...field}
          onChange={onChange}
          onClear={() => onChange(undefined)}
        />
        <span className="unit">{unit}</span>
      </span>
    </div>
  );
}
