/** Numbers of a method as data: what they are, where they come from, what happens when they change. */
import { power } from '../math/power.ts';

export interface Parameter {
  readonly value: number;
  readonly unit: string; // '' for pure numbers
  readonly source: string; // paper, measurement, or how it was fitted
  readonly sensitivity: string; // what happens at half and at double
}

export type ParameterTable = Readonly<Record<string, Parameter>>;
export type ParameterValues<Table extends ParameterTable> = { readonly [Name in keyof Table]: number };

/** The plain values of a table. */
export function valuesOf<Table extends ParameterTable>(table: Table): ParameterValues<Table> {
  return Object.fromEntries(Object.entries(table).map(([name, { value }]) => [name, value])) as ParameterValues<Table>;
}

export const parameter = (value: number, unit: string, source: string, sensitivity: string): Parameter => ({
  value,
  unit,
  source,
  sensitivity,
});

/** Values of people who fall and swing like the model, only larger, grow with this power of the root of their size: times go with the root
 *  of lengths. Units that are told against the person already do not change. */
const POWERS: ReadonlyMap<string, number> = new Map([
  ['m', 2],
  ['m²', 4],
  ['s', 1],
  ['1/s', -1],
  ['1/s²', -2],
  ['m/s', 1],
  ['s/m', -1],
  ['m²/s²', 2],
  ['rad/s', -1],
  ['rad/s²', -2],
]);

/** Values of a table for somebody `size` times as long as the model, who moves alike. */
export function scaledTo<Table extends ParameterTable>(
  table: Table,
  values: ParameterValues<Table>,
  size: number,
): ParameterValues<Table> {
  const root = Math.sqrt(size);
  return Object.fromEntries(
    Object.entries(table).map(([name, { unit }]) => [name, values[name] * power(root, POWERS.get(unit) ?? 0)]),
  ) as ParameterValues<Table>;
}
