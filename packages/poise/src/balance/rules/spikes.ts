/** How far the joints lie off the middle of where they are one frame before and after: what pops and jitter are read from. Places, not
 *  rotations: captures turn feet and upper arms about themselves in ways that nobody sees. */
import type { Body } from '../../body/body.ts';
import type { Clip } from '../../motion/clip.ts';
import type { Role } from '../../motion/roles.ts';
import { placesOf } from './places.ts';

/** Joints whose jumps are seen, the hips first. Hands, toes and fingers of captures flip often, and nobody looks there. */
const SEEN: readonly Role[] = [
  'hips',
  'head',
  'leftLowerLeg',
  'leftFoot',
  'rightLowerLeg',
  'rightFoot',
  'leftLowerArm',
  'leftHand',
  'rightLowerArm',
  'rightHand',
];

export interface Spikes {
  readonly joints: readonly number[]; // the hips first
  readonly offset: Float64Array; // frames × joints × 3 [m] from the middle of the neighbours in time
  readonly size: Float64Array; // frames × joints [m]
}

export function measureSpikes(body: Body, clip: Clip): Spikes {
  const joints = SEEN.flatMap((role) => body.roles[role] ?? []);
  const frames = clip.frameCount;
  const width = 3 * joints.length;
  const place = placesOf(body, clip, joints);
  const offset = new Float64Array(frames * width);
  const size = new Float64Array(frames * joints.length);
  for (let frame = 1; frame < frames - 1; frame++) {
    for (let k = 0; k < joints.length; k++) {
      const i = frame * width + 3 * k;
      for (let c = i; c < i + 3; c++) offset[c] = place[c] - (place[c - width] + place[c + width]) / 2;
      size[frame * joints.length + k] = Math.hypot(offset[i], offset[i + 1], offset[i + 2]);
    }
  }
  return { joints, offset, size };
}
