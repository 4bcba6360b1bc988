/** three's FBXLoader as a second reader: where it puts the joints, per frame. */
import { AnimationMixer, type Group, type Object3D, Vector3 } from 'three';
import { FBXLoader } from 'three/examples/jsm/loaders/FBXLoader.js';
import type { RawMotion } from '../../src/motion/raw-motion.ts';
import { createNodePose, placeNodes, REST } from '../../src/motion/raw-tree.ts';

export function loadFbxInThree(bytes: Uint8Array): Group {
  const copy = bytes.slice();
  return new FBXLoader().parse(copy.buffer as ArrayBuffer, '');
}

/** Largest distance of a joint between three and the motion, relative to the figure's size; REST compares rest poses. */
export function distanceFromThree(group: Group, motion: RawMotion, frames: readonly number[], start = 0): number {
  const objects = new Map<string, Object3D>();
  group.traverse((object) => objects.set(object.userData['originalName'] ?? object.name, object));
  const mixer = new AnimationMixer(group);
  const pose = createNodePose(motion.joints.length);
  const order = motion.joints.map((_, joint) => joint);
  const point = new Vector3();
  let worst = 0;
  let size = 1e-9;
  for (const frame of frames) {
    if (frame !== REST) {
      mixer.clipAction(group.animations[0]).play().time = start + frame * motion.frameTime;
      mixer.update(0);
    }
    group.updateMatrixWorld(true);
    placeNodes(pose, motion, order, frame);
    motion.joints.forEach(({ name }, joint) => {
      const object = objects.get(name);
      if (!object) throw new Error(`three has no "${name}": ${[...objects.keys()].join(', ')}`);
      point.setFromMatrixPosition(object.matrixWorld);
      const [x, y, z] = pose.positions.subarray(3 * joint, 3 * joint + 3);
      worst = Math.max(worst, Math.hypot(point.x - x, point.y - y, point.z - z));
      size = Math.max(size, point.length());
    });
  }
  return worst / size;
}
