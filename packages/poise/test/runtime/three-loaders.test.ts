/** Scenes as loaders make them: bones that FBXLoader makes once per mesh, things in hands, VRM's copies of bones. */
import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import { type Clip, frameAt } from '../../src/motion/clip.ts';
import { quatIndex } from '../../src/motion/skeleton.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { bindCharacter } from '../../src/runtime/adapters/three.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';

const idle = perform(motionNamed('idle'));

/** Bones of a clip's person below a group, in its first pose. */
function bonesOf(clip: Clip, root: THREE.Object3D): THREE.Bone[] {
  const { skeleton } = clip;
  const bones = skeleton.names.map((name) => Object.assign(new THREE.Bone(), { name }));
  bones.forEach((bone, k) => {
    bone.position.fromArray(skeleton.offsets, 3 * k);
    bone.quaternion.fromArray(skeleton.restRotations, 4 * k);
    (k > 0 ? bones[skeleton.parents[k]!]! : root).add(bone);
  });
  return bones;
}

function pose(clip: Clip, bones: readonly THREE.Bone[], frame: number): void {
  const q = frameAt(clip, frame % clip.frameCount);
  bones[0]!.position.set(q[0]!, q[1]!, q[2]!);
  bones.forEach((bone, k) => {
    const i = quatIndex(k);
    bone.quaternion.set(q[i]!, q[i + 1]!, q[i + 2]!, q[i + 3]!);
  });
}

const skinned = (): THREE.SkinnedMesh =>
  new THREE.SkinnedMesh(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial());

/** As FBXLoader does it: each mesh has bones of its own, of the same names; a copy is the child of the next one, the outermost is animated. */
function fbxScene() {
  const root = new THREE.Group();
  const bones = bonesOf(idle, root);
  const uses = [
    idle.skeleton.names.map((_, k) => k), // the body
    idle.skeleton.names.flatMap((name, k) => (/Arm|Hand|chest|spine|hips/i.test(name) ? [k] : [])), // the jacket
    idle.skeleton.names.flatMap((name, k) => (/Leg|Foot|hips/i.test(name) ? [k] : [])), // trousers
  ];
  root.updateMatrixWorld(true);
  uses.forEach((joints, mesh) => {
    const own = joints.map((k) => {
      // the outermost copy is that of the last mesh which uses the bone
      const last = uses.findLastIndex((others) => others.includes(k));
      if (last === mesh) return bones[k]!;
      let inner: THREE.Object3D = bones[k]!;
      for (
        let copy = inner.children.find((child) => child.name === inner.name);
        copy;
        copy = inner.children.find((child) => child.name === inner.name)
      )
        inner = copy;
      const copy = Object.assign(new THREE.Bone(), { name: bones[k]!.name });
      inner.add(copy);
      return copy;
    });
    const skin = skinned();
    root.add(skin);
    root.updateMatrixWorld(true);
    skin.bind(new THREE.Skeleton(own));
  });
  return { root, bones };
}

describe('a scene as FBXLoader makes it', () => {
  it('is bound by the bones that are animated, and all meshes move with the reaction', () => {
    const { root, bones } = fbxScene();
    pose(idle, bones, 0);
    const bound = bindCharacter(root as never);
    expect(bound.bones.every((bone) => bones.includes(bone as never))).toBe(true);
    expect(Object.keys(bound.body.roles).length).toBe(22);
    const layer = new ReactionLayer(bound.body, bound.rig);
    const skins = root.children.filter((child) => child instanceof THREE.SkinnedMesh);
    expect(skins.length).toBe(3);
    const hand = (skin: THREE.SkinnedMesh) => skin.skeleton.bones.find(({ name }) => name === 'leftHand');
    const [body, jacket] = [hand(skins[0]!)!, hand(skins[1]!)!];
    expect(body).not.toBe(jacket);
    let moved = 0;
    for (let frame = 0; frame < 120; frame++) {
      pose(idle, bones, frame);
      root.updateMatrixWorld(true);
      const before = jacket.getWorldPosition(new THREE.Vector3());
      layer.update(1 / 60);
      if (frame === 20) layer.hit({ bone: 'chest', impulse: new THREE.Vector3(0, 0, 25) });
      root.updateMatrixWorld(true);
      const after = jacket.getWorldPosition(new THREE.Vector3());
      moved = Math.max(moved, after.distanceTo(before));
      expect(body.getWorldPosition(new THREE.Vector3()).distanceTo(after)).toBeLessThan(1e-9);
    }
    expect(moved).toBeGreaterThan(0.03);
  });
});

describe('things that bones carry', () => {
  it('fingers, weapons and props are hit as the bone that carries them, by name or object, also when they were added later', () => {
    const root = new THREE.Group();
    const bones = bonesOf(idle, root);
    const named = (name: string): THREE.Bone => bones.find((bone) => bone.name === name)!;
    const finger = Object.assign(new THREE.Bone(), { name: 'index_01' });
    named('leftHand').add(finger);
    const skin = skinned();
    root.add(skin);
    root.updateMatrixWorld(true);
    skin.bind(new THREE.Skeleton([...bones, finger]));
    pose(idle, bones, 0);
    const { body, rig } = bindCharacter(root as never);
    const layer = new ReactionLayer(body, rig);
    const sword = Object.assign(new THREE.Mesh(), { name: 'Sword' });
    const blade = Object.assign(new THREE.Mesh(), { name: 'Blade' });
    sword.add(blade);
    named('rightHand').add(sword);
    layer.update(1 / 60);
    const hitSegment = (bone: string | { readonly name: string }): number => {
      layer.hit({ bone, impulse: [0, 0, 1] });
      const impact = layer.update(1 / 60).find((event) => event.kind === 'impact');
      return impact?.kind === 'impact' ? impact.push.segment : -1;
    };
    expect(hitSegment('index_01')).toBe(body.roles.leftHand);
    expect(hitSegment('Sword')).toBe(body.roles.rightHand);
    expect(hitSegment(blade)).toBe(body.roles.rightHand);
    expect(hitSegment(named('head'))).toBe(body.roles.head);
    expect(() => layer.hit({ bone: 'Sward', impulse: [0, 0, 1] })).toThrow(/Sward/);
    expect(() => layer.hit({ bone: new THREE.Mesh(), impulse: [0, 0, 1] })).toThrow(/no bone/);
    expect(() => bindCharacter(root as never, { metrePerUnit: 1 } as never)).toThrow(/did you mean "metresPerUnit"/);
  });
});

describe('VRM', () => {
  it('mixer, then vrm.update, then the layer: the reaction is what is drawn, and the animation is read anew each frame', () => {
    // as three-vrm has it: mixers move normalised bones, vrm.update copies them to the bones of the skin
    const [root, rigRoot] = [new THREE.Group(), new THREE.Group()];
    const raw = bonesOf(idle, root);
    const normalised = bonesOf(idle, rigRoot);
    const skin = skinned();
    root.add(skin);
    root.updateMatrixWorld(true);
    skin.bind(new THREE.Skeleton(raw));
    const vrmUpdate = (): void => {
      raw.forEach((bone, k) => {
        bone.quaternion.copy(normalised[k]!.quaternion);
        if (k === 0) bone.position.copy(normalised[k]!.position);
      });
    };
    pose(idle, normalised, 0);
    vrmUpdate();
    const { body, rig } = bindCharacter(root as never);
    const layer = new ReactionLayer(body, rig);
    let most = 0;
    for (let frame = 0; frame < 300; frame++) {
      pose(idle, normalised, frame);
      vrmUpdate();
      const own = raw.map(({ quaternion }) => quaternion.clone());
      layer.update(1 / 60);
      if (frame === 20) layer.hit({ bone: 'head', impulse: [6, 0, 0] });
      const turned = Math.max(...raw.map(({ quaternion }, k) => quaternion.angleTo(own[k]!)));
      most = Math.max(most, turned);
      if (frame === 299) expect(turned).toBeLessThan(1e-6);
    }
    expect(most).toBeGreaterThan(0.05);
  });
});
