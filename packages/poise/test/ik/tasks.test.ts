import { describe, expect, it } from 'vitest';
import type { Task } from '../../src/ik/task.ts';
import { angularMomentum } from '../../src/ik/tasks/angular-momentum.ts';
import { com } from '../../src/ik/tasks/com.ts';
import { footPlant } from '../../src/ik/tasks/foot-plant.ts';
import { frameOrientation } from '../../src/ik/tasks/frame-orientation.ts';
import { framePosition } from '../../src/ik/tasks/frame-position.ts';
import { posture } from '../../src/ik/tasks/posture.ts';
import { smoothness } from '../../src/ik/tasks/smoothness.ts';
import { createRng } from '../../src/math/random.ts';
import { integrate } from '../../src/motion/coordinates.ts';
import { expectClose, expectDerivative, largest, poseDifference, times } from '../dynamics/support.ts';
import { randomTangent } from '../support/random-body.ts';
import { plantHere } from './scene.ts';
import { crouching, person, place, shaken } from './support.ts';

const who = person();
const { body, ws, nv } = who;
const hand = who.joint('leftHand');

/** Every task, references and gains 0. */
const KINDS = {
  position: framePosition(body, hand),
  orientation: frameOrientation(body, hand),
  com: com(body),
  'angular momentum': angularMomentum(body),
} satisfies Record<string, Task>;

const rowsOf = (task: Task): Float64Array => {
  const J = new Float64Array(task.dim * nv).fill(7);
  task.jacobian(J, body, ws);
  return J;
};

const targetOf = (task: Task): Float64Array => {
  const b = new Float64Array(task.dim);
  task.target(b, body, ws);
  return b;
};

const poses = (seed: number, count: number): Float64Array[] => {
  const rng = createRng(seed);
  return Array.from({ length: count }, () => shaken(who, rng, crouching(who), 0.4));
};

describe('task Jacobians', () => {
  it('match differences on the manifold of poses', () => {
    for (const q of poses(1, 5)) {
      const values = {
        position: () => ws.segmentOrigin.slice(3 * hand, 3 * hand + 3),
        com: () => ws.com.slice(),
      };
      for (const kind of ['position', 'com'] as const) {
        place(who, q);
        const J = rowsOf(KINDS[kind]);
        const quotient = poseDifference(body, q, 3, (moved) => {
          place(who, moved);
          return values[kind]();
        });
        expectDerivative(J, quotient, 1e-7);
      }
    }
  });

  it('give velocities and momenta when multiplied by v', () => {
    const rng = createRng(2);
    for (const q of poses(3, 10)) {
      const v = randomTangent(rng, body.skeleton, 2);
      place(who, q, v);
      expectClose(times(rowsOf(KINDS.orientation), v), ws.angularVelocity.slice(3 * hand, 3 * hand + 3), 1e-12);
      const linear = times(rowsOf(KINDS.com), v).map((rate) => body.totalMass * rate);
      expectClose(linear, ws.linearMomentum, 1e-11);
      expectClose(times(rowsOf(KINDS['angular momentum']), v), ws.angularMomentum, 1e-12);
    }
  });

  it('stay within the columns that tasks name, and momentum names none', () => {
    place(who, poses(4, 1)[0]);
    for (const task of Object.values<Task>(KINDS)) {
      const J = rowsOf(task);
      const groups = new Set(task.groups ?? Array.from({ length: nv / 3 }, (_, k) => 3 * k));
      let outside = 0;
      for (let i = 0; i < J.length; i++)
        if (!groups.has(3 * Math.floor((i % nv) / 3))) outside = Math.max(outside, Math.abs(J[i]));
      expect(outside).toBeLessThan(1e-14);
      if (task.groups) expect(task.groups.length).toBeLessThan(nv / 3);
    }
  });
});

describe('targets', () => {
  it('pull errors to zero', () => {
    const q = crouching(who);
    place(who, q, new Float64Array(nv));
    const position = framePosition(body, hand, { stiffness: 10 });
    position.reference.position.set(ws.segmentOrigin.subarray(3 * hand, 3 * hand + 3));
    position.reference.position[1] += 0.1;
    expectClose(targetOf(position), Float64Array.of(0, 1, 0), 1e-12);
    const turn = frameOrientation(body, hand, { stiffness: 5 });
    turn.reference.rotation.set([Math.sin(0.1), 0, 0, Math.cos(0.1)]); // 0.2 about x; the forearm is turned by −0.6
    expectClose(targetOf(turn), Float64Array.of(5 * 0.8, 0, 0), 1e-12);
    const centre = com(body, { stiffness: 2 });
    centre.reference.position.set(ws.com);
    centre.reference.position[0] += 0.1;
    expectClose(targetOf(centre), Float64Array.of(0.2, 0, 0), 1e-12);
  });

  it('are zero where a foot is planted', () => {
    place(who, poses(8, 1)[0], new Float64Array(nv));
    const plant = footPlant(body, who.joint('leftFoot'), 1 / 60);
    plantHere(plant, who);
    for (const task of plant.tasks) expect(largest(targetOf(task))).toBeLessThan(1e-12);
  });

  it('of posture lead to its reference, of smoothness to the last frame', () => {
    const q = poses(9, 1)[0];
    const pose = posture(body, {}, { stiffness: 1 });
    pose.reference.q.set(crouching(who));
    const out = new Float64Array(nv);
    pose.target(out, body, { q, v: new Float64Array(nv) });
    const reached = new Float64Array(q.length);
    integrate(reached, body.skeleton, q, out, 1);
    const signed = reached.map((x, i) => Math.abs(x) - Math.abs(crouching(who)[i]));
    expect(largest(signed)).toBeLessThan(1e-12);
    const smooth = smoothness(pose.weight);
    smooth.reference.previous.fill(3);
    smooth.target(out, body, { q, v: out });
    expect([...new Set(out)]).toEqual([3]);
    expect(smooth.weight[40]).toBeCloseTo(0.3 * pose.weight[40], 15);
  });
});
