/** The few controls that panels are made of. Each has an accessible name and works with the keyboard. */
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Icon, type IconName } from './icons.tsx';

interface IconButtonProps {
  readonly icon: IconName;
  readonly name: string; // what it does; with `keys` in the tooltip
  readonly keys?: string | undefined;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly label?: string; // shown beside the icon
  readonly onClick: () => void;
}

export function IconButton({ icon, name, keys, pressed, disabled, label, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className={label ? 'tool wide' : 'tool'}
      aria-label={name}
      aria-pressed={pressed}
      title={keys ? `${name} (${keys})` : name}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      {label && <span>{label}</span>}
    </button>
  );
}

interface NumberSliderProps {
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly hint?: string;
  readonly name?: string; // for screen readers, where the label alone says too little
  /** Where the value was not set by hand: said beside the label. */
  readonly measured?: string | undefined;
  readonly onChange: (value: number) => void;
  readonly onReset?: (() => void) | undefined;
}

const decimals = (step: number): number => Math.max(0, Math.min(4, Math.ceil(-Math.log10(step) - 1e-9)));

export function NumberSlider({
  label,
  unit,
  value,
  min,
  max,
  step,
  hint,
  name = label,
  measured,
  onChange,
  onReset,
}: NumberSliderProps) {
  const id = useId();
  const share = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
  return (
    <div className="field slider" title={hint}>
      <label htmlFor={id}>
        {label}
        {measured && <small>{measured}</small>}
      </label>
      <span className="slider-value">
        {onReset && (
          <button
            type="button"
            className="reset"
            aria-label={`Reset ${name.toLowerCase()}`}
            title="Back to the default"
            onClick={onReset}
          >
            <Icon name="reset" size={12} />
          </button>
        )}
        <NumberField
          label={`${name}, ${unit || 'number'}`}
          value={value}
          min={min}
          max={max}
          step={step}
          onChange={onChange}
        />
        <span className="unit">{unit}</span>
      </span>
      <input
        id={id}
        type="range"
        aria-label={name}
        min={min}
        max={max}
        step={step}
        value={value}
        style={{ '--share': `${100 * share}%` } as React.CSSProperties}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly min?: number;
  readonly max?: number;
  readonly step: number;
  readonly placeholder?: string;
  readonly onChange: (value: number) => void;
  readonly onClear?: () => void;
}

/** A number to type: taken when it is entered, refused (the old one comes back) when it is none. */
export function NumberField({
  label,
  value,
  min = -Infinity,
  max = Infinity,
  step,
  placeholder,
  onChange,
  onClear,
}: NumberFieldProps) {
  const shown = value === undefined ? '' : value.toFixed(decimals(step));
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const take = (): void => {
    const typed = Number(text.replace(',', '.'));
    const inside = Math.min(max, Math.max(min, typed));
    if (text.trim() === '' && onClear) onClear();
    else if (text.trim() === '' || !Number.isFinite(typed) || inside.toFixed(decimals(step)) === shown) setText(shown);
    else onChange(inside);
  };
  return (
    <input
      className="number"
      inputMode="decimal"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
        if (event.key === 'Escape') setText(shown);
      }}
    />
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, title: string])[];
  readonly hint?: string;
  readonly onChange: (value: T) => void;
}

export function Choice<T extends string>({ label, value, options, hint, onChange }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div className="field" title={hint}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as T)}>
        {options.map(([option, title]) => (
          <option key={option} value={option}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly hint?: string;
  readonly onChange: (on: boolean) => void;
}

export function Switch({ label, on, hint, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="field" title={hint}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="checkbox" checked={on} onChange={(event) => onChange(event.target.checked)} />
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export const Section = ({ title, aside, children }: SectionProps) => (
  <section className="section">
    <h2>
      {title}
      {aside && <span className="aside">{aside}</span>}
    </h2>
    {children}
  </section>
);
