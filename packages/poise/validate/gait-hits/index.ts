/** Random hits on everybody who walks or runs: falls, recoveries, jolts, pops of the whole body, balance point, way back to the line. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { headingAt } from '../../src/gait/heading.ts';
import type { TimedPush } from '../../src/gait/push.ts';
import { createRng, type Rng, uniform } from '../../src/math/random.ts';
import { writeClip } from '../../src/motion/formats/index.ts';
import { HALVES } from '../halves.ts';
import { PLACES, type Place, placeOn } from '../pushes/cases.ts';
import { record } from '../pushes/record.ts';
import { type Starter, starterOf } from '../pushes/starter.ts';
import type { Outcome, Validation, ValidationOptions } from '../validation.ts';
import { type HitMeasures, measureHit, type OwnMotion, ownMotion } from './measure.ts';
import { hitLines, hitTable, joltTable, linesOf, walkerTable } from './tables.ts';
import { type Walker, walkersToHit } from './walkers.ts';

export interface HitCase {
  readonly walker: Walker;
  readonly push: TimedPush;
  readonly change: number; // [m/s] of the whole body
  readonly angle: number; // [rad] from straight ahead, + to the left
  readonly place: Place;
}

export interface HitAnswer {
  readonly made: HitCase;
  readonly measures: HitMeasures | undefined; // undefined: an exception
  readonly error: string;
}

const CHANGE = [0.05, 0.6] as const; // [m/s]
const DURATION = 0.1; // [s]
const AFTER = Number.POSITIVE_INFINITY; // [s] that it goes on for after it has recovered: to the end, pops may come late

async function run(options: ValidationOptions): Promise<Outcome> {
  const { method, count, seed, say, half } = options;
  const start = await starterOf(method);
  const rng = createRng(seed);
  const everybody = await walkersToHit(say);
  const walkers = half === 'both' ? everybody : everybody.filter((walker) => walker.half === half);
  say(`${walkers.length} who walk or run`);
  const cases = Array.from({ length: count }, (_, k) => randomHit(rng, walkers[k % walkers.length]!));
  const answers: HitAnswer[] = [];
  const worst: { badness: number; name: string; text: Uint8Array | string }[] = [];
  const owns = new Map<string, OwnMotion>();
  for (const [k, made] of cases.entries()) {
    if (k % 20 === 0) say(`hit ${k} of ${count}`);
    const { answer, bvh } = await answerOf(start, made, owns, options.worst > 0);
    answers.push(answer);
    if (bvh === undefined) continue;
    const name = `case${k}-${made.walker.id.replace(/[^A-Za-z0-9]+/g, '-')}.bvh`;
    worst.push({ badness: badness(answer), name, text: bvh });
    worst.sort((a, b) => b.badness - a.badness);
    worst.length = Math.min(worst.length, options.worst);
  }
  if (options.worst > 0) {
    await mkdir(options.out, { recursive: true });
    for (const [rank, { name, text }] of worst.entries()) {
      await writeFile(join(options.out, `${String(rank + 1).padStart(2, '0')}-${name}`), text);
    }
  }
  const notes = `Method: ${method}. ${count} hits on ${walkers.length} walkers and runners, seed ${seed}, recorded at 60 frames a second. Jolts and pops are beyond the most that the same clip shows unpushed.`;
  const halves = HALVES.filter((one) => walkers.some((walker) => walker.half === one)).flatMap((one) => [
    `${one[0]!.toUpperCase()}${one.slice(1)} half of the clips (people drawn by a hash of their name; causes of falls were looked for in the development half only):`,
    hitTable(answers.filter(({ made }) => made.walker.half === one)),
  ]);
  const markdown = [notes, hitTable(answers), ...halves, joltTable(answers), walkerTable(answers)].join('\n\n');
  return { lines: linesOf(answers), markdown, figures: [], files: [{ name: 'hits.csv', text: hitLines(answers) }] };
}

const badness = ({ measures }: HitAnswer): number =>
  measures === undefined
    ? 1e3
    : (measures.fell ? 50 : 0) + (measures.unfinished ? 30 : 0) + measures.jolt + measures.pop / 5;

function randomHit(rng: Rng, walker: Walker): HitCase {
  const change = uniform(rng, ...CHANGE);
  const angle = uniform(rng, -Math.PI, Math.PI);
  const place = PLACES[Math.floor(rng.next() * PLACES.length)]!;
  const side = rng.next() < 0.5 ? 'left' : 'right';
  const time = Math.round(60 * walker.times[Math.floor(rng.next() * walker.times.length)]!) / 60;
  const { body, clip } = walker;
  const { forward, left } = headingAt(body, clip, Math.round(time / clip.frameTime));
  const [ahead, aside] = [change * body.totalMass * Math.cos(angle), change * body.totalMass * Math.sin(angle)];
  const impulse = [ahead * forward[0] + aside * left[0], 0, ahead * forward[1] + aside * left[1]] as const;
  const push = { time, impulse, ...placeOn(body, place, side), duration: DURATION };
  return { walker, push, change, angle, place };
}

async function answerOf(start: Starter, made: HitCase, owns: Map<string, OwnMotion>, keep: boolean) {
  const { walker, push } = made;
  let own = owns.get(walker.id);
  if (own === undefined) {
    own = ownMotion(start, walker);
    owns.set(walker.id, own);
  }
  const recording = record(start, walker, [push], { settled: AFTER });
  if (recording.error !== undefined) {
    return { answer: { made, measures: undefined, error: recording.error }, bvh: undefined };
  }
  const answer = { made, measures: measureHit(recording, own), error: '' };
  const bvh = keep ? await writeClip(recording.clip, 'hit.bvh') : undefined;
  return { answer, bvh };
}

export const gaitHits: Validation = { id: 'gait-hits', page: null, method: 'reactive-locomotion', run };
