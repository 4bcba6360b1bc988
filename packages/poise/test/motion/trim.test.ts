import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { createClip } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { trim } from '../../src/motion/trim.ts';
import { swingingClip } from './swinging.ts';

describe('trim', () => {
  const plain = swingingClip(12, 1 / 30);
  const values = Float64Array.from({ length: 36 }, (_, i) => i);
  const clip = createClip({ ...plain, extraTracks: [{ node: 0, name: 'a', kind: 'scale', values }] });
  const nq = coordinateCount(clip.skeleton);

  it('cuts frames and extra tracks bit for bit', () => {
    const part = trim(clip, 3, 7);
    expect(part.frameCount).toBe(4);
    expect(part.q).toEqual(clip.q.slice(3 * nq, 7 * nq));
    expect(part.extraTracks[0].values).toEqual(values.slice(9, 21));
    expect(trim(clip, 0)).toEqual(clip);
    expect(trim(clip, 5, 5).frameCount).toBe(0);
  });

  it('refuses frames that are not there', () => {
    for (const [start, end] of [
      [-1, 3],
      [0, 13],
      [5, 4],
      [0.5, 3],
      [0, Number.NaN],
    ]) {
      expect(() => trim(clip, start, end)).toThrow(UsageError);
    }
  });
});
