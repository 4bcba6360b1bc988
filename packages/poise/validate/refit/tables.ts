/** The parameters of a reaction, from all their tables, by name. */
import { REACTION_PARAMETERS } from '../../src/control/parameters.ts';
import type { Parameter } from '../../src/gait/parameter.ts';
import { STANDING_PARAMETERS } from '../../src/gait/standing-parameters.ts';

/** Which option of the method takes them. */
export type TableName = 'parameters' | 'standing';

export interface Named {
  readonly table: TableName;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

const named = (table: TableName, rows: Readonly<Record<string, Parameter>>): readonly Named[] =>
  Object.entries(rows).map(([name, { value, unit }]) => ({ table, name, value, unit }));

export const ALL_PARAMETERS: readonly Named[] = [
  ...named('parameters', REACTION_PARAMETERS),
  ...named('standing', STANDING_PARAMETERS),
];

/** Values other than the tables'. */
export type Values = ReadonlyMap<Named, number>;

/** Values as options of push-response. */
export function optionsOf(values: Values): Readonly<Record<TableName, Readonly<Record<string, number>>>> {
  const of = (table: TableName) =>
    Object.fromEntries([...values].filter(([key]) => key.table === table).map(([{ name }, value]) => [name, value]));
  return { parameters: of('parameters'), standing: of('standing') };
}
