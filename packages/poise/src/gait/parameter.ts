/** Numbers of a method as data: what they are, where they come from, what happens when they change. */

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
