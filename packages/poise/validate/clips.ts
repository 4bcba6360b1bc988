/** Captured clips by what the people do in them. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Clip } from '../src/motion/clip.ts';
import { bvh } from '../src/motion/formats/bvh.ts';
import { MOCAP } from './validation.ts';

const cmu = (...takes: string[]): string[] => takes.map((take) => `cmu-bvh/${take}.bvh`);
const snu = (...takes: string[]): string[] => takes.map((take) => `snu-ys2010/wd2_${take}.bvh`);
const bandai = (...takes: string[]): string[] => takes.map((take) => `bandai-namco/dataset-${take}.bvh`);

/** Nothing but the floor touches these people: verdicts must be kind. */
export const SOUND: Readonly<Record<string, readonly string[]>> = {
  walk: [
    ...cmu('02_01', '07_01', '08_01', '16_15', '35_01', '39_01', '16_11', '09_12', '91_59', '132_01'),
    ...snu('WalkForwardNormal00', 'WalkForwardFast00', 'WalkForwardSlow01', 'WalkForwardVFast00'),
    ...snu('WalkBackward00', 'WalkLean00', 'WalkSoldier00', 'pick_walk_1'),
    ...bandai('1_walk_normal_001', '1_walk-back_normal_001'),
  ],
  run: [
    ...cmu('02_03', '09_01', '09_11', '16_35', '35_22', '127_03', '16_08', '104_53', '127_29'),
    ...bandai('1_run_normal_001', '2_run_normal_001'),
    ...snu('1foot_contact_run'),
  ],
  jump: [...cmu('02_04', '13_11', '16_01'), ...snu('long_broad_jump', 'slow_2foot_hop')],
  bend: [...cmu('115_01', '115_06', '26_10', '114_12')],
  'one-leg balance': [...cmu('49_18', '49_20', '05_04')],
  stand: ['reactidle/003_genuine.bvh'],
};

export const FALLS: readonly string[] = [...cmu('90_16', '90_17'), ...snu('falling_down')];

/** Something unseen pushes, pulls or carries: the motion alone looks impossible, and lint says so. */
export const HELD: Readonly<Record<string, readonly string[]>> = {
  'pushed while standing': snu('Physics_2_Push01', 'Physics_2_Push03', 'PushBack01', 'PushBackStep00', 'PushStep00'),
  'two people pull, an object is pushed': cmu('18_03', '19_03', '18_05', '19_05', '81_05'),
};

export async function readClip(file: string): Promise<Clip> {
  const [clip] = await bvh.read!(await readFile(resolve(MOCAP, file)), file, {});
  return clip;
}
