import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { createClip, durationOf } from '../../src/motion/clip.ts';
import { difference } from '../../src/motion/coordinates.ts';
import { resample } from '../../src/motion/resample.ts';
import { coordinateCount, freedomCount } from '../../src/motion/skeleton.ts';
import { swingingClip, swingingPose } from './swinging.ts';

describe('resample', () => {
  const clip = swingingClip(61, 1 / 60);
  const nq = coordinateCount(clip.skeleton);

  it('to every second frame copies frames', () => {
    const half = resample(clip, 1 / 30);
    expect(half.frameCount).toBe(31);
    expect(half.frameTime).toBe(1 / 30);
    for (const frame of [0, 11, 30]) {
      expect(half.q.slice(frame * nq, (frame + 1) * nq)).toEqual(clip.q.slice(2 * frame * nq, (2 * frame + 1) * nq));
    }
  });

  it.each([
    ['slerp', 3e-3],
    ['spline', 3e-5],
  ] as const)('by %s stays within %f of the true motion at a higher rate', (method, tolerance) => {
    const fine = resample(clip, 1 / 144, { method });
    const truth = new Float64Array(nq);
    const gap = new Float64Array(freedomCount(clip.skeleton));
    expect(Math.abs(durationOf(fine) - durationOf(clip))).toBeLessThan(1 / 144);
    let worst = 0;
    for (let frame = 5; frame < fine.frameCount - 5; frame++) {
      swingingPose(truth, 0, frame / 144);
      difference(gap, clip.skeleton, truth, 0, fine.q, frame * nq, 1);
      for (const x of gap) worst = Math.max(worst, Math.abs(x));
    }
    expect(worst).toBeLessThan(tolerance);
    expect(worst).toBeGreaterThan(tolerance / 100);
  });

  it('takes extra tracks along', () => {
    const values = Float64Array.from({ length: 3 * 61 }, (_, i) => Math.floor(i / 3));
    const spin = Float64Array.from({ length: 4 * 61 }, (_, i) => {
      const angle = 0.02 * Math.floor(i / 4);
      return [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)][i % 4];
    });
    const withTracks = createClip({
      ...clip,
      extraTracks: [
        { node: 3, name: 'prop', kind: 'translation', values },
        { node: 3, name: 'prop', kind: 'rotation', values: spin },
      ],
    });
    const [translation, rotation] = resample(withTracks, 1.5 / 60).extraTracks;
    expect(translation.values.length).toBe(3 * 41);
    expect(translation.values[3 * 7]).toBeCloseTo(10.5, 12);
    expect(rotation.values[4 * 7 + 1]).toBeCloseTo(Math.sin(0.02 * 10.5 * 0.5), 12);
  });

  it('refuses frame times that make no sense', () => {
    for (const bad of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e-12]) {
      expect(() => resample(clip, bad)).toThrow(UsageError);
    }
  });

  it('keeps clips of no and of one frame', () => {
    for (const frames of [0, 1]) {
      const short = createClip({ ...clip, q: clip.q.slice(0, frames * nq) });
      for (const method of ['slerp', 'spline'] as const)
        expect(resample(short, 0.01, { method }).frameCount).toBe(frames);
    }
  });
});
