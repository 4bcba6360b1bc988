/** Which segment is hit, and where in it. */
import type { Body } from '../body/body.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { shown, UsageError } from '../errors.ts';
import { nearestName } from '../math/options.ts';
import { rotate3, rotateBack3 } from '../math/quat.ts';
import type { Vec3 } from '../math/types.ts';
import { ROLES, type Role } from '../motion/roles.ts';
import { jointCount, jointNamed } from '../motion/skeleton.ts';
import type { BoneOf } from './events.ts';
import type { Rig } from './rig.ts';
import { toVec3, type VectorLike } from './vector-like.ts';

export interface Target {
  readonly segment: number;
  readonly pointInSegment?: Vec3;
}

/** ws: position level of the pose that is shown, over ground that rests; `travel`: how far that is from where the rig has it. */
export function findTarget(
  body: Body,
  rig: Rig,
  ws: Workspace,
  where: { readonly bone?: BoneOf; readonly point?: VectorLike },
  travel: { readonly x: number; readonly y: number; readonly z: number },
): Target {
  const { bone } = where;
  if (bone === undefined && where.point === undefined) throw new UsageError('a hit needs a bone or a point');
  const given = where.point === undefined ? undefined : toVec3('point', where.point);
  const point: Vec3 | undefined = given && [given[0] + travel.x, given[1] + travel.y, given[2] + travel.z];
  const segment = bone === undefined ? nearestSegment(body, ws, point!) : segmentOf(body, rig, bone);
  if (!point) return { segment };
  const way = new Float64Array(3);
  for (let c = 0; c < 3; c++) way[c] = point[c] - ws.segmentOrigin[3 * segment + c];
  rotateBack3(way, 0, ws.segmentRotation, 4 * segment, way, 0);
  return { segment, pointInSegment: [way[0], way[1], way[2]] };
}

function segmentOf({ skeleton, roles, mass }: Body, rig: Rig, bone: BoneOf): number {
  if (typeof bone === 'number') {
    if (Number.isInteger(bone) && bone >= 0 && bone < jointCount(skeleton)) return bone;
    throw new UsageError(`there is no bone ${bone}: the body has ${jointCount(skeleton)}`);
  }
  const name = typeof bone === 'string' ? bone : bone?.name;
  if (typeof bone === 'string' && ROLES.includes(bone as Role)) return roleOrNearest(roles, bone as Role);
  let found = typeof bone === 'string' ? jointNamed(skeleton, bone) : -1;
  if (found < 0) found = rig.carrierOf?.(bone) ?? (name === undefined ? -1 : jointNamed(skeleton, name));
  // what weighs nothing passes a hit on to what carries it
  while (found > 0 && mass[found] === 0) found = skeleton.parents[found];
  if (found >= 0) return found;
  throw new UsageError(
    `there is no bone ${shown(name)}${nearestName(name, [...ROLES, ...skeleton.names])}: give a role (chest, head, leftHand …) or one of ${skeleton.names.slice(0, 6).join(', ')} …`,
  );
}

const INSTEAD: Readonly<Partial<Record<Role, readonly Role[]>>> = {
  upperChest: ['chest', 'spine', 'hips'],
  chest: ['upperChest', 'spine', 'hips'],
  spine: ['chest', 'hips'],
  neck: ['head'],
  leftShoulder: ['leftUpperArm'],
  rightShoulder: ['rightUpperArm'],
  leftHand: ['leftLowerArm'],
  rightHand: ['rightLowerArm'],
  leftToes: ['leftFoot'],
  rightToes: ['rightFoot'],
};

/** Rigs without a chest are hit at their spine. */
function roleOrNearest(roles: Body['roles'], role: Role): number {
  const found = [role, ...(INSTEAD[role] ?? [])].map((other) => roles[other]).find((joint) => joint !== undefined);
  if (found !== undefined) return found;
  throw new UsageError(`this character has no ${role}`);
}

/** The segment with mass whose centre is nearest. */
function nearestSegment({ mass }: Body, ws: Workspace, point: Vec3): number {
  let [best, least] = [0, Infinity];
  for (let segment = 0; segment < mass.length; segment++) {
    if (mass[segment] === 0) continue;
    const o = 3 * segment;
    const away = Math.hypot(
      ws.segmentCom[o] - point[0],
      ws.segmentCom[o + 1] - point[1],
      ws.segmentCom[o + 2] - point[2],
    );
    if (away < least) [best, least] = [segment, away];
  }
  return best;
}

/** [m] over the floor; ws: the position level that the target was found in. */
export function heightOfTarget(ws: Workspace, { segment, pointInSegment }: Target): number {
  const point = new Float64Array(3);
  if (pointInSegment) rotate3(point, 0, ws.segmentRotation, 4 * segment, Float64Array.from(pointInSegment), 0);
  return ws.segmentOrigin[3 * segment + 1] + point[1];
}
