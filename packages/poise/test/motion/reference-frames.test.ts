/** A T-pose in front of a motion stays one through every edit: what is written is read again as the same clip. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { type Clip, frameRate } from '../../src/motion/clip.ts';
import { bvh } from '../../src/motion/formats/bvh.ts';
import { fromClip } from '../../src/motion/from-clip.ts';
import { mirror } from '../../src/motion/mirror.ts';
import type { RawMotion } from '../../src/motion/raw-motion.ts';
import { resample } from '../../src/motion/resample.ts';
import { toClip } from '../../src/motion/to-clip.ts';
import { trim } from '../../src/motion/trim.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';
import { personMotion } from '../support/people.ts';

type Edit = readonly [name: string, edit: (clip: Clip) => Clip];

const lateHalf = (clip: Clip): Clip => trim(clip, clip.frameCount >> 1);
const EDITS: readonly Edit[] = [
  ['mirrored', mirror],
  ['cut at the start', lateHalf],
  ['slowed to a quarter of its rate', (clip) => resample(clip, 4 * clip.frameTime)],
  ['all of these', (clip) => mirror(resample(lateHalf(clip), 4 * clip.frameTime))],
];

/** A walk across the room that drifts to the left, after a T-pose at its start. */
function walkAfterTPose(): RawMotion {
  const frames = 121;
  const raw = personMotion({
    path: Array.from({ length: frames }, (_, f) => {
      const t = Math.max(0, f - 1) / 120;
      return [0.5 + 0.4 * t, 0.95 + 0.02 * Math.sin(9 * t), 3 * t] as const;
    }),
  });
  const rotations = raw.rotations.map((track, joint) => {
    const turned = track!.slice();
    for (let f = 1; f < frames; f++) {
      const angle = 0.4 + 0.1 * Math.sin(0.1 * f + joint);
      turned.set([Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)], 4 * f);
    }
    return turned;
  });
  return { ...raw, rotations };
}

const leadingOf = (clip: Clip): number => clip.source!.referenceFrames.length / (3 + 4 * clip.skeleton.names.length);

describe('reference frames', () => {
  it.each(EDITS)('are found again in a clip that was %s', (_, edit) => {
    const edited = edit(toClip(walkAfterTPose()));
    expect(leadingOf(edited)).toBe(1);
    const again = toClip(fromClip(edited));
    expect(leadingOf(again)).toBe(1);
    expect(again.frameCount).toBe(edited.frameCount);
    // The T-pose stands where the motion begins.
    for (let k = 0; k < 3; k++) expect(again.source!.referenceFrames[k]).toBeCloseTo(again.q[k], 9);
  });

  it('come back when a clip is mirrored twice', () => {
    const clip = toClip(walkAfterTPose());
    const twice = mirror(mirror(clip));
    const { referenceFrames } = clip.source!;
    twice.source!.referenceFrames.forEach((x, i) => {
      expect(x).toBeCloseTo(referenceFrames[i], 12);
    });
    expect(mirror(clip).source!.referenceFrames[0]).toBe(-referenceFrames[0]);
  });
});

describeWithMocap('reference frames of the CMU database', () => {
  const files = readdirSync(mocapPath('cmu-bvh')).filter((name) => name.endsWith('.bvh'));
  const read = async (data: Uint8Array): Promise<Clip> => (await bvh.read!(data, 'x.bvh', {}))[0];

  it.each(EDITS)('are found again in clips that were %s', async (_, edit) => {
    for (const name of files) {
      const clip = await read(readFileSync(mocapPath('cmu-bvh', name)));
      const edited = edit(clip);
      const again = await read(await bvh.write!(edited, {}));
      expect([name, leadingOf(again), again.frameCount]).toEqual([name, leadingOf(clip), edited.frameCount]);
    }
  });

  it('so that the verdict on a written clip is that on the edited one', async () => {
    const clip = await read(readFileSync(mocapPath('cmu-bvh', '02_01.bvh')));
    for (const edit of [mirror, (c: Clip) => trim(c, Math.round(frameRate(c)))]) {
      const edited = edit(clip);
      const again = await read(await bvh.write!(edited, {}));
      const jitter = (c: Clip): number => analyse(fitBody(c), c).summary.jitter;
      expect(jitter(again)).toBeCloseTo(jitter(edited), 3);
    }
  });
});
