/**
 * Could joints deliver what the body is to do? Inverse dynamics with the ground's force at the ZMP, split between the feet that are
 * down; the push acts where it hits. [Komura04] names this as a gap.
 */
import type { Body } from '../../body/body.ts';
import { jointTorques } from '../../dynamics/inverse-dynamics.ts';
import { forwardAcceleration } from '../../dynamics/kinematics.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { groundWrench } from '../../dynamics/wrench.ts';
import type { Role } from '../../motion/roles.ts';
import { freedomCount, jointCount } from '../../motion/skeleton.ts';

/** What joints of strong adults deliver [N·m/kg]: of 70 kg, ankle 175, knee, hip and waist 250, shoulder 100, elbow 60 N·m. */
const STRENGTH: readonly (readonly [role: RegExp, most: number])[] = [
  [/Foot$/, 2.5],
  [/(LowerLeg|UpperLeg)$/, 3.57],
  [/^(spine|chest|upperChest)$/, 3.57],
  [/UpperArm$/, 1.43],
  [/LowerArm$/, 0.86],
];
const HINGES = /Lower(Leg|Arm)$/; // only flexion counts: bones and ligaments hold the rest

export interface TorqueCheck {
  readonly body: Body;
  readonly dt: number;
  readonly limit: Float64Array; // n [N·m]; Infinity where nothing is said
  readonly hinge: Uint8Array; // n
  strength: number; // times what strong adults deliver; Infinity: no check
  /** Pushes in this tick, on their segments: moment about the world's origin and force. */
  readonly pushes: Float64Array; // n×6
  readonly before: Float64Array; // nv, velocity of the last tick
  // what the last tick came to
  strain: number; // most that a joint was loaded with, of what it can deliver
  share: number; // of the wished change of angular momentum that joints could deliver
  // memory
  readonly a: Float64Array; // nv
  readonly wished: Float64Array; // nv, torques
  readonly passive: Float64Array; // nv, torques
  readonly external: Float64Array; // n×6
  readonly ground: Float64Array; // 6
}

export function createTorqueCheck(body: Body, dt: number): TorqueCheck {
  const n = jointCount(body.skeleton);
  const nv = freedomCount(body.skeleton);
  const limit = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  const hinge = new Uint8Array(n);
  for (const [role, joint] of Object.entries(body.roles) as [Role, number][]) {
    const found = STRENGTH.find(([pattern]) => pattern.test(role));
    if (found && joint > 0) limit[joint] = found[1] * body.totalMass;
    if (HINGES.test(role)) hinge[joint] = 1;
  }
  return {
    body,
    dt,
    limit,
    hinge,
    strength: 1,
    pushes: new Float64Array(6 * n),
    before: new Float64Array(nv),
    strain: 0,
    share: 1,
    a: new Float64Array(nv),
    wished: new Float64Array(nv),
    passive: new Float64Array(nv),
    external: new Float64Array(6 * n),
    ground: new Float64Array(6),
  };
}

/** Adds a push to this tick's: force [N] at a place [m] on a segment, world axes. */
export function addPush(check: TorqueCheck, segment: number, force: Float64Array, place: Float64Array): void {
  const { pushes } = check;
  const o = 6 * segment;
  pushes[o] += place[1] * force[2] - place[2] * force[1];
  pushes[o + 1] += place[2] * force[0] - place[0] * force[2];
  pushes[o + 2] += place[0] * force[1] - place[1] * force[0];
  for (let k = 0; k < 3; k++) pushes[o + 3 + k] += force[k];
}

/** Torques (nv) of going on with velocity v from that of the last tick. ws holds position and velocity level. `feet`: per side
 *  x, z and count of the sole points that touch, summed, on a floor at a height. Returns the largest share of a limit. */
export function measureTorques(
  tau: Float64Array,
  check: TorqueCheck,
  ws: Workspace,
  v: Float64Array,
  { feet, floor }: { readonly feet: Float64Array; readonly floor: number },
): number {
  const { body, a, before, dt, external, pushes, ground, limit } = check;
  for (let i = 0; i < a.length; i++) a[i] = (v[i] - before[i]) / dt;
  forwardAcceleration(body, ws, a);
  groundWrench(ground, body, ws);
  external.set(pushes);
  for (let i = 0; i < external.length; i++) ground[i % 6] -= pushes[i];
  if (ground[4] > 0) standOn(check, feet, floor);
  jointTorques(tau, body, ws, external);
  let strain = 0;
  for (let joint = 1; joint < limit.length; joint++) {
    if (limit[joint] < Number.POSITIVE_INFINITY) strain = Math.max(strain, loadOf(check, tau, joint) / limit[joint]);
  }
  return strain / check.strength;
}

const SOLE = 0.13; // [m] that the force on a foot is from the middle of what touches, at most

/** Puts the ground's force on the feet, in proportion to where the ZMP is between them, and under each as far from its middle as
 *  soles go. */
function standOn({ body, external, ground }: TorqueCheck, feet: Float64Array, floor: number): void {
  const left = feet[2];
  const right = feet[5];
  if (left + right === 0) return;
  const zmpX = (ground[2] + floor * ground[3]) / ground[4];
  const zmpZ = (-ground[0] + floor * ground[5]) / ground[4];
  let share = left > 0 ? 1 : 0; // of the left foot
  if (left > 0 && right > 0) {
    const dx = feet[3] / right - feet[0] / left;
    const dz = feet[4] / right - feet[1] / left;
    const along = (zmpX - feet[0] / left) * dx + (zmpZ - feet[1] / left) * dz;
    share = 1 - Math.max(0, Math.min(1, along / Math.max(1e-9, dx * dx + dz * dz)));
  }
  const middleX = (left > 0 ? (share * feet[0]) / left : 0) + (right > 0 ? ((1 - share) * feet[3]) / right : 0);
  const middleZ = (left > 0 ? (share * feet[1]) / left : 0) + (right > 0 ? ((1 - share) * feet[4]) / right : 0);
  const far = Math.sqrt((zmpX - middleX) ** 2 + (zmpZ - middleZ) ** 2);
  const within = far > SOLE ? SOLE / far : 1;
  for (let side = 0; side < 2; side++) {
    const count = feet[3 * side + 2];
    const part = side === 0 ? share : 1 - share;
    if (count === 0 || part === 0) continue;
    const x = feet[3 * side] / count + within * (zmpX - middleX);
    const z = feet[3 * side + 1] / count + within * (zmpZ - middleZ);
    const o = 6 * body.soles[side]!.foot;
    external[o] += part * (floor * ground[5] - z * ground[4]);
    external[o + 1] += part * (z * ground[3] - x * ground[5]);
    external[o + 2] += part * (x * ground[4] - floor * ground[3]);
    for (let k = 3; k < 6; k++) external[o + k] += part * ground[k];
  }
}

/** What a joint is loaded with [N·m]. */
function loadOf({ hinge, body }: TorqueCheck, tau: Float64Array, joint: number): number {
  const i = 3 + 3 * joint;
  if (hinge[joint] === 0) return Math.sqrt(tau[i] * tau[i] + tau[i + 1] * tau[i + 1] + tau[i + 2] * tau[i + 2]);
  const { axes } = body.limits;
  return Math.abs(tau[i] * axes[9 * joint] + tau[i + 1] * axes[9 * joint + 1] + tau[i + 2] * axes[9 * joint + 2]);
}

/** Largest share (0 … 1) of the way from the passive torques to the wished ones that no joint is overloaded by. One that is either way
 *  is no reason where a strong adult's would be too; else it bears no more than it does. |τ₀ + s d| ≤ b is a quadratic in s. */
export function shareWithin(check: TorqueCheck): number {
  const { limit, wished, passive, strength } = check;
  let share = 1;
  for (let joint = 1; joint < limit.length; joint++) {
    if (!(limit[joint] < Number.POSITIVE_INFINITY)) continue;
    const own = loadOf(check, passive, joint);
    const most = Math.max(own, strength * limit[joint]);
    if (loadOf(check, wished, joint) <= most || own >= Math.max(1, strength) * limit[joint]) continue;
    share = Math.min(share, shareOfJoint(check, joint, most));
  }
  return share;
}

function shareOfJoint({ wished, passive, hinge, body }: TorqueCheck, joint: number, most: number): number {
  let dd = 0;
  let td = 0;
  let tt = 0;
  const flexion = hinge[joint] === 1;
  for (let row = 0; row < (flexion ? 1 : 3); row++) {
    let t = 0;
    let d = 0;
    for (let k = 0; k < 3; k++) {
      // a hinge counts along its axis, others along each of their own
      const weight = flexion ? body.limits.axes[9 * joint + k] : k === row ? 1 : 0;
      t += weight * passive[3 + 3 * joint + k];
      d += weight * (wished[3 + 3 * joint + k] - passive[3 + 3 * joint + k]);
    }
    tt += t * t;
    td += t * d;
    dd += d * d;
  }
  const root = td * td - dd * (tt - most * most);
  return dd > 0 && root >= 0 ? Math.max(0, Math.min(1, (-td + Math.sqrt(root)) / dd)) : 0;
}
