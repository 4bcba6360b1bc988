/** The acceptance checks of generated motions (methods/performer §6), measured on the finished clip by the judge. */
import { expect } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { lint } from '../../src/balance/lint.ts';
import type { BalanceReport } from '../../src/balance/report.ts';
import { anatomicalAngles } from '../../src/body/anatomical-angles.ts';
import type { Body } from '../../src/body/body.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { difference } from '../../src/motion/coordinates.ts';
import { coordinateCount, freedomCount, jointCount, quatIndex } from '../../src/motion/skeleton.ts';
import { footDrift } from './drift.ts';

export const LEVEL = {
  height: 0,
  normal: [0, 1, 0],
  residual: 0,
  kind: 'plane',
  patches: [],
  beltVelocity: [0, 0, 0],
} as const;

export interface Checks {
  readonly report: BalanceReport;
  readonly zmpOutside: number; // share of frames more than 1 cm outside
  readonly worstOutside: number; // [m]
  readonly drift: number; // [m] of the feet while they stand
  readonly penetration: number; // [m]
  readonly friction: number;
  readonly leastLoad: number; // of body weight
  readonly fastest: number; // [rad/s] of any joint
  readonly kneeRange: readonly [number, number]; // [deg]
  readonly ankleRange: readonly [number, number]; // [deg] dorsiflexion +
  readonly pastLimits: number; // [rad] beyond the body's joint ranges
  readonly errors: readonly string[]; // lint findings of severity error
}

/** Feet that stand, floors that hold, joints that bend as people's do; nothing of balance. */
export function expectSound(found: Checks): void {
  expect(found.drift).toBeLessThan(0.002);
  expect(found.penetration).toBeLessThan(0.003);
  expect(found.friction).toBeLessThan(0.8);
  expect(found.leastLoad).toBeGreaterThan(0.3);
  expect(found.fastest).toBeLessThan(15);
  expect(found.kneeRange[0]).toBeGreaterThan(0);
  expect(found.kneeRange[1]).toBeLessThan(140);
  expect(found.pastLimits).toBe(0);
}

export function check(body: Body, clip: Clip): Checks {
  const report = analyse(body, clip, { ground: LEVEL });
  const outside = Array.from(report.margin, (margin) => Math.max(0, -margin));
  const finite = (values: Iterable<number>): number[] => [...values].filter(Number.isFinite);
  return {
    report,
    zmpOutside: outside.filter((depth) => depth > 0.01).length / report.frameCount,
    worstOutside: Math.max(...outside),
    drift: footDrift(body, clip),
    penetration: -Math.min(...report.feet.flatMap((foot) => [...foot.clearance])),
    friction: Math.max(...finite(report.friction)),
    leastLoad: Math.min(...Array.from(report.time, (_, k) => report.grf[3 * k + 1] / (9.81 * report.mass))),
    fastest: fastestJoint(clip),
    kneeRange: flexionRange(clip, body, 'LowerLeg', 1),
    ankleRange: flexionRange(clip, body, 'Foot', -1),
    pastLimits: pastLimits(body, clip),
    errors: lint(body, clip, report)
      .filter(({ severity }) => severity === 'error')
      .map(({ message }) => message),
  };
}

/** Angular velocities [rad/s] of all joints from one frame to the next, (frames − 1) × freedoms. */
export function jointVelocities(clip: Clip): Float64Array[] {
  const nq = coordinateCount(clip.skeleton);
  return Array.from({ length: clip.frameCount - 1 }, (_, frame) => {
    const v = new Float64Array(freedomCount(clip.skeleton));
    difference(v, clip.skeleton, clip.q, frame * nq, clip.q, (frame + 1) * nq, clip.frameTime);
    return v;
  });
}

/** Mean over frames and joints of the angular speed [rad/s], given jointVelocities. */
export function meanJointSpeed(velocities: readonly Float64Array[]): number {
  const speeds = velocities.flatMap((v) =>
    Array.from({ length: v.length / 3 - 1 }, (_, joint) => Math.hypot(...v.subarray(3 + 3 * joint, 6 + 3 * joint))),
  );
  return speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length;
}

function fastestJoint(clip: Clip): number {
  let fastest = 0;
  for (const v of jointVelocities(clip)) {
    for (let joint = 0; joint < jointCount(clip.skeleton); joint++) {
      fastest = Math.max(fastest, Math.hypot(...v.subarray(3 + 3 * joint, 6 + 3 * joint)));
    }
  }
  return fastest;
}

/** 95th percentile over joints and frames of the second difference of angular velocity: jerk [rad/s³]. */
export function jerkOf(clip: Clip): number {
  const v = jointVelocities(clip);
  const jerks: number[] = [];
  for (let frame = 1; frame < v.length - 1; frame++) {
    for (let k = 3; k < v[frame].length; k++) {
      jerks.push(Math.abs(v[frame + 1][k] - 2 * v[frame][k] + v[frame - 1][k]) / clip.frameTime ** 2);
    }
  }
  jerks.sort((a, b) => a - b);
  return jerks[Math.floor(0.95 * jerks.length)];
}

/** Turn about the joint's x axis [deg], times `sign`, least and most over both sides and all frames. */
function flexionRange(clip: Clip, body: Body, part: 'LowerLeg' | 'Foot', sign: 1 | -1): readonly [number, number] {
  const nq = coordinateCount(clip.skeleton);
  const angles: number[] = [];
  for (const side of ['left', 'right'] as const) {
    const i = quatIndex(body.roles[`${side}${part}`] ?? 0);
    for (let frame = 0; frame < clip.frameCount; frame++) {
      angles.push((sign * 360 * Math.atan2(clip.q[frame * nq + i], clip.q[frame * nq + i + 3])) / Math.PI);
    }
  }
  return [Math.min(...angles), Math.max(...angles)];
}

function pastLimits(body: Body, clip: Clip): number {
  const nq = coordinateCount(clip.skeleton);
  const angles = new Float64Array(3);
  let worst = 0;
  for (let frame = 0; frame < clip.frameCount; frame++) {
    for (let joint = 1; joint < jointCount(clip.skeleton); joint++) {
      anatomicalAngles(angles, 0, body.limits, joint, clip.q, frame * nq + quatIndex(joint));
      for (let k = 0; k < 3; k++) {
        const past = Math.max(
          body.limits.lower[3 * joint + k] - angles[k],
          angles[k] - body.limits.upper[3 * joint + k],
        );
        worst = Math.max(worst, past);
      }
    }
  }
  return worst;
}
