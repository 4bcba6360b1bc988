/** Rotations of one person for another: every joint with a role is turned in the world as its counterpart is, counted from the T-pose. */
import type { Workspace } from '../dynamics/workspace.ts';
import { conjugateQuat, copyQuat, multiplyQuat, normalizeQuat, relativeQuat } from '../math/quat.ts';
import { ROLES, type Role, type RoleMap } from '../motion/roles.ts';
import { quatIndex } from '../motion/skeleton.ts';
import type { FootRest, RigRest } from './rest.ts';

const TRUNK: readonly Role[] = ['spine', 'chest', 'upperChest'];
const FEET: readonly Role[] = ['leftFoot', 'rightFoot', 'leftToes', 'rightToes'];

/** Which joint of the source turns which joint of the target, parents first. */
export interface Counterparts {
  readonly sources: Int32Array; // joint of the source for every joint of the target; −1: keeps its place against its parent
  readonly fromSource: Float64Array; // n×4 source rest⁻¹ · target rest: what follows the source's world rotation
}

export function counterpartsOf(source: RigRest, target: RigRest): Counterparts {
  const sources = new Int32Array(target.body.skeleton.names.length).fill(-1);
  for (const role of ROLES) {
    const [from, to] = [source.body.roles[role], target.body.roles[role]];
    if (from !== undefined && to !== undefined && !TRUNK.includes(role) && !FEET.includes(role)) sources[to] = from;
  }
  // The uppermost joints of both trunks belong together, whatever they are called; the others by their share of the way.
  const [theirs, ours] = [trunkOf(source.body.roles), trunkOf(target.body.roles)];
  ours.forEach((joint, i) => {
    const share = Math.round(((i + 1) / ours.length) * theirs.length) - 1;
    if (theirs.length > 0) sources[joint] = theirs[Math.max(0, share)];
  });
  const fromSource = new Float64Array(4 * sources.length);
  sources.forEach((from, joint) => {
    if (from >= 0) relativeQuat(fromSource, 4 * joint, source.rotations, 4 * from, target.rotations, 4 * joint);
  });
  return { sources, fromSource };
}

const trunkOf = (roles: RoleMap): readonly number[] =>
  TRUNK.flatMap((role) => (roles[role] === undefined ? [] : [roles[role]]));

/** Memory of turnLike: world rotations of the target's joints. */
export const createTurnScratch = (joints: number): Float64Array => new Float64Array(4 * joints + 8);

/** Writes the target's rotations into q, feet as they hang in the T-pose. `ws` holds the source's pose. */
export function turnLike(
  q: Float64Array,
  target: RigRest,
  { sources, fromSource }: Counterparts,
  ws: Workspace,
  world: Float64Array,
): void {
  const { parents } = target.body.skeleton;
  for (let joint = 0; joint < sources.length; joint++) {
    const at = quatIndex(joint);
    const from = sources[joint];
    const parent = parents[joint];
    if (from >= 0) {
      multiplyQuat(world, 4 * joint, ws.segmentRotation, 4 * from, fromSource, 4 * joint);
      if (parent < 0) copyQuat(q, at, world, 4 * joint);
      else relativeQuat(q, at, world, 4 * parent, world, 4 * joint);
      normalizeQuat(q, at, q, at);
    } else {
      copyQuat(q, at, target.pose, at);
      if (parent < 0) copyQuat(world, 4 * joint, q, at);
      else multiplyQuat(world, 4 * joint, world, 4 * parent, q, at);
    }
  }
}

/** worldFromSole [4]: how the source's foot stands in the world. */
export function writeSole(out: Float64Array, foot: FootRest, ws: Workspace): void {
  multiplyQuat(out, 0, ws.segmentRotation, 4 * foot.foot, foot.footFromSole, 0);
}

/** The target's foot in the world, its sole turned as `worldFromSole`. */
export function writeFoot(out: Float64Array, foot: FootRest, worldFromSole: Float64Array): void {
  conjugateQuat(out, 0, foot.footFromSole, 0);
  multiplyQuat(out, 0, worldFromSole, 0, out, 0);
}

/** Bends the target's toes against the sole as the source's are; toes that the source lacks stay as in the T-pose. */
export function bendToes(
  q: Float64Array,
  theirs: FootRest,
  ours: FootRest,
  ws: Workspace,
  worldFromSole: Float64Array,
  memory: Float64Array, // 8
): void {
  if (ours.toes === undefined || theirs.toes === undefined) return;
  // toes in the sole, now · at rest⁻¹ · ours at rest, then against our foot
  relativeQuat(memory, 0, worldFromSole, 0, ws.segmentRotation, 4 * theirs.toes);
  conjugateQuat(memory, 4, theirs.toesInSole, 0);
  multiplyQuat(memory, 0, memory, 0, memory, 4);
  multiplyQuat(memory, 0, memory, 0, ours.toesInSole, 0);
  multiplyQuat(memory, 0, ours.footFromSole, 0, memory, 0);
  copyQuat(q, quatIndex(ours.toes), memory, 0);
  normalizeQuat(q, quatIndex(ours.toes), q, quatIndex(ours.toes));
}
