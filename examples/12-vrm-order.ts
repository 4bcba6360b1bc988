/** VRM: mixers move normalised bones, vrm.update copies them to the skin, and the layer comes last. Here with a VRM of its own making. */
import { frameAt, motionNamed, perform, ReactionLayer } from 'poise';
import { bindCharacter } from 'poise/three';
import * as THREE from 'three';

const idle = perform(motionNamed('idle'));
const { names, parents, offsets, restRotations } = idle.skeleton;

function bones(root: THREE.Object3D): THREE.Bone[] {
  const made = names.map((name) => Object.assign(new THREE.Bone(), { name }));
  made.forEach((bone, k) => {
    bone.position.fromArray(offsets, 3 * k);
    bone.quaternion.fromArray(restRotations, 4 * k);
    (k > 0 ? made[parents[k]!]! : root).add(bone);
  });
  return made;
}

const vrm = {
  scene: new THREE.Group(),
  normalised: bones(new THREE.Group()), // vrm.humanoid.normalizedHumanBonesRoot, which mixers animate
  raw: [] as THREE.Bone[],
  update(_dt: number): void {
    this.raw.forEach((bone, k) => {
      bone.quaternion.copy(this.normalised[k]!.quaternion);
      if (k === 0) bone.position.copy(this.normalised[k]!.position);
    });
  },
};
vrm.raw = bones(vrm.scene);
const skin = new THREE.SkinnedMesh();
vrm.scene.add(skin);
vrm.scene.updateMatrixWorld(true);
skin.bind(new THREE.Skeleton(vrm.raw));

const mixer = {
  frame: 0,
  update(_dt: number): void {
    const q = frameAt(idle, this.frame++ % idle.frameCount);
    vrm.normalised[0]!.position.fromArray(q);
    vrm.normalised.forEach((bone, k) => void bone.quaternion.fromArray(q, 3 + 4 * k));
  },
};

mixer.update(0);
vrm.update(0);
const { body, rig } = bindCharacter(vrm.scene);
const layer = new ReactionLayer(body, rig, { gaze: true });
for (let frame = 0; frame < 240; frame++) {
  mixer.update(1 / 60); // 1
  vrm.update(1 / 60); // 2: what it writes, the layer reads
  const events = layer.update(1 / 60); // 3: what it writes is drawn
  for (const { kind, time } of events) console.log(`${time.toFixed(2)} s ${kind}`);
  if (frame === 30) layer.hit({ preset: 'punch', direction: new THREE.Vector3(0, 0, -1) });
}
