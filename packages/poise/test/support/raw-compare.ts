/** Compares two RawMotions by what they say, not by how it is stored. */
import { multiplyQuat, rotate3 } from '../../src/math/quat.ts';
import type { RawMotion } from '../../src/motion/raw-motion.ts';

/** Largest difference of local translations (file units) and of quaternion components, over all joints and frames. */
export function rawDifference(a: RawMotion, b: RawMotion): number {
  if (a.frameCount !== b.frameCount || a.joints.length !== b.joints.length) return Number.POSITIVE_INFINITY;
  let worst = 0;
  for (let joint = 0; joint < a.joints.length; joint++) {
    for (let frame = 0; frame < a.frameCount; frame++) {
      const [p, q] = [localAt(a, joint, frame), localAt(b, joint, frame)];
      const turn = (sign: number) => Math.max(...p.rotation.map((value, k) => Math.abs(value - sign * q.rotation[k])));
      const shift = Math.max(...p.translation.map((value, k) => Math.abs(value - q.translation[k])));
      worst = Math.max(worst, shift, Math.min(turn(1), turn(-1)));
    }
  }
  return worst;
}

function localAt(raw: RawMotion, joint: number, frame: number) {
  const { translation, rotation } = raw.joints[joint];
  return {
    translation: raw.translations[joint]?.slice(3 * frame, 3 * frame + 3) ?? Float64Array.from(translation),
    rotation: raw.rotations[joint]?.slice(4 * frame, 4 * frame + 4) ?? Float64Array.from(rotation),
  };
}

/** World positions of all joints in one frame, n × 3, file units and axes. Scales are taken as 1. */
export function worldPositions(raw: RawMotion, frame: number): Float64Array {
  const positions = new Float64Array(3 * raw.joints.length);
  const rotations = new Float64Array(4 * raw.joints.length);
  raw.joints.forEach(({ parent }, joint) => {
    const local = localAt(raw, joint, frame);
    positions.set(local.translation, 3 * joint);
    rotations.set(local.rotation, 4 * joint);
    if (parent < 0) return;
    rotate3(positions, 3 * joint, rotations, 4 * parent, positions, 3 * joint);
    for (let k = 0; k < 3; k++) positions[3 * joint + k] += positions[3 * parent + k];
    multiplyQuat(rotations, 4 * joint, rotations, 4 * parent, rotations, 4 * joint);
  });
  return positions;
}
