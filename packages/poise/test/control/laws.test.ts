/** Laws that hold in every tick of a reaction, by second routes. */
import { describe, expect, it } from 'vitest';
import { forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { GRAVITY } from '../../src/dynamics/wrench.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import { difference, integrate } from '../../src/motion/coordinates.ts';
import { mirror } from '../../src/motion/mirror.ts';
import type { Role } from '../../src/motion/roles.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { feedback, hit, type Reacting, reacting, TICK, tick } from './reacting.ts';

const idle = perform(motionNamed('idle'));
const HITS: readonly (readonly [Role, readonly [number, number, number]])[] = [
  ['chest', [0, 0, 20]],
  ['head', [-6, 0, 8]],
  ['hips', [18, 0, -10]],
];

/** Angular momentum about a fixed point, and linear momentum: summed over the segments of a pose and its velocity. */
function momentumOf({ body }: Reacting, q: Float64Array, v: Float64Array, about: ArrayLike<number>): Float64Array {
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, q);
  forwardVelocity(body, ws, v);
  const out = new Float64Array(6);
  for (let j = 0; j < body.mass.length; j++) {
    if (body.mass[j] === 0) continue;
    const r = [0, 1, 2].map((c) => ws.segmentCom[3 * j + c] - about[c]);
    const p = [0, 1, 2].map((c) => body.mass[j] * ws.segmentComVelocity[3 * j + c]);
    for (let c = 0; c < 3; c++) {
      const [a, b] = [(c + 1) % 3, (c + 2) % 3];
      out[c] += r[a] * p[b] - r[b] * p[a] + ws.segmentSpin[3 * j + c];
      out[3 + c] += p[c];
    }
  }
  return out;
}

/** Rate of that momentum for velocity v and acceleration a at q, by central differences along the motion. */
function momentumRate(scene: Reacting, q: Float64Array, v: Float64Array, a: Float64Array, about: ArrayLike<number>) {
  const e = 1e-5;
  const at = (t: number): Float64Array => {
    const there = new Float64Array(q.length);
    // v changes on the way: half of that counts for the pose
    const mean = v.map((value, i) => value + (t / 2) * a[i]);
    integrate(there, scene.body.skeleton, q, mean, t);
    return momentumOf(
      scene,
      there,
      v.map((value, i) => value + t * a[i]),
      about,
    );
  };
  const [ahead, behind] = [at(e), at(-e)];
  return ahead.map((value, c) => (value - behind[c]) / (2 * e));
}

/** A wrench about the centre of mass, taken about the origin of `arm`, which points to the centre of mass. */
function about(w: ArrayLike<number>, arm: readonly number[]): readonly number[] {
  return [0, 1, 2, 3, 4, 5].map((c) => {
    if (c >= 3) return w[c];
    const [a, b] = [(c + 1) % 3, (c + 2) % 3];
    return w[c] + arm[a] * w[3 + b] - arm[b] * w[3 + a];
  });
}

/** Everything that acts on the body in the last tick, about the world's origin. */
function actingOn({ reaction, body }: Reacting, com: readonly number[]): readonly number[] {
  const weight = [0, 0, 0, 0, -body.totalMass * GRAVITY, 0];
  const all = [reaction.cone.wrench, reaction.hits.wrench, reaction.reference.allowance, weight];
  return all.map((w) => about(w, com)).reduce((sum, w) => sum.map((value, c) => value + w[c]));
}

function comOf({ body }: Reacting, q: Float64Array): readonly [number, number, number] {
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, q);
  return [ws.com[0], ws.com[1], ws.com[2]];
}

describe.each(HITS)('a body that is hit at its %s', (role, impulse) => {
  it('changes its momentum by gravity, ground, push and allowance alone, tick by tick', () => {
    const scene = reacting(idle);
    const { reaction } = scene;
    hit(scene, role, impulse);
    const origin = [0, 0, 0];
    let [worst, largest] = [0, 0];
    for (let k = 0; k < 60; k++) {
      const q = reaction.q.slice();
      const v = reaction.v.slice();
      const before = reaction.bias.error.slice();
      tick(scene);
      expect(reaction.failed).toBe(false);
      if (reaction.missing > 1e-6) continue; // hips were moved after a leg that is too short
      const a = reaction.v.map((value, i) => (value - v[i]) / TICK);
      const rate = momentumRate(scene, q, v, a, origin);
      const com = comOf(scene, q);
      const acts = actingOn(scene, com);
      // velocities change on the way through a tick: half of that is expected
      const grows = about(
        reaction.bias.error.map((value, c) => (value - before[c]) / 2),
        com,
      );
      for (let c = 0; c < 6; c++) {
        worst = Math.max(worst, Math.abs(rate[c] + grows[c] - acts[c]));
        largest = Math.max(largest, Math.abs(acts[c]));
      }
    }
    expect(largest).toBeGreaterThan(50); // [N], [N·m]
    expect(worst).toBeLessThan(1e-5 * largest);
  });

  it('shows in its poses the forces that acted', () => {
    const scene = reacting(idle);
    const { reaction, body } = scene;
    hit(scene, role, impulse);
    const v = new Float64Array(reaction.v.length);
    const errors: number[] = [];
    let last: Float64Array | undefined;
    for (let k = 0; k < 60; k++) {
      const q = reaction.q.slice();
      const com = comOf(scene, q);
      tick(scene);
      difference(v, body.skeleton, q, 0, reaction.q, 0, TICK);
      const middle = q.slice();
      integrate(middle, body.skeleton, q, v, TICK / 2);
      const momentum = momentumOf(scene, middle, v, [0, 0, 0]);
      if (last && reaction.missing < 1e-6) {
        const acts = actingOn(scene, com);
        for (let c = 3; c < 6; c++) errors.push(((momentum[c] - last[c]) / TICK - acts[c]) ** 2);
      }
      last = momentum;
    }
    const mean = errors.reduce((a, b) => a + b, 0) / errors.length;
    expect(Math.sqrt(mean)).toBeLessThan(0.002 * body.totalMass * GRAVITY); // standing legs are closed after the tick
  });

  it('goes where the forces send it: its centre of mass, from poses alone', () => {
    const scene = reacting(idle);
    const { reaction, body } = scene;
    hit(scene, role, impulse);
    const before = comOf(scene, reaction.q);
    tick(scene);
    let last = comOf(scene, reaction.q);
    const first = last.map((x, c) => (x - before[c]) / TICK);
    const sum = [0, 0, 0];
    const speeds: number[][] = [];
    for (let k = 0; k < 48; k++) {
      const com = comOf(scene, reaction.q);
      tick(scene);
      const acts = actingOn(scene, com);
      for (let c = 0; c < 3; c++) sum[c] += (TICK * acts[3 + c]) / body.totalMass;
      const now = comOf(scene, reaction.q);
      speeds.push(now.map((x, c) => (x - last[c]) / TICK));
      last = now;
      for (let c = 0; c < 3; c++) expect(Math.abs(speeds[k][c] - first[c] - sum[c])).toBeLessThan(0.01); // [m/s]
    }
    expect(Math.max(...speeds.map((s) => Math.hypot(...s)))).toBeGreaterThan(0.1);
  });

  it('is only pushed by the ground, within its soles and its friction', () => {
    const scene = reacting(idle);
    const { reaction } = scene;
    hit(scene, role, impulse);
    for (let k = 0; k < 240; k++) {
      tick(scene);
      const { wrench, force, count, W } = reaction.cone;
      const sum = new Float64Array(6);
      for (let g = 0; g < count; g++) {
        expect(force[g]).toBeGreaterThanOrEqual(0);
        // an edge of a friction pyramid: up, and aside by no more than the friction
        const aside = Math.abs(W[6 * g + 3]) + Math.abs(W[6 * g + 5]);
        expect(aside).toBeLessThan(reaction.parameters.friction * W[6 * g + 4] + 1e-9);
        for (let c = 0; c < 6; c++) sum[c] += force[g] * W[6 * g + c];
      }
      for (let c = 0; c < 6; c++) expect(Math.abs(sum[c] - wrench[c])).toBeLessThan(1e-6 * (1 + Math.abs(wrench[c])));
      if (wrench[4] < 50) continue;
      const [x, z] = reaction.balancePoint;
      expect(reaction.contacts.support.distance(x, z)).toBeGreaterThan(-0.003); // soles are not flat: [m]
    }
  });
});

describe('without a hit', () => {
  it('momentum is that of the source: gravity, ground and allowance', () => {
    const scene = reacting(perform(motionNamed('walk')), {}, 1);
    const { reaction } = scene;
    let [worst, largest] = [0, 0];
    for (let k = 0; k < 60; k++) {
      const q = reaction.q.slice();
      const v = reaction.v.slice();
      reaction.tick(TICK, feedback);
      const a = reaction.v.map((value, i) => (value - v[i]) / TICK);
      const rate = momentumRate(scene, q, v, a, [0, 0, 0]);
      const acts = actingOn(scene, comOf(scene, q));
      for (let c = 0; c < 6; c++) {
        worst = Math.max(worst, Math.abs(rate[c] - acts[c]));
        largest = Math.max(largest, Math.abs(acts[c]));
      }
    }
    expect(worst).toBeLessThan(1e-5 * largest);
  });
});

/** Poses of `ticks` ticks after a hit. */
function answer(clip: Clip, role: Role, impulse: readonly [number, number, number], ticks: number): Clip {
  const scene = reacting(clip);
  hit(scene, role, impulse);
  const q = new Float64Array(ticks * scene.reaction.q.length);
  for (let k = 0; k < ticks; k++) {
    tick(scene);
    q.set(scene.reaction.q, k * scene.reaction.q.length);
  }
  return withCoordinates(clip, q);
}

const mirroredRole = (role: Role): Role =>
  role.replace(/^left|^right/, (side) => (side === 'left' ? 'right' : 'left')) as Role;

describe('a mirrored body', () => {
  it.each([
    ['chest', [12, 0, 6]],
    ['leftUpperArm', [0, 0, 15]],
    ['head', [5, 0, -5]],
  ] as const)('hit at the mirrored %s answers as the mirror image', (role, [x, y, z]) => {
    const ticks = 60;
    const own = answer(idle, role, [x, y, z], ticks);
    const other = mirror(answer(mirror(idle), mirroredRole(role), [-x, y, z], ticks));
    const nq = own.q.length / ticks;
    const apart = new Float64Array(3 + (3 * (nq - 3)) / 4);
    let [worst, moved] = [0, 0];
    for (let k = 0; k < ticks; k++) {
      difference(apart, own.skeleton, own.q, k * nq, other.q, k * nq, 1);
      for (const value of apart) worst = Math.max(worst, Math.abs(value));
      difference(apart, own.skeleton, idle.q, 0, own.q, k * nq, 1);
      for (const value of apart) moved = Math.max(moved, Math.abs(value));
    }
    expect(moved).toBeGreaterThan(0.05);
    expect(worst).toBeLessThan(1e-6);
  });
});
