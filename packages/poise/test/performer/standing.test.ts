import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { rotate3 } from '../../src/math/quat.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { quatIndex } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import type { MannequinOptions } from '../../src/performer/mannequin/skeleton.ts';
import { type PerformerMotion, type PerformOptions, perform } from '../../src/performer/motion.ts';
import { bend } from '../../src/performer/motions/bend.ts';
import { crouch } from '../../src/performer/motions/crouch.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { kick } from '../../src/performer/motions/kick.ts';
import { punch } from '../../src/performer/motions/punch.ts';
import { squat } from '../../src/performer/motions/squat.ts';
import { stretch } from '../../src/performer/motions/stretch.ts';
import { isWhole } from '../../src/performer/parameters.ts';
import { check, expectSound, jerkOf, jointVelocities, meanJointSpeed } from './checks.ts';

const BODIES: readonly Partial<MannequinOptions>[] = [
  {},
  { height: 1.55, mass: 50, sex: 'female' },
  { height: 1.9, mass: 95, sex: 'male' },
];

const BALANCED: readonly (readonly [name: string, PerformerMotion, Partial<PerformOptions>])[] = [
  ['idle', idle, {}],
  ['stretch, balanced', stretch, { preset: 'balanced' }],
  ['bend', bend, {}],
  ['squat', squat, {}],
  ['crouch', crouch, {}],
  ['kick', kick, {}],
  ['punch', punch, {}],
];

const SEEDS = [0, 7];

/** Joints of idling people move at 3.6 to 11 °/s; who is about to act is quieter, and nobody is frozen [rad/s]. */
const [LEAST_IN_HOLD, MOST_IN_HOLD] = [0.4 * (Math.PI / 180), 11 * (Math.PI / 180)];

/** Ends of parameter ranges, on the default body. */
const EXTREMES: readonly (readonly [PerformerMotion, Partial<PerformOptions>])[] = BALANCED.flatMap(
  ([, motion, options]) =>
    motion.parameters
      .filter((parameter) => !isWhole(parameter))
      .flatMap(({ name, min, max }) =>
        [min, max].map((value) => [motion, { ...options, values: { [name]: value } }] as const),
      ),
);

function expectPossible(clip: Clip, body: Partial<MannequinOptions>): void {
  const found = check(createActor(body).body, clip);
  expect(found.zmpOutside).toBeLessThanOrEqual(0.02);
  expect(found.worstOutside).toBeLessThan(0.06);
  expectSound(found);
  expect(found.ankleRange[0]).toBeGreaterThan(-45);
  expect(found.ankleRange[1]).toBeLessThan(35);
  expect(found.errors).toEqual([]);
  // The feet carry: no one floats, no leg is too short for its footprint.
  const [left, right] = found.report.feet;
  const [lower, higher] = [Math.min, Math.max].map((pick) =>
    Math.max(...left.clearance.map((height, k) => pick(height, right.clearance[k]))),
  );
  expect(lower).toBeLessThan(0.001);
  if (clip.name !== 'kick') expect(higher).toBeLessThan(0.001);
}

describe.each(BALANCED)('%s', (_, motion, options) => {
  const usual = perform(motion, options);

  it.each(BODIES.flatMap((body) => SEEDS.map((seed) => [body, seed] as const)))(
    'is possible and smooth for %o, seed %d',
    (body, seed) => {
      const clip = perform(motion, { ...options, body, values: { seed } });
      expectPossible(clip, body);
      expect(jerkOf(clip)).toBeLessThan(120);
    },
  );

  it('is the same every time, and another with another seed', () => {
    const bytes = (seed: number): Buffer => Buffer.from(perform(motion, { ...options, values: { seed } }).q.buffer);
    expect(bytes(0).equals(Buffer.from(usual.q.buffer))).toBe(true);
    expect(bytes(5).equals(Buffer.from(usual.q.buffer))).toBe(false);
  });

  it('starts and ends in a living hold, or goes round without a seam', () => {
    const clip = usual;
    const [v, size] = [jointVelocities(clip), (x: Float64Array) => Math.max(...x.map(Math.abs))];
    if (!motion.loops) {
      for (const end of [v[0], v[v.length - 1]]) {
        expect(size(end)).toBeLessThan(MOST_IN_HOLD);
        expect(meanJointSpeed([end])).toBeGreaterThan(LEAST_IN_HOLD);
      }
      return;
    }
    // Twice round: speeds and accelerations over the seam are no larger than elsewhere.
    const twice = jointVelocities({
      ...clip,
      frameCount: 2 * clip.frameCount,
      q: Float64Array.from([...clip.q, ...clip.q]),
    });
    const change = (k: number): number => size(twice[k].map((x, i) => x - twice[k - 1][i]));
    const inside = Math.max(...Array.from({ length: clip.frameCount - 3 }, (_, k) => change(k + 1)));
    for (let k = clip.frameCount - 2; k <= clip.frameCount + 1; k++) expect(change(k)).toBeLessThanOrEqual(inside);
  });
});

it.each(EXTREMES.map(([motion, options]) => [motion.id, options, motion] as const))(
  '%s %o is possible',
  (_, options, motion) => {
    expectPossible(perform(motion, options), {});
  },
);

it.each(BODIES)('bend: fingertips come near the floor and never into it, %o', (body) => {
  const actor = createActor(body);
  const hand = actor.roles.rightHand as number;
  const tip = actor.skeleton.endSites.find(({ joint }) => joint === hand)?.offset ?? [0, 0, 0];
  const least = (values: Record<string, number>): number => {
    const { q, frameCount } = perform(bend, { body, values });
    const nq = q.length / frameCount;
    const point = new Float64Array(3);
    return Array.from({ length: frameCount }, (_, frame) => {
      forwardKinematics(actor.body, actor.ws, q, frame * nq);
      rotate3(point, 0, actor.ws.segmentRotation, 4 * hand, Float64Array.from(tip), 0);
      return actor.ws.segmentOrigin[3 * hand + 1] + point[1];
    }).reduce((a, b) => Math.min(a, b));
  };
  expect(least({})).toBeLessThan(0.06);
  expect(least({})).toBeGreaterThan(0.01);
  expect(least({ depth: 116, knees: 60 })).toBeGreaterThan(0.005);
});

/** A named angle of a joint over the frames [rad]: twice the part of its quaternion along an axis. */
function turnOf(clip: Clip, joint: number, axis: 0 | 1 | 2): number[] {
  const nq = clip.q.length / clip.frameCount;
  const i = quatIndex(joint);
  return Array.from({ length: clip.frameCount }, (_, frame) => {
    const o = frame * nq + i;
    return 2 * Math.atan2(clip.q[o + axis], clip.q[o + 3]);
  });
}

it('punch: the arm springs back within 0.2 s of the strike', () => {
  const clip = perform(punch);
  const elbow = turnOf(clip, createActor().roles.rightLowerArm as number, 1).map(Math.abs);
  const straight = elbow.indexOf(Math.min(...elbow));
  expect(elbow[straight]).toBeLessThan(0.25);
  expect(elbow[straight + 12] - elbow[straight]).toBeGreaterThan(0.45);
});

it('kick: the hips turn into it', () => {
  const yaw = turnOf(perform(kick), 0, 1);
  expect(Math.max(...yaw) - Math.min(...yaw)).toBeGreaterThan(0.4);
});
