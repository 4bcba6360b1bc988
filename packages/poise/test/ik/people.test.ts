/** What must hold of whole-body IK, on every kind of body. */
import { describe, expect, it } from 'vitest';
import { jointRange } from '../../src/ik/limits/joint-range.ts';
import { jointSpeed } from '../../src/ik/limits/joint-speed.ts';
import { com } from '../../src/ik/tasks/com.ts';
import { framePosition } from '../../src/ik/tasks/frame-position.ts';
import { createRng, normal } from '../../src/math/random.ts';
import { mocapPresent } from '../support/mocap.ts';
import { randomTangent } from '../support/random-body.ts';
import { solveKkt } from './kkt.ts';
import { captured, changed, madeUp, mannequin } from './people.ts';
import { createScene } from './scene.ts';
import { DT, largest, place } from './support.ts';

const MILLIMETRE = 1e-3;
const DEGREE = Math.PI / 180;

const people = [
  ['made up', madeUp()],
  ['mannequin', mannequin()],
  ...(mocapPresent ? ([['captured', await captured()]] as const) : []),
] as const;

describe.each(people)('whole-body IK: %s', (_, who) => {
  const { body, ws } = who;
  const hand = who.joint('leftHand');
  const limits = [jointRange(body, DT), jointSpeed(body, DT)];

  /** Steps for some seconds; the worst that the feet did, how often it was not solved, and what joints do in the end. */
  function run(scene: ReturnType<typeof createScene>, seconds: number, plan: (t: number) => void = () => {}) {
    const found = { slide: 0, turn: 0, unmet: 0, unmetAtEnd: 0, reason: '', atEnd: 0, fastest: 0 };
    const frames = Math.round(seconds / DT);
    for (let frame = 0; frame < frames; frame++) {
      plan(frame * DT);
      const { status, reason } = scene.step();
      const { slide, turn } = scene.feetError();
      found.slide = Math.max(found.slide, slide);
      found.turn = Math.max(found.turn, turn);
      found.fastest = Math.max(found.fastest, largest(scene.v));
      if (status !== 'solved') found.unmet++;
      if (frame < frames - 60) continue;
      if (status !== 'solved') found.unmetAtEnd++;
      found.reason = reason;
      found.atEnd = Math.max(found.atEnd, largest(scene.v));
    }
    expect(found.slide).toBeLessThan(0.5 * MILLIMETRE);
    expect(found.turn).toBeLessThan(0.1 * DEGREE);
    expect(Number.isFinite(largest(scene.q))).toBe(true);
    return found;
  }

  it('equals a dense solve of the KKT system, and meets hard rows to 1e-6', () => {
    const rng = createRng(3);
    for (const softness of [0, 1e-2]) {
      const scene = createScene(who, who.q, { angularSoftness: softness });
      for (let k = 0; k < 3; k++) scene.linear.reference.momentum[k] = 8 * normal(rng);
      for (let k = 0; k < 3; k++) scene.angular.reference.momentum[k] = normal(rng);
      scene.pose.reference.v.set(randomTangent(rng, body.skeleton, 0.3));
      const { status, x, residual } = scene.solve();
      const dense = solveKkt(scene.problem);
      expect(status).toBe('solved');
      expect(largest(x.map((value, i) => value - dense[i])) / largest(dense)).toBeLessThan(1e-9);
      expect(residual).toBeLessThan(1e-6);
    }
  });

  it('keeps feet planted through 10 s of sway, twist and reach, all of it met', () => {
    const reach = framePosition(body, hand, { stiffness: 5 });
    const scene = createScene(who, who.q, { limits, more: [reach] });
    const start = ws.segmentOrigin.slice(3 * hand, 3 * hand + 3);
    const { unmet, fastest } = run(scene, 10, (t) => {
      scene.linear.reference.momentum.set([4 * Math.cos(3 * t), 2 * Math.sin(5 * t), 6 * Math.sin(2 * t)]);
      scene.angular.reference.momentum.set([0, 1.5 * Math.sin(4 * t), 0]);
      for (let k = 0; k < 3; k++) reach.reference.position[k] = start[k] + 0.1 * Math.sin((2 + k) * t);
    });
    expect(unmet).toBe(0);
    expect(fastest).toBeGreaterThan(0.3);
  });

  it.each([
    ['straight knees', { rise: 0.3 }],
    ['feet together', { together: 1 }],
    ['straight knees, feet together', { rise: 0.3, together: 1 }],
  ] as const)('%s: goes on with finite numbers and feet kept', (_name, change) => {
    const q = changed(who, change);
    const scene = createScene(who, q, { limits, angularSoftness: 0 });
    const { fastest } = run(scene, 2, (t) => {
      scene.linear.reference.momentum.set([3 * Math.sin(4 * t), 6 * Math.sin(6 * t), 5 * Math.sin(5 * t)]);
      scene.angular.reference.momentum.set([0.5 * Math.sin(3 * t), 0.3, 0]);
    });
    expect(fastest).toBeGreaterThan(0.05);
    expect(fastest).toBeLessThan(17.01);
  });

  it.each([
    ['a hand four metres ahead', [0, 0, 4], 'hand'],
    ['the CoM one metre ahead', [0, 0, 1], 'com'],
    ['the CoM one metre up', [0, 1, 0], 'com'],
    ['the CoM one metre aside', [1, 0, 0], 'com'],
  ] as const)('%s, hard: the outcome says so and the body settles, on its feet', (_name, way, what) => {
    const task =
      what === 'com' ? com(body, { stiffness: 5 }) : framePosition(body, hand, { stiffness: 5, softness: 0 });
    const scene = createScene(who, who.q, { limits, more: [task], momenta: 'free' });
    const from = what === 'com' ? ws.com : ws.segmentOrigin.subarray(3 * hand, 3 * hand + 3);
    const start = from.slice();
    for (let k = 0; k < 3; k++) task.reference.position[k] = start[k] + way[k];
    const { unmetAtEnd, reason, atEnd } = run(scene, 8);
    expect(unmetAtEnd).toBe(60);
    expect(reason).toMatch(/out of reach|limits stand in the way|contradict/);
    expect(atEnd).toBeLessThan(2);
    place(who, scene.q);
    const now = what === 'com' ? ws.com : ws.segmentOrigin.subarray(3 * hand, 3 * hand + 3);
    const gained = way.reduce<number>((sum, x, k) => sum + x * (now[k] - start[k]), 0) / Math.hypot(...way);
    expect(gained).toBeGreaterThan(0.01); // it went there as far as it could
  });

  it('a hand that can get there, hard: it does', () => {
    const task = framePosition(body, hand, { stiffness: 5, softness: 0 });
    const scene = createScene(who, who.q, { limits, more: [task], momenta: 'free' });
    const at = ws.segmentOrigin.subarray(3 * hand, 3 * hand + 3);
    task.reference.position.set([at[0] - 0.1, at[1] + 0.3, at[2] + 0.25]);
    const { unmetAtEnd } = run(scene, 4);
    expect(unmetAtEnd).toBe(0);
    place(who, scene.q);
    for (let k = 0; k < 3; k++) expect(ws.segmentOrigin[3 * hand + k]).toBeCloseTo(task.reference.position[k], 5);
  });

  it('joints too slow for the tasks: speeds are kept, the outcome says so, feet stay', () => {
    const slow = [jointRange(body, DT), jointSpeed(body, DT, { fastest: 0.3 })];
    const scene = createScene(who, who.q, { limits: slow });
    const { unmet } = run(scene, 3, (t) => {
      scene.linear.reference.momentum[2] = 60 * Math.sin(2 * t);
      scene.angular.reference.momentum[0] = 6 * Math.cos(4 * t);
      if (scene.scratch.outcome.status !== 'stalled') {
        expect(largest(scene.scratch.outcome.x.subarray(3))).toBeLessThan(0.3 + 1e-6);
      }
    });
    expect(unmet).toBeGreaterThan(20);
  });
});
