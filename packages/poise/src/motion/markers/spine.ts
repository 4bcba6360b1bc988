/**
 * Two joints for the back: one fixed in the hips, one in the thorax, at a distance that stays as constant as the motion
 * allows. A real spine bends along its length; the right pair of joints loses least of where the trunk is.
 */

import { median } from '../../math/order-statistics.ts';
import { distance, mix } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { centroid, type RigidPose, solveSymmetric, toSegment, toWorld } from './rigid.ts';

export interface SpineJoints {
  readonly spineInHips: Vec3; // [m]
  readonly chestInThorax: Vec3; // [m]
  readonly length: number; // [m] between them
}

/** The chest joint lies this share of the way from the spine joint to the neck, as a first guess. */
const CHEST_SHARE = 0.45;

/** The places may move this far [m] from the guess for as much gain as this change [m] of the distance is worth. */
const FREEDOM = 0.03;
const WORTH = 0.002;
const ROUNDS = 8;
const MAX_SAMPLES = 200;

/** Gauss–Newton on heights and depths of both joints; sideways they stay in the middle. `spine0` is the lumbar joint in the
 *  hips, where the search starts. */
export function fitSpine(hips: readonly RigidPose[], thorax: readonly RigidPose[], spine0: Vec3): SpineJoints {
  const chest0 = centroid(
    thorax.map((pose, f) => toSegment(pose, mix(toWorld(hips[f], spine0), pose.origin, CHEST_SHARE))),
  );
  const guess = [spine0[1], spine0[2], chest0[1], chest0[2]];
  const step = Math.max(1, Math.floor(hips.length / MAX_SAMPLES));
  const frames = Array.from({ length: Math.ceil(hips.length / step) }, (_, i) => i * step);
  const joints = (p: readonly number[]): [Vec3, Vec3] => [
    [0, p[0], p[1]],
    [0, p[2], p[3]],
  ];
  /** How far the distance strays from its mean, per frame. */
  const strays = (p: readonly number[]): number[] => {
    const [spine, chest] = joints(p);
    const lengths = frames.map((f) => distance(toWorld(hips[f], spine), toWorld(thorax[f], chest)));
    const mean = lengths.reduce((a, b) => a + b, 0) / lengths.length;
    return lengths.map((length) => length - mean);
  };
  let p = [...guess];
  for (let round = 0; round < ROUNDS; round++) p = newtonStep(p, guess, strays);
  const [spineInHips, chestInThorax] = joints(p);
  const length = median(hips.map((pose, f) => distance(toWorld(pose, spineInHips), toWorld(thorax[f], chestInThorax))));
  return { spineInHips, chestInThorax, length };
}

function newtonStep(
  p: readonly number[],
  guess: readonly number[],
  strays: (p: readonly number[]) => number[],
): number[] {
  const n = p.length;
  const now = strays(p);
  const nudge = 1e-5;
  const columns = p.map((_, k) => {
    const moved = strays(p.map((value, i) => (i === k ? value + nudge : value)));
    return moved.map((value, f) => (value - now[f]) / nudge);
  });
  const normal = new Float64Array(n * n);
  const right = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      normal[n * i + j] =
        columns[i].reduce((sum, value, f) => sum + value * columns[j][f], 0) / now.length / WORTH ** 2;
    }
    normal[n * i + i] += 1 / FREEDOM ** 2;
    right[i] = -columns[i].reduce((sum, value, f) => sum + value * now[f], 0) / now.length / WORTH ** 2;
    right[i] -= (p[i] - guess[i]) / FREEDOM ** 2;
  }
  const change = solveSymmetric(normal, right);
  return p.map((value, i) => value + change[i]);
}
