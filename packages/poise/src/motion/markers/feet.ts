/**
 * The foot as one rigid piece from heel, toe and ankle, levelled so that its frame stands upright when the foot lies flat.
 */

import { median } from '../../math/order-statistics.ts';
import { cross, sub } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { followSegment, templateOf } from './follow.ts';
import type { SideLetter } from './landmarks.ts';
import { centroid, compose, frameFromXY, type RigidPose, turnIn } from './rigid.ts';
import type { MarkerTrial } from './trial.ts';
import { at } from './vectors.ts';

export interface FootTrack {
  readonly rotations: readonly Float64Array[]; // worldFromFoot: x left, y up, z forward when flat on the ground
  readonly ball: Vec3; // [m] joint of the toes from the ankle, in the foot
  readonly tip: Vec3; // [m] tip of the toes from that joint
  readonly heel: Float64Array; // frames × 3, marker
  readonly toe: Float64Array; // frames × 3, marker
}

/** Over stature: length of the foot and height of the toe joint ([Winter09] fig. 4.1; half the ball's thickness). */
const FOOT_LENGTH = 0.152;
const TOE_JOINT_HEIGHT = 0.0115;
const BALL_SHARE = 0.72;
const ANKLE_HEIGHT: readonly [number, number] = [0.03, 0.075];

/** Share of the frames, lowest heel and toe first, in which the foot is taken to lie flat. */
const FLAT_SHARE = 0.1;

export function footOf(
  trial: MarkerTrial,
  side: SideLetter,
  ankle: Float64Array,
  left: Float64Array,
  stature: number,
): FootTrack {
  const heel = trial.tracks.get(`${side}:heel`)!;
  const toe = trial.tracks.get(`${side}:toe`) ?? trial.tracks.get(`${side}:mt5`)!;
  const raw = rawPoses(trial, side, ankle, left, heel, toe);
  const flat = flatFrames(trial.frames, heel, toe);
  const up = centroid(flat.map((f) => turnIn(raw[f], [0, 1, 0])));
  const forward = centroid(flat.map((f) => turnIn(raw[f], sub(at(toe, f), at(heel, f)))));
  const level = frameFromXY(cross(up, forward), up, [0, 0, 0]).rotation;
  const rotations = raw.map((pose) => compose(pose.rotation, level));
  const inFoot = (track: Float64Array, f: number): Vec3 =>
    turnIn({ rotation: rotations[f], origin: at(ankle, f) }, sub(at(track, f), at(ankle, f)));
  const heelInFoot = centroid(flat.map((f) => inFoot(heel, f)));
  const toeInFoot = centroid(flat.map((f) => inFoot(toe, f)));
  const reach = Math.max(1e-6, Math.hypot(toeInFoot[0] - heelInFoot[0], toeInFoot[2] - heelInFoot[2]));
  const length = Math.min(Math.max(FOOT_LENGTH * stature, reach), 1.15 * FOOT_LENGTH * stature);
  const height = Math.min(
    Math.max(median(flat.map((f) => ankle[3 * f + 1])), ANKLE_HEIGHT[0] * stature),
    ANKLE_HEIGHT[1] * stature,
  );
  const sideways = (share: number): number => heelInFoot[0] + ((toeInFoot[0] - heelInFoot[0]) * share * length) / reach;
  const ball: Vec3 = [sideways(BALL_SHARE), TOE_JOINT_HEIGHT * stature - height, heelInFoot[2] + BALL_SHARE * length];
  return {
    rotations,
    ball,
    tip: [sideways(1) - sideways(BALL_SHARE), -0.5 * TOE_JOINT_HEIGHT * stature, (1 - BALL_SHARE) * length],
    heel,
    toe,
  };
}

/** Pose of the cluster; with heel and toe alone the knee's axis tells the roll. */
function rawPoses(
  trial: MarkerTrial,
  side: SideLetter,
  ankle: Float64Array,
  left: Float64Array,
  heel: Float64Array,
  toe: Float64Array,
): RigidPose[] {
  const tracks = new Map(trial.clusters.get(`${side}:foot`) ?? []);
  tracks.set('heel', heel).set('toe', toe).set('ankle', ankle);
  const mt5 = trial.tracks.get(`${side}:mt5`);
  if (mt5 && mt5 !== toe) tracks.set('mt5', mt5);
  const template = templateOf(tracks, trial.frames);
  const poses = template && followSegment(template, tracks, trial.frames);
  if (poses) return poses;
  return Array.from({ length: trial.frames }, (_, f) => {
    const forward = sub(at(toe, f), at(heel, f));
    return frameFromXY(at(left, f), cross(forward, at(left, f)), at(ankle, f));
  });
}

/** Frames in which heel and toe are lowest. */
export function flatFrames(frames: number, heel: Float64Array, toe: Float64Array): number[] {
  const height = (f: number): number => heel[3 * f + 1] + toe[3 * f + 1];
  const order = Array.from({ length: frames }, (_, f) => f).sort((a, b) => height(a) - height(b));
  return order.slice(0, Math.max(1, Math.round(FLAT_SHARE * frames)));
}
