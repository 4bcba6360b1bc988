/** What measures of generated motion give for people: `--count` captures drawn with `--seed`, those that play at the right speed. The table is that of docs/metrics.md and of
 *  src/cli/measure/captured.ts, which `poise measure` prints beside its own numbers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judge } from '../src/balance/judge.ts';
import { measureValues, OWN_MEASURES } from '../src/cli/measure/measure-file.ts';
import { percentile } from '../src/math/order-statistics.ts';
import { createRng } from '../src/math/random.ts';
import { type MeasureValues, measures } from '../src/measures/published.ts';
import { withCoordinates } from '../src/motion/clip.ts';
import { readClips } from '../src/motion/formats/index.ts';
import { coordinateCount } from '../src/motion/skeleton.ts';
import { MOCAP, type Outcome, table, type Validation, type ValidationOptions } from './validation.ts';

const FOLDERS = ['cmu-random', 'cmu-bvh'];
const MOST_FRAMES = 1500; // of a capture
const SHARES = [0.05, 0.5, 0.95];

async function run({ say, count, seed }: ValidationOptions): Promise<Outcome> {
  const rows: MeasureValues[] = [];
  for (const file of shuffled(captureFiles(), seed)) {
    if (rows.length >= count) break;
    const [whole] = await readClips(readFileSync(file), file);
    if (whole?.roles.status !== 'humanoid') continue;
    const clip = withCoordinates(whole, whole.q.slice(0, MOST_FRAMES * coordinateCount(whole.skeleton)));
    const judgement = judge(clip);
    if (judgement.findings.some(({ rule }) => rule === 'time-scale')) continue;
    say(file);
    rows.push(measureValues(clip, judgement));
  }
  const found = [...measures, ...OWN_MEASURES].flatMap(({ id }) => {
    const values = rows.flatMap((row) => row[id] ?? []);
    return values.length === 0 ? [] : [{ id, shares: SHARES.map((share) => percentile(values, share)) }];
  });
  const head = ['measure', '5 %', 'median', '95 %'];
  const markdown = [
    `${rows.length} captures:`,
    table(
      head,
      found.map(({ id, shares }) => [`\`${id}\``, ...shares.map((value) => String(Number(value.toPrecision(3))))]),
    ),
  ].join('\n\n');
  const lines = found.map(({ id, shares }) => ({ id: `measures/${id}`, value: shares[1], unit: '' }));
  return { lines, markdown, figures: [] };
}

const captureFiles = (): readonly string[] =>
  FOLDERS.map((folder) => join(MOCAP, folder))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.bvh'))
    .sort();

function shuffled(files: readonly string[], seed: number): readonly string[] {
  const rng = createRng(seed);
  return files
    .map((file) => ({ file, order: rng.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ file }) => file);
}

export const capturedMeasures: Validation = { id: 'measures', page: null, run };
