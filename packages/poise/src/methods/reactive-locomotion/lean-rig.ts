/** How a body leans away from its clip: hips a little, the trunk more towards the chest, the head less, arms with a lag of their
 *  own. A lean is a rotation vector in world axes; each joint takes its share of it. */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { conjugateQuat, copyQuat, expQuat, multiplyQuat, normalizeQuat } from '../../math/quat.ts';
import { jointCount, quatIndex } from '../../motion/skeleton.ts';

export interface LeanRig {
  readonly body: Body;
  readonly share: Float64Array; // n: of the lean that a joint's segment is turned by in the world
  readonly top: number; // joint at the upper end of the trunk
  readonly arms: readonly [left: number, right: number]; // upper arms; −1 where there are none
  readonly world: Float64Array; // n×4 memory: rotations of the leaning body
  readonly turn: Float64Array; // 8 memory
}

const HIPS = 0.35;
const HEAD = 0.5; // eyes stay on the way

export function createLeanRig(body: Body): LeanRig {
  const { skeleton, roles } = body;
  const n = jointCount(skeleton);
  const share = new Float64Array(n).fill(Number.NaN);
  share[0] = HIPS;
  const chest = roles.upperChest ?? roles.chest ?? roles.spine ?? 0;
  const trunk: number[] = [];
  for (let joint = chest; joint > 0; joint = skeleton.parents[joint]) trunk.unshift(joint);
  trunk.forEach((joint, k) => {
    share[joint] = HIPS + ((1 - HIPS) * (k + 1)) / trunk.length;
  });
  if (roles.head !== undefined && roles.head !== chest) share[roles.head] = HEAD;
  for (let joint = 1; joint < n; joint++) {
    if (Number.isNaN(share[joint])) share[joint] = share[skeleton.parents[joint]];
  }
  return {
    body,
    share,
    top: roles.neck ?? roles.head ?? chest,
    arms: [roles.leftUpperArm ?? -1, roles.rightUpperArm ?? -1],
    world: new Float64Array(4 * n),
    turn: new Float64Array(8),
  };
}

/** How far the trunk of a pose is off the vertical [rad]. ws holds its position level. */
export function tiltOf({ top }: LeanRig, { segmentOrigin: o }: Workspace): number {
  const [x, y, z] = [o[3 * top] - o[0], o[3 * top + 1] - o[1], o[3 * top + 2] - o[2]];
  return Math.atan2(Math.sqrt(x * x + z * z), y);
}

/** Writes the joints of the clip's pose, leaning. `lean` (at offset o) for the trunk, `arms` (2×3) for the upper arms, both world
 *  rotation vectors; `wanted` holds the position level of the clip's pose `from`. Positions are left alone. */
export function writeLean(
  q: Float64Array,
  rig: LeanRig,
  from: Float64Array,
  wanted: Workspace,
  lean: Float64Array,
  o: number,
  arms: Float64Array,
): void {
  const { body, share, world, turn } = rig;
  const { parents } = body.skeleton;
  const rotation = wanted.segmentRotation;
  for (let joint = 0; joint < share.length; joint++) {
    const parent = parents[joint];
    const arm = joint === rig.arms[0] ? 0 : joint === rig.arms[1] ? 3 : -1;
    const at = quatIndex(joint);
    if (arm < 0 && parent >= 0 && share[joint] === share[parent]) {
      // nothing of its own: it stays on its parent as the clip has it
      copyQuat(q, at, from, at);
      multiplyQuat(world, 4 * joint, world, 4 * parent, from, at);
      continue;
    }
    for (let k = 0; k < 3; k++) turn[k] = arm < 0 ? share[joint] * lean[o + k] : arms[arm + k];
    expQuat(turn, 0, turn, 0);
    multiplyQuat(world, 4 * joint, turn, 0, rotation, 4 * joint);
    if (parent < 0) copyQuat(q, at, world, 0);
    else {
      conjugateQuat(turn, 4, world, 4 * parent);
      multiplyQuat(q, at, turn, 4, world, 4 * joint);
    }
    normalizeQuat(q, at, q, at);
  }
}
