/**
 * One leg over a stride. Standing, the foot is locked to its print and rolls, and the knee bends as the hips' path wants it.
 * Swinging, knee, swing of the leg and pitch of the foot follow people's curves, bent at both ends so that value, rate
 * and curvature meet those of the standing leg. Joining angles, not the ankle's place, keeps a nearly straight knee smooth.
 */

import { ease } from '../../math/ease.ts';
import { power } from '../../math/power.ts';
import { seriesAt } from './channel.ts';
import type { Cycle } from './cycle.ts';
import { rollFoot } from './foot-roll.ts';
import type { Gait } from './gait.ts';
import { standingPitch } from './heel-curve.ts';
import { hipAt } from './hip-path.ts';
import { kneeAt, legLength, thighAhead } from './leg-triangle.ts';
import { fadeOut } from './quintic.ts';
import { type PrintShift, printOf } from './variation.ts';

/** Components of a leg's state: knee flexion; the line from hip to ankle seen from the side, forward +; the ankle's place,
 *  outward of the path's middle [m]; pitch of the foot, toes up +; toes; toe-out; hip to ankle over thigh + shank. Radians. */
export const LEG = { knee: 0, swing: 1, x: 2, pitch: 3, toeBend: 4, yaw: 5, reach: 6 } as const;
export const LEG_SIZE = 7;
const JOINED = 6; // components that are joined at the ends of a swing
const STEP = 1e-3; // of phase, for derivatives
const DEGREE = Math.PI / 180;
const SWING_TOES = 5 * DEGREE;
const TRAILING_TOES = 22 * DEGREE; // more, while the foot still hangs behind
const LIFTED_TOES = 14 * DEGREE; // drawn up as the foot leaves, so that they do not drag
const HANGING = 70 * DEGREE; // pitch of a foot that hangs

export type LegState = Float64Array;

/** Standing minus swinging at lift-off, then at contact: value, rate and curvature per phase of each. */
export type SwingJoin = readonly LegState[];

const hip = new Float64Array(3);

/** Where the ankle of the locked foot is: outward, up, ahead of the mean print's own ankle [m]; then pitch, toes and toe-out. */
export function lockedFoot(
  { gait, actor, heel }: Pick<Cycle, 'gait' | 'actor' | 'heel'>,
  p: number,
  print: PrintShift,
): Float64Array {
  const pitch = standingPitch(gait, heel, p);
  const yaw = gait.toeOut + print.yaw;
  const { y, z, toeBend } = rollFoot(actor.foot, pitch, gait.toeLimit);
  return Float64Array.of(print.aside + z * Math.sin(yaw), y, print.ahead + z * Math.cos(yaw), pitch, toeBend, yaw);
}

/** The standing leg at a phase `p` of its own, which began with the contact at p = 0 of a stride; `k`: 0 left, 1 right. */
export function standingLeg(cycle: Cycle, k: 0 | 1, stride: number, p: number, out: LegState): void {
  const { gait, actor } = cycle;
  const { thigh, shank, sign } = actor.legs[k];
  const phase = stride + p - 0.5 * k;
  const [aside, y, ahead, pitch, toeBend, yaw] = lockedFoot(cycle, p, printOf(cycle.vary, k, stride));
  const x = gait.width / 2 + aside;
  const z = gait.printAhead + (stride - 0.5 * k) * gait.stride + ahead;
  hipAt(cycle, k, phase, hip);
  const r = Math.hypot(sign * x - hip[0], y - hip[1], z - hip[2]);
  out[LEG.knee] = kneeAt(thigh, shank, r);
  out[LEG.reach] = r / (thigh + shank);
  out[LEG.swing] = Math.atan2(z - hip[2], hip[1] - y);
  out[LEG.x] = x;
  out[LEG.pitch] = pitch;
  out[LEG.toeBend] = toeBend;
  out[LEG.yaw] = yaw;
}

/** Share of the swing done, 0…1, at a leg's own phase 0…1; undefined while the foot stands. */
export function swingShare(gait: Gait, phase: number): number | undefined {
  const p = phase - Math.floor(phase - gait.contact);
  return p <= gait.liftOff ? undefined : (p - gait.liftOff) / (1 + gait.contact - gait.liftOff);
}

/** The swinging leg as people's curves have it. */
function swinging({ gait, actor, kneeLift }: Cycle, p: number, out: LegState): void {
  const { curves } = gait;
  const { thigh, shank } = actor.legs[0];
  const share = (p - gait.liftOff) / (1 + gait.contact - gait.liftOff);
  const lift = share > 0 && share < 1 ? kneeLift * power(4 * share * (1 - share), 3) : 0;
  const knee = seriesAt(curves.knee, p) + lift;
  out[LEG.knee] = knee;
  // More knee, more hip: the ankle stays on its line.
  out[LEG.swing] = seriesAt(curves.thigh, p) - thighAhead(thigh, shank, knee - lift);
  out[LEG.x] = seriesAt(curves.pelvisLateral, p) + seriesAt(curves.ankleX, p);
  out[LEG.pitch] = seriesAt(curves.footPitch, p);
  out[LEG.reach] = legLength(thigh, shank, knee) / (thigh + shank);
  out[LEG.toeBend] = SWING_TOES + TRAILING_TOES * ease(-out[LEG.pitch] / HANGING);
  out[LEG.toeBend] += LIFTED_TOES * ease(share / 0.18) * (1 - ease((share - 0.2) / 0.3));
  out[LEG.yaw] = gait.toeOut;
}

/** What the swing of leg k that ends a stride must be bent by. */
export function joinSwing(cycle: Cycle, k: 0 | 1, stride: number): SwingJoin {
  return [...gapAt(cycle, k, stride, cycle.gait.liftOff), ...gapAt(cycle, k, stride + 1, cycle.gait.contact)];
}

function gapAt(cycle: Cycle, k: 0 | 1, stride: number, p: number): LegState[] {
  const at = (q: number): LegState => {
    const [stands, swings] = [new Float64Array(LEG_SIZE), new Float64Array(LEG_SIZE)];
    standingLeg(cycle, k, stride, q, stands);
    swinging(cycle, q, swings);
    return stands.map((value, i) => value - swings[i]);
  };
  const [before, here, after] = [at(p - STEP), at(p), at(p + STEP)];
  return [
    here,
    here.map((_, i) => (after[i] - before[i]) / (2 * STEP)),
    here.map((value, i) => (after[i] - 2 * value + before[i]) / (STEP * STEP)),
  ];
}

/** Leg k of a cycle at a phase of the stride. */
export function legAt(cycle: Cycle, k: 0 | 1, phase: number, out: LegState): void {
  const { gait } = cycle;
  const own = phase + 0.5 * k;
  const stride = Math.floor(own - gait.contact);
  const p = own - stride;
  if (p <= gait.liftOff) {
    standingLeg(cycle, k, stride, p, out);
    return;
  }
  swinging(cycle, p, out);
  const span = 1 + gait.contact - gait.liftOff;
  const [liftSpan, landSpan] = [gait.fade.lift * span, gait.fade.land * span];
  const [u, v] = [(p - gait.liftOff) / liftSpan, (1 + gait.contact - p) / landSpan];
  const { strides } = cycle.vary;
  const [a0, a1, a2, b0, b1, b2] = cycle.joins[k][((stride % strides) + strides) % strides];
  for (let i = 0; i < JOINED; i++) {
    out[i] += fadeOut(u, a0[i], a1[i] * liftSpan, a2[i] * liftSpan ** 2);
    // Seen backwards from the contact, the rate changes sign.
    out[i] += fadeOut(v, b0[i], -b1[i] * landSpan, b2[i] * landSpan ** 2);
  }
}

/** Height of the lowest of heel, ball and toe tips [m], for an ankle at height y. */
export function soleClearance({ foot }: Cycle['actor'], y: number, pitch: number, toeBend: number): number {
  const [sin, cos] = [Math.sin(pitch), Math.cos(pitch)];
  const [toeSin, toeCos] = [Math.sin(pitch + toeBend), Math.cos(pitch + toeBend)];
  const joint = y + foot.toeJoint * sin - (foot.ankleHeight - foot.toeHeight) * cos;
  return Math.min(
    y - 1.2 * foot.heel * sin - foot.ankleHeight * cos,
    joint - foot.toeHeight * cos,
    joint + foot.toeLength * toeSin - foot.toeHeight * toeCos,
  );
}
