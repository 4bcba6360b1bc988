/** Leading frames that are not motion, when the motion behind them changes. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withCoordinates } from '../../src/motion/clip.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';

describeWithMocap('an added T-pose', () => {
  it('is taken for one again after the motion behind it was moved and written', async () => {
    const [clip] = await readClips(readFileSync(mocapPath('cmu-bvh', '02_01.bvh')), '02_01.bvh');
    const nq = coordinateCount(clip.skeleton);
    const q = clip.q.map((x, i) => (i % nq === 1 ? x - 0.013 : x));
    const [again] = await readClips(await writeClip(withCoordinates(clip, q), '02_01.bvh'), '02_01.bvh');
    expect(again.frameCount).toBe(clip.frameCount);
    expect(again.source?.referenceFrames.length).toBe(nq);
    expect(withCoordinates(clip, clip.q.slice()).source).toBe(clip.source);
  });
});
