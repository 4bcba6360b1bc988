import { describe, expect, it } from 'vitest';
import { FormatError, UsageError } from '../../src/errors.ts';
import { createRng } from '../../src/math/random.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { readPickle } from '../../src/motion/formats/numpy/pickle.ts';
import { smplJoints } from '../../src/motion/formats/numpy/smpl.ts';
import { POINT_SETS, pointNamed } from '../../src/motion/keypoints/sets.ts';
import type { Role } from '../../src/motion/roles.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { jointPositions } from '../support/clip-positions.ts';
import { joined, npy, npz, pickledArray } from '../support/numpy-file.ts';

/** Joint of the mannequin that stands for each of SMPL's 22. */
const ROLES: readonly Role[] = [
  'hips',
  'leftUpperLeg',
  'rightUpperLeg',
  'spine',
  'leftLowerLeg',
  'rightLowerLeg',
  'chest',
  'leftFoot',
  'rightFoot',
  'upperChest',
  'leftToes',
  'rightToes',
  'neck',
  'leftShoulder',
  'rightShoulder',
  'head',
  'leftUpperArm',
  'rightUpperArm',
  'leftLowerArm',
  'rightLowerArm',
  'leftHand',
  'rightHand',
];

/** frames × roles × 3: where joints are. */
function placesOf(clip: Clip, roles: readonly Role[]): Float64Array {
  if (clip.roles.status !== 'humanoid') throw new Error('nobody');
  const out = new Float64Array(clip.frameCount * roles.length * 3);
  for (let f = 0; f < clip.frameCount; f++) {
    const places = jointPositions(clip, f);
    for (const [i, role] of roles.entries()) {
      const joint = clip.roles.roles[role]!;
      out.set(places.subarray(3 * joint, 3 * joint + 3), 3 * (f * roles.length + i));
    }
  }
  return out;
}

const performed = perform(walk, { fps: 20 });
const roles22 = ROLES.map((role) =>
  performed.roles.status === 'humanoid' && performed.roles.roles[role] !== undefined ? role : 'chest',
);
const positions = placesOf(performed, roles22);
const frames = performed.frameCount;

describe('positions of 22 joints', () => {
  it('become a person whose joints are where the points were, with bones of one length and knees that bend as knees do', async () => {
    const [clip] = await readClips(npy(positions, [frames, 22, 3]), 'motion.npy');
    expect(clip!.roles.status).toBe('humanoid');
    expect(clip!.frameCount).toBe(frames);
    const legs: readonly Role[] = [
      'leftLowerLeg',
      'rightLowerLeg',
      'leftFoot',
      'rightFoot',
      'leftToes',
      'leftLowerArm',
      'rightHand',
    ];
    const [was, is] = [placesOf(performed, legs), placesOf(clip!, legs)];
    let worst = 0;
    for (let i = 0; i < was.length; i += 3) {
      worst = Math.max(worst, Math.hypot(was[i]! - is[i]!, was[i + 1]! - is[i + 1]!, was[i + 2]! - is[i + 2]!));
    }
    expect(worst).toBeLessThan(0.02);
    expect(clip!.source!.notes.some(({ topic, confidence }) => topic === 'rate' && confidence === 'guess')).toBe(true);
  });

  it('are found in all the shapes that models write, and in pickles', async () => {
    const [plain] = await readClips(npy(positions, [frames, 22, 3]), 'a.npy');
    const [batched] = await readClips(npy(positions, [1, frames, 22, 3]), 'b.npy');
    expect(batched!.q).toEqual(plain!.q);
    const last = new Float64Array(positions.length); // (1, 22, 3, frames)
    for (let f = 0; f < frames; f++) for (let k = 0; k < 66; k++) last[k * frames + f] = positions[66 * f + k]!;
    const [mdm] = await readClips(npy(last, [1, 22, 3, frames]), 'c.npy');
    const [alone] = await readClips(npy(last, [22, 3, frames]), 'e.npy');
    expect(alone!.q).toEqual(mdm!.q);
    const hands = new Float64Array(frames * 72); // SMPL's 24 joints: two more at the hands
    for (let f = 0; f < frames; f++) {
      hands.set(positions.subarray(66 * f, 66 * f + 66), 72 * f);
      hands.set(positions.subarray(66 * f + 60, 66 * f + 66), 72 * f + 66);
    }
    const [smpl] = await readClips(npz({ joints: npy(hands, [frames, 24, 3]), fps: npy([20], [], '<f8') }), 'f.npz');
    expect(smpl!.q).toEqual(plain!.q);
    const turns = hands.map((_, i) => Math.sin(i) * Math.sin(Math.floor(i / 72) / 3)); // rotation vectors, in the same shape
    await expect(readClips(npy(turns, [frames, 24, 3]), 'g.npy')).rejects.toThrow(/expected a motion of SMPL/);
    expect(mdm!.q).toEqual(plain!.q);
    const [pickled] = await readClips(pickledArray('joints', positions, [frames, 22, 3]), 'd.pkl');
    expect(pickled!.q).toEqual(plain!.q);
    const packed = npz({ joints: npy(positions, [frames, 22, 3]), fps: npy([30], [], '<f8') }, true);
    const [stated] = await readClips(packed, 'e.npz');
    expect(1 / stated!.frameTime).toBeCloseTo(30, 9);
  });

  it('bridge gaps, and are refused where a limb is missing', async () => {
    const gappy = Float64Array.from(positions);
    gappy.fill(Number.NaN, 3 * (22 * 5 + 4), 3 * (22 * 5 + 4) + 3); // one knee in one frame
    const [clip] = await readClips(npy(gappy, [frames, 22, 3]), 'gap.npy');
    expect(clip!.q.every(Number.isFinite)).toBe(true);
    for (let f = 0; f < frames; f++) gappy.fill(Number.NaN, 3 * (22 * f + 4), 3 * (22 * f + 4) + 3);
    await expect(readClips(npy(gappy, [frames, 22, 3]), 'gap.npy')).rejects.toThrow(/missing: leftKnee/);
  });
});

describe('HumanML3D features', () => {
  /** The 263 numbers of a person who walks on a curve: positions in the facing frame of a root that turns. */
  function features(turn: number): Float64Array {
    const out = new Float64Array(frames * 263);
    for (let f = 0; f < frames; f++) {
      const o = 263 * f;
      out[o] = turn / 2;
      const [c, s] = [Math.cos(turn * (f + 1)), Math.sin(turn * (f + 1))];
      const next = Math.min(frames - 1, f + 1);
      const dx = positions[66 * next]! - positions[66 * f]!;
      const dz = positions[66 * next + 2]! - positions[66 * f + 2]!;
      out[o + 1] = c * dx + s * dz;
      out[o + 2] = -s * dx + c * dz;
      out[o + 3] = positions[66 * f + 1]!;
      const [cf, sf] = [Math.cos(turn * f), Math.sin(turn * f)];
      for (let j = 1; j < 22; j++) {
        const x = positions[3 * (22 * f + j)]! - positions[66 * f]!;
        const z = positions[3 * (22 * f + j) + 2]! - positions[66 * f + 2]!;
        out.set([cf * x + sf * z, positions[3 * (22 * f + j) + 1]!, -sf * x + cf * z], o + 4 + 3 * (j - 1));
      }
      out.fill(1, o + 259, o + 263);
    }
    return out;
  }

  it('give the same person as the positions, whatever the heading they are stored in', async () => {
    const [plain] = await readClips(npy(positions, [frames, 22, 3]), 'a.npy');
    const [decoded] = await readClips(npy(features(0.03), [frames, 263], '<f8'), 'b.npy');
    const feet: readonly Role[] = ['leftFoot', 'rightFoot', 'head'];
    const [a, b] = [placesOf(plain!, feet), placesOf(decoded!, feet)];
    const shift = [0, 1, 2].map((c) => a[c]! - b[c]!);
    for (let i = 0; i < a.length; i++) expect(Math.abs(a[i]! - b[i]! - shift[i % 3]!)).toBeLessThan(1e-3);
  });

  it('that are normalised need their means beside them', async () => {
    const raw = features(0);
    const mean = Float64Array.from({ length: 263 }, (_, k) => raw[k]! + 0.1);
    const normal = raw.map((value, i) => (value - mean[i % 263]!) / 0.5);
    const file = npy(normal, [frames, 263], '<f8');
    await expect(readClips(file, 'n.npy')).rejects.toThrow(/Mean\.npy and Std\.npy/);
    const companion = async (name: string) =>
      name === 'Mean.npy'
        ? npy(mean, [263], '<f8')
        : name === 'Std.npy'
          ? npy(new Float64Array(263).fill(0.5), [263], '<f8')
          : undefined;
    const [clip] = await readClips(file, 'n.npy', { companion });
    expect(clip!.frameCount).toBe(frames);
  });
});

describe('SMPL parameters', () => {
  const poses = (count: number, width: number): Float64Array => {
    const out = new Float64Array(count * width);
    for (let f = 0; f < count; f++) out[f * width + 3 * 4] = 0.02 * f; // the left knee bends about x
    return out;
  };

  it.each([
    [
      'AMASS',
      {
        poses: npy(poses(30, 156), [30, 156]),
        trans: npy(new Float64Array(90), [30, 3]),
        mocap_framerate: npy([120], [], '<f8'),
      },
      52,
      120,
    ],
    [
      'SMPL-X',
      {
        root_orient: npy(new Float64Array(90), [30, 3]),
        pose_body: npy(poses(30, 63), [30, 63]),
        trans: npy(new Float64Array(90), [30, 3]),
        mocap_frame_rate: npy([60], [], '<f8'),
      },
      22,
      60,
    ],
    [
      'GVHMR',
      {
        body_pose: npy(poses(30, 63), [30, 63]),
        global_orient: npy(new Float64Array(90), [30, 3]),
        transl: npy(new Float64Array(90), [30, 3]),
      },
      22,
      30,
    ],
  ])('of %s', async (_, arrays, joints, rate) => {
    const [clip] = await readClips(npz(arrays), 'motion.npz');
    expect(clip!.skeleton.names).toHaveLength(joints);
    expect(1 / clip!.frameTime).toBeCloseTo(rate, 6);
    expect(clip!.roles.status).toBe('humanoid');
    expect(clip!.source!.notes.some(({ text }) => /generic body/.test(text))).toBe(true);
  });

  it('have bodies of which every joint hangs below one before it', () => {
    for (const count of [22, 24, 52, 55]) {
      const joints = smplJoints(count)!;
      expect(joints).toHaveLength(count);
      for (const [j, { parent }] of joints.entries()) expect(parent).toBeLessThan(j);
    }
  });
});

describe('Kimodo', () => {
  it('gives the person that its positions and turns show', async () => {
    const tree = smplJoints(22)!;
    const count = 10;
    const places = new Float64Array(count * 66);
    const turns = new Float64Array(count * 22 * 9);
    for (let f = 0; f < count; f++) {
      for (const [j, { parent, translation }] of tree.entries()) {
        for (let c = 0; c < 3; c++) {
          turns[9 * (22 * f + j) + 4 * c] = 1;
          places[3 * (22 * f + j) + c] =
            parent < 0 ? [0.1 * f, 0.95, 0][c]! : places[3 * (22 * f + parent) + c]! + translation[c]!;
        }
      }
    }
    const file = npz({ posed_joints: npy(places, [count, 22, 3]), global_rot_mats: npy(turns, [count, 22, 3, 3]) });
    const [clip] = await readClips(file, 'kimodo.npz');
    expect(clip!.skeleton.offsets[3 * 4 + 1]).toBeCloseTo(-0.392, 5);
    expect(clip!.q[coordinateCount(clip!.skeleton) * 9]! - clip!.q[0]!).toBeCloseTo(0.9, 5);
    const robot = npz({
      posed_joints: npy(new Float64Array(102), [1, 34, 3]),
      global_rot_mats: npy(new Float64Array(306), [1, 34, 3, 3]),
    });
    await expect(readClips(robot, 'g1.npz')).rejects.toThrow(/robot/);
  });
});

describe('files of strangers', () => {
  it('cannot make a pickle call anything', () => {
    const evil = joined(Uint8Array.from([0x80, 3]), new TextEncoder().encode('cos\nsystem\n(X\x04\0\0\0truetR.'));
    expect(() => readPickle(evil, 'evil.pkl', 'the pickle', { left: 1e6 })).toThrow(/names os\.system/);
    const bytes = joined(Uint8Array.from([0x80, 3]), new TextEncoder().encode('cbuiltins\neval\n.'));
    expect(() => readPickle(bytes, 'evil.pkl', 'the pickle', { left: 1e6 })).toThrow(FormatError);
    // STACK_GLOBAL of a mark and a number instead of two names
    const unnamed = Uint8Array.of(0x80, 4, 0x28, 0x4b, 1, 0x93, 0x2e);
    expect(() => readPickle(unnamed, 'evil.pkl', 'the pickle', { left: 1e6 })).toThrow(FormatError);
  });

  it('are read without NaN or refused with a reason, damaged as they may be', async () => {
    const bases = [
      npy(positions.subarray(0, 66 * 12), [12, 22, 3]),
      npz({ joints: npy(positions.subarray(0, 66 * 12), [12, 22, 3]) }, true),
      npz({ poses: npy(new Float64Array(72 * 4), [4, 72]), trans: npy(new Float64Array(12), [4, 3]) }),
      pickledArray('joints', positions.subarray(0, 66 * 12), [12, 22, 3]),
    ];
    let accepted = 0;
    for (let n = 0; n < 1500; n++) {
      const rng = createRng(n);
      const data = Uint8Array.from(bases[n % bases.length]!);
      const hits = 1 + Math.floor(rng.next() * 6);
      for (let k = 0; k < hits; k++)
        data[Math.floor(rng.next() * Math.min(data.length, k % 2 ? data.length : 400))] = Math.floor(rng.next() * 256);
      const cut = rng.next() < 0.2 ? data.subarray(0, Math.floor(rng.next() * data.length)) : data;
      try {
        for (const clip of await readClips(cut, 'fuzz.npz')) {
          if (!clip.q.every(Number.isFinite)) throw new Error(`seed ${n}: a number is not finite`);
        }
        accepted++;
      } catch (error) {
        if (!(error instanceof FormatError || error instanceof UsageError))
          throw new Error(`seed ${n}: ${error}`, { cause: error });
      }
    }
    expect(accepted).toBeGreaterThan(100);
    expect(accepted).toBeLessThan(1400);
  });

  it('say what was found', async () => {
    await expect(readClips(npy([1, 2, 3], [3]), 'x.npy')).rejects.toThrow(/found one array \(3\)/);
    await expect(readClips(Uint8Array.from([1, 2, 3]), 'x.npy')).rejects.toThrow(/expected an array of numpy/);
  });
});

describe('sets of points', () => {
  it('have the count that they are found by, and each point once', () => {
    for (const [count, { points }] of Object.entries(POINT_SETS)) {
      expect(points).toHaveLength(Number(count));
      const named = points.filter((point) => point !== undefined);
      expect(new Set(named).size).toBe(named.length);
    }
    expect(pointNamed('RBigToe')).toBe('rightToe');
    expect(pointNamed('left_hip')).toBe('leftHip');
    expect(pointNamed('LASI')).toBeUndefined();
  });
});
