import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../../errors.ts';
import { createMap, type MapCell, type RecoverabilityMap } from '../../methods/recoverability/index.ts';
import { type Clip, createClip } from '../../motion/clip.ts';
import { extensionOf, writeClip } from '../../motion/formats/index.ts';
import { perform } from '../../performer/motion.ts';
import { idle } from '../../performer/motions/idle.ts';
import { toJson } from '../../report/json.ts';
import { mapRose } from '../../report/map-rose.ts';
import { checkFolders, checkOutputs, STANDARD_OUTPUT } from '../files.ts';
import { type Io, printLine, writeOutput } from '../io.ts';
import { personOf } from '../judge.ts';
import { createShareBar } from '../lint/progress.ts';
import { loadClip } from '../load.ts';
import { type CellResult, type CellTask, fillCell } from '../map/cell-task.ts';
import { embedMap } from '../map/embed-map.ts';
import { addMapOptions, bodyFlagsOf, type MapClipFlags, questionsOf, tidied } from '../map/map-clip.ts';
import { loadMujoco } from '../mujoco.ts';
import { type BodyFlags, wholePositive } from '../options.ts';
import { workThrough } from '../pool.ts';
import { fixed, table } from '../text.ts';

interface MapFlags extends MapClipFlags {
  readonly out: string;
  readonly jobs?: number;
}

const FORMS = ['.json', '.svg', '.glb'] as const;

const EXAMPLES = `
Examples:
  poise map idle.bvh -o map.json
  poise map --height 1.62 --mass 58 -o map.svg     (a performed person who stands)
  poise map walk.glb --moments 6 --at hips,chest -o walk-map.glb

docs/map.md describes the numbers and the form of the file.`;

export function addMap(program: Command, io: Io): void {
  const command = program
    .command('map')
    .argument('[file]', 'motion file (default: a performed person who stands, of --height, --mass and --sex)')
    .description('measure how hard a character can be pushed, by direction, moment and height')
    .requiredOption('-o, --out <file>', 'map.json, a picture (.svg), or the motion with the map in its extras (.glb)')
    .option('--jobs <n>', 'worker threads (default: one per core)', wholePositive)
    .addHelpText('after', EXAMPLES);
  addMapOptions(command).action(async (file: string | undefined, flags: MapFlags) => await makeMap(io, file, flags));
}

async function makeMap(io: Io, file: string | undefined, flags: MapFlags): Promise<void> {
  const form = extensionOf(flags.out);
  if (flags.out !== STANDARD_OUTPUT && !FORMS.some((known) => known === form)) {
    throw new UsageError(`-o: expected a file ending in ${FORMS.join(', ')}, found "${flags.out}"`);
  }
  const { clip, read } = file === undefined ? { clip: standing(flags), read: [] } : await loadClip(file, flags);
  await checkOutputs(read, [flags.out]);
  await checkFolders([flags.out]);
  if (flags.simulate) await loadMujoco(); // said before the work where it is missing
  const map = await filledMap(io, clip, flags);
  await writeOutput(io, flags.out, await outputOf(form, map, clip, file));
  if (flags.out !== STANDARD_OUTPUT) printLine(io, mapTable(map));
}

/** Somebody of the asked size who stands. */
function standing({ height, mass, sex }: BodyFlags): Clip {
  const body = { ...(height !== undefined && { height }), ...(mass !== undefined && { mass }), ...(sex && { sex }) };
  return perform(idle, { body });
}

async function filledMap(io: Io, clip: Clip, flags: MapFlags): Promise<RecoverabilityMap> {
  const body = personOf(clip, flags);
  const questions = questionsOf(body, clip, flags);
  const person = bodyFlagsOf(flags);
  const plain = createClip({ ...clip, source: undefined });
  const tasks = questions.map(
    (question): CellTask => ({ clip: plain, flags: person, question, simulate: flags.simulate ?? false }),
  );
  const cells: MapCell[] = [];
  const bar = createShareBar(io, 'pushing');
  const work = { here: fillCell, worker: new URL('../map/worker.js', import.meta.url), crashed: stopped };
  await workThrough(
    tasks,
    flags.jobs ?? availableParallelism(),
    work,
    (result) => {
      if ('failure' in result) throw new Error(result.failure);
      cells.push(result.cell);
    },
    (count) => bar.show(count / tasks.length),
  );
  bar.clear();
  return createMap(body, clip, cells);
}

const stopped = (_: CellTask, error: Error): CellResult => ({ failure: error.message });

async function outputOf(form: string, map: RecoverabilityMap, clip: Clip, file: string | undefined) {
  if (form === '.svg') return mapRose(map, file === undefined ? 'a performed person' : basename(file));
  if (form === '.glb') return embedMap(await writeClip(clip, 'map.glb'), tidied(map));
  return `${toJson(tidied(map))}\n`;
}

function mapTable({ cells }: RecoverabilityMap): string {
  const shown = (value: number | null): string => (value === null ? '–' : fixed(value, 0));
  const rows = cells.map(({ time, height, direction, plan, noStep, steps, expected, simulation }) => [
    `${fixed(time, 2)} s`,
    height,
    `${fixed((180 / Math.PI) * direction, 0)}°`,
    shown(plan),
    shown(noStep),
    shown(steps),
    shown(expected ?? null),
    shown(simulation),
  ]);
  return table([['moment', 'at', 'towards', 'pendulum', 'no step', 'steps', 'expected', 'simulation [N·s]'], ...rows]);
}
