/**
 * Knee and ankle where a set has no marker on them: the knee from the motion of thigh and shank, the ankle from the foot.
 */
import { FormatError } from '../../errors.ts';
import { median, percentile } from '../../math/order-statistics.ts';
import { along, distance, dot, mix, scale, sub } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { flatFrames } from './feet.ts';
import { followSegment, templateOf } from './follow.ts';
import { functionalJoint } from './functional.ts';
import type { SideLetter } from './landmarks.ts';
import type { CentreTrack } from './legs.ts';
import type { RigidPose } from './rigid.ts';
import { centroid, toSegment, toWorld, turnOut } from './rigid.ts';
import type { MarkerTrial } from './trial.ts';
import { at, directionOf, reject } from './vectors.ts';

/** Over stature: the ankle joint ahead of a marker on the back of the heel, and above the floor. Read off standing trials
 *  in shoes (74 and 80 mm ahead, 101 and 101 mm high for people of 1.80 and 1.60 m). */
const ANKLE_AHEAD = 0.045;
const ANKLE_HEIGHT = 0.055;

/** Least bending [rad, standard deviation] of the knee for its centre to follow from the motion. */
const LEAST_BEND = 0.15;

export function kneeByMotion(
  trial: MarkerTrial,
  side: SideLetter,
  hip: Float64Array,
  thigh: readonly RigidPose[] | undefined,
  shank: readonly RigidPose[] | undefined,
  ankle: Float64Array,
  pelvisLeft: (frame: number) => Vec3,
): CentreTrack {
  const name = side === 'l' ? 'left' : 'right';
  const place = (text: string): FormatError =>
    new FormatError(
      trial.file,
      undefined,
      `the ${name} knee has no marker, and ${text}; a standing trial beside it with markers on both sides of the knee would do`,
    );
  if (!thigh || !shank) throw place('the clusters on thigh and shank have fewer than three markers');
  // Along the hinge's axis the knee lies where the line from the hip to the ankle passes; straight legs tell it best.
  const straight = straightest(hip, ankle);
  const joint = functionalJoint(thigh, shank, straight, (f) => mix(at(hip, f), at(ankle, f), 0.5));
  if (joint.range < LEAST_BEND) throw place('it hardly bends, so its centre cannot be found from the motion');
  const sign = median(thigh.map((pose, f) => dot(turnOut(pose, joint.axisInFirst), pelvisLeft(f)))) < 0 ? -1 : 1;
  const centre = new Float64Array(3 * trial.frames);
  const left = new Float64Array(3 * trial.frames);
  thigh.forEach((pose, f) => {
    centre.set(mix(toWorld(pose, joint.inFirst), toWorld(shank[f], joint.inSecond), 0.5), 3 * f);
    left.set(scale(turnOut(pose, joint.axisInFirst), sign), 3 * f);
  });
  return { centre, left, method: 'motion of the segments' };
}

/** The third of the frames in which the ankle is farthest from the hip. */
function straightest(hip: Float64Array, ankle: Float64Array): number[] {
  const frames = Array.from({ length: hip.length / 3 }, (_, f) => f);
  const reach = frames.map((f) => distance(at(hip, f), at(ankle, f)));
  const limit = percentile(reach, 2 / 3);
  return frames.filter((f) => reach[f] >= limit);
}

/** The ankle at fixed shares of stature from heel and floor while the foot lies flat, carried along by the foot's markers. */
export function ankleByFoot(trial: MarkerTrial, side: SideLetter, stature: number): CentreTrack {
  const heel = trial.tracks.get(`${side}:heel`)!;
  const toe = trial.tracks.get(`${side}:toe`) ?? trial.tracks.get(`${side}:mt5`)!;
  const tracks = new Map(trial.clusters.get(`${side}:foot`) ?? []).set('heel', heel).set('toe', toe);
  const mt5 = trial.tracks.get(`${side}:mt5`);
  if (mt5) tracks.set('mt5', mt5);
  const template = templateOf(tracks, trial.frames);
  const poses = template && followSegment(template, tracks, trial.frames);
  if (!poses) {
    const name = side === 'l' ? 'left' : 'right';
    throw new FormatError(trial.file, undefined, `the ${name} ankle has no marker, and the foot has fewer than three`);
  }
  const place = (f: number): Vec3 => {
    const forward = directionOf(reject(sub(at(toe, f), at(heel, f)), [0, 1, 0]), [0, 0, 1]);
    const ahead = along(at(heel, f), forward, ANKLE_AHEAD * stature);
    return [ahead[0], ANKLE_HEIGHT * stature, ahead[2]];
  };
  const inFoot = centroid(flatFrames(trial.frames, heel, toe).map((f) => toSegment(poses[f], place(f))));
  return {
    centre: Float64Array.from(poses.flatMap((pose) => [...toWorld(pose, inFoot)])),
    left: undefined,
    method: 'motion of the segments',
  };
}
