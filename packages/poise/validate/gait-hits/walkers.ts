/** Who is hit while walking or running: the performed walk and run, and every capture at hand in which somebody does for a while. */
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import type { Body } from '../../src/body/body.ts';
import { measureSituation } from '../../src/gait/situation.ts';
import { gaitOfClip } from '../../src/gait/steps/gait-of-clip.ts';
import { type Clip, createClip, durationOf } from '../../src/motion/clip.ts';
import { perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { readTakes } from '../clips.ts';
import { type Half, halfOf } from '../halves.ts';
import { MOCAP } from '../validation.ts';

export interface Walker {
  readonly id: string;
  readonly half: Half; // that its person was drawn into
  readonly kind: 'walks' | 'runs';
  readonly body: Body;
  readonly clip: Clip;
  readonly times: readonly number[]; // [s] at which it may be hit: it walks or runs there
}

const FOLDERS = ['cmu-bvh', 'cmu-random', 'snu-ys2010', 'bandai-namco'];
/** Subjects of this conversion that were captured at 60 Hz while their files say 120 Hz. */
const HALF_RATE = new Set(
  [60, 61, 62, 74, 75, 77, 79, 80, 84, 88, 89, 90, 93, 103, 106, 107, 115, 139, 141, 143].map(String),
);
const EVERY = 0.1; // [s] between the moments that are looked at
const FIRST = 0.3; // [s]
const LEAST_TIMES = 4; // moments in which somebody must walk or run

/** All of them; `say` is told which clips are left out, and why. */
export async function walkersToHit(say: (what: string) => void): Promise<readonly Walker[]> {
  const walkers: Walker[] = [];
  const add = (id: string, clip: Clip): void => {
    const found = walkerOf(id, clip);
    if (typeof found === 'string') say(`${id} is left out: ${found}`);
    else walkers.push(found);
  };
  add('performed walk', perform(walk));
  add('performed run', perform(run));
  for (const folder of FOLDERS) {
    const files = (await readdir(resolve(MOCAP, folder))).filter((name) => name.endsWith('.bvh')).sort();
    for (const name of files) {
      const id = name.replace('.bvh', '');
      try {
        const [clip] = await readTakes(`${folder}/${name}`);
        if (clip) add(id, atTrueRate(folder, id, clip));
      } catch (error) {
        say(`${id} is left out: ${(error as Error).message}`);
      }
    }
  }
  return walkers;
}

const atTrueRate = (folder: string, id: string, clip: Clip): Clip =>
  folder.startsWith('cmu') && HALF_RATE.has(id.split('_')[0]!) && clip.frameTime < 1 / 100
    ? createClip({ ...clip, frameTime: 2 * clip.frameTime, extraTracks: [] })
    : clip;

/** Takes of one CMU subject (`subject_take`) belong together; elsewhere a clip stands for itself. */
const personOf = (id: string): string => (/^\d+_\d+$/.test(id) ? id.split('_')[0]! : id);

/** A gait as the step plan finds it; hits come between its first landing and its last. */
function walkerOf(id: string, clip: Clip): Walker | string {
  const body = fitBody(clip);
  const report = analyse(body, clip);
  const found = gaitOfClip(body, clip);
  if (found.status === 'none') return found.reason;
  const { kind, steps } = found.gait;
  const [from, to] = [steps[0]!.land, Math.min(durationOf(clip), steps.at(-1)!.land)];
  const times: number[] = [];
  for (let time = Math.max(FIRST, from); time < to; time += EVERY) {
    const situation = measureSituation(body, clip, { time, report });
    if (situation.kind === 'walks' || situation.kind === 'runs') times.push(time);
  }
  if (times.length < LEAST_TIMES) return `walks or runs in ${times.length} moments of its steps only`;
  return { id, half: halfOf(personOf(id)), kind: kind === 'run' ? 'runs' : 'walks', body, clip, times };
}
