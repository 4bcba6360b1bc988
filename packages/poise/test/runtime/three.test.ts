/** Three.js characters of other names, sizes, units and axes, bound by what their bones are for. */
import { readFile } from 'node:fs/promises';
import * as THREE from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { RigError } from '../../src/errors.ts';
import { type Clip, frameAt } from '../../src/motion/clip.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { jointCount, quatIndex } from '../../src/motion/skeleton.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { bindCharacter } from '../../src/runtime/adapters/three.ts';
import { falls } from '../../src/runtime/falls.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';

interface Model {
  readonly root: THREE.Group;
  readonly bones: readonly THREE.Bone[]; // joints of the clip
  readonly others: readonly THREE.Bone[]; // fingers, a tail, a sword
  pose(frame: number): void;
}

/** A skinned model of a clip's person: in `unit` metres per unit below a scaled node, with bones that Poise knows nothing of. */
function modelOf(clip: Clip, rename: (name: string) => string, unit = 1): Model {
  const { skeleton } = clip;
  const bones = skeleton.names.map((name) => Object.assign(new THREE.Bone(), { name: rename(name) }));
  bones.forEach((bone, k) => {
    bone.position.fromArray(skeleton.offsets, 3 * k).divideScalar(unit);
    bone.quaternion.fromArray(skeleton.restRotations, 4 * k);
    if (k > 0) bones[skeleton.parents[k]!]!.add(bone);
  });
  const roles = clip.roles.status === 'humanoid' ? clip.roles.roles : {};
  const others = (['leftHand', 'rightHand', 'hips', 'head'] as const).flatMap((role) => {
    const carrier = bones[roles[role] ?? 0]!;
    return ['thing_a', 'thing_b'].map((thing) => {
      const bone = Object.assign(new THREE.Bone(), { name: `${thing}_${role}` });
      bone.position.set(0.01 / unit, 0.005 / unit, 0);
      bone.quaternion.set(0.1, 0.2, 0.3, 0.927).normalize();
      carrier.add(bone);
      return bone;
    });
  });
  const root = new THREE.Group();
  root.scale.setScalar(unit);
  root.rotation.y = 0.7;
  root.position.set(2, 0, -1);
  const mesh = new THREE.SkinnedMesh(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial());
  root.add(mesh);
  mesh.add(bones[0]!);
  root.updateMatrixWorld(true);
  mesh.bind(new THREE.Skeleton([...bones, ...others]));
  const pose = (frame: number): void => {
    const q = frameAt(clip, Math.min(frame, clip.frameCount - 1));
    bones[0]!.position.set(q[0]! / unit, q[1]! / unit, q[2]! / unit);
    bones.forEach((bone, k) => {
      const i = quatIndex(k);
      bone.quaternion.set(q[i]!, q[i + 1]!, q[i + 2]!, q[i + 3]!);
    });
  };
  return { root, bones, others, pose };
}

/** A mesh of one small triangle per bone, which goes with it. */
function flesh(root: THREE.Group): THREE.SkinnedMesh {
  const mesh = root.children.find((child) => child instanceof THREE.SkinnedMesh) as THREE.SkinnedMesh;
  const { bones } = mesh.skeleton;
  const size = bones.length;
  const place = new THREE.Vector3();
  const places = bones.flatMap((bone) => {
    const { x, y, z } = mesh.worldToLocal(bone.getWorldPosition(place));
    return [x, y, z, x + 0.01, y, z, x, y + 0.01, z];
  });
  const [indices, weights] = [new Uint16Array(12 * size), new Float32Array(12 * size)];
  for (let k = 0; k < 3 * size; k++) {
    indices[4 * k] = Math.floor(k / 3);
    weights[4 * k] = 1;
  }
  mesh.geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
  mesh.geometry.setAttribute('skinIndex', new THREE.BufferAttribute(indices, 4));
  mesh.geometry.setAttribute('skinWeight', new THREE.BufferAttribute(weights, 4));
  return mesh;
}

/** Plays with a hit; every bone without a part stays as it is, to the bit; feet that stand stay. */
function expectReaction({ root, others, pose }: Model): void {
  pose(0);
  const { body, rig, bones } = bindCharacter(root as never);
  const layer = new ReactionLayer(body, rig);
  const before = others.map(({ quaternion, position }) => [...quaternion.toArray(), ...position.toArray()]);
  const kinds = new Set<string>();
  const foot = bones[body.soles[0].foot] as unknown as THREE.Bone;
  const feet: THREE.Vector3[] = [];
  for (let frame = 0; frame < 240; frame++) {
    pose(frame);
    for (const { kind } of layer.update(1 / 60)) kinds.add(kind);
    if (frame === 30) layer.hit({ bone: 'chest', impulse: [0.15 * body.totalMass, 0, 0] });
    root.updateMatrixWorld(true);
    if (frame > 30 && frame < 60) feet.push(foot.getWorldPosition(new THREE.Vector3()));
  }
  expect(kinds.has('impact')).toBe(true);
  expect(kinds.has('recovered')).toBe(true);
  expect(others.map(({ quaternion, position }) => [...quaternion.toArray(), ...position.toArray()])).toEqual(before);
  const [first] = feet;
  expect(Math.max(...feet.map((at) => at.distanceTo(first!)))).toBeLessThan(5e-3);
}

const idle = perform(motionNamed('idle'));

describe('a three.js character', () => {
  it('is bound by roles and moves no other bone', () => expectReaction(modelOf(idle, (name) => name)));

  it('may be small, in centimetres, with names of another house', () => {
    const child = perform(motionNamed('idle'), { body: { height: 1.3, mass: 30 } } as never);
    const mixamo: Readonly<Record<string, string>> = {
      hips: 'Hips',
      spine: 'Spine',
      chest: 'Spine1',
      upperChest: 'Spine2',
      neck: 'Neck',
      head: 'Head',
    };
    const limbs: readonly (readonly [RegExp, string])[] = [
      [/UpperLeg/, 'UpLeg'],
      [/LowerLeg/, 'Leg'],
      [/Toes/, 'ToeBase'],
      [/UpperArm/, 'Arm'],
      [/LowerArm/, 'ForeArm'],
    ];
    const rename = (name: string): string => {
      const limb = limbs.find(([from]) => from.test(name));
      const said = mixamo[name] ?? (limb ? name.replace(...limb) : name);
      return `mixamorig${said[0]!.toUpperCase()}${said.slice(1)}`;
    };
    expectReaction(modelOf(child, rename, 0.01));
  });

  it('may have feet that hang on a control at the ground: shins and feet stay together', () => {
    const { root, bones, pose } = modelOf(idle, (name) => name);
    const named = (name: string): THREE.Bone => bones.find((bone) => bone.name === name)!;
    const control = Object.assign(new THREE.Bone(), { name: 'Control' });
    root.add(control);
    const mesh = root.children.find((child) => child instanceof THREE.SkinnedMesh)!;
    control.add(named('hips'));
    const tips = (['left', 'right'] as const).map((side) => {
      const [shin, foot] = [named(`${side}LowerLeg`), named(`${side}Foot`)];
      const tip = Object.assign(new THREE.Object3D(), { name: `${side}LowerLeg_end` });
      shin.add(tip);
      tip.position.copy(foot.position);
      return { tip, foot };
    });
    pose(0);
    root.updateMatrixWorld(true);
    for (const { foot } of tips) control.attach(foot);
    mesh.bind(new THREE.Skeleton([control, ...bones]));
    const { body, rig } = bindCharacter(root as never);
    expect(body.skeleton.names[body.roles.leftFoot!]).toBe('leftFoot');
    const layer = new ReactionLayer(body, rig);
    const [a, b] = [new THREE.Vector3(), new THREE.Vector3()];
    let apart = 0;
    for (let frame = 0; frame < 300; frame++) {
      layer.update(1 / 60);
      if (frame === 5) layer.hit({ bone: 'chest', impulse: [0, 0, 0.8 * body.totalMass] });
      root.updateMatrixWorld(true);
      for (const { tip, foot } of tips) {
        apart = Math.max(apart, tip.getWorldPosition(a).distanceTo(foot.getWorldPosition(b)));
      }
    }
    expect(layer.status).toBe('balanced');
    expect(Math.hypot(layer.displacement.x, layer.displacement.z)).toBeGreaterThan(0.1);
    expect(apart).toBeLessThan(1e-3);
  });

  it('is drawn and picked where it is: the sphere that three.js has measured goes along, into a fall too', () => {
    const model = modelOf(idle, (name) => name);
    model.pose(0);
    model.root.updateMatrixWorld(true);
    const mesh = flesh(model.root);
    mesh.bind(mesh.skeleton);
    const { body, rig } = bindCharacter(model.root as never);
    const layer = new ReactionLayer(body, rig, { falls });
    mesh.computeBoundingSphere(); // as a renderer does
    const measured = mesh.boundingSphere!.center.clone();
    const [sphere, at] = [new THREE.Sphere(), new THREE.Vector3()];
    let [outside, moved, fell] = [0, 0, false];
    for (let frame = 0; frame < 360; frame++) {
      model.pose(0);
      for (const { kind } of layer.update(1 / 60)) fell ||= kind === 'fall';
      if (frame % 60 === 5) layer.hit({ bone: 'chest', impulse: [0, 0, (frame < 240 ? 0.7 : 2) * body.totalMass] });
      model.root.updateMatrixWorld(true);
      sphere.copy(mesh.boundingSphere!).applyMatrix4(mesh.matrixWorld);
      for (const bone of model.bones) {
        outside = Math.max(outside, sphere.distanceToPoint(bone.getWorldPosition(at)));
        if (bone.name === 'hips') moved = Math.max(moved, mesh.worldToLocal(at.clone()).distanceTo(measured));
      }
    }
    expect(fell).toBe(true);
    expect(moved).toBeGreaterThan(1); // [m]: out of the sphere as it was measured
    expect(outside).toBeLessThan(0.01);
    expect(sphere.radius).toBeLessThan(3);
  });

  it('does not read its own reaction where nobody animates', () => {
    const model = modelOf(idle, (name) => name);
    model.pose(0);
    const before = model.bones.map(({ quaternion }) => quaternion.toArray());
    const { body, rig } = bindCharacter(model.root as never);
    const layer = new ReactionLayer(body, rig);
    let moved = 0;
    for (let frame = 0; frame < 360; frame++) {
      layer.update(1 / 60);
      if (frame === 10) layer.hit({ bone: 'chest', impulse: [0.3 * body.totalMass, 0, 0] });
      model.bones.forEach(({ quaternion }, k) => {
        moved = Math.max(moved, Math.abs(quaternion.z - before[k]![2]!));
      });
    }
    expect(moved).toBeGreaterThan(0.02);
    expect(layer.active).toBeUndefined();
    model.bones.forEach(({ quaternion }, k) => {
      if (k > 0) expect(quaternion.toArray()).toEqual(before[k]);
      else for (const [c, part] of quaternion.toArray().entries()) expect(part).toBeCloseTo(before[0]![c]!, 12);
    });
  });

  it('reads what it has written', () => {
    const model = modelOf(idle, (name) => name, 0.01);
    model.pose(40);
    const { body, rig } = bindCharacter(model.root as never);
    const q = new Float64Array(3 + 4 * jointCount(body.skeleton));
    const again = q.slice();
    rig.read(q);
    q[0]! += 0.3;
    q[1]! += 0.1;
    rig.write(q);
    // a second rig has not written it
    bindCharacter(model.root as never).rig.read(again);
    q.forEach((value, i) => {
      expect(again[i]!).toBeCloseTo(value, 9);
    });
  });

  it('is refused with a reason where nobody is', () => {
    expect(() => bindCharacter(new THREE.Group() as never)).toThrow(RigError);
    expect(() => bindCharacter({ scene: new THREE.Group() } as never)).toThrow(/gltf\.scene/);
    const box = modelOf(idle, (name) => `bone${name.length}`);
    expect(() => bindCharacter(box.root as never, { roles: { hips: 'nobody' } })).toThrow(/nobody/);
    // centimetres that nobody told of: a person of 175 m would feel no hit
    const { root } = modelOf(idle, (name) => name);
    expect(() => bindCharacter(root as never, { metresPerUnit: 100 })).toThrow(/m tall.*metresPerUnit/);
  });
});

describeWithMocap('captured rigs in three.js', () => {
  it('CMU: names and proportions of a BVH', async () => {
    const file = mocapPath('cmu-bvh', '02_01.bvh');
    const [clip] = await readClips(new Uint8Array(await readFile(file)), '02_01.bvh');
    const { skeleton } = clip!;
    const still = { ...clip!, q: clip!.q.slice(0, 3 + 4 * jointCount(skeleton)), frameCount: 1 };
    expectReaction(modelOf(still, (name) => name));
  });

  it.each([
    ['Xbot.glb', 'idle', 22],
    ['RobotExpressive.glb', 'Idle', 20],
  ])('%s: fingers and other bones stay as the animation has them', async (file, animation, roles) => {
    const data = await readFile(mocapPath('threejs-examples', file));
    const gltf = await new GLTFLoader().parseAsync(new Uint8Array(data).buffer, '');
    const { body, rig, bones } = bindCharacter(gltf.scene as never);
    expect(Object.keys(body.roles).length).toBe(roles);
    const layer = new ReactionLayer(body, rig);
    const mixer = new THREE.AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations.find(({ name }) => name === animation)!).play();
    const all: THREE.Bone[] = [];
    gltf.scene.traverse((node) => {
      if ((node as THREE.Bone).isBone) all.push(node as THREE.Bone);
    });
    const others = all.filter((bone) => !bones.includes(bone as never));
    expect(others.length).toBeGreaterThan(15);
    const kinds = new Set<string>();
    let moved = 0;
    for (let frame = 0; frame < 480; frame++) {
      mixer.update(1 / 60);
      const before = all.map(({ quaternion, position }) => [...quaternion.toArray(), ...position.toArray()].join());
      for (const { kind } of layer.update(1 / 60)) kinds.add(kind);
      if (frame === 30) layer.hit({ bone: 'head', impulse: [0, 0, 0.25 * body.totalMass] });
      all.forEach((bone, k) => {
        const same = [...bone.quaternion.toArray(), ...bone.position.toArray()].join() === before[k];
        if (others.includes(bone)) expect(same).toBe(true);
        else if (!same) moved++;
      });
    }
    expect(moved).toBeGreaterThan(500);
    expect(kinds.has('recovered')).toBe(true);
  });
});
