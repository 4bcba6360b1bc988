/** Captured clips by what the people do in them. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Clip } from '../src/motion/clip.ts';
import { readClips } from '../src/motion/formats/index.ts';
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
  bend: [...cmu('26_10', '114_12')],
  'one-leg balance, dance': [...cmu('49_18', '49_20', '05_04')],
  stand: ['reactidle/003_genuine.bvh'],
  'steps, slope, uneven ground': [...cmu('03_01', '36_01'), 'snu-ys2010/woddy2_walk_normal_to_slope.bvh'],
  'getting up, kick': [...cmu('140_01'), ...snu('1_kick')],
};

/** Captures that played no part in choosing rules and limits. Some state no frame rate (AMC); some joint angles were solved by
 *  others. */
export const HELD_OUT: Readonly<Record<string, readonly string[]>> = {
  'walk, by markers': [
    'c3d-btk/Gait.c3d',
    'force-biomechzoo-c3d/HC002D06.c3d',
    'force-biomechzoo-c3d/HC002D25.c3d',
    'force-biomechzoo-c3d/HC030A05.c3d',
    'force-opencap-subject4/walking1.trc',
    'force-opencap-subject4/walkingTS1.trc',
    'force-opensim-gait2354/subject01_walk1.trc',
    'force-opensim-moco/markers_walk.trc',
  ],
  'run, sprint, by markers': [
    'force-bmc/motion_capture_run.trc',
    'force-hamner-running/other-subject/run200.trc',
    'force-hamner-running/subject04/run200/markers.trc',
    'force-hamner-running/subject04/run400/markers.trc',
    'force-sprint-c3d/JA1Gait35.c3d',
  ],
  'stand, squat, drop jump, by markers': [
    'force-opencap-subject4/static1.trc',
    'force-opencap-subject4/squats1.trc',
    'force-opencap-subject4/DJ1.trc',
    'force-opensim-gait2354/subject01_static.trc',
  ],
  'dance and walk, Acclaim': [
    'cmu-asf-amc/pirouette.amc',
    'cmu-asf-amc/charleston1.amc',
    'snu-ys2010/asf-amc/B_boy_8_walking_soft.amc',
  ],
  'game character (agree, headShake, idle, run, walk)': ['threejs-examples/Xbot.glb'],
};

/** Stamped 120 Hz, or read so for want of a rate, and captured at 60 Hz: the Charleston is of subject 93 of CMU. */
export const HALF_RATE: ReadonlySet<string> = new Set(['charleston1']);

export const FALLS: readonly string[] = [...cmu('90_16', '90_17'), ...snu('falling_down')];

/** Something unseen pushes, pulls or carries: the motion alone looks impossible, and lint says so. */
export const HELD: Readonly<Record<string, readonly string[]>> = {
  'pushed while standing': snu(
    'Physics_2_Push01',
    'Physics_2_Push03',
    'PushBack01',
    'PushBackStep00',
    'PushStep00',
    'PushBackStepLeft00',
    'PushStepLeft00',
  ),
  'one stumbles into the other': cmu('22_12', '23_12'),
  'two people pull, an object is pushed or pulled': cmu('18_03', '19_03', '18_05', '19_05', '81_05', '81_07'),
};

/** All takes of a captured file that move; poses of two frames are left out. */
export async function readTakes(file: string): Promise<readonly Clip[]> {
  const path = resolve(MOCAP, file);
  const clips = await readClips(await readFile(path), basename(file), {
    neighbours: await readdir(dirname(path)),
    companion: (name) => readFile(resolve(dirname(path), name)).catch(() => undefined),
  });
  return clips.filter((clip) => clip.frameCount > 2);
}

/** The first take. */
export const readClip = async (file: string): Promise<Clip> => (await readTakes(file))[0];
