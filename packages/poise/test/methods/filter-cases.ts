/** Clips that the tests of the balance filter share, and how they are judged. */
import { analyse } from '../../src/balance/analyse.ts';
import type { BalanceReport, Ground } from '../../src/balance/report.ts';
import { anatomicalAngles } from '../../src/body/anatomical-angles.ts';
import type { Body } from '../../src/body/body.ts';
import { tak2000Body } from '../../src/body/tak2000.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { balanceFilter, type FilterResult } from '../../src/methods/balance-filter/index.ts';
import type { FilterOptions } from '../../src/methods/balance-filter/options.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import type { Role } from '../../src/motion/roles.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { stretch } from '../../src/performer/motions/stretch.ts';

export const LEVEL: Ground = {
  height: 0,
  normal: [0, 1, 0],
  residual: 0,
  kind: 'plane',
  patches: [],
  beltVelocity: [0, 0, 0],
};
const ON_LEVEL = { ground: LEVEL, cutoff: Number.POSITIVE_INFINITY };
export const DEGREE = Math.PI / 180;

/** The forward stretch of [Tak00]: 31 frames at 30 Hz. */
export const stretchClip: Clip = perform(stretch, { preset: 'tak2000' });
export const NQ = coordinateCount(stretchClip.skeleton);

export const filtered = (clip: Clip, options: Partial<FilterOptions> = {}, body: Body = tak2000Body()): FilterResult =>
  balanceFilter(body, clip, { analyse: ON_LEVEL, ...options });

export const judge = (clip: Clip, body: Body = tak2000Body()): BalanceReport => analyse(body, clip, ON_LEVEL);

/** Anatomical flexion of a joint [°]. */
export function flexion(clip: Clip, role: Role, frame: number): number {
  const body = tak2000Body();
  const joint = body.roles[role] ?? 0;
  const angles = new Float64Array(3);
  anatomicalAngles(angles, 0, body.limits, joint, clip.q, frame * NQ + quatIndex(joint));
  return angles[0] / DEGREE;
}

/** Stands, stretches, comes back the same way, stands: 110 frames. */
export function stretchInside(): Clip {
  const order = [
    ...Array.from({ length: 24 }, () => 0),
    ...Array.from({ length: 31 }, (_, k) => k),
    ...Array.from({ length: 30 }, (_, k) => 29 - k),
    ...Array.from({ length: 25 }, () => 0),
  ];
  const q = new Float64Array(order.length * NQ);
  for (const [k, frame] of order.entries()) {
    q.set(stretchClip.q.subarray(frame * NQ, (frame + 1) * NQ), k * NQ);
  }
  return withCoordinates(stretchClip, q);
}

/** The stretch with the left arm going out to the side. */
export function lopsided(): Clip {
  const q = stretchClip.q.slice();
  const turn = new Float64Array(4);
  const at = quatIndex(tak2000Body().roles.leftUpperArm ?? 0);
  for (let frame = 0; frame <= 30; frame++) {
    const u = frame / 30;
    quatFromAxisAngle(turn, 0, 0, 0, 1, 0.9 * u * u * (3 - 2 * u));
    multiplyQuat(q, frame * NQ + at, q, frame * NQ + at, turn, 0);
  }
  return withCoordinates(stretchClip, q);
}

/** The stretch with the left arm turning about all three axes. */
export function armsAround(): Clip {
  const q = stretchClip.q.slice();
  const turn = new Float64Array(4);
  const at = quatIndex(tak2000Body().roles.leftUpperArm ?? 0);
  for (let frame = 0; frame <= 30; frame++) {
    const u = frame / 30;
    for (const [x, y, z, angle] of [
      [1, 0, 0, -2 * Math.PI * u],
      [0, 0, 1, Math.PI * u],
      [0, 1, 0, 5 * u],
    ]) {
      quatFromAxisAngle(turn, 0, x, y, z, angle);
      multiplyQuat(q, frame * NQ + at, q, frame * NQ + at, turn, 0);
    }
  }
  return withCoordinates(stretchClip, q);
}

/** Largest difference of two clips' coordinates over frames first … last; quaternions up to sign. */
export function difference(a: Clip, b: Clip, first = 0, last = a.frameCount - 1): number {
  let most = 0;
  for (let i = first * NQ; i < (last + 1) * NQ; i++) {
    const direct = Math.abs(a.q[i] - b.q[i]);
    most = Math.max(most, i % NQ < 3 ? direct : Math.min(direct, Math.abs(a.q[i] + b.q[i])));
  }
  return most;
}
