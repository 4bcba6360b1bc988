/** What can be set of a built-in motion, from the registry; the motion is performed anew with every change. */
import { isSwitch, type Parameter } from 'poise/perform';
import { spaced } from '../../state/edit-words.ts';
import { useStore, useStudio } from '../../state/use-studio.ts';
import { IconButton, NumberField, NumberSlider, Switch } from '../../ui/controls.tsx';

/** About a hundred steps over the range, on a round number. */
function stepFor(min: number, max: number): number {
  const rough = (max - min) / 100;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough * 0.999) ?? rough;
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export function MotionParameters({ motion }: { readonly motion: string }) {
  const { dispatch } = useStore();
  const info = useStudio((state) => state.catalogue?.motions.find(({ id }) => id === motion));
  const values = useStudio((state) => state.document.values);
  if (!info) return null;
  return (
    <div className="parameters">
      <p className="soft">{info.text}</p>
      {info.parameters.map((parameter) => (
        <ParameterControl
          key={parameter.name}
          parameter={parameter}
          set={values[parameter.name]}
          onSet={(value) => dispatch({ type: 'values/set', name: parameter.name, value })}
        />
      ))}
    </div>
  );
}

interface ParameterControlProps {
  readonly parameter: Parameter;
  readonly set: number | undefined; // by hand
  readonly onSet: (value: number | undefined) => void;
}

const MOST_TO_SLIDE = 1e5; // beyond, a slider jumps over nearly all numbers

function ParameterControl({ parameter, set, onSet }: ParameterControlProps) {
  const { name, unit, min, max, text, default: usual } = parameter;
  const label = sentence(spaced(name));
  const value = set ?? usual;
  if (isSwitch(parameter)) {
    return <Switch label={label} hint={text} on={value === 1} onChange={(on) => onSet(on ? 1 : 0)} />;
  }
  if (max - min > MOST_TO_SLIDE) return <Seed label={label} hint={text} value={value} max={max} onSet={onSet} />;
  return (
    <NumberSlider
      label={label}
      unit={unit}
      min={min}
      max={max}
      step={unit === '' ? 1 : stepFor(min, max)} // counts are whole
      hint={text}
      value={value}
      onChange={onSet}
      onReset={set === undefined ? undefined : () => onSet(undefined)}
    />
  );
}

interface SeedProps {
  readonly label: string;
  readonly hint: string;
  readonly value: number;
  readonly max: number;
  readonly onSet: (value: number) => void;
}

/** A number that means nothing by itself: the next one is another style. */
function Seed({ label, hint, value, max, onSet }: SeedProps) {
  return (
    <div className="field" title={hint}>
      <span>{label}</span>
      <span className="slider-value">
        <NumberField label={`${label}, number`} value={value} min={0} max={max} step={1} onChange={onSet} />
        <IconButton
          icon="plus"
          name={`Next ${label.toLowerCase()}`}
          onClick={() => onSet(value < max ? value + 1 : 0)}
        />
      </span>
    </div>
  );
}
