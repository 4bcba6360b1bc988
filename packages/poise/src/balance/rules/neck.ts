/** How far the head is turned on the trunk. Necks of rigs have one to five joints: only what they add up to can be judged. */
import type { Body } from '../../body/body.ts';
import { conjugateQuat, multiplyQuat } from '../../math/quat.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount, quatIndex } from '../../motion/skeleton.ts';

/** [rad] Necks turn by about 80° and tip by 60°, hardly both at once. In 99 of 100 frames captured heads stay below 82° in 141 of 142 captures. */
export const NECK_WARNING = (105 * Math.PI) / 180;
export const NECK_ERROR = (130 * Math.PI) / 180;

/** Angle [rad] per frame between the head and how it sits on the trunk in the reference pose; undefined where the rig has no neck to speak of. */
export function headTurns({ roles, limits }: Body, { skeleton, q, frameCount }: Clip): Float64Array | undefined {
  const trunk = roles.upperChest ?? roles.chest ?? roles.spine ?? roles.hips;
  const chain: number[] = [];
  for (let joint = roles.head ?? -1; joint !== trunk; joint = skeleton.parents[joint]) {
    if (joint < 0) return undefined;
    chain.unshift(joint);
  }
  const nq = coordinateCount(skeleton);
  const rest = new Float64Array([0, 0, 0, 1]);
  for (const joint of chain) multiplyQuat(rest, 0, rest, 0, limits.neutral, 4 * joint);
  conjugateQuat(rest, 0, rest, 0);
  const turn = new Float64Array(4);
  const turns = new Float64Array(frameCount);
  for (let frame = 0; frame < frameCount; frame++) {
    turn.set([0, 0, 0, 1]);
    for (const joint of chain) multiplyQuat(turn, 0, turn, 0, q, frame * nq + quatIndex(joint));
    multiplyQuat(turn, 0, rest, 0, turn, 0);
    turns[frame] = 2 * Math.acos(Math.min(1, Math.abs(turn[3])));
  }
  return turns;
}
