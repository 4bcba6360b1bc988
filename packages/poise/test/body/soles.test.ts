import { describe, expect, it } from 'vitest';
import type { Body, Sole } from '../../src/body/body.ts';
import { createBody } from '../../src/body/create-body.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { turned, vectorAt } from '../../src/math/tuple.ts';
import type { Vec3 } from '../../src/math/types.ts';
import { quatIndex, restPose } from '../../src/motion/skeleton.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';
import { makePerson } from './person.ts';

/** World places of a sole's points for coordinates q. */
function pointsAt(body: Body, sole: Sole, q: Float64Array): Vec3[] {
  const { origins, rotations } = worldFramesOf(body.skeleton, q);
  return sole.parts.map((_, k) => {
    const arm = turned(rotations, 4 * sole.segments[k], vectorAt(sole.points, 3 * k));
    return [0, 1, 2].map((a) => origins[3 * sole.segments[k] + a] + arm[a]) as unknown as Vec3;
  });
}

const range = (points: readonly Vec3[], axis: number): [number, number] => {
  const values = points.map((p) => p[axis]);
  return [Math.min(...values), Math.max(...values)];
};

describe('soles', () => {
  const { skeleton, roles } = makePerson();
  const rest = restPose(skeleton);
  const ankle = worldFramesOf(skeleton, rest).origins.slice(3 * roles.leftFoot!, 3 * roles.leftFoot! + 3);

  it('lie flat in the rest pose, as long and wide as a foot', () => {
    const body = createBody(skeleton, roles);
    for (const sole of body.soles) {
      const points = pointsAt(body, sole, rest);
      const [low, high] = range(points, 1);
      expect(high - low).toBeLessThan(1e-12);
      expect(ankle[1] - low).toBeCloseTo(0.07, 2);
      const [heel, tip] = range(points, 2);
      expect((tip - heel) / body.height).toBeCloseTo(0.15, 2);
      expect((0 - heel) / (tip - heel)).toBeCloseTo(0.26, 2);
      const [a, b] = range(points, 0);
      expect((b - a) / body.height).toBeCloseTo(0.057, 2);
      expect(sole.parts.filter((part) => part === 'heel')).toHaveLength(3);
      expect(sole.parts.filter((part) => part === 'ball')).toHaveLength(2);
      expect(sole.parts.filter((part) => part === 'toe')).toHaveLength(3);
      sole.parts.forEach((part, k) => {
        expect(sole.segments[k]).toBe(part === 'toe' ? sole.toes : sole.foot);
      });
    }
  });

  it('have the longest toe on the inside', () => {
    const body = createBody(skeleton, roles);
    const [left, right] = body.soles.map((sole) => pointsAt(body, sole, rest).reduce((a, b) => (b[2] > a[2] ? b : a)));
    expect(left[0]).toBeLessThan(ankle[0]);
    expect(right[0]).toBeGreaterThan(-ankle[0]);
  });

  it('grow about the ankle', () => {
    const sizes = [1, 1.8].map((soleScale) => {
      const body = createBody(skeleton, roles, { soleScale });
      return range(pointsAt(body, body.soles[0], rest), 2);
    });
    expect(sizes[1][0]).toBeCloseTo(1.8 * sizes[0][0], 12);
    expect(sizes[1][1]).toBeCloseTo(1.8 * sizes[0][1], 12);
  });

  it('follow a measured plane, toes with their own', () => {
    // The foot as it stands in this pose: pitched by 20° against the rest pose, toes pitched back by 30°.
    const pitch = (20 * Math.PI) / 180;
    const toePitch = (-30 * Math.PI) / 180;
    const q = rest.slice();
    const turn = new Float64Array(4);
    quatFromAxisAngle(turn, 0, 1, 0, 0, pitch);
    multiplyQuat(q, quatIndex(roles.leftFoot!), turn, 0, q, quatIndex(roles.leftFoot!));
    quatFromAxisAngle(turn, 0, 1, 0, 0, toePitch);
    multiplyQuat(q, quatIndex(roles.leftToes!), turn, 0, q, quatIndex(roles.leftToes!));
    const plane = {
      up: [0, Math.cos(pitch), -Math.sin(pitch)] as const,
      ankleHeight: 0.09,
      toesUp: [0, Math.cos(pitch + toePitch), -Math.sin(pitch + toePitch)] as const,
    };
    const body = createBody(skeleton, roles, { solePlanes: { left: plane } });
    for (const p of pointsAt(body, body.soles[0], q)) expect(p[1]).toBeCloseTo(ankle[1] - 0.09, 12);
  });

  it('tip back under a foot bone that lies level in the rest pose', () => {
    const offsets = skeleton.offsets.slice();
    for (const role of ['leftToes', 'rightToes'] as const) offsets[3 * roles[role]! + 1] = 0;
    const level = { ...skeleton, offsets };
    const body = createBody(level, roles);
    const points = pointsAt(body, body.soles[0], rest);
    const toe = worldFramesOf(level, rest).origins.slice(3 * roles.leftToes!, 3 * roles.leftToes! + 3);
    // Distances of ankle and toe joint from the sole: those of a standing person.
    const normal = planeNormal(points[0], points[2], points[3]);
    const heightOf = (p: ArrayLike<number>): number =>
      Math.abs(normal.reduce((sum, n, k) => sum + n * (p[k] - points[0][k]), 0));
    expect(heightOf(ankle) / body.height).toBeCloseTo(0.039, 3);
    expect(heightOf(toe) / body.height).toBeCloseTo(0.0115, 3);
    // The toes lie level when their bone does: half the ball's thickness below it.
    for (const k of [5, 6, 7]) expect(toe[1] - points[k][1]).toBeCloseTo(0.0115 * body.height, 3);
  });
});

function planeNormal(a: Vec3, b: Vec3, c: Vec3): number[] {
  const [u, v] = [b, c].map((p) => p.map((x, k) => x - a[k]));
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  return n.map((x) => x / Math.hypot(...n));
}
