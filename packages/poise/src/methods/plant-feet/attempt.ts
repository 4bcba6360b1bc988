/** One attempt at planting: steady feet, what is asked of them, hips and legs that follow. */
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { copyQuat } from '../../math/quat.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { type LevelView, levelClip, levelViewOf, unlevelFrame } from '../balance-filter/level-clip.ts';
import { bendToes } from './bend-toes.ts';
import type { Easing } from './easing.ts';
import { type FootCourse, footCourse, standsOfFoot } from './foot-course.ts';
import type { PlantOptions } from './options.ts';
import type { Settled } from './settle.ts';
import { type Standing, standOn } from './stand-on.ts';
import type { Run } from './stands.ts';
import { steadyFeet } from './steady-feet.ts';
import { type FootTrace, traceFeet } from './trace-feet.ts';

/** What does not change from attempt to attempt. */
export interface PlantTask {
  readonly body: Body;
  readonly source: Clip; // on its floor
  readonly report: BalanceReport; // of the source
  readonly view: LevelView;
  readonly level: Clip; // the source seen from its floor
  readonly feet: readonly [FootTrace, FootTrace];
  readonly stands: readonly [readonly Run[], readonly Run[]];
  readonly options: PlantOptions;
}

export interface Planting {
  readonly q: Float64Array; // frames × nq, in the clip's own world
  readonly levelQ: Float64Array; // seen from the floor
  readonly courses: readonly [FootCourse, FootCourse];
  readonly placed: Standing;
}

export function createPlantTask(body: Body, { clip, report }: Settled, options: PlantOptions): PlantTask {
  const view = levelViewOf(report.ground);
  const level = levelClip(clip, view);
  const feet = traceFeet(body, level);
  const stands = [standsOfFoot(feet[0], 0, report), standsOfFoot(feet[1], 1, report)] as const;
  return { body, source: clip, report, view, level, feet, stands, options };
}

/** `easings`: where each foot is held less, and where it is steadied more. */
export function plantOnce(task: PlantTask, easings: readonly [Easing, Easing]): Planting {
  const { body, level, stands, report, options } = task;
  const steady = steadyFeet(body, level, task.feet, stands, easings);
  const feet = traceFeet(body, steady);
  const courses = [
    footCourse(feet[0], stands[0], report, options, easings[0]),
    footCourse(feet[1], stands[1], report, options, easings[1]),
  ] as const;
  const placed = standOn(body, steady, feet, courses, easings[0].rest);
  if (report.ground.kind === 'plane') bendToes(body, placed.q, level.frameTime, easings);
  return { q: backInWorld(task, placed.q), levelQ: placed.q, courses, placed };
}

/** Poses seen from the floor as poses of the world; those that did not change are the source's, bit for bit. */
function backInWorld({ source, level, view }: PlantTask, levelQ: Float64Array): Float64Array {
  const q = source.q.slice();
  const nq = coordinateCount(source.skeleton);
  for (let frame = 0; frame < source.frameCount; frame++) {
    const row = levelQ.slice(frame * nq, (frame + 1) * nq);
    if (row.every((value, k) => value === level.q[frame * nq + k])) continue;
    unlevelFrame(row, 0, frame * source.frameTime, view);
    copyQuat(row, 3, source.q, frame * nq + 3); // the hips do not turn
    keepSigns(row, source.q, frame * nq);
    q.set(row, frame * nq);
  }
  return q;
}

/** Quaternions on the same half of the sphere as the source's. */
function keepSigns(row: Float64Array, source: Float64Array, at: number): void {
  for (let i = 3; i < row.length; i += 4) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += row[i + k] * source[at + i + k];
    if (dot < 0) for (let k = 0; k < 4; k++) row[i + k] = -row[i + k];
  }
}
