/**
 * The knee from the marker on its outer side alone: inward along the hinge axis by half the joint's width.
 */

import { add, along, cross, norm, scale, sub } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import type { SideLetter } from './landmarks.ts';
import type { CentreTrack, JointWidths } from './legs.ts';
import { centroid, type RigidPose, turnIn, turnOut } from './rigid.ts';
import type { MarkerTrial } from './trial.ts';
import { at, directionOf, reject, trackFrom } from './vectors.ts';

/** Sine of the bend from which on a leg tells its hinge axis (20°), and the small say of the pelvis beside it. */
const CLEAR_BEND = 0.34;
const PELVIS_WEIGHT = 0.02;

/** The outer markers are off the joints, which tilts the leg's plane; centres and axis settle within a few rounds. */
const ROUNDS = 6;

/**
 * The axis is the mean normal of the bent leg (hip, knee, ankle) as the thigh sees it; where the leg never bends, the pelvis
 * decides. The centre makes a right angle between marker and hip, as in Davis et al. 1991 (Hum Mov Sci 10:575).
 */
export function outerKnee(
  trial: MarkerTrial,
  side: SideLetter,
  hip: Float64Array,
  thigh: readonly RigidPose[] | undefined,
  widths: JointWidths,
  pelvisLeft: (frame: number) => Vec3,
): CentreTrack | undefined {
  const outer = trial.tracks.get(`${side}:kneeLateral`);
  const outerAnkle = trial.tracks.get(`${side}:ankleLateral`);
  const ankle = outerAnkle ?? trial.tracks.get(`${side}:heel`);
  if (!outer || !ankle) return undefined;
  const outward = side === 'l' ? 1 : -1;
  const kneeInward = widths.knee / 2 + widths.markerRadius;
  const ankleInward = outerAnkle ? widths.ankle / 2 + widths.markerRadius : 0;
  let left = trackFrom(trial.frames, (f) => directionOf(reject(pelvisLeft(f), towards(hip, outer, f))));
  let centre = outer;
  for (let round = 0; round < ROUNDS; round++) {
    const lastLeft = left;
    centre = trackFrom(trial.frames, (f) =>
      inside(at(hip, f), at(outer, f), scale(at(lastLeft, f), outward), kneeInward),
    );
    const lastCentre = centre;
    const normal = (f: number): Vec3 => {
      const upper = towards(hip, lastCentre, f);
      const lower = directionOf(sub(along(at(ankle, f), at(lastLeft, f), -outward * ankleInward), at(lastCentre, f)));
      const bend = cross(upper, lower);
      return add(scale(bend, norm(bend) > CLEAR_BEND ? 1 : 0), scale(reject(pelvisLeft(f), upper), PELVIS_WEIGHT));
    };
    const axis = thigh ? directionOf(centroid(thigh.map((pose, f) => turnIn(pose, normal(f))))) : undefined;
    left = trackFrom(trial.frames, (f) => {
      const direction = axis && thigh ? turnOut(thigh[f], axis) : normal(f);
      return directionOf(reject(direction, towards(hip, lastCentre, f)), pelvisLeft(f));
    });
  }
  return { centre, left, method: 'outer marker and width' };
}

const towards = (from: Float64Array, to: Float64Array, f: number): Vec3 => directionOf(sub(at(to, f), at(from, f)));

/** The point `distance` inside the marker such that marker – point – upper joint is a right angle. */
function inside(upper: Vec3, marker: Vec3, outward: Vec3, distance: number): Vec3 {
  const up = sub(upper, marker);
  const share = Math.min(1, distance / Math.max(norm(up), 1e-6));
  const inward = directionOf(reject(scale(outward, -1), directionOf(up)));
  return along(along(marker, inward, distance * Math.sqrt(1 - share * share)), directionOf(up), distance * share);
}
