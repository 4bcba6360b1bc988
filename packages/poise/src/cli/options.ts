/** Options that several commands share: how a file becomes a clip, and a clip a body. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { TABLE_NAMES, type TableName } from '../body/tables.ts';
import type { BorderOptions } from '../motion/raw-motion.ts';
import { parseRoleMap } from '../motion/role-map.ts';
import { finite } from './fields.ts';
import { readText } from './files.ts';

const METRES_PER_UNIT: Readonly<Record<string, number>> = {
  m: 1,
  dm: 0.1,
  cm: 0.01,
  mm: 0.001,
  in: 0.0254,
  ft: 0.3048,
  cmu: 0.0254 / 0.45, // the unit of the CMU database
};
const SMALLEST_UNIT = 1e-9; // [m]
const LARGEST_UNIT = 1e6; // [m]
const AXES = ['x', 'y', 'z', '-x', '-y', '-z'] as const;

export interface BorderFlags {
  readonly unit?: number;
  readonly up?: (typeof AXES)[number];
  readonly forward?: (typeof AXES)[number];
  readonly ground?: number;
  readonly roles?: string;
  readonly animation?: string;
}

export interface BodyFlags {
  readonly mass?: number;
  readonly height?: number;
  readonly sex?: 'female' | 'male';
  readonly table?: TableName;
  readonly sole?: number;
}

/** A finite number, or commander's own message naming the option. */
export function number(text: string): number {
  const value = finite(text);
  if (value === undefined) throw new InvalidArgumentError('Expected a number.');
  return value;
}

export function positive(text: string): number {
  const value = number(text);
  if (!(value > 0)) throw new InvalidArgumentError('Expected a number above 0.');
  return value;
}

export function notNegative(text: string): number {
  const value = number(text);
  if (value < 0) throw new InvalidArgumentError('Expected a number from 0 on.');
  return value;
}

export function whole(text: string): number {
  const value = number(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError('Expected a whole number.');
  return value;
}

export function wholePositive(text: string): number {
  const value = positive(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError('Expected a whole number above 0.');
  return value;
}

/** Metres per unit of the file from a name or a number. */
export function unit(text: string): number {
  const name = text.toLowerCase();
  if (Object.hasOwn(METRES_PER_UNIT, name)) return METRES_PER_UNIT[name]!;
  const value = finite(text);
  if (value !== undefined && value >= SMALLEST_UNIT && value <= LARGEST_UNIT) return value;
  throw new InvalidArgumentError(`Expected ${Object.keys(METRES_PER_UNIT).join(', ')} or metres per unit.`);
}

/** How the file's coordinates become metres, Y up; all inferred where not given. `takes`: which are meant without --animation. */
export function addBorderOptions(command: Command, takes: 'the first' | 'all' = 'the first'): Command {
  return command
    .option(
      '--unit <unit>',
      `length unit of the file: ${Object.keys(METRES_PER_UNIT).join(', ')} or metres per unit (default: inferred)`,
      unit,
    )
    .addOption(new Option('--up <axis>', 'up axis of the file (default: inferred)').choices(AXES))
    .addOption(
      new Option(
        '--forward <axis>',
        "the file's axis along which the character's front points; it becomes +Z (default: not turned)",
      ).choices(AXES),
    )
    .option('--ground <height>', 'height of the floor in the file [m] (default: inferred)', number)
    .option('--roles <file>', 'JSON file that maps roles to joint names, e.g. {"hips": "pelvis"}')
    .option('--animation <name>', `which take of the file (default: ${takes})`);
}

export interface RateFlags {
  readonly fps?: number;
}

/** The rate at which a file's frames are read, for commands that judge or mend. `convert --fps` makes new frames instead. */
export const addRateOption = (command: Command): Command =>
  command.option('--fps <rate>', "read the file's frames at this rate (default: as the file states)", positive);

/** How a skeleton becomes a body with masses. */
export function addBodyOptions(command: Command): Command {
  return command
    .option('--mass <kg>', 'body mass (default: from stature)', positive)
    .option('--height <m>', 'stature (default: from the skeleton)', positive)
    .addOption(new Option('--sex <sex>', 'which anthropometric table (default: mean)').choices(['female', 'male']))
    .addOption(new Option('--table <name>', 'segment table (default: de-leva)').choices(TABLE_NAMES))
    .option('--sole <factor>', 'size of the soles (default: 1)', positive);
}

/** The overrides for the reader, with the role map read from its file. */
export async function borderOptions(flags: BorderFlags): Promise<BorderOptions> {
  return {
    ...(flags.unit !== undefined && { metresPerUnit: flags.unit }),
    ...(flags.up !== undefined && { up: flags.up }),
    ...(flags.forward !== undefined && { forward: flags.forward }),
    ...(flags.ground !== undefined && { groundHeight: flags.ground }),
    ...(flags.roles !== undefined && { roles: parseRoleMap(await readText(flags.roles), flags.roles) }),
  };
}
