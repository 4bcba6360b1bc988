/** One pass over damaged motion: what is wrong is mended, what is right is left, and nothing comes back worse. */
import { describe, expect, it } from 'vitest';
import { judge } from '../../src/balance/judge.ts';
import { UsageError } from '../../src/errors.ts';
import { bodyJoints } from '../../src/mend/body-joints.ts';
import { standFeet } from '../../src/mend/feet.ts';
import { mend } from '../../src/mend/index.ts';
import { newFaults } from '../../src/mend/pops.ts';
import { createClip, withCoordinates } from '../../src/motion/clip.ts';
import { resample } from '../../src/motion/resample.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { squat } from '../../src/performer/motions/squat.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { asFile, shifted, trembling, turned } from './damage.ts';

const { body } = createActor();
const NQ = coordinateCount(body.skeleton);
const fit = () => body;
const walking = asFile(resample(perform(walk, { values: { strides: 3 } }), 1 / 30));
const squatting = asFile(resample(perform(squat), 1 / 30));
const DEGREE = Math.PI / 180;

/** A walk as a bad tracker sees it: it trembles, slides, has a gap and a jump. */
function spoiled() {
  const sliding = shifted(walking, (t) => [0.04 * Math.sin(3 * t), 0, 0.05 * Math.sin(2 * t)]);
  const shaking = trembling(sliding, bodyJoints(body), 0.6 * DEGREE, 5);
  const jumping = turned(shaking, body.roles.rightUpperArm!, [40], 70 * DEGREE);
  const q = jumping.q.slice();
  q.fill(Number.NaN, 20 * NQ, 22 * NQ);
  return withCoordinates(jumping, q);
}

describe('mend', () => {
  it.each([
    ['a walk', walking],
    ['a squat', squatting],
  ])('leaves %s alone that is judged fine', (_, clip) => {
    expect(judge(clip, { person: body }).findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    const { clip: same, report } = mend(clip, { fit });
    expect(same).toBe(clip);
    expect(report.status).toBe('fine');
    expect(report.stages).toEqual([]);
  });

  it('mends a walk that trembles, slides, jumps and has gaps', () => {
    const { clip, report } = mend(spoiled(), { fit, stages: { balance: false, flight: false } });
    expect(report.status).toBe('mended');
    const ran = report.stages.filter(({ changed }) => changed).map(({ stage }) => stage);
    expect(ran).toEqual(expect.arrayContaining(['gaps', 'outliers', 'jitter', 'feet']));
    expect(report.after.measures['kimodo-skate-ratio']!).toBeLessThan(report.before.measures['kimodo-skate-ratio']!);
    expect(report.after.measures['jitter']!).toBeLessThan(0.6 * report.before.measures['jitter']!);
    expect(judge(clip, { person: body }).findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(report.change.mean).toBeLessThan(0.06);
    expect(report.change.hands).toBeGreaterThan(0);
  });

  it('leaves all but a gap as it was, where nothing else is wrong', () => {
    const q = walking.q.slice();
    q.fill(Number.NaN, 20 * NQ, 22 * NQ);
    const { clip, report } = mend(withCoordinates(walking, q), { fit });
    expect(report.stages.map(({ stage }) => stage)).toEqual(['gaps']);
    expect(report.status).toBe('mended');
    expect(clip.q.subarray(22 * NQ)).toEqual(walking.q.subarray(22 * NQ));
  });

  it('plants the feet where they slide, and leaves those that stand well', () => {
    const long = asFile(resample(perform(walk, { values: { strides: 6 } }), 1 / 30));
    const [from, to] = [115, 125];
    const sliding = shifted(long, (t) => {
      const u = (t / long.frameTime - from) / (to - from);
      return [u > 0 && u < 1 ? 0.09 * Math.sin(Math.PI * u) ** 2 : 0, 0, 0];
    });
    const needed = [{ start: from, end: to }];
    const { clip } = standFeet({ body, clip: sliding, held: [], loop: false }, needed);
    let first = 0;
    while (clip.q[first] === sliding.q[first]) first++;
    expect(first / NQ).toBeGreaterThan(60);
    expect(clip.q.subarray(from * NQ, to * NQ)).not.toEqual(sliding.q.subarray(from * NQ, to * NQ));
  });

  it('says that a speed is wrong, which it does not mend, and which rate to try', () => {
    const fast = createClip({ ...walking, frameTime: walking.frameTime / 2.5 });
    const { report } = mend(fast, { fit });
    expect(report.before.findings.some(({ rule, severity }) => rule === 'time-scale' && severity === 'error')).toBe(
      true,
    );
    expect(report.reason).toMatch(/speed is not mended: .*Try --fps \d+/);
  });

  it('gives the same bytes twice, does not touch its input, and its progress rises', () => {
    const clip = spoiled();
    const before = clip.q.slice();
    const shares: number[] = [];
    const stages = { balance: false, flight: false }; // the filter has such a test of its own
    const first = mend(clip, { fit, stages, onProgress: ({ done }) => shares.push(done) });
    expect(mend(clip, { fit, stages }).clip.q).toEqual(first.clip.q);
    expect(clip.q).toEqual(before);
    expect(shares.at(-1)).toBe(1);
    expect(shares.every((share, k) => k === 0 || share >= shares[k - 1] - 1e-9)).toBe(true);
  });

  it('stops when its progress throws', () => {
    const stop = new Error('enough');
    const onProgress = ({ done }: { done: number }) => {
      if (done > 0.05) throw stop;
    };
    expect(() => mend(spoiled(), { fit, onProgress })).toThrow(stop);
  });

  it('does what is switched on, and only that', () => {
    const only = {
      outliers: false,
      jitter: false,
      floor: false,
      feet: false,
      flight: false,
      balance: false,
      hands: false,
    };
    const { report } = mend(spoiled(), { fit, stages: only });
    expect(report.stages.map(({ stage }) => stage)).toEqual(['gaps']);
    expect(() => mend(walking, { fit, stages: { feets: true } as never })).toThrow(UsageError);
  });

  it('hands tracks through that it does not interpret, and makes no pop in a clip of which only feet slide', () => {
    const track = {
      node: 77,
      name: 'prop',
      kind: 'rotation',
      values: new Float64Array(4 * walking.frameCount).fill(0.5),
    } as const;
    const sliding = createClip({
      ...shifted(walking, (t) => [0.08 * Math.sin(4 * t), 0, 0]),
      extraTracks: [track],
    });
    const { clip, report } = mend(sliding, { fit });
    expect(report.status).toBe('mended');
    expect(clip.extraTracks[0]!.values).toBe(track.values);
    expect(newFaults(body, sliding, clip)).toEqual([]);
  });
});
