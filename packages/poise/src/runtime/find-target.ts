/** Which segment is hit, and where in it. */
import type { Body } from '../body/body.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { UsageError } from '../errors.ts';
import { rotateBack3 } from '../math/quat.ts';
import type { Vec3 } from '../math/types.ts';
import type { Role } from '../motion/roles.ts';
import { jointCount, jointNamed } from '../motion/skeleton.ts';

export interface Target {
  readonly segment: number;
  readonly pointInSegment?: Vec3;
}

/** ws: position level of the pose that is shown, over ground that rests; `travel`: how far that is from where the rig has it. */
export function findTarget(
  body: Body,
  ws: Workspace,
  where: { readonly bone?: string | number; readonly point?: Vec3 },
  travel: { readonly x: number; readonly z: number },
): Target {
  const { bone } = where;
  if (bone === undefined && where.point === undefined) throw new UsageError('a hit needs a bone or a point');
  if (where.point !== undefined) checkVector('point', where.point);
  const point: Vec3 | undefined = where.point && [where.point[0] + travel.x, where.point[1], where.point[2] + travel.z];
  const segment = bone === undefined ? nearestSegment(body, ws, point!) : segmentOf(body, bone);
  if (!point) return { segment };
  const way = new Float64Array(3);
  for (let c = 0; c < 3; c++) way[c] = point[c] - ws.segmentOrigin[3 * segment + c];
  rotateBack3(way, 0, ws.segmentRotation, 4 * segment, way, 0);
  return { segment, pointInSegment: [way[0], way[1], way[2]] };
}

/** Three finite numbers, in an array of any kind. */
export function checkVector(name: string, vector: Vec3): void {
  const parts: unknown = vector;
  const all: readonly unknown[] = Array.isArray(parts) || ArrayBuffer.isView(parts) ? [...vector] : [];
  if (all.length === 3 && all.every(Number.isFinite)) return;
  throw new UsageError(`${name}: expected an array of three finite numbers, x, y and z; found ${parts}`);
}

function segmentOf({ skeleton, roles }: Body, bone: string | number): number {
  if (typeof bone === 'number') {
    if (Number.isInteger(bone) && bone >= 0 && bone < jointCount(skeleton)) return bone;
    throw new UsageError(`there is no bone ${bone}: the body has ${jointCount(skeleton)}`);
  }
  const found = roles[bone as Role] ?? jointNamed(skeleton, bone);
  if (found >= 0) return found;
  throw new UsageError(
    `there is no bone "${bone}": give a role (chest, head, leftHand …) or one of ${skeleton.names.slice(0, 6).join(', ')} …`,
  );
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
