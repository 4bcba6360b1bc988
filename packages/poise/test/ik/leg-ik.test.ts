import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body } from '../../src/body/body.ts';
import { createBody } from '../../src/body/create-body.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { createLimb, type Limb, limbOf, solveLimb } from '../../src/ik/leg-ik.ts';
import { conjugateQuat, logQuat, multiplyQuat, normalizeQuat } from '../../src/math/quat.ts';
import { createRng, normal, type Rng, uniform } from '../../src/math/random.ts';
import { createSkeleton } from '../../src/motion/skeleton.ts';
import { randomBody, randomPose } from '../support/random-body.ts';
import { bend, crouching, largest, person, place, shaken, standing } from './support.ts';

const who = person();
const { body, ws } = who;
const leg = limbOf(body, 'left', 'leg') as Limb;
const arm = limbOf(body, 'right', 'arm') as Limb;

function randomQuat(rng: Rng): Float64Array {
  const q = Float64Array.from({ length: 4 }, () => normal(rng));
  normalizeQuat(q, 0, q, 0);
  return q;
}

/** Where the end is: distance to a place [m] and angle to a rotation [rad]. */
function misses(model: Body, limb: Limb, q: Float64Array, position: Float64Array, rotation: Float64Array) {
  const memory = createWorkspace(model);
  forwardKinematics(model, memory, q);
  const e = 3 * limb.end;
  const turn = new Float64Array(4);
  conjugateQuat(turn, 0, memory.segmentRotation, 4 * limb.end);
  multiplyQuat(turn, 0, rotation, 0, turn, 0);
  logQuat(turn, 0, turn, 0);
  return {
    distance: Math.hypot(...[0, 1, 2].map((k) => memory.segmentOrigin[e + k] - position[k])),
    angle: Math.hypot(turn[0], turn[1], turn[2]),
  };
}

const originOf = (joint: number): Float64Array => ws.segmentOrigin.slice(3 * joint, 3 * joint + 3);
const reach = (limb: Limb): number => {
  const [h, k, e] = [limb.upper, limb.lower, limb.end].map(originOf);
  return Math.hypot(...h.map((x, i) => x - k[i])) + Math.hypot(...k.map((x, i) => x - e[i]));
};

describe('limb IK', () => {
  it('places leg and arm exactly, with or without a wish for the knee', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.boolean(), fc.boolean(), (seed, isLeg, wishes) => {
        const rng = createRng(seed);
        const limb = isLeg ? leg : arm;
        const q = shaken(who, rng, crouching(who), 0.3);
        place(who, q);
        const direction = Float64Array.from({ length: 3 }, () => normal(rng));
        const s = (uniform(rng, 0.25, 0.999) * reach(limb)) / Math.hypot(...direction);
        const position = originOf(limb.upper).map((x, k) => x + s * direction[k]);
        const rotation = randomQuat(rng);
        const bendTowards = Float64Array.from({ length: 3 }, () => normal(rng));
        const others = q.slice();
        const target = wishes ? { position, rotation, bendTowards } : { position, rotation };
        const { status, missing } = solveLimb(q, ws, limb, target);
        expect(status).toBe('reached');
        expect(missing).toBeLessThan(1e-12);
        const { distance, angle } = misses(body, limb, q, position, rotation);
        expect(distance).toBeLessThan(1e-12);
        expect(angle).toBeLessThan(1e-7);
        // nothing else moved
        for (const joint of [limb.upper, limb.lower, limb.end])
          others.set(q.subarray(3 + 4 * joint, 7 + 4 * joint), 3 + 4 * joint);
        expect(others).toEqual(q);
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  it('works on any skeleton: odd bone axes, helper joints in between', () => {
    const rng = createRng(2);
    for (let trial = 0; trial < 50; trial++) {
      // root, stem, hip, helper, knee, helper, helper, ankle
      const offsets = Float64Array.from({ length: 24 }, (_, i) => (i < 3 ? 0 : 0.3 * normal(rng)));
      const chain = createSkeleton({ names: [...'abcdefgh'], parents: [-1, 0, 1, 2, 3, 4, 5, 6], offsets });
      const model: Body = { ...randomBody(rng, { joints: 8, massless: 0 }), skeleton: chain };
      const limb = createLimb(model, 2, 4, 7);
      const q = randomPose(rng, chain);
      const memory = createWorkspace(model);
      forwardKinematics(model, memory, q);
      const at = (joint: number): number[] => [0, 1, 2].map((k) => memory.segmentOrigin[3 * joint + k]);
      const [h, k, e] = [at(2), at(4), at(7)];
      const a = Math.hypot(...h.map((x, i) => x - k[i]));
      const l = Math.hypot(...k.map((x, i) => x - e[i]));
      const direction = [normal(rng), normal(rng), normal(rng)];
      const s = uniform(rng, Math.abs(a - l) + 0.001, a + l - 0.001) / Math.hypot(...direction);
      const position = Float64Array.from(h, (x, i) => x + s * direction[i]);
      const rotation = randomQuat(rng);
      expect(solveLimb(q, memory, limb, { position, rotation }).status).toBe('reached');
      const { distance, angle } = misses(model, limb, q, position, rotation);
      expect(distance).toBeLessThan(1e-11);
      expect(angle).toBeLessThan(1e-7);
    }
  });

  it('leaves a limb alone that is where it should be', () => {
    const q = crouching(who);
    place(who, q);
    const before = q.slice();
    const rotation = ws.segmentRotation.slice(4 * leg.end, 4 * leg.end + 4);
    solveLimb(q, ws, leg, { position: originOf(leg.end), rotation });
    expect(largest(q.map((x, i) => x - before[i]))).toBeLessThan(1e-9);
  });

  it('points the knee where it is wished', () => {
    const q = crouching(who);
    for (const bendTowards of [Float64Array.of(0, 0, 1), Float64Array.of(1, 0, 1), Float64Array.of(0.2, 5, 1)]) {
      place(who, q);
      const target = { position: originOf(leg.end), rotation: Float64Array.of(0, 0, 0, 1), bendTowards };
      solveLimb(q, ws, leg, target);
      place(who, q);
      const [h, k, e] = [leg.upper, leg.lower, leg.end].map(originOf);
      const line = e.map((x, i) => x - h[i]);
      const squared = line.reduce((sum, x) => sum + x * x, 0);
      const off = (v: Float64Array): Float64Array => {
        const along = v.reduce((sum, x, i) => sum + x * line[i], 0) / squared;
        return v.map((x, i) => x - along * line[i]);
      };
      const [found, wished] = [off(k.map((x, i) => x - h[i])), off(bendTowards)];
      const cosine = found.reduce((sum, x, i) => sum + x * wished[i], 0) / Math.hypot(...found) / Math.hypot(...wished);
      expect(cosine).toBeCloseTo(1, 9);
    }
  });

  it('keeps the knee a hinge: bending changes flexion only', () => {
    const q = standing(who);
    place(who, q);
    const position = originOf(leg.end);
    for (const rise of [0, 0.001, 0.05, 0.2]) {
      place(who, q);
      const raised = position.map((x, k) => (k === 1 ? x + rise : x));
      solveLimb(q, ws, leg, { position: raised, rotation: Float64Array.of(0, 0, 0, 1) });
      const knee = 3 + 4 * leg.lower;
      expect(Math.abs(q[knee + 1])).toBeLessThan(1e-9);
      expect(Math.abs(q[knee + 2])).toBeLessThan(1e-9);
      expect(q[knee]).toBeGreaterThan(-1e-9); // backward: flexion about +x
    }
  });
});

describe('limb IK at its ends', () => {
  const rotation = Float64Array.of(0, 0, 0, 1);

  it.each([
    ['straight', standing(who)],
    ['bent', crouching(who)],
  ])('says how much is missing when the target is too far: %s', (_, q) => {
    place(who, q);
    const hip = originOf(leg.upper);
    const full = reach(leg);
    const position = hip.map((x, k) => (k === 1 ? x - full - 0.1 : x));
    const { status, missing } = solveLimb(q, ws, leg, { position, rotation });
    expect(status).toBe('too-far');
    expect(missing).toBeCloseTo(0.1, 12);
    expect(misses(body, leg, q, position, rotation).distance).toBeCloseTo(0.1, 9);
  });

  it('and when it is too near, down to the hip itself', () => {
    for (const distance of [0.01, 1e-12, 0]) {
      const q = crouching(who);
      place(who, q);
      const position = originOf(leg.upper).map((x, k) => (k === 2 ? x + distance : x));
      const { status, missing } = solveLimb(q, ws, leg, { position, rotation });
      const least = 0.4403 - 0.4222; // the shank is longer than the thigh
      expect(status).toBe('too-near');
      expect(missing).toBeCloseTo(least - distance, 6);
      expect(Number.isFinite(largest(q))).toBe(true);
      expect(misses(body, leg, q, position, rotation).distance).toBeCloseTo(least - distance, 6);
    }
  });

  it('moves without jumps through full stretch, softly with softening', () => {
    for (const softening of [0, 0.02]) {
      const soft = limbOf(body, 'left', 'leg', { softening }) as Limb;
      const q = crouching(who);
      place(who, q);
      const hip = originOf(leg.upper);
      const full = reach(leg);
      let last = -1;
      let fastest = 0;
      for (let d = full - 0.03; d < full + 0.03; d += 1e-4) {
        place(who, q);
        const position = hip.map((x, k) => (k === 1 ? x - d : x));
        const { missing } = solveLimb(q, ws, soft, { position, rotation });
        expect(missing).toBeCloseTo(misses(body, leg, q, position, rotation).distance, 9);
        const knee = 2 * Math.acos(Math.min(1, Math.abs(q[3 + 4 * leg.lower + 3])));
        if (last >= 0) fastest = Math.max(fastest, Math.abs(knee - last));
        last = knee;
      }
      if (softening > 0) expect(fastest).toBeLessThan(0.003);
      expect(fastest).toBeLessThan(0.06);
    }
  });

  it('gives no NaN for limbs and targets that make no sense', () => {
    const flat = createSkeleton({
      names: ['root', 'a', 'b', 'c'],
      parents: [-1, 0, 1, 2],
      offsets: new Float64Array(12),
    });
    const { skeleton, roles } = { skeleton: flat, roles: {} };
    const model: Body = { ...randomBody(createRng(1), { joints: 4 }), skeleton, roles };
    const memory = createWorkspace(model);
    const q = randomPose(createRng(2), flat);
    forwardKinematics(model, memory, q);
    const before = q.slice();
    const position = Float64Array.of(1, 2, 3);
    expect(solveLimb(q, memory, createLimb(model, 1, 2, 3), { position, rotation }).status).toBe('degenerate');
    expect(q).toEqual(before);
    const pose = crouching(who);
    place(who, pose);
    expect(solveLimb(pose, ws, leg, { position: Float64Array.of(Number.NaN, 0, 0), rotation }).status).toBe(
      'degenerate',
    );
    expect(pose).toEqual(crouching(who));
    const along = Float64Array.of(0, -1, 0);
    solveLimb(pose, ws, leg, { position: originOf(leg.end), rotation, bendTowards: along });
    solveLimb(pose, ws, leg, { position: originOf(leg.end), rotation, bendTowards: new Float64Array(3) });
    expect(Number.isFinite(largest(pose))).toBe(true);
  });

  it('refuses joints that do not hang on each other', () => {
    expect(() => createLimb(body, leg.upper, arm.lower, leg.end)).toThrow(/does not hang on/);
    const { skeleton, roles } = body;
    const { leftFoot: _, ...others } = roles;
    expect(limbOf({ ...createBody(skeleton, roles), roles: others }, 'left', 'leg')).toBeUndefined();
  });

  it('bends an over-stretched knee the right way', () => {
    const q = standing(who);
    bend(q, leg.lower, 'x', -0.1);
    place(who, q);
    const position = originOf(leg.upper).map((x, k) => (k === 1 ? x - 0.7 : x));
    solveLimb(q, ws, leg, { position, rotation });
    expect(q[3 + 4 * leg.lower]).toBeGreaterThan(0.3);
  });
});
