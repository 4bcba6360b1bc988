/**
 * The pelvis from its four markers, and the hip joint centres in it.
 */

import { median } from '../../math/order-statistics.ts';
import { cross, distance, mix, sub } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Landmark } from './landmarks.ts';
import { centroid, fitRigid, frameFromXY, type RigidPose, toSegment, toWorld } from './rigid.ts';
import { type MarkerTrial, placeOf } from './trial.ts';

/** [m] from a marker's centre to the bone under it: its radius and the skin. */
const MARKER_TO_BONE = 0.01;

/** Over pelvic width, from the middle of the ASIS: the lumbar joint, mean of women and men in Dumas et al. 2007, J Biomech 40:543
 *  (after Reed et al. 1999): −0.277 forward, 0.149 up. */
const LUMBAR_UP = 0.149;
const LUMBAR_BACK = 0.277;

const PELVIS_MARKERS: readonly Landmark[] = ['l:asis', 'r:asis', 'l:psis', 'r:psis', 'sacrum'];

export interface PelvisTrack {
  readonly poses: readonly RigidPose[]; // x left, y up and z forward of the plane of the markers; origin between the ASIS
  readonly hips: Readonly<Record<'l' | 'r', Vec3>>; // [m] in that frame
  readonly hipSource: 'markers' | 'regression';
  readonly lumbar: Vec3; // [m] joint between sacrum and spine (L5/S1) in that frame
}

/** Poses of the pelvis in every frame. */
export function pelvisOf(trial: MarkerTrial): PelvisTrack {
  const poses: RigidPose[] = [];
  const widths: number[] = [];
  const depths: number[] = [];
  for (let frame = 0; frame < trial.frames; frame++) {
    const left = placeOf(trial, 'l:asis', frame)!;
    const right = placeOf(trial, 'r:asis', frame)!;
    const back = backOf(trial, frame);
    const front = mix(left, right, 0.5);
    const across = sub(left, right);
    poses.push(frameFromXY(across, cross(sub(front, back), across), front));
    widths.push(distance(left, right));
    depths.push(distance(front, back));
  }
  const fitted = fittedPoses(trial, poses);
  const measured = measuredHips(trial, fitted);
  const hips = measured ?? harringtonHips(median(widths), median(depths));
  const width = median(widths);
  const lumbar: Vec3 = [0, LUMBAR_UP * width, -LUMBAR_BACK * width];
  return { poses: fitted, hips, hipSource: measured ? 'markers' : 'regression', lumbar };
}

/** The frames of the markers taken one by one, evened out: the mean shape of all pelvis markers laid through each frame. */
function fittedPoses(trial: MarkerTrial, poses: readonly RigidPose[]): RigidPose[] {
  const keys = PELVIS_MARKERS.filter((key) => trial.tracks.has(key));
  const shape = keys.map((key) => centroid(poses.map((pose, f) => toSegment(pose, placeOf(trial, key, f)!))));
  return poses.map((_, f) =>
    fitRigid(
      shape,
      keys.map((key) => placeOf(trial, key, f)!),
    ),
  );
}

/** Middle of the PSIS, or the sacrum marker between them. */
function backOf(trial: MarkerTrial, frame: number): Vec3 {
  const left = placeOf(trial, 'l:psis', frame);
  const right = placeOf(trial, 'r:psis', frame);
  if (left && right) return mix(left, right, 0.5);
  return placeOf(trial, 'sacrum', frame) ?? left ?? right!;
}

/**
 * Hip centres from pelvic width and depth: Harrington et al. 2007, J Biomech 40:595–602, the regressions on width and depth
 * alone (mm: x = −0.24 PD − 9.9 forward, y = −0.30 PW − 10.9 up, z = 0.33 PW + 7.3 outward, from the middle of the ASIS).
 */
export function harringtonHips(width: number, depth: number): Record<'l' | 'r', Vec3> {
  // The regression is on bones; the centres of skin markers lie before the ASIS and behind the PSIS.
  const forward = -0.24 * (depth - 2 * MARKER_TO_BONE) - 0.0099 - MARKER_TO_BONE;
  const up = -0.3 * width - 0.0109;
  const outward = 0.33 * width + 0.0073;
  return { l: [outward, up, forward], r: [-outward, up, forward] };
}

/** Hip centres that the laboratory already put into the file, fixed to the pelvis by their mean. */
function measuredHips(trial: MarkerTrial, poses: readonly RigidPose[]): Record<'l' | 'r', Vec3> | undefined {
  if (!trial.tracks.has('l:hip') || !trial.tracks.has('r:hip')) return undefined;
  const mean = (key: 'l:hip' | 'r:hip'): Vec3 =>
    centroid(poses.map((pose, frame) => toSegment(pose, placeOf(trial, key, frame)!)));
  return { l: mean('l:hip'), r: mean('r:hip') };
}

export const hipAt = (pelvis: PelvisTrack, side: 'l' | 'r', frame: number): Vec3 =>
  toWorld(pelvis.poses[frame], pelvis.hips[side]);

export const lumbarAt = (pelvis: PelvisTrack, frame: number): Vec3 => toWorld(pelvis.poses[frame], pelvis.lumbar);
