import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Clip } from '../../src/motion/clip.ts';
import { findRoles, rolesInRaw } from '../../src/motion/find-roles.ts';
import { asfAmc } from '../../src/motion/formats/asf-amc.ts';
import { parseBvh } from '../../src/motion/formats/bvh-parse.ts';
import { fbx } from '../../src/motion/formats/fbx.ts';
import { glb } from '../../src/motion/formats/gltf.ts';
import { fromClip } from '../../src/motion/from-clip.ts';
import { inferReferenceFrames } from '../../src/motion/infer-reference.ts';
import type { RawMotion } from '../../src/motion/raw-motion.ts';
import { REQUIRED_ROLES, type Role } from '../../src/motion/roles.ts';
import { toClip } from '../../src/motion/to-clip.ts';
import { jointPositions } from '../support/clip-positions.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';

const bytes = (...parts: string[]) => new Uint8Array(readFileSync(mocapPath(...parts)));
const bvhIn = (folder: string) => readdirSync(mocapPath(folder)).filter((name) => name.endsWith('.bvh'));
const rawBvh = (...parts: string[]): RawMotion => parseBvh(bytes(...parts), parts.at(-1)!);

/** One file of every rig: unit, names of the hips, rig. */
const RIGS: readonly (readonly [folder: string, file: string, metresPerUnit: number, root: string, rig: string])[] = [
  ['cmu-bvh', '02_01.bvh', 0.0254 / 0.45, 'Hips', 'CMU BVH'],
  ['snu-ys2010', 'wd2_falling_down.bvh', 0.01, 'Hips', 'SNU'],
  ['snu-ys2010', 'boxing_boxman_hited_dir.bvh', 0.0254, 'Hips', 'SNU'],
  ['bandai-namco', 'dataset-1_walk_normal_001.bvh', 0.01, 'Hips', 'Bandai-Namco'],
  ['reactidle', '003_genuine.bvh', 1, 'pelvis', 'Rigify'],
  ['genoview', 'Geno_stance.bvh', 0.01, 'Hips', 'LAFAN'],
  ['threejs-examples', 'pirouette.bvh', 0.01, 'hip', 'Poser'],
];

describeWithMocap('captured BVH files', () => {
  it.each(RIGS)('%s/%s: unit, root and rig', (folder, file, metresPerUnit, root, rig) => {
    const clip = toClip(rawBvh(folder, file));
    expect(clip.source!.frame).toMatchObject({ metresPerUnit, worldFromFile: [0, 0, 0, 1], groundHeight: 0 });
    expect(clip.skeleton.names[0]).toBe(root);
    expect(clip.roles).toMatchObject({ status: 'humanoid', by: 'names', rig });
  });

  it.each(RIGS)('%s/%s: back to the file within 1e-9', (folder, file) => {
    const raw = rawBvh(folder, file);
    const back = fromClip(toClip(raw));
    expect(back.joints).toEqual(raw.joints);
    expect(largestDifference(back.translations, raw.translations)).toBeLessThan(1e-9);
    expect(largestTurn(back.rotations, raw.rotations)).toBeLessThan(1e-9);
  });

  it.each(RIGS)('%s/%s: the same people by shape alone', (folder, file) => {
    const raw = rawBvh(folder, file);
    const from = inferReferenceFrames(raw).count;
    const named = rolesInRaw(raw, from).outcome;
    const shaped = rolesInRaw(
      { ...raw, joints: raw.joints.map((joint, i) => ({ ...joint, name: `n${i}` })) },
      from,
    ).outcome;
    if (named.status === 'refused' || shaped.status === 'refused') throw new Error('nobody found');
    expect(shaped.by).toBe('topology');
    for (const role of REQUIRED_ROLES) expect([role, shaped.roles[role]]).toEqual([role, named.roles[role]]);
  });

  it('every CMU file starts with a T-pose, no other does', () => {
    const counts = (folder: string) => bvhIn(folder).map((file) => inferReferenceFrames(rawBvh(folder, file)).count);
    expect(new Set(counts('cmu-bvh'))).toEqual(new Set([1]));
    for (const folder of ['snu-ys2010', 'bandai-namco', 'reactidle', 'genoview', 'threejs-examples']) {
      expect([folder, ...new Set(counts(folder))]).toEqual([folder, 0]);
    }
  });
});

describeWithMocap('captured files of other formats', () => {
  it.each(['Survey', 'Walk', 'Run'])('refuses the fox in %s', async (name) => {
    const clips = await glb.read!(bytes('khronos-gltf', 'Fox.glb'), 'Fox.glb', {});
    const clip = clips.find((candidate) => candidate.name === name)!;
    const reason = 'four legs of equal length leave the trunk, and there are no arms';
    expect(clip.roles).toEqual({ status: 'refused', reason });
    expect(findRoles(clip.skeleton)).toEqual({ status: 'refused', reason });
  });

  it.each([
    ['threejs-examples', 'Xbot.glb', 'mixamorig:Hips', 'Mixamo'],
    ['threejs-examples', 'RobotExpressive.glb', 'Body', 'own names'],
    ['khronos-gltf', 'CesiumMan.glb', 'Skeleton_torso_joint_1', 'Collada'],
    ['khronos-gltf', 'RiggedFigure.glb', 'torso_joint_1', 'Collada'],
  ])('%s/%s: a person in every take', async (folder, file, root, rig) => {
    for (const clip of await glb.read!(bytes(folder, file), file, {})) {
      expect([clip.name, clip.skeleton.names[0], clip.roles]).toMatchObject([
        clip.name,
        root,
        { status: 'humanoid', rig },
      ]);
    }
  });

  it('the same take as FBX and as BVH stands in the same place, in metres', async () => {
    const [fromFbx] = await fbx.read!(bytes('cmu-fbx', '07_01_cmu.fbx'), '07_01_cmu.fbx', {});
    const fromBvh = toClip(rawBvh('cmu-bvh', '07_01.bvh'));
    expect(fromFbx.frameCount).toBe(fromBvh.frameCount);
    const roles: Role[] = ['hips', 'head', 'leftFoot', 'rightFoot', 'leftHand'];
    for (const frame of [5, 150, 300]) {
      for (const role of roles) {
        const apart = distance(placeOf(fromFbx, frame, role), placeOf(fromBvh, frame, role));
        expect(apart, `${role} in frame ${frame} [m]`).toBeLessThan(0.02);
      }
    }
  });

  it('Acclaim names and units', async () => {
    const asf = bytes('cmu-asf-amc', 'charleston.asf');
    const [clip] = await asfAmc.read!(bytes('cmu-asf-amc', 'charleston1.amc'), 'charleston1.amc', {
      companion: async () => asf,
      neighbours: ['charleston.asf', 'charleston1.amc'],
    });
    expect(clip.roles).toMatchObject({ status: 'humanoid', rig: 'CMU Acclaim' });
    expect(clip.source!.frame.metresPerUnit).toBeCloseTo(0.0254 / 0.45, 6);
  });
});

function placeOf(clip: Clip, frame: number, role: Role): Float64Array {
  if (clip.roles.status === 'refused') throw new Error(clip.roles.reason);
  const joint = clip.roles.roles[role]!;
  return jointPositions(clip, frame).subarray(3 * joint, 3 * joint + 3);
}

const distance = (a: Float64Array, b: Float64Array): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

type Tracks = readonly (Float64Array | undefined)[];

function largestDifference(actual: Tracks, expected: Tracks): number {
  let most = 0;
  expected.forEach((track, node) => {
    if (track?.length !== actual[node]?.length) most = Number.POSITIVE_INFINITY;
    track?.forEach((x, i) => {
      most = Math.max(most, Math.abs(x - actual[node]![i]));
    });
  });
  return most;
}

/** Largest difference of quaternions as rotations. */
function largestTurn(actual: Tracks, expected: Tracks): number {
  let most = 0;
  expected.forEach((track, node) => {
    const other = actual[node];
    if (track?.length !== other?.length) most = Number.POSITIVE_INFINITY;
    for (let i = 0; track && other && i < track.length; i += 4) {
      let same = 0;
      let opposite = 0;
      for (let k = 0; k < 4; k++) {
        same = Math.max(same, Math.abs(track[i + k] - other[i + k]));
        opposite = Math.max(opposite, Math.abs(track[i + k] + other[i + k]));
      }
      most = Math.max(most, Math.min(same, opposite));
    }
  });
  return most;
}
