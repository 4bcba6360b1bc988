import { describe, expect, it } from 'vitest';
import { createBody } from '../../src/body/create-body.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { headingAt, headingOf, headingYaw, yawBetween } from '../../src/gait/heading.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { createClip } from '../../src/motion/clip.ts';
import { restPose } from '../../src/motion/skeleton.ts';
import { makePerson } from '../body/person.ts';

const { skeleton, roles } = makePerson();
const body = createBody(skeleton, roles);
const ws = createWorkspace(body);

/** The rest pose, which faces +Z, bent forward by `lean` and then turned about up by `yaw` [rad]. */
function turned(yaw: number, lean = 0): Float64Array {
  const q = restPose(skeleton);
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, 1, 0, 0, lean);
  multiplyQuat(q, 3, turn, 0, q, 3);
  quatFromAxisAngle(turn, 0, 0, 1, 0, yaw);
  multiplyQuat(q, 3, turn, 0, q, 3);
  return q;
}

describe('heading', () => {
  it.each([0, 0.7, -1.9, 3])('of a pose turned by %f rad, upright or bent, is that way', (yaw) => {
    for (const lean of [0, 0.6]) {
      const q = turned(yaw, lean);
      forwardKinematics(body, ws, q);
      expect(headingYaw(body, ws)).toBeCloseTo(yaw, 12);
      const { forward, left } = headingOf(body, ws);
      expect(forward[0]).toBeCloseTo(Math.sin(yaw), 12);
      expect(forward[1]).toBeCloseTo(Math.cos(yaw), 12);
      // left = up × forward
      expect(left[0]).toBeCloseTo(forward[1], 12);
      expect(left[1]).toBeCloseTo(-forward[0], 12);
      const clip = createClip({
        name: 'x',
        skeleton,
        roles: { status: 'humanoid', roles, by: 'map', rig: 'x' },
        frameTime: 0.1,
        q,
      });
      expect(headingAt(body, clip, 0)).toEqual({ forward, left });
    }
  });

  it('is +Z for hips on their side, and without hip joints', () => {
    const q = restPose(skeleton);
    const turn = new Float64Array(4);
    quatFromAxisAngle(turn, 0, 0, 0, 1, Math.PI / 2);
    multiplyQuat(q, 3, turn, 0, q, 3);
    forwardKinematics(body, ws, q);
    expect(headingYaw(body, ws)).toBe(0);
    expect(headingOf(body, ws)).toEqual({ forward: [0, 1], left: [1, 0] });
    const { leftUpperLeg: _, ...without } = roles;
    expect(headingOf({ ...body, roles: without }, ws).forward).toEqual([0, 1]);
  });

  it('between two poses is the turn from one to the other', () => {
    expect(yawBetween(turned(0.4), 3, turned(1.1), 3)).toBeCloseTo(0.7, 12);
    expect(yawBetween(turned(1.1, 0.3), 3, turned(0.4, 0.3), 3)).toBeCloseTo(-0.7, 12);
  });
});
