/** Falls: laws, what must not happen to a body on its way down, and what protective acts are for. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { anatomicalAngles } from '../../src/body/anatomical-angles.ts';
import type { Body } from '../../src/body/body.ts';
import { FallingBody, type FallOptions } from '../../src/control/fall/falling-body.ts';
import { forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { UsageError } from '../../src/errors.ts';
import { transformPoint3 } from '../../src/math/mat3.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import { coordinateCount, freedomCount } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';

const FRAME = 1 / 60; // [s]
const SEED = 11;

function standing(height: number): { readonly body: Body; readonly q: Float64Array } {
  const clip = perform(idle, { body: { height } });
  const body = fitBody(clip, { height });
  return { body, q: clip.q.slice(0, coordinateCount(body.skeleton)) };
}

const person = standing(1.75);

/** A velocity of the whole body [m/s], and of every joint at random up to `spin` [rad/s]. */
function velocity(body: Body, [x, y, z]: readonly [number, number, number], spin = 0, seed = SEED): Float64Array {
  const rng = createRng(seed);
  const v = new Float64Array(freedomCount(body.skeleton));
  for (let i = 3; i < v.length; i++) v[i] = uniform(rng, -spin, spin);
  v.set([x, y, z]);
  return v;
}

function fallen(
  { body, q }: typeof person,
  v: Float64Array,
  options: Partial<FallOptions> = {},
): { readonly fall: FallingBody; readonly frames: Float64Array[] } {
  const fall = new FallingBody(body, options);
  fall.begin(q, v);
  const frames: Float64Array[] = [];
  for (let k = 0; k < 360 && !fall.isDown; k++) {
    fall.step(FRAME);
    frames.push(fall.q.slice());
  }
  return { fall, frames };
}

/** [m] of the deepest end of any shape below a floor of slope (x, z). */
function depthOf(body: Body, q: Float64Array, slope: readonly [number, number] = [0, 0]): number {
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, q);
  const at = new Float64Array(3);
  let depth = 0;
  for (const { segment, near, far, nearRadius, farRadius } of body.shapes) {
    for (const [end, radius] of [
      [near, nearRadius],
      [far, farRadius],
    ] as const) {
      transformPoint3(
        at,
        0,
        ws.segmentOrigin,
        3 * segment,
        ws.worldFromSegment,
        9 * segment,
        Float64Array.from(end),
        0,
      );
      const above = (at[1]! - slope[0] * at[0]! - slope[1] * at[2]!) / Math.hypot(1, ...slope);
      depth = Math.max(depth, radius - above);
    }
  }
  return depth;
}

/** [°] of the joint that is farthest beyond its range; joints of trunk and neck may have twice their part each, not together. */
function overstepOf({ limits, skeleton, roles }: Body, q: Float64Array): number {
  const angles = new Float64Array(3);
  let most = 0;
  for (const names of [
    ['spine', 'chest', 'upperChest'],
    ['neck', 'head'],
  ] as const) {
    const joints = names.flatMap((name) => roles[name] ?? []);
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (const joint of joints) {
        anatomicalAngles(angles, 0, limits, joint, q, 3 + 4 * joint);
        sum += angles[k]!;
      }
      const [low, high] = [limits.lower[3 * joints[0]! + k]!, limits.upper[3 * joints[0]! + k]!];
      most = Math.max(most, (joints.length / 2) * low - sum, sum - (joints.length / 2) * high);
    }
  }
  for (let joint = 1; joint < skeleton.names.length; joint++) {
    anatomicalAngles(angles, 0, limits, joint, q, 3 + 4 * joint);
    for (let k = 0; k < 3; k++) {
      const [low, high] = [limits.lower[3 * joint + k]!, limits.upper[3 * joint + k]!];
      most = Math.max(most, low - angles[k]!, angles[k]! - high);
    }
  }
  return (180 / Math.PI) * most;
}

const WAYS = [
  ['forward', [0, 0, 1.6]],
  ['backward', [0, 0, -1.6]],
  ['to the left', [1.6, 0, 0]],
  ['to the right', [-1.6, 0, 0]],
] as const;

describe('a fall', () => {
  it.each(WAYS)('%s ends on the ground within 4 s, above it and inside the ranges of joints', (_, way) => {
    for (const who of [person, standing(1.15), standing(2)]) {
      for (const tone of [0, 0.5, 1]) {
        const { fall, frames } = fallen(who, velocity(who.body, way, 1), { tone });
        expect(fall.isDown).toBe(true);
        expect(fall.time).toBeLessThan(4);
        const ws = createWorkspace(who.body);
        forwardKinematics(who.body, ws, fall.q);
        expect(ws.com[1]).toBeLessThan(0.25 * who.body.height);
        for (const q of frames) {
          expect(q.every(Number.isFinite)).toBe(true);
          expect(depthOf(who.body, q)).toBeLessThan(0.02);
          expect(overstepOf(who.body, q)).toBeLessThan(5);
        }
      }
    }
  });

  it('forward is fought by a step that comes too late, but not by who is limp', () => {
    const { body, q } = person;
    const ankles = [body.roles.leftFoot!, body.roles.rightFoot!];
    const ws = createWorkspace(body);
    // [m] from foot to foot, ahead
    const apart = (pose: Float64Array): number => {
      forwardKinematics(body, ws, pose);
      return Math.abs(ws.segmentOrigin[3 * ankles[0]! + 2]! - ws.segmentOrigin[3 * ankles[1]! + 2]!);
    };
    const stepOf = (tone: number): number => {
      const { frames } = fallen(person, velocity(body, [0, 0, 1.8]), { tone });
      const standing = frames.filter((pose) => {
        forwardKinematics(body, ws, pose);
        return ws.com[1]! > 0.3 * body.height;
      });
      return Math.max(...standing.map(apart)) - apart(q);
    };
    expect(stepOf(1)).toBeGreaterThan(stepOf(0) + 0.2);
  });

  it('in the air follows free fall, and keeps its angular momentum', () => {
    const { body } = person;
    const q = person.q.slice();
    q[1]! += 3;
    const fall = new FallingBody(body, { tone: 1 });
    fall.begin(q, velocity(body, [0.5, 2, -0.3], 2));
    const ws = createWorkspace(body);
    const read = (): { com: Float64Array; spin: Float64Array } => {
      forwardKinematics(body, ws, fall.q);
      forwardVelocity(body, ws, fall.v);
      return { com: ws.com.slice(), spin: ws.angularMomentum.slice() };
    };
    const start = read();
    const [vx, vy, vz] = ws.comVelocity;
    for (let k = 0; k < 24; k++) fall.step(FRAME);
    const end = read();
    const t = 0.4;
    expect(end.com[0]! - start.com[0]!).toBeCloseTo(vx! * t, 2);
    expect(end.com[2]! - start.com[2]!).toBeCloseTo(vz! * t, 2);
    expect(end.com[1]! - start.com[1]!).toBeCloseTo(vy! * t - (9.81 * t * t) / 2, 1);
    for (let c = 0; c < 3; c++) expect(Math.abs(end.spin[c]! - start.spin[c]!)).toBeLessThan(0.6);
    expect(Math.hypot(...start.spin)).toBeGreaterThan(3);
  });

  it('gains no energy without muscles', () => {
    const fall = new FallingBody(person.body, { tone: 0 });
    for (let k = 0; k < 8; k++) {
      fall.begin(person.q, velocity(person.body, [Math.sin(k), 0, 1.5 * Math.cos(k)], 4, SEED + k));
      let before = fall.energy();
      const start = before;
      for (let tick = 0; tick < 1200 && !fall.isDown; tick++) {
        fall.step(FRAME / 4);
        const now = fall.energy();
        expect(now - before).toBeLessThan(0.2);
        before = now;
      }
      expect(before).toBeLessThan(0.2 * start);
    }
  });

  it('takes what it is given, or refuses it and stays as it was', () => {
    const { body, q } = person;
    const still = velocity(body, [0, 0, 1]);
    const fall = new FallingBody(body);
    fall.begin(q, still);
    const state = new Float64Array(fall.stateSize);
    fall.save(state);
    const with_ = (list: Float64Array, at: number, value: number): Float64Array =>
      list.map((x, i) => (i === at ? value : x));
    const wrong: readonly (() => void)[] = [
      () => fall.begin(with_(q, 1, NaN), still),
      () => fall.begin(q.fill.call(q.slice(), 0, 3, 7), still),
      () => fall.begin(q, still.subarray(3)),
      () => fall.step(NaN),
      () => fall.step(-1),
      () => fall.push({ impulse: [NaN, 0, 0], segment: 0 }),
      () => fall.push({ impulse: [0, 0, 5], segment: 999 }),
      () => fall.push({ impulse: [0, 0, 5], segment: 0, pointInSegment: [0, 1e300, 0] }),
      () => fall.restore(state.subarray(1), q),
      () => fall.restore(with_(state, 5, 1e300), q),
      () => new FallingBody(body, { parameters: { tickRate: 1e9 } }),
      () => new FallingBody(body, { ground: () => ({ height: NaN, normal: [0, 1, 0] }) }).begin(q, still), // a ray that missed
    ];
    for (const [i, act] of wrong.entries()) expect(act, `${i}`).toThrow(UsageError);
    expect(fall.q).toEqual(q);
    fall.step(1e-20); // a clock's rounding
    expect(fall.q).toEqual(q);
    fall.step(1e300);
    expect(fall.time).toBeCloseTo(1, 9);
    expect(fall.q.every(Number.isFinite)).toBe(true);
  });

  it('is the same to the byte from a saved moment, at once and when it lies', () => {
    const { body, q } = person;
    for (const frames of [1, 40, 300]) {
      const one = new FallingBody(body);
      one.begin(q, velocity(body, [1, 0, 1], 1));
      for (let k = 0; k < frames; k++) one.step(FRAME);
      one.push({ impulse: [0, 5, 10], segment: body.roles.chest ?? 0 });
      const state = new Float64Array(one.stateSize);
      one.save(state);
      const other = new FallingBody(body);
      other.restore(state, q);
      for (let k = 0; k < 60; k++) {
        one.step(FRAME);
        other.step(FRAME);
      }
      expect(other.q).toEqual(one.q);
      expect(other.v).toEqual(one.v);
      expect(other.time).toBe(one.time);
    }
    expect(new FallingBody(body).stateSize * 8).toBeLessThan(2500);
  });

  it('sleeps when it lies, and wakes when it is pushed', () => {
    const { fall } = fallen(person, velocity(person.body, [0, 0, 1.5]));
    const q = fall.q.slice();
    for (let k = 0; k < 30; k++) fall.step(FRAME);
    expect(fall.q).toEqual(q);
    fall.push({ impulse: [0, 0, 60], segment: person.body.roles.hips ?? 0 });
    for (let k = 0; k < 30; k++) fall.step(FRAME);
    expect(Math.hypot(fall.q[0]! - q[0]!, fall.q[2]! - q[2]!)).toBeGreaterThan(0.03);
  });

  it('lies on a slope as on the level, and rides on a lift', () => {
    const slope = 0.2;
    const normal = [0, Math.cos(Math.atan(slope)), -Math.sin(Math.atan(slope))] as const;
    const onSlope = fallen(person, velocity(person.body, [1.5, 0, 0]), {
      ground: (_, z) => ({ height: slope * z, normal }),
    });
    expect(onSlope.fall.isDown).toBe(true);
    for (const q of onSlope.frames.slice(60)) expect(depthOf(person.body, q, [0, slope])).toBeLessThan(0.02);

    // a lift that rises: asked again and again, it is ever higher
    let height = 0;
    const ground = () => ({ height, normal: [0, 1, 0], velocity: [0, 0.5, 0] }) as const;
    const lift = new FallingBody(person.body, { ground });
    lift.begin(person.q, velocity(person.body, [1.5, 0.5, 0]));
    for (let k = 0; k < 150; k++) {
      height += 0.5 * FRAME;
      lift.step(FRAME);
    }
    expect(lift.q[1]! - height).toBeGreaterThan(0);
    expect(lift.q[1]! - height).toBeLessThan(0.25);
    expect(lift.v[1]).toBeCloseTo(0.5, 1);
  });

  it('refuses a tone that is none', () => {
    expect(() => new FallingBody(person.body, { tone: 1.5 })).toThrow(UsageError);
  });
});

describe('protective acts', () => {
  it.each(WAYS)('in falls %s bring the head down two fifths slower than limp, or more', (_, way) => {
    const head = (tone: number): number =>
      [0, 1, 2]
        .map((k) => fallen(person, velocity(person.body, way, 0.5, SEED + k), { tone }).fall.impactOf('head'))
        .sort((a, b) => a - b)[1]!;
    expect(head(0)).toBeGreaterThan(1.5);
    expect(head(1)).toBeLessThan(0.6 * head(0));
  });

  it('put both hands on the ground before the head in a fall forward', () => {
    const fall = new FallingBody(person.body);
    fall.begin(person.q, velocity(person.body, [0, 0, 1.6]));
    let first = '';
    for (let k = 0; k < 200 && first === ''; k++) {
      fall.step(FRAME / 4);
      for (const part of ['head', 'chest', 'hand'] as const) if (fall.impactOf(part) > 0) first = part;
    }
    expect(first).toBe('hand');
  });
});

describe('a hit that no body is made for', () => {
  it('on any part of somebody small ends on the floor, not beyond all numbers', () => {
    const child = standing(1.2);
    const { body, q } = child;
    body.skeleton.parents.forEach((_, segment) => {
      const fall = new FallingBody(body);
      fall.begin(q, velocity(body, [0, 0, 1]));
      for (let frame = 0; frame < 240; frame++) {
        // a ball of 10 kg at 20 m/s, again and again
        if (frame % 20 === 5) fall.push({ impulse: [170, 30, frame % 40 === 5 ? 170 : -170], segment, duration: 0.02 });
        fall.step(FRAME);
      }
      expect(Math.max(...fall.v.map(Math.abs))).toBeLessThanOrEqual(40);
      expect(Math.hypot(fall.q[0], fall.q[2])).toBeLessThan(200);
      expect(Math.abs(fall.q[1])).toBeLessThan(30);
    });
  });
});
