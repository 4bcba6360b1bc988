/** How far the head is turned, and how far it is tipped, on the trunk. Necks of rigs have one to five joints: only what they add up to can be judged. */
import type { Body } from '../../body/body.ts';
import { conjugateQuat, multiplyQuat, rotate3 } from '../../math/quat.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount, quatIndex } from '../../motion/skeleton.ts';

const DEGREE = Math.PI / 180;

/** [rad] Necks turn by about 80° and tip by 60°, hardly both at once. In 99 of 100 frames captured heads are turned by less than 82° in 141 of 142 captures … */
export const NECK_WARNING = 105 * DEGREE;
export const NECK_ERROR = 130 * DEGREE;
/** … and tipped by less than 71° in all of them. */
export const TIP_WARNING = 80 * DEGREE;
export const TIP_ERROR = 100 * DEGREE;

export interface HeadAngles {
  readonly turns: Float64Array; // [rad] per frame, about any axis
  readonly tips: Float64Array; // [rad] forward, back or aside: without what it is turned about the neck
}

/** Angles per frame between the head and how it sits on the trunk in the reference pose; undefined where the rig has no neck to speak of. */
export function headAngles({ roles, limits }: Body, { skeleton, q, frameCount }: Clip): HeadAngles | undefined {
  const trunk = roles.upperChest ?? roles.chest ?? roles.spine ?? roles.hips;
  const chain: number[] = [];
  for (let joint = roles.head ?? -1; joint !== trunk; joint = skeleton.parents[joint]) {
    if (joint < 0) return undefined;
    chain.unshift(joint);
  }
  const nq = coordinateCount(skeleton);
  const rest = new Float64Array([0, 0, 0, 1]);
  const neck = new Float64Array(3); // from trunk to head, seen from the trunk
  const bone = new Float64Array(3);
  for (const joint of chain) {
    rotate3(bone, 0, rest, 0, skeleton.offsets, 3 * joint);
    for (let k = 0; k < 3; k++) neck[k] += bone[k];
    multiplyQuat(rest, 0, rest, 0, limits.neutral, 4 * joint);
  }
  const length = Math.hypot(neck[0], neck[1], neck[2]);
  conjugateQuat(rest, 0, rest, 0);
  const turn = new Float64Array(4);
  const angles = { turns: new Float64Array(frameCount), tips: new Float64Array(frameCount) };
  for (let frame = 0; frame < frameCount; frame++) {
    turn.set([0, 0, 0, 1]);
    for (const joint of chain) multiplyQuat(turn, 0, turn, 0, q, frame * nq + quatIndex(joint));
    multiplyQuat(turn, 0, turn, 0, rest, 0);
    angles.turns[frame] = 2 * Math.acos(Math.min(1, Math.abs(turn[3])));
    if (!(length > 0)) continue;
    rotate3(bone, 0, turn, 0, neck, 0);
    const cosine = (bone[0] * neck[0] + bone[1] * neck[1] + bone[2] * neck[2]) / length ** 2;
    angles.tips[frame] = Math.acos(Math.min(1, Math.max(-1, cosine)));
  }
  return angles;
}
