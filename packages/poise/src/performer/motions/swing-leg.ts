/** A leg in the air, told by its joint angles, whose foot leaves its print and comes back to it. */
import { ease } from '../../math/ease.ts';
import { quatFromAxisAngle, rotate3, slerpQuat } from '../../math/quat.ts';
import type { Actor } from '../actor.ts';
import type { Track } from '../plan/keys.ts';
import type { FootRequest, PoseRequest } from '../pose/request.ts';
import { DEGREE } from './stance.ts';

export interface SwingLeg {
  readonly rise: Track; // height of the foot: 0 as on its print … 1 as the angles say
  readonly carry: Track; // the same for its place over the ground and its turn: they change later and are back earlier
  readonly thigh: Track; // [deg] forward from hanging
  readonly knee: Track; // [deg]
  readonly plantar: Track; // [deg] toes down from a right angle
  readonly toes: Track; // [deg] toes back
}

const hip = new Float64Array(3);
const turned = new Float64Array(4);

/** Moves a foot (0 left, 1 right) from its print to where thigh and knee put it, hanging from the hips. */
export function swingLeg(request: PoseRequest, actor: Actor, side: 0 | 1, leg: SwingLeg, t: number): void {
  const [rise, carry] = [leg.rise(t), leg.carry(t)];
  const { upper, thigh, shank } = actor.legs[side];
  const foot = request.feet[side];
  foot.kneeGuide = 'side';
  if (rise <= 0) return;
  for (let k = 0; k < 3; k++) hip[k] = actor.skeleton.offsets[3 * upper + k] - actor.hipsInRoot[k];
  rotate3(hip, 0, request.hipsRotation, 0, hip, 0);
  const [a, b] = [leg.thigh(t) * DEGREE, (leg.thigh(t) - leg.knee(t)) * DEGREE];
  const y = request.hips[1] + hip[1] - thigh * Math.cos(a) - shank * Math.cos(b);
  const z = request.hips[2] + hip[2] + thigh * Math.sin(a) + shank * Math.sin(b);
  foot.ankle[0] += carry * (request.hips[0] + hip[0] - foot.ankle[0]);
  foot.ankle[1] += rise * (y - foot.ankle[1]);
  foot.ankle[2] += carry * (z - foot.ankle[2]);
  quatFromAxisAngle(turned, 0, 1, 0, 0, leg.plantar(t) * DEGREE - b);
  slerpQuat(foot.rotation, 0, foot.rotation, 0, turned, 0, carry);
  foot.toeBend += carry * (leg.toes(t) * DEGREE - foot.toeBend);
  foot.kneeYaw *= 1 - carry;
  foot.ankle[1] += spare(lowestPoint(foot, actor, side), 1e-5 + 0.004 * ease(4 * rise));
}

const point = new Float64Array(3);
const toePitch = new Float64Array(4);

/** Height [m] of the lowest point of a sole. */
function lowestPoint(foot: FootRequest, actor: Actor, side: 0 | 1): number {
  const sole = actor.body.soles[side];
  let lowest = Number.POSITIVE_INFINITY;
  quatFromAxisAngle(toePitch, 0, 1, 0, 0, -foot.toeBend);
  sole.segments.forEach((segment, k) => {
    const onToes = segment === sole.toes;
    if (onToes) {
      rotate3(point, 0, toePitch, 0, sole.points, 3 * k);
      for (let i = 0; i < 3; i++) point[i] += actor.skeleton.offsets[3 * sole.toes + i];
      rotate3(point, 0, foot.rotation, 0, point, 0);
    } else rotate3(point, 0, foot.rotation, 0, sole.points, 3 * k);
    lowest = Math.min(lowest, foot.ankle[1] + point[1]);
  });
  return lowest;
}

/** How much higher [m] a foot must go whose lowest point is at y, starting `softly` [m] above the ground. */
const spare = (y: number, softly: number): number => softly * Math.log(1 + Math.exp(-Math.max(-500, y / softly)));
