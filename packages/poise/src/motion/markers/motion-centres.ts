/**
 * Knee and ankle where a set has no marker on them: the knee from the motion of thigh and shank, the ankle from the foot.
 */
import { FormatError } from '../../errors.ts';
import type { Vec3 } from '../../math/types.ts';
import { functionalJoint } from './functional.ts';
import type { SideLetter } from './landmarks.ts';
import type { CentreTrack } from './legs.ts';
import type { RigidPose } from './rigid.ts';
import { toWorld, turnOut } from './rigid.ts';
import { type MarkerTrial, placeOf } from './trial.ts';
import { along, at, dot, median, mix, reject, scale, sub, unit } from './vectors.ts';

/** Over the distance from the heel marker to the toe marker: the ankle joint ahead of the heel marker and above the line. */
const ANKLE_AHEAD = 0.24;
const ANKLE_ABOVE = 0.2;

/** Least bending [rad, standard deviation] of the knee for its centre to follow from the motion. */
const LEAST_BEND = 0.15;

export function kneeByMotion(
  trial: MarkerTrial,
  side: SideLetter,
  hip: Float64Array,
  thigh: readonly RigidPose[] | undefined,
  shank: readonly RigidPose[] | undefined,
  pelvisLeft: (frame: number) => Vec3,
): CentreTrack {
  const name = side === 'l' ? 'left' : 'right';
  const place = (text: string): FormatError =>
    new FormatError(
      'markers',
      undefined,
      `the ${name} knee has no marker, and ${text}; a standing trial beside it with markers on both sides of the knee would do`,
    );
  if (!thigh || !shank) throw place('the clusters on thigh and shank have fewer than three markers');
  const heel = trial.tracks.get(`${side}:heel`)!;
  const toe = trial.tracks.get(`${side}:toe`) ?? trial.tracks.get(`${side}:mt5`)!;
  // Along the hinge's axis the knee lies where the line from the hip to the ankle passes.
  const ankle = (f: number): Vec3 => mix(at(heel, f), at(toe, f), ANKLE_AHEAD);
  const joint = functionalJoint(thigh, shank, (f) => mix(at(hip, f), ankle(f), 0.5));
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

/** The ankle over the foot: a fixed share of the way from the heel to the toe marker, raised along the shank's side of it. */
export function ankleByFoot(trial: MarkerTrial, side: SideLetter, knee: Float64Array): CentreTrack {
  const centre = new Float64Array(3 * trial.frames);
  for (let f = 0; f < trial.frames; f++) {
    const heel = placeOf(trial, `${side}:heel`, f)!;
    const toe = placeOf(trial, `${side}:toe`, f) ?? placeOf(trial, `${side}:mt5`, f)!;
    const line = sub(toe, heel);
    const length = Math.hypot(...line);
    const up = unit(reject(sub(at(knee, f), heel), unit(line)));
    centre.set(along(mix(heel, toe, ANKLE_AHEAD), up, ANKLE_ABOVE * length), 3 * f);
  }
  return { centre, left: undefined, method: 'motion of the segments' };
}
