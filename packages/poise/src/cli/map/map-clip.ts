/** What `poise map` and a batch of maps share: options, questions, and the map of one clip in this thread. */
import { type Command, InvalidArgumentError } from 'commander';
import type { Body } from '../../body/body.ts';
import {
  type CellQuestion,
  createMap,
  MAP_DEFAULTS,
  MAP_HEIGHTS,
  type MapHeight,
  mapCell,
  mapQuestions,
  type RecoverabilityMap,
} from '../../methods/recoverability/index.ts';
import type { Clip } from '../../motion/clip.ts';
import { tidy } from '../../report/json.ts';
import { personOf } from '../judge.ts';
import { loadMujoco } from '../mujoco.ts';
import { addBodyOptions, addBorderOptions, type BodyFlags, type BorderFlags, wholePositive } from '../options.ts';

export interface MapClipFlags extends BorderFlags, BodyFlags {
  readonly directions?: number;
  readonly moments?: number;
  readonly at?: readonly MapHeight[];
  readonly simulate?: boolean;
}

export const addMapOptions = (command: Command): Command =>
  addBodyOptions(
    addBorderOptions(
      command
        .option('--directions <n>', `around the character (default: ${MAP_DEFAULTS.directions})`, wholePositive)
        .option('--moments <n>', `of a clip that moves (default: ${MAP_DEFAULTS.moments})`, wholePositive)
        .option('--at <heights>', `where it is pushed: ${MAP_HEIGHTS.join(',')} (default: chest)`, heights)
        .option('--simulate', 'ask the simulated person, too (slow; needs MuJoCo)'),
    ),
  );

function heights(text: string): readonly MapHeight[] {
  return text.split(',').map((word) => {
    const found = MAP_HEIGHTS.find((height) => height === word.trim());
    if (found) return found;
    throw new InvalidArgumentError(`Expected ${MAP_HEIGHTS.join(', ')}, found "${word}".`);
  });
}

export const questionsOf = (
  body: Body,
  clip: Clip,
  { directions, moments, at }: MapClipFlags,
): readonly CellQuestion[] =>
  mapQuestions(body, clip, {
    ...(directions !== undefined && { directions }),
    ...(moments !== undefined && { moments }),
    ...(at && { heights: at }),
  });

/** The flags that say who it is, those that are given. */
export const bodyFlagsOf = ({ mass, height, sex, table, sole }: BodyFlags): BodyFlags =>
  Object.fromEntries(
    Object.entries({ mass, height, sex, table, sole }).filter(([, value]) => value !== undefined),
  ) as BodyFlags;

export async function mapOfClip(clip: Clip, flags: MapClipFlags): Promise<RecoverabilityMap> {
  const engine = flags.simulate ? await loadMujoco() : undefined;
  const body = personOf(clip, flags);
  const cells = questionsOf(body, clip, flags).map((question) => mapCell(body, clip, question, engine));
  return tidied(createMap(body, clip, cells));
}

/** As files have it: numbers of few digits. */
export const tidied = (map: RecoverabilityMap): RecoverabilityMap => {
  const number = (value: number): number => tidy(value) ?? 0;
  const maybe = (value: number | null): number | null => (value === null ? null : number(value));
  const cells = map.cells.map((cell) => ({
    ...cell,
    time: number(cell.time),
    direction: number(cell.direction),
    plan: maybe(cell.plan),
    noStep: maybe(cell.noStep),
    steps: number(cell.steps),
    expected: maybe(cell.expected ?? null),
    simulation: maybe(cell.simulation),
  }));
  return { ...map, mass: number(map.mass), stature: number(map.stature), most: number(map.most), cells };
};
