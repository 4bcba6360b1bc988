/** What a motion can be asked for with, and what of it makes sense. */
import { UsageError } from '../errors.ts';
import type { PerformerMotion } from './motion.ts';

/** A number that a motion can be asked for with. */
export interface Parameter {
  readonly name: string; // as on the command line: 'speed'
  readonly unit: string; // 'm', 's', 'm/s', '°', '×'; '' for counts and seeds, which are whole, and for switches
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly text: string;
}

export type ParameterValues = Readonly<Record<string, number>>;

/** Counts, seeds and switches: no fractions. */
export const isWhole = ({ unit }: Parameter): boolean => unit === '';

/** 0 off, 1 on. */
export const isSwitch = ({ unit, min, max }: Parameter): boolean => unit === '' && min === 0 && max === 1;

/** "1.3 m/s", "90°", "7". */
export const withUnit = (value: number | string, unit: string): string =>
  unit === '' || unit === '°' || unit === '×' ? `${value}${unit}` : `${value} ${unit}`;

/** Defaults filled in, ranges checked, fractions of counts and unknown names refused. */
export function checkedValues(motion: PerformerMotion, values: ParameterValues): ParameterValues {
  for (const name of Object.keys(values)) {
    if (motion.parameters.some((parameter) => parameter.name === name)) continue;
    const known = motion.parameters.map((parameter) => parameter.name).join(', ') || 'none';
    throw new UsageError(`${motion.id} has no parameter "${name}"; it has: ${known}`);
  }
  return Object.fromEntries(
    motion.parameters.map((parameter) => {
      const { name, unit, min, max } = parameter;
      const value = values[name] ?? parameter.default;
      if (!(value >= min && value <= max)) {
        throw new UsageError(`${motion.id}: ${name} must lie in ${withUnit(`${min}…${max}`, unit)}, found ${value}`);
      }
      if (isWhole(parameter) && !Number.isInteger(value)) {
        throw new UsageError(`${motion.id}: ${name} must be a whole number, found ${value}`);
      }
      return [name, value];
    }),
  );
}
