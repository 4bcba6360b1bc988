/** What a bone was before the layer wrote to it, for as long as nobody else sets it. */
import type { ObjectLike } from './three-objects.ts';

/** Position (3) and quaternion (4), local. */
export interface BoneMemory {
  readonly bone: ObjectLike;
  readonly own: Float64Array; // as the animation had it
  readonly written: Float64Array;
  isWritten: boolean;
}

export const createBoneMemory = (bone: ObjectLike): BoneMemory => ({
  bone,
  own: new Float64Array(7),
  written: new Float64Array(7),
  isWritten: false,
});

/** Before reading: a bone that is as it was written goes back to what it was; what somebody has set is its own from now on. */
export function putBack({ bone, own, written, isWritten }: BoneMemory): void {
  const { position, quaternion } = bone;
  if (isWritten && samePosition(bone, written)) position.set(own[0], own[1], own[2]);
  if (isWritten && sameTurn(bone, written)) quaternion.set(own[3], own[4], own[5], own[6]);
  copyBone(own, bone);
}

export function noteWritten(memory: BoneMemory): void {
  copyBone(memory.written, memory.bone);
  memory.isWritten = true;
}

function copyBone(out: Float64Array, { position, quaternion }: ObjectLike): void {
  out[0] = position.x;
  out[1] = position.y;
  out[2] = position.z;
  out[3] = quaternion.x;
  out[4] = quaternion.y;
  out[5] = quaternion.z;
  out[6] = quaternion.w;
}

const samePosition = ({ position: { x, y, z } }: ObjectLike, at: Float64Array): boolean =>
  x === at[0] && y === at[1] && z === at[2];

const sameTurn = ({ quaternion: { x, y, z, w } }: ObjectLike, at: Float64Array): boolean =>
  x === at[3] && y === at[4] && z === at[5] && w === at[6];
