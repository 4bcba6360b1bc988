import { describe, expect, it } from 'vitest';
import { createIkScratch } from '../../src/ik/ik-system.ts';
import { jointRange } from '../../src/ik/limits/joint-range.ts';
import { createIk } from '../../src/ik/problem.ts';
import { solveIk } from '../../src/ik/solve-ik.ts';
import { frameOrientation } from '../../src/ik/tasks/frame-orientation.ts';
import { framePosition } from '../../src/ik/tasks/frame-position.ts';
import { posture } from '../../src/ik/tasks/posture.ts';
import { createRng, normal } from '../../src/math/random.ts';
import { randomTangent } from '../support/random-body.ts';
import { solveDense } from './dense-qp.ts';
import { solveKkt } from './kkt.ts';
import { createScene } from './scene.ts';
import { bend, crouching, DT, largest, person, place, shaken, standing } from './support.ts';

const who = person();
const { body, ws } = who;

const difference = (a: Float64Array, b: Float64Array): number => largest(a.map((x, i) => x - b[i]));

/** A scene with velocity of the CoM and angular momentum to be met, in a pose by chance. */
function randomScene(seed: number, angularSoftness: number, limited: boolean) {
  const rng = createRng(seed);
  const scene = createScene(who, shaken(who, rng, crouching(who), 0.15), {
    angularSoftness,
    limits: limited ? [jointRange(body, DT)] : [],
  });
  for (let k = 0; k < 3; k++) {
    scene.centre.reference.velocity[k] = 0.15 * normal(rng);
    scene.angular.reference.momentum[k] = 2 * normal(rng);
  }
  scene.pose.reference.v.set(randomTangent(rng, body.skeleton, 0.3));
  return scene;
}

describe('solveIk', () => {
  it.each([
    ['soft angular momentum', 1e-2],
    ['all rows hard', 0],
  ])('equals a dense solve of the KKT system: %s', (_, softness) => {
    for (let seed = 1; seed <= 10; seed++) {
      const { solve, problem } = randomScene(seed, softness, false);
      const { x, status } = solve();
      expect(status).toBe('solved');
      expect(difference(x, solveKkt(problem)) / largest(x)).toBeLessThan(1e-9);
    }
  });

  it('equals it where limits have made joints stiffer', () => {
    let full = 0;
    for (let seed = 1; seed <= 10; seed++) {
      const { solve, problem } = randomScene(seed, 1e-2, true);
      const { x, frozenCount } = solve();
      full += problem.weights.isFull.reduce((sum, f) => sum + f, 0);
      if (frozenCount === 0) expect(difference(x, solveKkt(problem)) / largest(x)).toBeLessThan(1e-9);
    }
    expect(full).toBeGreaterThan(5);
  });

  it('meets hard rows, momentum included, to 1e-6', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const outcome = randomScene(seed, 0, false).solve();
      expect(outcome.status).toBe('solved');
      expect(largest(outcome.residuals)).toBeLessThan(1e-6);
    }
  });

  it('gives momenta that the dynamics measure', () => {
    const { solve, centre, angular, q } = randomScene(3, 0, false);
    const v = solve().x.slice();
    place(who, q, v);
    const wanted = centre.reference.velocity.map((rate) => body.totalMass * rate);
    expect(difference(ws.linearMomentum, wanted)).toBeLessThan(1e-6);
    expect(difference(ws.angularMomentum, angular.reference.momentum)).toBeLessThan(1e-6);
    expect(largest(v)).toBeGreaterThan(0.1);
  });

  it('puts support feet first, angular momentum last, whatever the order given', () => {
    const { problem } = createScene(who, crouching(who));
    expect(problem.tasks.map(({ name }) => name)).toEqual([
      'leftFoot position',
      'leftFoot orientation',
      'rightFoot position',
      'rightFoot orientation',
      'centre of mass',
      'angular momentum',
    ]);
  });

  it('gives the same bytes again, from the same memory and from new', () => {
    const first = randomScene(5, 1e-2, true);
    const x = first.solve().x.slice();
    expect(first.solve().x).toEqual(x);
    expect(solveIk(first.problem, createIkScratch(first.problem)).x).toEqual(x);
    expect(randomScene(5, 1e-2, true).solve().x).toEqual(x);
  });
});

/** Straight legs turned inwards until the ankles touch. */
function feetTogether(): Float64Array {
  const q = standing(who);
  const inwards = Math.asin(0.09 / (0.4222 + 0.4403));
  bend(q, who.joint('leftUpperLeg'), 'z', -inwards);
  bend(q, who.joint('rightUpperLeg'), 'z', inwards);
  place(who, q);
  expect(Math.abs(ws.segmentOrigin[3 * who.joint('leftFoot')])).toBeLessThan(1e-12);
  return q;
}

describe('conflicts', () => {
  const hand = who.joint('leftHand');

  it('tasks that ask for the same are met together', () => {
    const twins = [framePosition(body, hand), framePosition(body, hand)];
    for (const { reference } of twins) reference.velocity.set([0.1, 0.2, 0]);
    const { solve } = createScene(who, crouching(who), { more: twins });
    const outcome = solve();
    expect(outcome.status).toBe('solved');
    expect(outcome.residual).toBeLessThan(1e-5);
    for (const twin of twins) twin.softness = 0;
    expect(solve().status).toBe('solved');
    expect(outcome.residual).toBeLessThan(1e-6);
  });

  it('tasks that contradict each other: the earlier one wins and the other is named', () => {
    const first = framePosition(body, hand, { name: 'up', softness: 0 });
    const second = framePosition(body, hand, { name: 'down', softness: 0 });
    first.reference.velocity[1] = 0.3;
    second.reference.velocity[1] = -0.3;
    const { solve, problem } = createScene(who, crouching(who), { more: [first, second] });
    const outcome = solve();
    expect(outcome.relaxed[problem.tasks.indexOf(second)]).toBe(1);
    expect(outcome).toMatchObject({ status: 'infeasible', worstTask: 'down' });
    expect(outcome.residual).toBeCloseTo(0.6, 6);
    expect(outcome.residuals[problem.tasks.indexOf(first)]).toBeLessThan(1e-8);
    expect(outcome.reason).toBe('hard rows contradict each other');
  });

  it('angular momentum gives way before everything else, support feet never', () => {
    // all orientations are prescribed: the angular momentum follows, and cannot be chosen
    const still = body.skeleton.names.map((_, segment) => frameOrientation(body, segment, { softness: 0 }));
    const { solve, angular, problem } = createScene(who, crouching(who), { more: still, angularSoftness: 0 });
    for (const task of still)
      task.reference.rotation.set(ws.segmentRotation.subarray(4 * still.indexOf(task), 4 * still.indexOf(task) + 4));
    angular.reference.momentum.set([1, 1, 1]);
    const outcome = solve();
    expect(outcome.status).toBe('infeasible');
    expect(outcome.worstTask).toBe('angular momentum');
    problem.tasks.forEach((task, t) => {
      if (task.rank < 2) expect(outcome.residuals[t]).toBeLessThan(1e-5);
      else expect(outcome.relaxed[t]).toBe(1);
    });
    expect(largest(outcome.x)).toBeLessThan(1e-6);
  });

  it.each([
    ['straight knees', standing(who)],
    ['nearly straight knees', crouching(who, 1e-5)],
    ['feet together', feetTogether()],
  ])('%s: finite numbers, feet kept', (_, q) => {
    const scene = createScene(who, q, { angularSoftness: 0 });
    scene.centre.reference.velocity.set([0.11, -0.06, 0.11]);
    scene.angular.reference.momentum.set([1, 0.5, 1]);
    const outcome = scene.solve();
    expect(Number.isFinite(largest(outcome.x))).toBe(true);
    for (let t = 0; t < 4; t++) expect(outcome.residuals[t]).toBeLessThan(1e-6);
  });

  it('numbers that are not finite stop here', () => {
    const scene = createScene(who, crouching(who));
    scene.centre.reference.velocity[1] = Number.NaN;
    expect(scene.solve()).toMatchObject({ status: 'stalled', reason: 'not finite' });
    expect(largest(scene.solve().x)).toBe(0);
    scene.centre.reference.velocity[1] = 0;
    expect(scene.solve().status).toBe('solved');
  });

  it('refuses freedoms without weight', () => {
    const pose = posture(body, { root: 0 });
    expect(() => createIk(body, { tasks: [], preferences: [pose] })).toThrow(/freedom 0 needs a positive weight/);
  });
});

describe('a dense QP of the same problem', () => {
  it('has the same solution where no limit is near', () => {
    const { solve, problem } = randomScene(2, 1e-2, false);
    const { x } = solve();
    const { outcome } = solveDense(problem);
    expect(outcome.status).toBe('solved');
    expect(difference(outcome.x, x) / largest(x)).toBeLessThan(1e-6);
  });
});
