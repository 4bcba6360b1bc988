/** Where the points of a person are in a clip, for the formats that hold positions alone. */
import { UsageError } from '../../errors.ts';
import { rotate3 } from '../../math/quat.ts';
import { mix } from '../../math/tuple.ts';
import type { Clip } from '../clip.ts';
import { at } from '../markers/vectors.ts';
import type { Role, RoleMap } from '../roles.ts';
import { coordinateCount } from '../skeleton.ts';
import { worldFramesOf } from '../world-frames.ts';
import type { PointTracks } from './points.ts';
import type { PointName } from './sets.ts';

const ROLE_OF: Readonly<Partial<Record<PointName, Role>>> = {
  pelvis: 'hips',
  spine: 'spine',
  spine2: 'chest',
  chest: 'upperChest',
  neck: 'neck',
  head: 'head',
  ...Object.fromEntries(
    ['left', 'right'].flatMap((side) => [
      [`${side}Hip`, `${side}UpperLeg`],
      [`${side}Knee`, `${side}LowerLeg`],
      [`${side}Ankle`, `${side}Foot`],
      [`${side}Toe`, `${side}Toes`],
      [`${side}Collar`, `${side}Shoulder`],
      [`${side}Shoulder`, `${side}UpperArm`],
      [`${side}Elbow`, `${side}LowerArm`],
      [`${side}Wrist`, `${side}Hand`],
    ]),
  ),
};

/** Points that lie between two others where a skeleton has no joint there, nearest first: so far from the first to the second. */
const BETWEEN: Readonly<Partial<Record<PointName, readonly (readonly [PointName, PointName, number])[]>>> = {
  neck: [['leftShoulder', 'rightShoulder', 0.5]],
  chest: [
    ['spine2', 'neck', 0.25],
    ['spine', 'neck', 0.5],
    ['pelvis', 'neck', 0.6],
  ],
  spine2: [
    ['spine', 'chest', 0.6],
    ['pelvis', 'chest', 0.8],
  ],
  spine: [['pelvis', 'spine2', 0.5]],
  nose: [['neck', 'head', 0.5]],
  leftCollar: [['neck', 'leftShoulder', 0.35]],
  rightCollar: [['neck', 'rightShoulder', 0.35]],
};

export interface PointsOfClip {
  readonly tracks: PointTracks; // frames × 3 [m], Y up
  readonly between: readonly PointName[]; // put between others
  readonly joints: ReadonlySet<number>; // that are these points
}

/** The person's roles. Throws UsageError where nobody was found. */
function personIn({ roles, source, name }: Clip, what: string): RoleMap {
  if (roles.status === 'humanoid') return roles.roles;
  throw new UsageError(`${what} needs a person, and none was found in "${source?.file ?? name}": ${roles.reason}`);
}

/** The asked points in every frame, and those of `optional` that there are. Throws UsageError naming those that are missing. */
export function pointsOfClip(
  clip: Clip,
  names: readonly PointName[],
  what: string,
  optional: readonly PointName[] = [],
): PointsOfClip {
  const roles = personIn(clip, what);
  const joints = new Map<PointName, Place>();
  for (const [point, role] of Object.entries(ROLE_OF) as [PointName, Role][]) {
    const place = placeOf(clip, roles, role);
    if (place) joints.set(point, place);
  }
  const tracks = measured(clip, joints);
  const between: PointName[] = [];
  // in the order of the table: later ones may lie between earlier ones
  for (const [point, choices] of Object.entries(BETWEEN) as [
    PointName,
    readonly (readonly [PointName, PointName, number])[],
  ][]) {
    const choice = choices.find(([a, b]) => tracks.has(a) && tracks.has(b));
    if (tracks.has(point) || !choice) continue;
    const [a, b] = [tracks.get(choice[0])!, tracks.get(choice[1])!];
    const track = new Float64Array(a.length);
    for (let frame = 0; 3 * frame < a.length; frame++) track.set(mix(at(a, frame), at(b, frame), choice[2]), 3 * frame);
    tracks.set(point, track);
    if (names.includes(point)) between.push(point);
  }
  const missing = names.filter((point) => !tracks.has(point));
  if (missing.length > 0)
    throw new UsageError(`${what} needs points that the clip has no joints for: ${missing.join(', ')}`);
  const given = [...names, ...optional.filter((point) => tracks.has(point))];
  const used = given.flatMap((point) => {
    const place = joints.get(point);
    return place && !place.offset ? [place.joint] : [];
  });
  return { tracks: new Map(given.map((point) => [point, tracks.get(point)!])), between, joints: new Set(used) };
}

interface Place {
  readonly joint: number;
  readonly offset: Float64Array | undefined; // in the joint's frame
}

/** The joint of a role; toes may be the tip of a foot. */
function placeOf({ skeleton }: Clip, roles: RoleMap, role: Role): Place | undefined {
  const joint = roles[role];
  if (joint !== undefined) return { joint, offset: undefined };
  const foot = role === 'leftToes' ? roles.leftFoot : role === 'rightToes' ? roles.rightFoot : undefined;
  const tip = foot === undefined ? undefined : skeleton.endSites.find((site) => site.joint === foot);
  return tip && { joint: tip.joint, offset: Float64Array.from(tip.offset) };
}

function measured({ skeleton, q, frameCount }: Clip, places: ReadonlyMap<PointName, Place>): PointTracks {
  const tracks: PointTracks = new Map([...places.keys()].map((point) => [point, new Float64Array(3 * frameCount)]));
  const nq = coordinateCount(skeleton);
  const shift = new Float64Array(3);
  for (let frame = 0; frame < frameCount; frame++) {
    const { origins, rotations } = worldFramesOf(skeleton, q, frame * nq);
    for (const [point, { joint, offset }] of places) {
      shift.fill(0);
      if (offset) rotate3(shift, 0, rotations, 4 * joint, offset, 0);
      const track = tracks.get(point)!;
      for (let k = 0; k < 3; k++) track[3 * frame + k] = origins[3 * joint + k] + shift[k];
    }
  }
  return tracks;
}
