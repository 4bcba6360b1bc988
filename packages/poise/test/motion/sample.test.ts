import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { createClip } from '../../src/motion/clip.ts';
import { sample } from '../../src/motion/sample.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { swingingClip } from './swinging.ts';

describe('sample', () => {
  const clip = swingingClip(20, 1 / 30);
  const nq = coordinateCount(clip.skeleton);
  const at = (t: number): Float64Array => {
    const q = new Float64Array(nq);
    sample(q, clip, t);
    return q;
  };

  it('gives frames back bit for bit and holds the ends', () => {
    for (const frame of [0, 7, 19]) expect(at(frame / 30)).toEqual(clip.q.slice(frame * nq, (frame + 1) * nq));
    expect(at(-1)).toEqual(at(0));
    expect(at(99)).toEqual(at(19 / 30));
  });

  it('goes half-way between frames: same turn from one frame as to the next', () => {
    const q = at(4.5 / 30);
    for (let k = 0; k < 3; k++) expect(q[k]).toBeCloseTo((clip.q[4 * nq + k] + clip.q[5 * nq + k]) / 2, 14);
    for (let i = 3; i < nq; i += 4) {
      let [before, after, length] = [0, 0, 0];
      for (let k = 0; k < 4; k++) {
        before += q[i + k] * clip.q[4 * nq + i + k];
        after += q[i + k] * clip.q[5 * nq + i + k];
        length += q[i + k] ** 2;
      }
      expect(Math.abs(before)).toBeCloseTo(Math.abs(after), 12);
      expect(length).toBeCloseTo(1, 12);
    }
  });

  it('refuses a clip without frames', () => {
    const empty = createClip({ ...clip, q: new Float64Array(0) });
    expect(() => sample(new Float64Array(nq), empty, 0)).toThrow(UsageError);
  });
});
