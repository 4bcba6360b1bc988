import { describe, expect, it } from 'vitest';
import type { Task } from '../../src/ik/task.ts';
import { angularMomentum } from '../../src/ik/tasks/angular-momentum.ts';
import { com } from '../../src/ik/tasks/com.ts';
import { footPlant, plantHere } from '../../src/ik/tasks/foot-plant.ts';
import { frameOrientation } from '../../src/ik/tasks/frame-orientation.ts';
import { framePosition } from '../../src/ik/tasks/frame-position.ts';
import { linearMomentum } from '../../src/ik/tasks/linear-momentum.ts';
import { pinnedPoint } from '../../src/ik/tasks/pinned-point.ts';
import { posture } from '../../src/ik/tasks/posture.ts';
import { smoothness } from '../../src/ik/tasks/smoothness.ts';
import { applyTransposed3, transformPoint3 } from '../../src/math/mat3.ts';
import { createRng } from '../../src/math/random.ts';
import { integrate } from '../../src/motion/coordinates.ts';
import { expectClose, expectDerivative, largest, poseDifference, times } from '../dynamics/support.ts';
import { randomTangent } from '../support/random-body.ts';
import { crouching, person, place, shaken } from './support.ts';

const who = person();
const { body, ws, nv } = who;
const hand = who.joint('leftHand');
const otherHand = who.joint('rightHand');
const AT = { level: 'acceleration' } as const;
const tied = { segment: hand, point: [0.02, -0.1, 0.01] } as const;
const to = { segment: otherHand, point: [0, -0.15, 0.05] } as const;

/** Every task twice: at velocity and at acceleration level, references and gains 0. */
const KINDS: Readonly<Record<string, (level: 'velocity' | 'acceleration') => Task>> = {
  position: (level) => framePosition(body, hand, { level, point: [0.02, -0.1, 0.01] }),
  orientation: (level) => frameOrientation(body, hand, { level }),
  com: (level) => com(body, { level }),
  'linear momentum': (level) => linearMomentum(body, { level }),
  'angular momentum': (level) => angularMomentum(body, { level }),
  pinned: (level) => pinnedPoint(body, tied, to, { level }),
};

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

/** `tied` in the frame of `to`. */
function relativePlace(): Float64Array {
  const point = new Float64Array(3);
  transformPoint3(
    point,
    0,
    ws.segmentOrigin,
    3 * hand,
    ws.worldFromSegment,
    9 * hand,
    Float64Array.from(tied.point),
    0,
  );
  for (let k = 0; k < 3; k++) point[k] -= ws.segmentOrigin[3 * otherHand + k];
  applyTransposed3(point, 0, ws.worldFromSegment, 9 * otherHand, point.slice(), 0);
  return point;
}

const poses = (seed: number, count: number): Float64Array[] => {
  const rng = createRng(seed);
  return Array.from({ length: count }, () => shaken(who, rng, crouching(who), 0.4));
};

describe('task Jacobians', () => {
  it('match differences on the manifold of poses', () => {
    const point = Float64Array.from(tied.point);
    for (const q of poses(1, 5)) {
      const values: Record<string, () => Float64Array> = {
        position: () => {
          const out = new Float64Array(3);
          transformPoint3(out, 0, ws.segmentOrigin, 3 * hand, ws.worldFromSegment, 9 * hand, point, 0);
          return out;
        },
        com: () => ws.com.slice(),
      };
      for (const [kind, value] of Object.entries(values)) {
        place(who, q);
        const J = rowsOf(KINDS[kind]('velocity'));
        const quotient = poseDifference(body, q, 3, (moved) => {
          place(who, moved);
          return value();
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
      expectClose(
        times(rowsOf(KINDS.orientation('velocity')), v),
        ws.angularVelocity.slice(3 * hand, 3 * hand + 3),
        1e-12,
      );
      expectClose(times(rowsOf(KINDS['linear momentum']('velocity')), v), ws.linearMomentum, 1e-12);
      expectClose(times(rowsOf(KINDS['angular momentum']('velocity')), v), ws.angularMomentum, 1e-12);
      // pinned: what a rider of `to` sees
      const rows = times(rowsOf(KINDS.pinned('velocity')), v);
      const seen = new Float64Array(3);
      applyTransposed3(seen, 0, ws.worldFromSegment, 9 * otherHand, rows, 0);
      const moved = new Float64Array(q.length);
      const places = [1e-6, -1e-6].map((h) => {
        integrate(moved, body.skeleton, q, v, h);
        place(who, moved);
        return relativePlace();
      });
      expectClose(
        seen,
        places[0].map((x, k) => (x - places[1][k]) / 2e-6),
        1e-7,
      );
    }
  });

  it('stay within the columns that tasks name, and momentum names none', () => {
    place(who, poses(4, 1)[0]);
    for (const make of Object.values(KINDS)) {
      const task = make('velocity');
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

describe('acceleration level', () => {
  it.each(Object.keys(KINDS).filter((kind) => kind !== 'pinned'))('J a − b is the rate of J v: %s', (kind) => {
    const rng = createRng(5);
    for (const q of poses(6, 5)) {
      const v = randomTangent(rng, body.skeleton, 2);
      const a = randomTangent(rng, body.skeleton, 5);
      place(who, q, v);
      const task = KINDS[kind]('acceleration');
      const found = times(rowsOf(task), a).map((x, k) => x - targetOf(task)[k]);
      const h = 1e-5;
      const ends = [h, -h].map((step) => {
        const moved = new Float64Array(q.length);
        integrate(
          moved,
          body.skeleton,
          q,
          v.map((x, i) => x + 0.5 * a[i] * step),
          step,
        );
        place(who, moved);
        return times(
          rowsOf(task),
          v.map((x, i) => x + a[i] * step),
        );
      });
      expectClose(
        found,
        ends[0].map((x, k) => (x - ends[1][k]) / (2 * h)),
        1e-6,
      );
    }
  });

  it('J a − b is the acceleration that a rider of the other segment sees: pinned', () => {
    const rng = createRng(5);
    for (const q of poses(6, 5)) {
      const v = randomTangent(rng, body.skeleton, 2);
      const a = randomTangent(rng, body.skeleton, 5);
      const h = 1e-4;
      const places = [h, 0, -h].map((step) => {
        const moved = new Float64Array(q.length);
        integrate(
          moved,
          body.skeleton,
          q,
          v.map((x, i) => x + 0.5 * a[i] * step),
          step,
        );
        place(who, moved);
        return relativePlace();
      });
      place(who, q, v);
      const task = KINDS.pinned('acceleration');
      const rows = times(rowsOf(task), a).map((x, k) => x - targetOf(task)[k]);
      const seen = new Float64Array(3);
      applyTransposed3(seen, 0, ws.worldFromSegment, 9 * otherHand, rows, 0);
      expectClose(
        seen,
        places[1].map((x, k) => (places[0][k] - 2 * x + places[2][k]) / (h * h)),
        1e-5,
      );
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
    const momentum = linearMomentum(body, { stiffness: 2 });
    momentum.reference.com.set(ws.com);
    momentum.reference.com[0] += 0.1;
    expectClose(targetOf(momentum), Float64Array.of(0.2 * body.totalMass, 0, 0), 1e-12);
    const tie = pinnedPoint(body, tied, to, { stiffness: 1 });
    expect(largest(targetOf(tie))).toBeGreaterThan(0.1);
  });

  it('are zero where a foot is planted, at both levels', () => {
    const foot = who.joint('leftFoot');
    for (const level of ['velocity', 'acceleration'] as const) {
      place(who, poses(8, 1)[0], new Float64Array(nv));
      const plant = footPlant(body, foot, 1 / 60, { level });
      plantHere(plant, ws);
      for (const task of plant.tasks) expect(largest(targetOf(task))).toBeLessThan(1e-12);
    }
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
    smooth.reference.change.fill(0.5);
    smooth.target(out, body, { q, v: out });
    expect([...new Set(out)]).toEqual([3.5]);
    expect(smooth.weight[40]).toBeCloseTo(0.3 * pose.weight[40], 15);
  });

  it('of posture work at acceleration level', () => {
    const q = crouching(who);
    const pose = posture(body, {}, { ...AT, stiffness: 100, damping: 20 });
    pose.reference.q.set(q);
    pose.reference.a.fill(1);
    const out = new Float64Array(nv);
    pose.target(out, body, { q, v: new Float64Array(nv).fill(0.1) });
    expect(largest(out.map((x) => x + 1))).toBeLessThan(1e-12);
  });
});
