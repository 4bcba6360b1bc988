import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { createRng } from '../../src/math/random.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { type NumpyArray, readNpy } from '../../src/motion/formats/numpy/array.ts';
import { readContent } from '../../src/motion/formats/numpy/content.ts';
import { kimodoTree } from '../../src/motion/formats/numpy/kimodo.ts';
import { checksum, packNpy } from '../../src/motion/formats/numpy/pack.ts';
import { resample } from '../../src/motion/resample.ts';
import { trim } from '../../src/motion/trim.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { jointPositions } from '../support/clip-positions.ts';
import { npy, npz } from '../support/numpy-file.ts';
import { reframed } from '../support/reframed.ts';

const FRAMES = 12;
const wave = (count: number, size: number): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => size * Math.sin(0.7 * i + 0.1 * Math.floor(i / 156)));
const way = Float64Array.from({ length: 3 * FRAMES }, (_, i) => [0.01 * i, 0.02 * Math.sin(i), 1.1][i % 3]!);
const betas = npy([1, 2, 3], [3], '<f8');

const SMPL: Readonly<Record<string, Readonly<Record<string, Uint8Array>>>> = {
  'AMASS, SMPL-H': {
    poses: npy(wave(156 * FRAMES, 0.3), [FRAMES, 156], '<f8'),
    trans: npy(way, [FRAMES, 3], '<f8'),
    betas,
    mocap_framerate: npy([120], [], '<f8'),
  },
  'AMASS, SMPL-X': {
    root_orient: npy(wave(3 * FRAMES, 0.2), [FRAMES, 3], '<f8'),
    pose_body: npy(wave(63 * FRAMES, 0.2), [FRAMES, 63], '<f8'),
    pose_hand: npy(wave(90 * FRAMES, 0.2), [FRAMES, 90], '<f8'),
    pose_jaw: npy(wave(3 * FRAMES, 0.1), [FRAMES, 3], '<f8'),
    pose_eye: npy(wave(6 * FRAMES, 0.1), [FRAMES, 6], '<f8'),
    trans: npy(way, [FRAMES, 3], '<f8'),
    betas,
    mocap_frame_rate: npy([60], [], '<f8'),
  },
  GVHMR: {
    global_orient: npy(wave(3 * FRAMES, 0.2), [FRAMES, 3], '<f8'),
    body_pose: npy(wave(63 * FRAMES, 0.2), [FRAMES, 63], '<f8'),
    transl: npy(way, [FRAMES, 3], '<f8'),
    betas: npy(wave(10 * FRAMES, 1), [FRAMES, 10], '<f8'),
  },
  'AIST++': {
    smpl_poses: npy(wave(72 * FRAMES, 0.2), [FRAMES, 72], '<f8'),
    smpl_trans: npy(
      way.map((x) => 90 * x),
      [FRAMES, 3],
      '<f8',
    ),
    smpl_scaling: npy([90], [1], '<f8'),
  },
};
const read = async (bytes: Uint8Array, name = 'a.npz'): Promise<Clip> => (await readClips(bytes, name))[0]!;
const arraysIn = async (bytes: Uint8Array): Promise<ReadonlyMap<string, NumpyArray>> =>
  (await readContent(bytes, 'a.npz')).arrays;
const valuesOf = (array: NumpyArray | undefined): Float64Array =>
  array?.kind === 'numbers' ? array.values : new Float64Array(0);

function expectNear(a: ArrayLike<number>, b: ArrayLike<number>, tolerance: number): void {
  expect(a.length).toBe(b.length);
  for (let i = 0; i < a.length; i++) expect(Math.abs(a[i]! - b[i]!)).toBeLessThan(tolerance);
}

describe.each(Object.entries(SMPL))('%s', (_, arrays) => {
  it('goes back into its own arrays', async () => {
    const bytes = npz(arrays);
    const written = await arraysIn(await writeClip(await read(bytes), 'b.npz'));
    for (const [name, array] of await arraysIn(bytes)) expectNear(valuesOf(written.get(name)), valuesOf(array), 1e-9);
  });

  it('with other frames keeps the person, and reads as it was', async () => {
    const clip = trim(await read(npz(arrays)), 0, 7);
    const again = await read(await writeClip(clip, 'b.npz'));
    expect(again.frameCount).toBe(7);
    expect(again.frameTime).toBeCloseTo(clip.frameTime, 12);
    expectNear(jointPositions(again, 5), jointPositions(clip, 5), 1e-6);
  });

  it.each(['amass', 'smplx', 'kimodo', 'humanml3d', 'h36m'])('as %s', async (layout) => {
    const clip = await read(npz(arrays));
    const again = await read(await writeClip(clip, 'b.npz', { layout }), 'b.npz');
    expect(again.frameCount).toBe(FRAMES);
    expect(again.frameTime).toBeCloseTo(clip.frameTime, 12);
    if (layout === 'humanml3d' || layout === 'h36m') return;
    // which way is up is found again; where joints are against each other stays
    const apart = (of: Clip): number[] => {
      const [p, names] = [jointPositions(of, 6), of.skeleton.names];
      const at = (name: string): Float64Array => p.subarray(3 * names.indexOf(name), 3 * names.indexOf(name) + 3);
      const ends = ['head', 'left_wrist', 'right_wrist', 'left_foot', 'right_foot'];
      return ends.flatMap((a) => ends.map((b) => Math.hypot(...[0, 1, 2].map((k) => at(a)[k]! - at(b)[k]!))));
    };
    expectNear(apart(again), apart(clip), 1e-5);
  });
});

describe('Kimodo', () => {
  const made = (): Uint8Array => {
    const { names, parents } = kimodoTree(30)!;
    const places = new Float64Array(3 * FRAMES * names.length);
    const turns = new Float64Array(9 * FRAMES * names.length);
    for (let f = 0; f < FRAMES; f++) {
      names.forEach((name, j) => {
        const o = 3 * (f * names.length + j);
        const parent = parents[j]!;
        const side = name.startsWith('Left') ? 1 : name.startsWith('Right') ? -1 : 0;
        const step = /Leg|Shin|Foot/.test(name)
          ? [0.1 * side * Number(/Leg/.test(name)), -0.4, 0]
          : /Toe/.test(name)
            ? [0, -0.05, 0.13]
            : /Arm|Hand|Shoulder/.test(name)
              ? [0.25 * side, 0, 0]
              : [0, 0.12, 0.01];
        for (let k = 0; k < 3; k++)
          places[o + k] =
            parent < 0 ? [0, 0.95, 0.02 * f][k]! : places[3 * (f * names.length + parent) + k]! + step[k]!;
        turns.set([1, 0, 0, 0, 1, 0, 0, 0, 1], 3 * o);
      });
    }
    const n = names.length;
    return npz({
      posed_joints: npy(places, [FRAMES, n, 3]),
      global_rot_mats: npy(turns, [FRAMES, n, 3, 3]),
      foot_contacts: npy(wave(4 * FRAMES, 1), [FRAMES, 4]),
      smooth_root_pos: npy(wave(3 * FRAMES, 1), [FRAMES, 3]),
    });
  };

  it('goes back with its contacts, and without what is no longer so', async () => {
    const bytes = made();
    const [before, after] = [await arraysIn(bytes), await arraysIn(await writeClip(await read(bytes), 'b.npz'))];
    for (const name of ['posed_joints', 'global_rot_mats', 'foot_contacts']) {
      expectNear(valuesOf(after.get(name)), valuesOf(before.get(name)), 2e-6);
    }
    expect(after.has('smooth_root_pos')).toBe(false);
    expect(after.get('local_rot_mats')?.shape).toEqual([FRAMES, 30, 3, 3]);
    const shorter = await arraysIn(await writeClip(trim(await read(bytes), 0, 5), 'b.npz'));
    expect(shorter.get('posed_joints')?.shape).toEqual([5, 30, 3]);
    expect(shorter.has('foot_contacts')).toBe(false);
  });

  it('stores every array as its file did', async () => {
    const before = await arraysIn(made());
    const after = await arraysIn(await writeClip(await read(made()), 'b.npz'));
    const typeOf = (array: NumpyArray | undefined): unknown => array?.kind === 'numbers' && array.type;
    for (const name of ['posed_joints', 'foot_contacts'])
      expect(typeOf(after.get(name))).toBe(typeOf(before.get(name)));
    const flags = packNpy({ shape: [4], values: [1, 0, 2, 0], type: 'b1' });
    expect(readNpy(flags, 'a.npy', '', { left: 9 })).toMatchObject({ type: 'b1', values: Float64Array.of(1, 0, 1, 0) });
    const whole = packNpy({ shape: [2, 1], values: [-3, 7], type: 'i8' });
    expect(readNpy(whole, 'a.npy', '', { left: 9 })).toMatchObject({ shape: [2, 1], values: Float64Array.of(-3, 7) });
  });

  it('says its rate where it is not the usual one', async () => {
    const fast = resample(await read(made()), 1 / 60);
    expect((await read(await writeClip(fast, 'b.npz'))).frameTime).toBeCloseTo(1 / 60, 12);
  });
});

describe('positions', () => {
  const clip = trim(perform(motionNamed('punch')), 0, 20);

  it.each(['a.npy', 'a.npz'])('%s: where the joints are, as 22 points', async (name) => {
    const bytes = await writeClip(reframed(clip, createRng(2)), name, name === 'a.npz' ? { layout: 'humanml3d' } : {});
    const array = name === 'a.npy' ? readNpy(bytes, name, '', { left: 1e6 }) : (await arraysIn(bytes)).get('joints');
    expect(array?.shape).toEqual([20, 22, 3]);
    const positions = jointPositions(clip, 13);
    const of = (joint: string): readonly number[] => {
      const at = clip.skeleton.names.indexOf(joint);
      return [...positions.subarray(3 * at, 3 * at + 3)];
    };
    const row = valuesOf(array).subarray(13 * 66, 14 * 66);
    for (const [point, joint] of [
      [0, 'hips'],
      [4, 'leftLowerLeg'],
      [9, 'upperChest'],
      [11, 'rightToes'],
      [14, 'rightShoulder'],
      [20, 'leftHand'],
    ] as const) {
      expectNear(row.subarray(3 * point, 3 * point + 3), of(joint), 1e-6);
    }
  });

  it('a skeleton without a chest has its points between others; one without toes has 17 points', async () => {
    const roles = clip.roles.status === 'humanoid' ? clip.roles.roles : {};
    const { chest: _, upperChest: __, ...fewer } = roles;
    const plain: Clip = { ...clip, roles: { status: 'humanoid', roles: fewer, by: 'map', rig: 'x' } };
    const row = valuesOf((await arraysIn(await writeClip(plain, 'a.npz'))).get('joints'));
    const heights = [0, 3, 6, 9, 12].map((point) => row[3 * point + 1]!);
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
    const { leftToes: ___, ...footless } = roles;
    const tips = clip.skeleton.endSites.filter(({ joint }) => joint !== roles.leftFoot);
    const lame: Clip = {
      ...clip,
      skeleton: { ...clip.skeleton, endSites: tips },
      roles: { status: 'humanoid', roles: footless, by: 'map', rig: 'x' },
    };
    await expect(writeClip(lame, 'a.npy', { layout: 'humanml3d' })).rejects.toThrow(/no joints for: leftToe/);
    const points = readNpy(await writeClip(lame, 'a.npy'), 'a.npy', '', { left: 1e6 });
    expect(points.shape).toEqual([20, 17, 3]); // Human3.6M has no toes
  });

  it('refuses layouts that the clip cannot fill, with the reason', async () => {
    await expect(writeClip(clip, 'a.npz', { layout: 'amass' })).rejects.toThrow(/needs the skeleton of SMPL.*"pelvis"/);
    await expect(writeClip(clip, 'a.npz', { layout: 'smplx' })).rejects.toThrow(UsageError);
    await expect(writeClip(clip, 'a.npz', { layout: 'kimodo' })).rejects.toThrow(/needs a skeleton of Kimodo/);
    await expect(writeClip(clip, 'a.npz', { layout: 'fancy' })).rejects.toThrow(/expected kimodo, .*found "fancy"/);
    await expect(writeClip(clip, 'a.npz', { metresPerUnit: 0.01 })).rejects.toThrow(/in metres/);
    const smpl = await read(npz(SMPL['AMASS, SMPL-H']!));
    await expect(writeClip(smpl, 'a.npy', { layout: 'amass' })).rejects.toThrow(/several arrays; write .npz/);
    const turned = reframed(smpl, createRng(1));
    await expect(writeClip({ ...turned, source: undefined }, 'a.npz', { layout: 'amass' })).rejects.toThrow(
      /rest pose is not the T-pose/,
    );
  });
});

it('135 numbers per frame go back as such', async () => {
  const values = Float64Array.from({ length: 135 * FRAMES }, (_, i) => {
    const column = i % 135;
    return column < 3 ? [0.1, 1.2, 0.01 * i][column]! : [1, 0, 0, 0, 1, 0][(column - 3) % 6]!;
  });
  const clip = await read(npy(values, [FRAMES, 135]), 'a.npy');
  const written = readNpy(await writeClip(clip, 'b.npy'), 'b.npy', '', { left: 1e6 });
  expectNear(valuesOf(written), values, 1e-5);
  const moved = withCoordinates(
    clip,
    clip.q.map((x, i) => (i % (3 + 4 * 22) === 0 ? x + 1 : x)),
  );
  expect((await read(await writeClip(moved, 'b.npy'), 'b.npy')).q[0]! - clip.q[0]!).toBeCloseTo(1, 5);
});

it('entries have the checksum of zip files', () => {
  expect(checksum(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});

it('an array of Python objects is called that', async () => {
  const dictionary = "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }".padEnd(117).concat('\n');
  const head = [0x93, ...[...'NUMPY'].map((sign) => sign.charCodeAt(0)), 1, 0, dictionary.length, 0];
  const list = [0x80, 3, 0x5d, 0x2e]; // an empty list, pickled
  const bytes = Uint8Array.from([...head, ...new TextEncoder().encode(dictionary), ...list]);
  await expect(readClips(bytes, 'a.npy')).rejects.toThrow(/found an array of Python objects$/);
});
