/** The walks and runs that [Komura04] is tried on: the performer's, and captures where they are at hand. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
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

export const capturePath = (name: string): string => resolve(MOCAP, name);

/** Constants were set while looking at the first six; none was by those that are held out. */
const FILES = [
  ['walk, CMU 35_01', 'cmu-bvh/35_01.bvh'],
  ['walk, CMU 07_01', 'cmu-bvh/07_01.bvh'],
  ['brisk walk, CMU 08_01', 'cmu-bvh/08_01.bvh'],
  ['walk, CMU 16_15', 'cmu-bvh/16_15.bvh'],
  ['run, CMU 09_01', 'cmu-bvh/09_01.bvh'],
  ['jog, CMU 35_22', 'cmu-bvh/35_22.bvh'],
  ['held out: walk, CMU 39_01', 'cmu-bvh/39_01.bvh'],
  ['held out: walk, Bandai Namco', 'bandai-namco/dataset-1_walk_normal_001.bvh'],
  ['held out: fast walk, SNU', 'snu-ys2010/wd2_WalkForwardFast00.bvh'],
  ['held out: jog, CMU 02_03', 'cmu-bvh/02_03.bvh'],
  ['held out: run, CMU 09_11', 'cmu-bvh/09_11.bvh'],
] as const;

export const performed = (): readonly [walk: Subject, run: Subject] => {
  const [walking, running] = [perform(walk), perform(run)];
  return [
    { name: 'walk of the performer', body: fitBody(walking), clip: walking },
    { name: 'run of the performer', body: fitBody(running), clip: running },
  ];
};

/** All of them; captures that are not at hand are left out. */
export async function subjects(): Promise<readonly Subject[]> {
  const captured = FILES.filter(([, file]) => existsSync(capturePath(file))).map(async ([name, file]) => {
    const [clip] = await readClips(readFileSync(capturePath(file)), file);
    return { name, body: fitBody(clip!), clip: clip! };
  });
  return [...performed(), ...(await Promise.all(captured))];
}
