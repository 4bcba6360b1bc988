/** Laws that hits while walking keep: left is the mirror image of right, momentum is what the ground gives, captures do not break it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import type { Body } from '../../src/body/body.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import type { Vec3 } from '../../src/math/types.ts';
import {
  createWalker,
  pushWalker,
  TICK,
  tickWalker,
  type Walker,
} from '../../src/methods/reactive-locomotion/walker.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { mirror } from '../../src/motion/mirror.ts';
import { perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';

const clip = perform(walk, { values: { strides: 3 } });
const body = fitBody(clip);

/** Centre of mass, tick by tick, after a push. */
function course(of: Body, from: Clip, impulse: Vec3): Float64Array {
  const walker = createWalker(of, from);
  const out = new Float64Array(3 * 240);
  for (let k = 0; k < 240; k++) {
    if (k === 110) pushWalker(walker, { impulse, segment: of.roles.chest! });
    tickWalker(walker);
    out.set(walker.follower.com, 3 * k);
  }
  return out;
}

describe('a hit while walking', () => {
  it('from the left is the mirror image of one from the right', () => {
    const image = mirror(clip);
    const one = course(body, clip, [9, 0, 6]);
    const other = course(fitBody(image), image, [-9, 0, 6]);
    for (let k = 0; k < 240; k++) {
      expect(other[3 * k]).toBeCloseTo(-one[3 * k], 3);
      expect(other[3 * k + 1]).toBeCloseTo(one[3 * k + 1], 3);
      expect(other[3 * k + 2]).toBeCloseTo(one[3 * k + 2], 3);
    }
  });

  it('leaves the centre of mass where the plan has it, and the angular momentum what the ground allows', () => {
    const walker = createWalker(body, clip);
    let [far, off, most, busy] = [0, 0, 0, 0];
    for (let k = 0; k < 400; k++) {
      if (k === 110) pushWalker(walker, { impulse: [0, 0, 18], segment: body.roles.chest! });
      tickWalker(walker);
      const { follower, state } = walker;
      if (state.calm) continue;
      busy++;
      far = Math.max(far, Math.hypot(...follower.error.subarray(0, 3)));
      off += Math.hypot(...follower.error.subarray(3, 6)) ** 2;
      most = Math.max(most, Math.hypot(...follower.momentum));
    }
    expect(far).toBeLessThan(1e-3);
    expect(Math.sqrt(off / busy) / most).toBeLessThan(0.05);
  });

  it('goes on through minutes of balls from all sides; who falls was hit again before the balance was back', () => {
    const [walked, ran] = [4, 2].map((minutes, k) => {
      const of = k === 0 ? clip : perform(run);
      const seeds = Array.from({ length: minutes }, (_, seed) => seed + 1);
      return seeds.map((seed) => minuteOfBalls(fitBody(of), of, 0.3, seed));
    });
    for (const { falls, fastest } of [...walked!, ...ran!]) {
      expect(fastest).toBeLessThan(30);
      expect(falls).not.toContain('recovered');
    }
    const total = (of: readonly Minute[], what: (minute: Minute) => number): number =>
      of.reduce((sum, minute) => sum + what(minute), 0);
    expect(total(walked!, ({ balls }) => balls)).toBeGreaterThan(130);
    expect(total(walked!, ({ falls }) => falls.length)).toBeLessThanOrEqual(3); // one ball in fifty
    expect(total(ran!, ({ falls }) => falls.length)).toBe(0);
  });
});

interface Minute {
  readonly balls: number;
  readonly falls: readonly ('recovered' | 'recovering')[]; // how it was when the last ball came
  readonly fastest: number; // [rad/s] of any joint
}

/** A ball of `change` [m/s] from one of eight sides every 0.8 to 2.2 s; who falls begins anew. */
function minuteOfBalls(of: Body, from: Clip, change: number, seed: number): Minute {
  let walker: Walker = createWalker(of, from);
  const falls: Minute['falls'][number][] = [];
  const rng = createRng(seed);
  let [next, fastest, balls] = [100, 0, 0];
  let before: 'recovered' | 'recovering' = 'recovered';
  for (let k = 0; k < 60 / TICK; k++) {
    if (k >= next) {
      const angle = (Math.floor(uniform(rng, 0, 8)) * Math.PI) / 4;
      const size = change * of.totalMass;
      const segment = of.roles[(['head', 'chest', 'hips'] as const)[Math.floor(uniform(rng, 0, 3))]!]!;
      const { status } = walker.state.plan;
      before = status === 'undisturbed' || status === 'recovered' ? 'recovered' : 'recovering';
      pushWalker(walker, { impulse: [size * Math.sin(angle), 0, size * Math.cos(angle)], segment, duration: 0.03 });
      next = k + Math.floor(uniform(rng, 100, 260));
      balls++;
    }
    tickWalker(walker);
    if (walker.state.plan.status === 'fall') {
      falls.push(before);
      walker = createWalker(of, from);
      next = k + 100;
    }
    const { follower } = walker;
    for (let i = 6; i < follower.v.length; i++) fastest = Math.max(fastest, Math.abs(follower.v[i]));
  }
  return { balls, falls, fastest };
}

describeWithMocap('hits on captured gaits', () => {
  it('are answered by walks and runs of any laboratory', async () => {
    for (const file of ['cmu-bvh/07_01.bvh', 'cmu-bvh/35_01.bvh', 'cmu-bvh/35_22.bvh']) {
      const [captured] = await readClips(readFileSync(mocapPath(file)), file);
      const of = fitBody(captured!);
      const walker = createWalker(of, captured!);
      for (let k = 0; k < 400; k++) {
        if (k === 100) pushWalker(walker, { impulse: [0, 0, 8], segment: of.roles.chest ?? 0 });
        tickWalker(walker);
      }
      expect(walker.state.plan.status, file).not.toBe('fall');
      const { off } = walker.follower;
      expect(Math.hypot(off[3], off[4], off[5]), file).toBeLessThan(0.6);
      expect(walker.follower.q.every(Number.isFinite)).toBe(true);
    }
  });
});
