import { describe, expect, it } from 'vitest';
import { anatomicalAngles } from '../../src/body/anatomical-angles.ts';
import { createBody } from '../../src/body/create-body.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import type { Role } from '../../src/motion/roles.ts';
import { jointCount, quatIndex, restPose } from '../../src/motion/skeleton.ts';
import { makePerson } from './person.ts';

/** Angles [°] of one role after turning its joint about a world axis (frames of the made person are parallel to the world). */
function anglesAfter(
  role: Role,
  axis: readonly [number, number, number],
  degrees: number,
  arms: 'down' | 'side' = 'down',
): number[] {
  const { skeleton, roles } = makePerson({ arms });
  const { limits } = createBody(skeleton, roles);
  const q = restPose(skeleton);
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, ...axis, (degrees * Math.PI) / 180);
  const i = quatIndex(roles[role]!);
  multiplyQuat(q, i, turn, 0, q, i);
  const out = new Float64Array(3);
  anatomicalAngles(out, 0, limits, roles[role]!, q, i);
  return Array.from(out, (x) => Math.round((x * 180) / Math.PI));
}

const expectAngles = (found: number[], expected: number[]): void => {
  for (let k = 0; k < 3; k++) expect(found[k]).toBeCloseTo(expected[k], 9);
};

describe('joint limits', () => {
  it('count flexion, abduction and twist as anatomy does', () => {
    // +X left, +Y up, +Z forward; a hanging bone turned about −X swings forward.
    expectAngles(anglesAfter('leftUpperLeg', [-1, 0, 0], 40), [40, 0, 0]);
    expectAngles(anglesAfter('leftUpperLeg', [0, 0, 1], 20), [0, 20, 0]);
    expectAngles(anglesAfter('rightUpperLeg', [0, 0, -1], 20), [0, 20, 0]);
    expectAngles(anglesAfter('leftUpperLeg', [0, 1, 0], 15), [0, 0, 15]);
    expectAngles(anglesAfter('rightUpperLeg', [0, -1, 0], 15), [0, 0, 15]);
    expectAngles(anglesAfter('leftLowerLeg', [1, 0, 0], 90), [90, 0, 0]);
    expectAngles(anglesAfter('leftFoot', [-1, 0, 0], 10), [10, 0, 0]);
    expectAngles(anglesAfter('spine', [1, 0, 0], 25), [25, 0, 0]);
    expectAngles(anglesAfter('head', [0, 1, 0], 30), [0, 0, 30]);
  });

  it('bend elbows forward, from hanging arms and from a T-pose', () => {
    expectAngles(anglesAfter('leftLowerArm', [-1, 0, 0], 70), [70, 0, 0]);
    expectAngles(anglesAfter('leftLowerArm', [0, -1, 0], 70, 'side'), [70, 0, 0]);
    expectAngles(anglesAfter('rightLowerArm', [0, 1, 0], 70, 'side'), [70, 0, 0]);
  });

  it('have orthonormal axes, hold the rest pose, and leave joints without a role free', () => {
    const { skeleton, roles } = makePerson({ spineJoints: 5 });
    const { limits } = createBody(skeleton, roles);
    const q = restPose(skeleton);
    const angles = new Float64Array(3);
    for (let joint = 0; joint < jointCount(skeleton); joint++) {
      for (let a = 0; a < 3; a++) {
        for (let b = 0; b < 3; b++) {
          let dot = 0;
          for (let k = 0; k < 3; k++) dot += limits.axes[9 * joint + 3 * a + k] * limits.axes[9 * joint + 3 * b + k];
          expect(dot).toBeCloseTo(a === b ? 1 : 0, 12);
        }
      }
      anatomicalAngles(angles, 0, limits, joint, q, quatIndex(joint));
      for (let k = 0; k < 3; k++) {
        expect(angles[k]).toBeGreaterThanOrEqual(limits.lower[3 * joint + k]);
        expect(angles[k]).toBeLessThanOrEqual(limits.upper[3 * joint + k]);
      }
    }
    expect(limits.lower[0]).toBe(-Infinity);
  });
});
