/** VRM animations as pixiv's loader plays them. */
import { type VRMAnimation, VRMAnimationLoaderPlugin } from '@pixiv/three-vrm-animation';
import { Object3D, Quaternion, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { createRng } from '../../src/math/random.ts';
import { type Clip, createClip, withCoordinates } from '../../src/motion/clip.ts';
import { readClips, writeClip, writeCompanions } from '../../src/motion/formats/index.ts';
import { ROLES, type Role, type RoleMap } from '../../src/motion/roles.ts';
import { coordinateCount, createSkeleton, quatIndex } from '../../src/motion/skeleton.ts';
import { trim } from '../../src/motion/trim.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { jointPositions } from '../support/clip-positions.ts';
import { makeGlb, swingingChain } from '../support/glb.ts';
import { writeValid } from '../support/gltf-valid.ts';
import { reframed } from '../support/reframed.ts';

const walk = trim(perform(motionNamed('punch')), 20, 50);
const rolesOf = ({ roles }: Clip): RoleMap => (roles.status === 'humanoid' ? roles.roles : {});

interface Loaded {
  readonly animation: VRMAnimation;
  readonly scene: Object3D;
}

async function load(bytes: Uint8Array): Promise<Loaded> {
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMAnimationLoaderPlugin(parser));
  const gltf = await loader.parseAsync(bytes.slice().buffer, '');
  const [animation] = gltf.userData['vrmAnimations'] as VRMAnimation[];
  return { animation: animation!, scene: gltf.scene };
}

/** Where a VRM model whose bones are as long as the file's puts them: pixiv's tracks are for bones with the world's axes. */
function placesIn({ animation, scene }: Loaded, frame: number): Map<Role, Vector3> {
  scene.updateMatrixWorld(true);
  const model = new Map<Role, Object3D>();
  for (const role of ROLES) {
    const node = scene.getObjectByName(role);
    if (!node) continue;
    const bone = new Object3D();
    const parent = model.get(node.parent!.name as Role);
    bone.position.copy(node.getWorldPosition(new Vector3()));
    if (parent) bone.position.sub(node.parent!.getWorldPosition(new Vector3()));
    parent?.add(bone);
    model.set(role, bone);
  }
  for (const [name, track] of animation.humanoidTracks.rotation) {
    model.get(name as Role)!.quaternion.fromArray(track.values, 4 * frame);
  }
  const hips = model.get('hips')!;
  hips.position.fromArray(animation.humanoidTracks.translation.get('hips')!.values, 3 * frame);
  hips.updateMatrixWorld(true);
  return new Map([...model].map(([role, bone]) => [role, bone.getWorldPosition(new Vector3())]));
}

function expectPlaces(clip: Clip, loaded: Loaded, roles: RoleMap = rolesOf(clip)): void {
  for (const frame of [0, 11, 29]) {
    const places = placesIn(loaded, frame);
    const positions = jointPositions(clip, frame);
    for (const [role, joint] of Object.entries(roles)) {
      const [x, y, z] = positions.subarray(3 * joint, 3 * joint + 3);
      expect(places.get(role as Role)!.distanceTo(new Vector3(x, y, z)), role).toBeLessThan(1e-5);
    }
  }
}

/** A joint turned at rest, and turned back in every frame: the same motion from another rest pose. */
function restTurned(clip: Clip, names: readonly string[], angle: number): Clip {
  const restRotations = clip.skeleton.restRotations.slice();
  const turn = new Float64Array(4);
  for (const name of names) {
    const joint = clip.skeleton.names.indexOf(name);
    quatFromAxisAngle(turn, 0, 0, 0, 1, name.startsWith('left') ? -angle : angle);
    multiplyQuat(restRotations, 4 * joint, restRotations, 4 * joint, turn, 0);
  }
  return createClip({ ...clip, skeleton: createSkeleton({ ...clip.skeleton, restRotations }) });
}

describe('writing VRM animations', () => {
  it('all bones that roles name, at rest in the T-pose on the ground, moved as the clip is', async () => {
    const loaded = await load(await writeValid(walk, 'a.vrma'));
    const { rotation, translation } = loaded.animation.humanoidTracks;
    expect([...rotation.keys()].sort()).toEqual(Object.keys(rolesOf(walk)).sort());
    expect([...translation.keys()]).toEqual(['hips']);
    expect(loaded.animation.restHipsPosition.y).toBeGreaterThan(0.9);
    expect(loaded.animation.duration).toBeCloseTo(29 * walk.frameTime, 5);
    expectPlaces(walk, loaded);
  });

  it.each([
    ['joints with axes of their own', (clip: Clip) => reframed(clip, createRng(8))],
    ['an A-pose at rest', (clip: Clip) => restTurned(clip, ['leftUpperArm', 'rightUpperArm'], 0.8)],
    ['arms that hang at rest', (clip: Clip) => restTurned(clip, ['leftUpperArm', 'rightUpperArm'], 1.5)],
    ['legs that straddle at rest', (clip: Clip) => straddling(clip)],
    ['a rest pose that looks aside', (clip: Clip) => aside(clip)],
  ])('%s change nothing', async (_, change) => {
    const [plain, other] = [
      await load(await writeValid(walk, 'a.vrma')),
      await load(await writeValid(change(walk), 'a.vrma')),
    ];
    for (const [bone, track] of plain.animation.humanoidTracks.rotation) {
      const values = other.animation.humanoidTracks.rotation.get(bone)!.values;
      for (let i = 0; i < track.values.length; i += 4) {
        const [a, b] = [new Quaternion().fromArray(track.values, i), new Quaternion().fromArray(values, i)];
        expect(a.angleTo(b), bone).toBeLessThan(2e-3);
      }
    }
    expectPlaces(walk, other);
  });

  it('a joint between two bones is part of the turn of the lower one', async () => {
    const { skeleton } = walk;
    const neck = skeleton.names.indexOf('neck');
    const at = neck; // a joint without a role before the neck, where the neck is
    const shifted = (joint: number): number => (joint < at ? joint : joint + 1);
    const names = [...skeleton.names.slice(0, at), 'twist', ...skeleton.names.slice(at)];
    const parents = [...skeleton.parents].map((parent) => (parent < 0 ? parent : shifted(parent)));
    parents.splice(at, 0, skeleton.parents[neck]!);
    parents[at + 1] = at;
    const offsets = [...skeleton.offsets];
    offsets.splice(3 * at, 0, ...skeleton.offsets.subarray(3 * neck, 3 * neck + 3));
    offsets.fill(0, 3 * at + 3, 3 * at + 6);
    const q: number[] = [];
    const nq = coordinateCount(skeleton);
    for (let o = 0; o < walk.q.length; o += nq) {
      const row = [...walk.q.subarray(o, o + nq)];
      row.splice(quatIndex(at), 0, 0, 0.6, 0, 0.8);
      q.push(...row);
    }
    const roles = Object.fromEntries(Object.entries(rolesOf(walk)).map(([role, joint]) => [role, shifted(joint)]));
    const clip = createClip({
      skeleton: createSkeleton({
        names,
        parents,
        offsets,
        endSites: skeleton.endSites.map(({ joint, offset }) => ({ joint: shifted(joint), offset })),
      }),
      roles: { status: 'humanoid', roles, by: 'map', rig: 'made' },
      frameTime: walk.frameTime,
      q: Float64Array.from(q),
    });
    expectPlaces(clip, await load(await writeValid(clip, 'a.vrma')));
  });

  it('comes back as it went', async () => {
    const [again] = await readClips(await writeClip(walk, 'a.vrma'), 'a.vrma');
    expect(again!.frameTime).toBe(walk.frameTime);
    const [a, b] = [jointPositions(walk, 17), jointPositions(again!, 17)];
    walk.skeleton.names.forEach((name, joint) => {
      const other = again!.skeleton.names.indexOf(name);
      for (let k = 0; k < 3; k++) expect(b[3 * other + k]).toBeCloseTo(a[3 * joint + k]!, 5);
    });
    // into its own file: only what changed
    const bytes = await writeClip(again!, 'b.vrma');
    const q = again!.q.map((value, i) => (i % coordinateCount(again!.skeleton) === 0 ? value + 0.5 : value));
    const moved = await load(await writeValid(withCoordinates(again!, q), 'b.vrma'));
    expect(bytes).toEqual(await writeClip(walk, 'a.vrma'));
    const before = (await load(bytes)).animation.humanoidTracks;
    const after = moved.animation.humanoidTracks;
    expect(after.translation.get('hips')!.values[0]! - before.translation.get('hips')!.values[0]!).toBeCloseTo(0.5, 6);
    expect(after.rotation.get('head')!.values).toEqual(before.rotation.get('head')!.values);
    expect(await writeCompanions(walk, 'a.vrma')).toEqual([]);
  });

  it('refuses who has no person, lacks a bone, or wants another unit', async () => {
    const [chain] = await readClips(makeGlb(swingingChain()), 'a.glb');
    await expect(writeClip(chain!, 'a.vrma')).rejects.toThrow(/needs a person, and none was found in "a.glb"/);
    const { leftHand: _, ...without } = rolesOf(walk);
    const handless = createClip({ ...walk, roles: { status: 'humanoid', roles: without, by: 'map', rig: 'made' } });
    await expect(writeClip(handless, 'a.vrma')).rejects.toThrow(/which the clip lacks: leftHand/);
    await expect(writeClip(walk, 'a.vrma', { metresPerUnit: 0.01 })).rejects.toThrow(UsageError);
  });
});

/** Legs apart at rest, feet flat. */
const straddling = (clip: Clip): Clip =>
  restTurned(restTurned(clip, ['leftUpperLeg', 'rightUpperLeg'], -0.3), ['leftFoot', 'rightFoot'], 0.3);

/** The whole person turned at rest. */
function aside(clip: Clip): Clip {
  const restRotations = clip.skeleton.restRotations.slice();
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, 0, 1, 0, 2);
  multiplyQuat(restRotations, 0, turn, 0, restRotations, 0);
  return createClip({ ...clip, skeleton: createSkeleton({ ...clip.skeleton, restRotations }) });
}
