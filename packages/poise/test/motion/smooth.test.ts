import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRng, normal } from '../../src/math/random.ts';
import { type Clip, createClip, withCoordinates } from '../../src/motion/clip.ts';
import { difference, integrate } from '../../src/motion/coordinates.ts';
import { bvh } from '../../src/motion/formats/bvh.ts';
import { interpolateMotion, type MotionSpline, sampleMotion } from '../../src/motion/motion-spline.ts';
import { coordinateCount, freedomCount } from '../../src/motion/skeleton.ts';
import { fitSpline, smooth } from '../../src/motion/smooth.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';
import { swingingClip, swingingPose } from './swinging.ts';

const clip = swingingClip(91, 1 / 30);
const nq = coordinateCount(clip.skeleton);
const nv = freedomCount(clip.skeleton);

function at(motion: MotionSpline, t: number) {
  const [q, v, a] = [new Float64Array(nq), new Float64Array(nv), new Float64Array(nv)];
  sampleMotion(motion, t, q, v, a);
  return { q, v, a };
}

const worst = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, x, k) => Math.max(most, Math.abs(x - b[k])), 0);

/** Largest component of the way from one pose to another. */
function gap(a: Float64Array, b: Float64Array): number {
  const out = new Float64Array(nv);
  difference(out, clip.skeleton, a, 0, b, 0, 1);
  return out.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}

/** The clip with noise of capture on every joint and on the root. */
function noisy(source: Clip, angle: number, distance: number): Clip {
  const rng = createRng(11);
  const q = source.q.slice();
  for (let frame = 0; frame < source.frameCount; frame++) {
    const v = Float64Array.from({ length: nv }, (_, k) => (k < 3 ? distance : angle) * normal(rng));
    const pose = q.subarray(frame * nq, (frame + 1) * nq);
    integrate(pose, source.skeleton, pose, v, 1);
  }
  return withCoordinates(source, q);
}

describe('interpolateMotion', () => {
  const motion = interpolateMotion(clip);

  it('passes through the frames and near the true motion between them', () => {
    const truth = new Float64Array(nq);
    for (const place of [0, 10, 33, 90]) {
      expect(gap(at(motion, place / 30).q, clip.q.slice(place * nq, (place + 1) * nq))).toBeLessThan(1e-12);
    }
    for (const place of [3.5, 40.2, 86.9]) {
      swingingPose(truth, 0, place / 30);
      expect(gap(at(motion, place / 30).q, truth)).toBeLessThan(2e-4);
    }
  });

  it('has the velocity and acceleration of its poses, through several turns of the root', () => {
    const step = 1e-5;
    const v = new Float64Array(nv);
    for (const t of [0.11, 0.5, 1.234, 2.7]) {
      const middle = at(motion, t);
      const [before, after] = [at(motion, t - step), at(motion, t + step)];
      difference(v, clip.skeleton, before.q, 0, after.q, 0, 2 * step);
      expect(worst(middle.v, v)).toBeLessThan(1e-7);
      for (let k = 0; k < nv; k++) v[k] = (after.v[k] - before.v[k]) / (2 * step);
      expect(worst(middle.a, v)).toBeLessThan(1e-3);
      expect(worst(middle.a, new Float64Array(nv))).toBeGreaterThan(1);
      expect(worst(middle.a, v)).toBeGreaterThan(0);
    }
  });

  it('is C2 at the frames', () => {
    for (const frame of [5, 20, 44]) {
      const [before, after] = [at(motion, frame / 30 - 1e-9), at(motion, frame / 30 + 1e-9)];
      expect(worst(before.v, after.v)).toBeLessThan(1e-6);
      expect(worst(before.a, after.a)).toBeLessThan(1e-4);
    }
  });

  it('spins at the true rate', () => {
    const { v, a } = at(interpolateMotion(swingingClip(400, 1 / 120)), 1.5);
    // Angular velocity of yaw ψ then pitch θ, in the root's frame: (θ̇, ψ̇ cos θ, −ψ̇ sin θ).
    const pitch = 0.2 * Math.sin(4.5);
    const yawRate = 2 * Math.PI * 1.1;
    expect(v[3]).toBeCloseTo(0.6 * Math.cos(4.5), 5);
    expect(v[4]).toBeCloseTo(yawRate * Math.cos(pitch), 5);
    expect(v[5]).toBeCloseTo(-yawRate * Math.sin(pitch), 5);
    expect(a[3]).toBeCloseTo(-1.8 * Math.sin(4.5), 2);
  });
});

describe('fitSpline', () => {
  it('comes to the wanted residual on noisy frames and nearer to the truth than they are', () => {
    const dense = swingingClip(361, 1 / 120);
    const measured = noisy(dense, 0.004, 0.002);
    const fit = fitSpline(measured, { rotationResidual: 0.012, positionResidual: 0.005 });
    expect(fit.rotationResidual).toBeLessThanOrEqual(0.012);
    const truth = new Float64Array(nq);
    let [before, after] = [0, 0];
    for (let frame = 20; frame < 340; frame += 7) {
      swingingPose(truth, 0, frame / 120);
      before += gap(measured.q.slice(frame * nq, (frame + 1) * nq), truth);
      after += gap(at(fit.motion, frame / 120).q, truth);
    }
    expect(after).toBeLessThan(0.6 * before);
  });

  it('uses up a small residual allowance by smoothing', () => {
    const { rotationResidual, positionResidual } = fitSpline(noisy(clip, 0.002, 0.001), { lowestCutoff: 0.5 });
    expect(rotationResidual).toBeGreaterThan(0.9 * ((0.3 * Math.PI) / 180));
    expect(rotationResidual).toBeLessThanOrEqual((0.3 * Math.PI) / 180);
    expect(positionResidual).toBeGreaterThan(0.0018);
    expect(positionResidual).toBeLessThanOrEqual(0.002);
  });

  it('keeps a clean slow motion, and clips of one to five frames', () => {
    expect(fitSpline(clip).rotationResidual).toBeLessThan(0.006);
    for (const frames of [1, 2, 3, 4, 5]) {
      const short = createClip({ ...clip, q: clip.q.slice(0, frames * nq) });
      const { motion } = fitSpline(short);
      expect(gap(at(motion, 0).q, clip.q.slice(0, nq))).toBeLessThan(0.02);
      expect(at(motion, motion.duration).v.every(Number.isFinite)).toBe(true);
    }
  });

  it('smooth keeps frames and times', () => {
    const out = smooth(noisy(clip, 0.004, 0.002));
    expect(out.frameCount).toBe(clip.frameCount);
    expect(out.frameTime).toBe(clip.frameTime);
  });
});

describeWithMocap('fitSpline on captures', () => {
  it.each([
    ['snu-ys2010/wd2_PushBack01.bvh', 0.3],
    ['cmu-bvh/02_01.bvh', 1.5], // jitter of the neck and fingers above 10 Hz alone is 1°
  ])('%s: within %f° and 2 mm', async (file, degrees) => {
    const [captured] = await bvh.read!(new Uint8Array(readFileSync(mocapPath(file))), file, {});
    const fit = fitSpline(captured);
    expect(fit.rotationResidual).toBeLessThanOrEqual((degrees * Math.PI) / 180 + 1e-12);
    expect(fit.positionResidual).toBeLessThanOrEqual(0.002);
  });
});
