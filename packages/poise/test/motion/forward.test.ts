import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import type { Vec3 } from '../../src/math/types.ts';
import { frameAt } from '../../src/motion/clip.ts';
import { readTrc } from '../../src/motion/formats/trc.ts';
import { facingForward } from '../../src/motion/forward-axis.ts';
import { fromClip } from '../../src/motion/from-clip.ts';
import { toClip } from '../../src/motion/to-clip.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';
import { jointPositions } from '../support/clip-positions.ts';
import { personMotion } from '../support/people.ts';
import { rawDifference } from '../support/raw-compare.ts';

const AXES = ['x', 'y', 'z', '-x', '-y', '-z'] as const;
type AxisName = (typeof AXES)[number];
const UNIT: Readonly<Record<string, Vec3>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };
const vectorOf = (axis: AxisName): Vec3 => {
  const sign = axis.startsWith('-') ? -1 : 1;
  return UNIT[axis.at(-1)!].map((value) => sign * value) as unknown as Vec3;
};
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const PAIRS = AXES.flatMap((up) =>
  AXES.filter((forward) => forward.at(-1) !== up.at(-1)).map((forward) => [up, forward] as const),
);

/** A person who walks 2 m to its front, in a file whose axes are as named. */
function walkAlong(up: AxisName, forward: AxisName) {
  const [u, f] = [vectorOf(up), vectorOf(forward)];
  const left = cross(u, f);
  return personMotion({
    path: Array.from({ length: 21 }, (_, i) => [0, 0.95, 0.1 * i] as const),
    axes: ([x, y, z]) => [0, 1, 2].map((k) => x * left[k] + y * u[k] + z * f[k]) as unknown as Vec3,
  });
}

describe('a stated front', () => {
  it.each(PAIRS)('up %s, forward %s: the walk goes along +Z, left is +X', (up, forward) => {
    const raw = walkAlong(up, forward);
    const clip = toClip(raw, { up, forward });
    const at = (frame: number, name: string) => {
      const joint = clip.skeleton.names.indexOf(name);
      return jointPositions(clip, frame).subarray(3 * joint, 3 * joint + 3);
    };
    expect(at(20, 'Hips')[0]).toBeCloseTo(0, 9);
    expect(at(20, 'Hips')[2]).toBeCloseTo(2, 9);
    expect(at(0, 'LeftFoot')[0]).toBeGreaterThan(0.05);
    expect(at(0, 'Head')[1]).toBeCloseTo(1.56, 9);
    expect(clip.source!.notes.filter(({ topic }) => topic === 'forward')).toMatchObject([
      { confidence: 'stated', text: `${forward.toUpperCase()} of the file is forward (as asked)` },
      { text: 'the person faces +Z at the start (from hips and shoulders)' },
    ]);
    expect(rawDifference(fromClip(clip), raw)).toBeLessThan(1e-9);
  });

  it('must lie in the floor, and be an axis', () => {
    expect(() => toClip(personMotion({}), { up: 'z', forward: '-z' })).toThrow(/forward -z and up z lie on one line/);
    expect(() => toClip(personMotion({}), { forward: 'w' as 'x' })).toThrow(UsageError);
  });

  it('turns markers', () => {
    const text = [
      'PathFileType\t4\t(X/Y/Z)\twalk.trc',
      'DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames',
      '100\t100\t1\t2\tm\t100\t1\t1',
      'Frame#\tTime\tL.ASIS\t\t\tL.Heel\t\t\t',
      '\t\tX1\tY1\tZ1\tX2\tY2\tZ2\t',
      '',
      '1\t0\t3\t0.5\t0.9\t3\t0.5\t0.1',
    ].join('\n');
    const markers = readTrc(new TextEncoder().encode(text), 'a.trc', { forward: 'x' });
    // Z up, X forward: 3 m ahead, and Y is to the left.
    for (const [k, value] of [0.5, 0.9, 3].entries()) expect(markers.positions[k]).toBeCloseTo(value, 12);
    expect(markers.notes.find(({ topic }) => topic === 'forward')).toMatchObject({ confidence: 'stated' });
  });

  it('turns a clip that has Y up, its rest pose with it', () => {
    const clip = toClip(personMotion({ path: [[1, 0.95, 0]] }));
    const turned = facingForward(clip, 'x');
    expect(worldFramesOf(turned.skeleton, frameAt(turned, 0)).origins[2]).toBeCloseTo(1, 12);
    expect([...turned.skeleton.restRotations.subarray(0, 4)]).toEqual([...turned.q.subarray(3, 7)]);
    expect(facingForward(clip, undefined)).toBe(clip);
  });
});
