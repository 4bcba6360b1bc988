import { describe, expect, it } from 'vitest';
import type { Body } from '../../src/body/body.ts';
import { bodyOf, createBody } from '../../src/body/create-body.ts';
import { TABLE_NAMES } from '../../src/body/tables.ts';
import { RigError, UsageError } from '../../src/errors.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { mat3FromQuat } from '../../src/math/quat-mat3.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import { turned, vectorAt } from '../../src/math/tuple.ts';
import { createClip } from '../../src/motion/clip.ts';
import { createSkeleton, jointCount, restPose, type Skeleton } from '../../src/motion/skeleton.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';
import { comOf } from './com.ts';
import { makePerson } from './person.ts';

const sum = (values: Float64Array): number => values.reduce((a, b) => a + b, 0);

/** Height of the soles in the rest pose. */
function soleHeight(body: Body): number {
  const { origins } = worldFramesOf(body.skeleton, restPose(body.skeleton));
  return origins[3 * body.soles[0].foot + 1] + body.soles[0].points[1];
}

/** Diagonal of the whole body's inertia about its CoM, world axes. */
function wholeInertia(body: Body): [number, number, number] {
  const q = restPose(body.skeleton);
  const { origins, rotations } = worldFramesOf(body.skeleton, q);
  const com = comOf(body, q);
  const total: [number, number, number] = [0, 0, 0];
  const r = new Float64Array(9);
  for (let j = 0; j < body.mass.length; j++) {
    mat3FromQuat(r, 0, rotations, 4 * j);
    const [xx, yy, zz, xy, xz, yz] = body.inertiaInSegment.subarray(6 * j, 6 * j + 6);
    const own = [xx, xy, xz, xy, yy, yz, xz, yz, zz];
    const arm = turned(rotations, 4 * j, vectorAt(body.comInSegment, 3 * j)).map(
      (x, k) => x + origins[3 * j + k] - com[k],
    );
    const square = arm[0] ** 2 + arm[1] ** 2 + arm[2] ** 2;
    for (let k = 0; k < 3; k++) {
      for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) total[k] += r[3 * k + a] * own[3 * a + b] * r[3 * k + b];
      total[k] += body.mass[j] * (square - arm[k] ** 2);
    }
  }
  return total;
}

/** The same person with every joint frame turned at random: other local axes, same rest pose in the world. */
function withTurnedFrames(skeleton: Skeleton, seed: number): Skeleton {
  const rng = createRng(seed);
  const n = jointCount(skeleton);
  const frames = worldFramesOf(skeleton, restPose(skeleton));
  const world = new Float64Array(4 * n);
  for (let j = 0; j < n; j++) quatFromAxisAngle(world, 4 * j, 0.6, 0, 0.8, uniform(rng, -3, 3));
  const back = (j: number, v: readonly [number, number, number]) => {
    const inverse = Float64Array.from([-world[4 * j], -world[4 * j + 1], -world[4 * j + 2], world[4 * j + 3]]);
    return turned(inverse, 0, v);
  };
  const offsets = new Float64Array(3 * n);
  const restRotations = new Float64Array(4 * n);
  restRotations.set(world.subarray(0, 4), 0);
  for (let j = 1; j < n; j++) {
    const p = skeleton.parents[j];
    const offset = [0, 1, 2].map((k) => frames.origins[3 * j + k] - frames.origins[3 * p + k]);
    offsets.set(back(p, offset as unknown as readonly [number, number, number]), 3 * j);
    const inverse = Float64Array.from([-world[4 * p], -world[4 * p + 1], -world[4 * p + 2], world[4 * p + 3]]);
    multiplyQuat(restRotations, 4 * j, inverse, 0, world, 4 * j);
  }
  const endSites = skeleton.endSites.map(({ joint, offset }) => ({ joint, offset: back(joint, offset) }));
  return createSkeleton({ names: skeleton.names, parents: skeleton.parents, offsets, restRotations, endSites });
}

describe('createBody', () => {
  it.each(TABLE_NAMES)('%s: masses add up and are nowhere negative', (table) => {
    const { skeleton, roles } = makePerson();
    const body = createBody(skeleton, roles, { table, mass: 80 });
    expect(body.totalMass).toBe(80);
    expect(sum(body.mass)).toBeCloseTo(80, 12);
    expect(Math.min(...body.mass)).toBeGreaterThanOrEqual(0);
    for (let j = 0; j < body.mass.length; j++) {
      // Moments of a real mass distribution: positive, and none above the sum of the others.
      const [xx, yy, zz] = body.inertiaInSegment.subarray(6 * j, 6 * j + 3);
      if (body.mass[j] === 0) expect([xx, yy, zz]).toEqual([0, 0, 0]);
      else expect(Math.min(xx, yy, zz, xx + yy - zz, yy + zz - xx, zz + xx - yy)).toBeGreaterThan(0);
    }
  });

  it.each(TABLE_NAMES)('%s: the CoM of a standing person lies at 0.55 to 0.58 of stature', (table) => {
    const { skeleton, roles } = makePerson();
    const body = createBody(skeleton, roles, { table, sex: 'male' });
    // The stacked segments of the made person stand 1.779 m tall.
    const height = (comOf(body, restPose(skeleton))[1] - soleHeight(body)) / (0.07 + 0.8625 + 0.6033 + 0.2429);
    expect(height).toBeGreaterThan(0.55);
    expect(height).toBeLessThan(0.58);
  });

  it('has the moments of inertia measured on standing men', () => {
    // Santschi, DuBois, Omoto 1963, figures from memory: 75.5 kg, 1.762 m, arms at the sides: 13.0, 11.6, 1.28 kg·m².
    const { skeleton, roles } = makePerson({ height: 1.762 });
    const [lateral, vertical, foreAft] = wholeInertia(createBody(skeleton, roles, { mass: 75.5, sex: 'male' }));
    expect(Math.abs(foreAft / 13.0 - 1)).toBeLessThan(0.1);
    expect(Math.abs(lateral / 11.6 - 1)).toBeLessThan(0.1);
    expect(Math.abs(vertical / 1.28 - 1)).toBeLessThan(0.25); // ours is 22 % lower; arms and feet may have been further apart
  });

  it.each([1, 2, 4, 5])('gives a rig of %i spine joints the body of one with three', (spineJoints) => {
    const three = makePerson();
    const other = makePerson({ spineJoints });
    const [a, b] = [three, other].map(({ skeleton, roles }) => createBody(skeleton, roles, { sex: 'male' }));
    comOf(a, restPose(a.skeleton)).forEach((x, k) => {
      expect(comOf(b, restPose(b.skeleton))[k]).toBeCloseTo(x, 12);
    });
    wholeInertia(a).forEach((x, k) => {
      expect(wholeInertia(b)[k]).toBeCloseTo(x, 10);
    });
  });

  it('is the same left and right', () => {
    const { skeleton, roles } = makePerson();
    const body = createBody(skeleton, roles);
    const mirrorSigns = [1, 1, 1, -1, -1, 1];
    for (const part of ['UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot'] as const) {
      const l = roles[`left${part}`]!;
      const r = roles[`right${part}`]!;
      expect(body.mass[l]).toBe(body.mass[r]);
      for (const [k, s] of [-1, 1, 1].entries()) {
        expect(body.comInSegment[3 * l + k]).toBeCloseTo(s * body.comInSegment[3 * r + k], 14);
      }
      for (const [k, s] of mirrorSigns.entries()) {
        expect(body.inertiaInSegment[6 * l + k]).toBeCloseTo(s * body.inertiaInSegment[6 * r + k], 14);
      }
    }
    const [left, right] = body.soles;
    left.parts.forEach((_, k) => {
      expect(left.points[3 * k]).toBeCloseTo(-right.points[3 * k], 14);
      expect(left.points[3 * k + 2]).toBeCloseTo(right.points[3 * k + 2], 14);
    });
  });

  it('does not depend on the axes of the joint frames', () => {
    const { skeleton, roles } = makePerson();
    const turnedSkeleton = withTurnedFrames(skeleton, 5);
    const [a, b] = [skeleton, turnedSkeleton].map((s) => createBody(s, roles));
    comOf(a, restPose(skeleton)).forEach((x, k) => {
      expect(comOf(b, restPose(turnedSkeleton))[k]).toBeCloseTo(x, 12);
    });
    wholeInertia(a).forEach((x, k) => {
      expect(wholeInertia(b)[k]).toBeCloseTo(x, 11);
    });
    const frames = worldFramesOf(turnedSkeleton, restPose(turnedSkeleton));
    b.soles.forEach((sole, s) => {
      for (let k = 0; k < sole.parts.length; k++) {
        const world = turned(frames.rotations, 4 * sole.segments[k], vectorAt(sole.points, 3 * k));
        world.forEach((x, axis) => {
          expect(x).toBeCloseTo(a.soles[s].points[3 * k + axis], 12);
        });
      }
    });
  });

  it('keeps a plausible body where the thorax bone is missing', () => {
    // As in CMU's BVH files: neck and shoulders start at the last spine joint, 12 cm too low.
    const { skeleton, roles } = makePerson({ spineJoints: 2 });
    const offsets = skeleton.offsets.slice();
    for (const role of ['neck', 'leftShoulder', 'rightShoulder'] as const) offsets[3 * roles[role]! + 1] = 0;
    const short = createSkeleton({ ...skeleton, offsets });
    const body = createBody(short, roles, { sex: 'male' });
    expect(sum(body.mass)).toBeCloseTo(body.totalMass, 12);
    expect(body.height).toBeCloseTo(0.8625 / 0.491, 12);
    const height = (comOf(body, restPose(short))[1] - soleHeight(body)) / body.height;
    expect(height).toBeGreaterThan(0.5);
    expect(height).toBeLessThan(0.58);
  });

  it('has its head where a rig with a large head has it', () => {
    // as game characters have it: the joint of the head lies higher over the shoulders than a whole head of a person
    const { skeleton, roles } = makePerson();
    const offsets = skeleton.offsets.slice();
    offsets[3 * roles.head! + 1] += 0.25;
    const large = createSkeleton({ ...skeleton, offsets });
    const body = createBody(large, roles);
    const usual = createBody(skeleton, roles);
    expect(body.mass[roles.head!]).toBeGreaterThan(0.3 * usual.mass[roles.head!]);
    expect(body.comInSegment[3 * roles.head! + 1]).toBeGreaterThan(0);
  });

  it('weighs exactly 50 kg as tak2000, parts as in the table', () => {
    const { skeleton, roles } = makePerson({ spineJoints: 1 });
    const body = createBody(skeleton, roles, { table: 'tak2000' });
    expect(body.totalMass).toBe(50);
    expect(body.mass[roles.leftUpperLeg!]).toBeCloseTo(5, 12);
    expect(body.mass[roles.leftLowerLeg!]).toBeCloseTo(2.325, 12);
    expect(body.mass[roles.leftFoot!]).toBeCloseTo(0.725, 12);
    expect(body.mass[roles.leftUpperArm!]).toBeCloseTo(1.4, 12);
    expect(body.mass[roles.leftLowerArm!]).toBeCloseTo(1.1, 12);
    expect(body.mass[roles.head!] + body.mass[roles.neck!]).toBeCloseTo(4.05, 12);
    expect(body.mass[roles.hips!] + body.mass[roles.spine!]).toBeCloseTo(7.1 + 17.75, 12);
  });

  it('carries attachments', () => {
    const { skeleton, roles } = makePerson();
    const plain = createBody(skeleton, roles, { mass: 70 });
    const pack = { to: 'upperChest', mass: 10, offset: [0.02, 0.1, -0.2] as const, radius: 0.1 };
    const loaded = createBody(skeleton, roles, { mass: 70, attachments: [pack] });
    const q = restPose(skeleton);
    const { origins } = worldFramesOf(skeleton, q);
    const [before, after] = [comOf(plain, q), comOf(loaded, q)];
    expect(loaded.totalMass).toBe(80);
    for (let k = 0; k < 3; k++) {
      const place = origins[3 * roles.upperChest! + k] + pack.offset[k];
      expect(after[k]).toBeCloseTo((70 * before[k] + 10 * place) / 80, 12);
    }
  });

  it('refuses what is no body', () => {
    const { skeleton, roles } = makePerson();
    const { head: _, ...headless } = roles;
    expect(() => createBody(skeleton, headless)).toThrow(RigError);
    expect(() => createBody(skeleton, roles, { mass: -1 })).toThrow(UsageError);
    expect(() => createBody(skeleton, roles, { attachments: [{ to: 'tail', mass: 1, offset: [0, 0, 0] }] })).toThrow(
      /tail/,
    );
    const refused = { status: 'refused', reason: 'four legs' } as const;
    const clip = createClip({ skeleton, roles: refused, frameTime: 0.1, q: restPose(skeleton) });
    expect(() => bodyOf(clip)).toThrow('four legs');
  });
});
