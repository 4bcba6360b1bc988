/** Tracks that ride along keep step with a clip that becomes shorter or longer. */
import { describe, expect, it } from 'vitest';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import { bvh } from '../../src/motion/formats/bvh.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { bytesOf, TINY, textOf } from '../support/bvh-text.ts';

/** The small BVH with a spine that also moves along x: 0.1, 0.2, 0.3 cm, which no joint of a person does. */
const MOVING = TINY.replace('CHANNELS 3 Zrotation', 'CHANNELS 6 Xposition Yposition Zposition Zrotation')
  .replace('10 20 30 5', '0.1 10 0 10 20 30 5')
  .replace('11 21 31 6', '0.2 10 0 11 21 31 6')
  .replace('12 22 32 -7.5', '0.3 10 0 12 22 32 -7.5');

const read = async (text: string): Promise<Clip> =>
  (await bvh.read!(bytesOf(text), 'x.bvh', { metresPerUnit: 0.01, up: 'y', groundHeight: 0 }))[0]!;

function ofLength(clip: Clip, frames: number): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = new Float64Array(frames * nq);
  for (let f = 0; f < frames; f++) q.set(clip.q.subarray(Math.min(f, 2) * nq, Math.min(f, 2) * nq + nq), f * nq);
  return withCoordinates(clip, q);
}

describe('withCoordinates', () => {
  it.each([1, 2, 3, 5])('fits the tracks to %i frames, and the file can be written', async (frames) => {
    const clip = ofLength(await read(MOVING), frames);
    const xs = clip.extraTracks.map(({ values }) => [...values].filter((_, i) => i % 3 === 0));
    expect(clip.extraTracks.length).toBeGreaterThan(0);
    expect(xs[0]!.map((x) => Number(x.toFixed(9)))).toEqual([0.1, 0.2, 0.3, 0.3, 0.3].slice(0, frames));
    const again = await read(textOf(await bvh.write!(clip, {})));
    expect(again.frameCount).toBe(frames);
  });
});
