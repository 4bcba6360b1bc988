/** The walks and runs that [Komura04] is tried on: the performer's, and captures where they are at hand. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fitBody } from '../src/balance/fit-body.ts';
import type { Body } from '../src/body/body.ts';
import type { Clip } from '../src/motion/clip.ts';
import { readClips } from '../src/motion/formats/index.ts';
import { perform } from '../src/performer/motion.ts';
import { run } from '../src/performer/motions/run.ts';
import { walk } from '../src/performer/motions/walk.ts';
import { MOCAP } from '../validate/validation.ts';

export interface Subject {
  readonly name: string;
  readonly body: Body;
  readonly clip: Clip;
}

/** Runs that β is looked at in, beside the performed one. */
const RUNS = [
  'cmu-bvh/02_03.bvh',
  'cmu-bvh/09_01.bvh',
  'cmu-bvh/09_11.bvh',
  'cmu-bvh/35_22.bvh',
  'cmu-random/16_35.bvh',
  'bandai-namco/dataset-1_run_normal_001.bvh',
] as const;

export const performed = (): readonly [walk: Subject, run: Subject] => {
  const [walking, running] = [perform(walk), perform(run)];
  return [
    { name: 'walk of the performer', body: fitBody(walking), clip: walking },
    { name: 'run of the performer', body: fitBody(running), clip: running },
  ];
};

/** The performed run and those captured ones that are at hand. */
export async function runs(): Promise<readonly Subject[]> {
  const captured = RUNS.map((file) => resolve(MOCAP, file)).filter(existsSync);
  return [
    performed()[1],
    ...(await Promise.all(
      captured.map(async (file) => {
        const [clip] = await readClips(readFileSync(file), basename(file));
        return { name: basename(file, '.bvh'), body: fitBody(clip!), clip: clip! };
      }),
    )),
  ];
}
