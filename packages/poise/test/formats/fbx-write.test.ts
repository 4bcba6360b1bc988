import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/math/random.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { readFbx } from '../../src/motion/formats/fbx-read.ts';
import { readClips, writeClip, writeClips } from '../../src/motion/formats/index.ts';
import { REST } from '../../src/motion/raw-tree.ts';
import { trim } from '../../src/motion/trim.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { jointPositions } from '../support/clip-positions.ts';
import { reframed } from '../support/reframed.ts';
import { distanceFromThree, loadFbxInThree } from '../support/three-fbx.ts';

const walk = trim(perform(motionNamed('walk')), 0, 40);
const turned = reframed(walk, createRng(5));

/** Largest distance [m] of joints of the same name in a frame. */
function apart(a: Clip, b: Clip, frame: number): number {
  const [p, r] = [jointPositions(a, frame), jointPositions(b, frame)];
  const distances = a.skeleton.names.map((name, joint) => {
    const other = b.skeleton.names.indexOf(name);
    return Math.hypot(...[0, 1, 2].map((k) => p[3 * joint + k]! - r[3 * other + k]!));
  });
  return Math.max(...distances);
}

describe('writing FBX', () => {
  it.each([
    ['as performed', walk],
    ['with axes of its own per joint', turned],
  ])('three puts the joints where the clip has them, %s', async (_, clip) => {
    const bytes = await writeClip(clip, 'a.fbx');
    const [motion] = await readFbx(bytes, 'a.fbx');
    const group = loadFbxInThree(bytes);
    expect(distanceFromThree(group, motion!, [REST, 0, 13, 39])).toBeLessThan(1e-5);
    expect(group.animations.map(({ name }) => name)).toEqual(['walk']);
    const [again] = await readClips(bytes, 'a.fbx');
    for (const frame of [0, 13, 39]) expect(apart(clip, again!, frame)).toBeLessThan(1e-6);
  });

  it('keeps frames, rate, tips and the name; states unit and up axis', async () => {
    const [again] = await readClips(await writeClip(walk, 'a.fbx'), 'a.fbx');
    expect(again!.name).toBe('walk');
    expect(again!.frameTime).toBe(walk.frameTime);
    expect(again!.frameCount).toBe(40);
    expect(again!.skeleton.endSites).toHaveLength(walk.skeleton.endSites.length);
    const said = again!.source!.notes.filter(({ confidence }) => confidence === 'stated').map(({ topic }) => topic);
    expect(said).toEqual(expect.arrayContaining(['unit', 'up']));
    expect(again!.source!.frame.metresPerUnit).toBe(0.01);
  });

  it.each([1 / 23.976, 0.0083333, 1 / 500, 2.5])('keeps a frame time of %s s to the last digit', async (frameTime) => {
    const clip = createClip({ ...walk, frameTime });
    const [again] = await readClips(await writeClip(clip, 'a.fbx'), 'a.fbx');
    expect(again!.frameTime).toBe(frameTime);
    expect(again!.frameCount).toBe(40);
  });

  it.each([1, 0.01, 0.0254])('in units of %s m', async (metresPerUnit) => {
    const [again] = await readClips(await writeClip(walk, 'a.fbx', { metresPerUnit }), 'a.fbx');
    expect(again!.source!.frame.metresPerUnit).toBeCloseTo(metresPerUnit, 12);
    expect(apart(walk, again!, 20)).toBeLessThan(1e-6);
  });

  it('holds several clips, each with its own rate', async () => {
    const slow = createClip({ ...walk, name: 'slow', frameTime: 1 / 30 });
    const again = await readClips(await writeClips([walk, slow], 'a.fbx'), 'a.fbx');
    expect(again.map(({ name, frameTime, frameCount }) => [name, frameTime, frameCount])).toEqual([
      ['walk', walk.frameTime, 40],
      ['slow', 1 / 30, 40],
    ]);
  });

  it('keeps names that look like those of text files, or hold what parts names', async () => {
    const names = walk.skeleton.names.map((name, i) => (i === 3 ? 'rig::chest' : i === 4 ? 'a\u0000\u0001b' : name));
    const clip = createClip({ ...walk, skeleton: { ...walk.skeleton, names } });
    const [again] = await readClips(await writeClip(clip, 'a.fbx'), 'a.fbx');
    expect(again!.skeleton.names).toContain('rig::chest');
    expect(again!.skeleton.names).toContain('a__b');
  });

  it('gives the same bytes every time', async () => {
    expect(await writeClip(turned, 'a.fbx')).toEqual(await writeClip(turned, 'b.fbx'));
  });
});
