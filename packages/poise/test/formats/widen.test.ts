/** Motions that need more axes than their file gives its joints: the axes are added, the rest of the file stays. */
import { describe, expect, it } from 'vitest';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { asfAmc, writeAsfAmc } from '../../src/motion/formats/asf-amc.ts';
import { parseAmc } from '../../src/motion/formats/asf-amc-parse.ts';
import { bvh } from '../../src/motion/formats/bvh.ts';
import { parseBvh } from '../../src/motion/formats/bvh-parse.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { AMC, ASF } from '../support/asf-text.ts';
import { bytesOf, TINY, textOf } from '../support/bvh-text.ts';

const PLAIN = { metresPerUnit: 0.01, up: 'y', groundHeight: 0 } as const;

/** The clip with one joint turned about an odd axis, in the frames from `first` on. */
function turned(clip: Clip, joint: string, first = 0): Clip {
  const q = clip.q.slice();
  const nq = coordinateCount(clip.skeleton);
  const at = quatIndex(clip.skeleton.names.indexOf(joint));
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, 0.48, 0.6, 0.64, 0.3);
  for (let frame = first; frame < clip.frameCount; frame++)
    multiplyQuat(q, frame * nq + at, q, frame * nq + at, turn, 0);
  return createClip({ ...clip, q });
}

/** Largest difference of coordinates; a quaternion and its negative are one rotation. */
function apart(a: Clip, b: Clip): number {
  expect([...b.skeleton.names]).toEqual([...a.skeleton.names]);
  expect(b.frameCount).toBe(a.frameCount);
  const nq = coordinateCount(a.skeleton);
  let most = 0;
  for (let i = 0; i < a.q.length; i += 1) {
    const k = i % nq;
    const from = k < 3 ? i : i - ((k - 3) % 4);
    let dot = 1;
    if (k >= 3) dot = [0, 1, 2, 3].reduce((sum, n) => sum + a.q[from + n] * b.q[from + n], 0);
    most = Math.max(most, Math.abs(a.q[i] - Math.sign(dot) * b.q[i]));
  }
  return most;
}

describe('an .amc whose skeleton lets a bone turn about too few axes', () => {
  const read = async (amc: Uint8Array, asf: Uint8Array): Promise<Clip> => {
    const companion = async () => asf;
    return (await asfAmc.read!(amc, 'x.amc', { ...PLAIN, companion, neighbours: ['x.asf'] }))[0]!;
  };
  const source = () => read(bytesOf(AMC), bytesOf(ASF));

  it.each(['shin', 'hip', 'head'])('holds %s as it was turned', async (joint) => {
    const clip = turned(await source(), joint);
    const { asf, amc } = writeAsfAmc(clip);
    expect(apart(clip, await read(amc, asf))).toBeLessThan(1e-9);
    expect(asfAmc.writeNotes!(clip, {})).toEqual([`the skeleton lets "${joint}" turn about all axes now`]);
  });

  it('adds to the lines of that bone only, limits too', async () => {
    const { asf } = writeAsfAmc(turned(await source(), 'shin'));
    const expected = ASF.replace(
      'dof rx\n    limits (-10.0 170.0)\n',
      'dof rx ry rz\n    limits (-10.0 170.0)\n    (-180 180)\n    (-180 180)\n',
    );
    expect(textOf(asf)).toBe(expected);
  });

  it('keeps the very numbers of frames and bones that did not change', async () => {
    const { asf, amc } = writeAsfAmc(turned(await source(), 'shin', 2));
    const rows = (text: string) => text.split('\n').filter((line) => !line.startsWith('shin'));
    expect(rows(textOf(amc))).toEqual(rows(AMC));
    const shins = (text: string) => text.split('\n').filter((line) => line.startsWith('shin'));
    expect(shins(textOf(amc)).slice(0, 2)).toEqual(
      shins(AMC)
        .slice(0, 2)
        .map((line) => `${line} 0 0`),
    );
    expect(parseAmc(amc, 'x.amc', asf, 'x.asf').frameCount).toBe(3);
  });

  it('leaves the skeleton alone where the motion fits', async () => {
    const clip = turned(await source(), 'thigh');
    expect(textOf(writeAsfAmc(clip).asf)).toBe(ASF);
    expect(asfAmc.writeNotes!(clip, {})).toEqual([]);
  });

  it.each([
    ['Windows line ends', ASF.replace(/\n/g, '\r\n')],
    ['a comment behind the freedoms', ASF.replace('dof rx\n', 'dof rx   # a hinge\n')],
    ['a name in another alphabet', ASF.replace(/shin/g, 'голень')],
    ['radians', ASF.replace('angle deg', 'angle rad').replace(/axis [\d ]+/g, 'axis 0 0 0 ')],
  ])('reads back what it wrote with %s', async (_, text) => {
    const name = text.includes('голень') ? 'голень' : 'shin';
    const clip = turned(await read(bytesOf(AMC.replace(/shin/g, name)), bytesOf(text)), name);
    const { asf, amc } = writeAsfAmc(clip);
    expect(apart(clip, await read(amc, asf))).toBeLessThan(1e-9);
    expect(textOf(asf).length).toBeGreaterThan(text.length);
  });
});

describe('a BVH whose joint has too few channels', () => {
  const read = async (text: string): Promise<Clip> => (await bvh.read!(bytesOf(text), 'x.bvh', PLAIN))[0]!;
  const write = async (clip: Clip): Promise<string> => textOf(await bvh.write!(clip, {}));

  it('holds a hinge that was turned', async () => {
    const clip = turned(await read(TINY), 'Leg');
    const text = await write(clip);
    expect(apart(clip, await read(text))).toBeLessThan(1e-9);
    const header = (all: string) => all.slice(0, all.indexOf('MOTION'));
    const wider = header(TINY).replace('CHANNELS 1 Xrotation', 'CHANNELS 3 Xrotation Yrotation Zrotation');
    expect(header(text)).toBe(wider);
    expect(bvh.writeNotes!(clip, {})).toEqual(['channels were added to "Leg"']);
  });

  it('keeps the very numbers of everything else', async () => {
    const rows = parseBvh(bytesOf(await write(turned(await read(TINY), 'Leg'))), 'x.bvh').document as {
      values: Float64Array;
    };
    const before = TINY.trim().split('\n').slice(-3);
    before.forEach((line, frame) => {
      expect([...rows.values.subarray(12 * frame, 12 * frame + 9)]).toEqual(line.split(' ').slice(0, 9).map(Number));
    });
  });

  it.each([
    ['has no CHANNELS at all', (text: string) => text.replace('    CHANNELS 1 Xrotation\n', '')],
    ['has none of them', (text: string) => text.replace('CHANNELS 1 Xrotation', 'CHANNELS 0')],
  ])('holds a joint that %s', async (_, change) => {
    const rows = (text: string) => text.replace(/( 5| 6| -7\.5)\n/g, '\n');
    const clip = turned(await read(rows(change(TINY))), 'Leg');
    expect(apart(clip, await read(await write(clip)))).toBeLessThan(1e-9);
  });

  it('holds a root that moves where it could only turn', async () => {
    const still = TINY.replace('CHANNELS 6 Xposition Yposition Zposition Zrotation', 'CHANNELS 3 Zrotation').replace(
      /^\d 9\d \d /gm,
      '',
    );
    const clip = await read(still.replace('OFFSET 0 0 0', 'OFFSET 0 90 0'));
    const q = clip.q.slice();
    for (let frame = 0; frame < clip.frameCount; frame++) q[frame * coordinateCount(clip.skeleton) + 1] += 0.04;
    const raised = createClip({ ...clip, q });
    const text = await write(raised);
    expect(text).toContain('CHANNELS 4 Zrotation Xrotation Yrotation Yposition');
    expect(apart(raised, await read(text))).toBeLessThan(1e-9);
  });
});
