/** Which way is up: where people hold their heads, checked against a floor that stays put. */
import { UsageError } from '../errors.ts';
import type { Quat, Vec3 } from '../math/types.ts';
import type { ImportNote } from './clip.ts';
import type { PoseSamples } from './infer-poses.ts';
import type { BorderOptions } from './raw-motion.ts';
import type { RoleMap } from './roles.ts';

export type UpAxis = NonNullable<BorderOptions['up']>;

export const UP_AXES: Readonly<Record<UpAxis, { readonly axis: Vec3; readonly worldFromFile: Quat }>> = {
  y: { axis: [0, 1, 0], worldFromFile: [0, 0, 0, 1] },
  z: { axis: [0, 0, 1], worldFromFile: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] },
  x: { axis: [1, 0, 0], worldFromFile: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
  '-y': { axis: [0, -1, 0], worldFromFile: [1, 0, 0, 0] },
  '-z': { axis: [0, 0, -1], worldFromFile: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] },
  '-x': { axis: [-1, 0, 0], worldFromFile: [0, 0, -Math.SQRT1_2, Math.SQRT1_2] },
};

/** Cosine between the axis and feet-to-head above which a person counts as upright. */
const UPRIGHT = 0.7;
/** Share of frames upright that proves an axis; another axis must beat the expected one by far. */
const PROVEN = 0.8;
/** The lowest point of the feet may wander along the true up axis by this share of the stature. */
const STEADY_FLOOR = 0.15;
/** Shares of the stature: the lower ankle of people who stand is so low over the file's zero at times, and the lowest joint of people who lie most of the time. */
const ANKLES_STAND = { least: 0, most: 0.09 };
const BACK_LIES = { least: -0.02, most: 0.08 };
const AT_TIMES = 0.1; // of the frames

export interface InferredUp {
  readonly up: UpAxis;
  readonly notes: readonly ImportNote[];
}

export interface UpEvidence {
  readonly option: UpAxis | undefined;
  readonly stated: UpAxis | undefined;
  readonly poses: PoseSamples;
  readonly roles: RoleMap | undefined; // in nodes of the file
}

export function inferUp({ option, stated, poses, roles }: UpEvidence): InferredUp {
  if (option !== undefined) {
    if (!Object.hasOwn(UP_AXES, option)) {
      throw new UsageError(`up must be one of ${Object.keys(UP_AXES).join(', ')}, found "${option}"`);
    }
    return { up: option, notes: [note(option, 'as asked', 'stated')] };
  }
  const expected = stated ?? 'y';
  if (!roles) {
    const text = stated ? 'as the file states' : 'taken for granted, since no person was found';
    return { up: expected, notes: [note(expected, text, stated ? 'stated' : 'guess')] };
  }
  const axes = (Object.keys(UP_AXES) as UpAxis[]).map((up) => ({ up, share: uprightShare(poses, roles, up) }));
  const here = axes.find(({ up }) => up === expected)!.share;
  const best = axes.reduce((a, b) => (b.share > a.share ? b : a));
  const percent = (share: number) => `${Math.round(100 * share)} % of the frames`;
  if (best.up !== expected && best.share >= PROVEN && here < 0.1 && standsAlong(poses, roles, best.up, expected)) {
    const despite = stated ? `; the file states ${stated.toUpperCase()}, which would lay the person down` : '';
    const text = `the head is above the feet along it in ${percent(best.share)}, and the feet share one floor${despite}`;
    return { up: best.up, notes: [note(best.up, text, stated ? 'likely' : 'sure')] };
  }
  if (stated) return { up: stated, notes: [note(stated, 'as the file states', 'stated')] };
  const text = `the head is above the feet along it in ${percent(here)}`;
  return { up: expected, notes: [note(expected, text, here >= 0.5 ? 'sure' : here > 0.1 ? 'likely' : 'guess')] };
}

/** Share of the frames (of the rest pose, without frames) in which the person is upright along an axis. */
function uprightShare({ rest, frames }: PoseSamples, roles: RoleMap, up: UpAxis): number {
  const seen = frames.length > 0 ? frames : [rest];
  return seen.filter((pose) => alongAxis(pose, roles, up) > UPRIGHT).length / seen.length;
}

/** Cosine between an axis and the direction from the feet to the head. */
function alongAxis(pose: Float64Array, { head, leftFoot, rightFoot }: RoleMap, up: UpAxis): number {
  const rise = [0, 1, 2].map((k) => pose[3 * head! + k] - (pose[3 * leftFoot! + k] + pose[3 * rightFoot! + k]) / 2);
  const size = Math.hypot(...rise);
  return size > 0 ? height(rise, 0, up) / size : 0;
}

const height = (points: ArrayLike<number>, i: number, up: UpAxis): number => {
  const [x, y, z] = UP_AXES[up].axis;
  return x * points[i] + y * points[i + 1] + z * points[i + 2];
};

/** A lying person has a head "above" the feet too. This one stands: the feet return to one floor, and either the rest pose
 *  stands the same way, or the person travels across the axis, or the file's zero is a floor for somebody who stands and none for somebody who lies. */
function standsAlong(poses: PoseSamples, roles: RoleMap, up: UpAxis, expected: UpAxis): boolean {
  const { rest, frames } = poses;
  const { leftFoot, rightFoot, head, hips } = roles;
  const restStands = restPoseStands(rest, roles, up);
  if (frames.length === 0) return restStands;
  const tall = Math.max(...frames.map((pose) => height(pose, 3 * head!, up) - height(pose, 3 * leftFoot!, up)));
  const lowest = frames.map((pose) => Math.min(height(pose, 3 * leftFoot!, up), height(pose, 3 * rightFoot!, up)));
  if (spreadOfFloor(lowest) > STEADY_FLOOR * tall) return false;
  if (restStands || zeroIsFloor(poses, roles, up, expected, tall)) return true;
  const first = frames[0];
  const travel = Math.max(
    ...frames.map((pose) => {
      const way = [0, 1, 2].map((k) => pose[3 * hips! + k] - first[3 * hips! + k]);
      return Math.sqrt(Math.max(0, way.reduce((sum, x) => sum + x * x, 0) - height(way, 0, up) ** 2));
    }),
  );
  return travel > tall;
}

/** Is the file's zero the floor of somebody who stands along `up`, and not that of somebody who lies along `expected`? */
function zeroIsFloor(
  { frames, nodeCount }: PoseSamples,
  { leftFoot, rightFoot }: RoleMap,
  up: UpAxis,
  expected: UpAxis,
  tall: number,
): boolean {
  const within = (value: number, { least, most }: typeof BACK_LIES): boolean =>
    value > least * tall && value < most * tall;
  const ankles = frames
    .map((pose) => Math.min(height(pose, 3 * leftFoot!, up), height(pose, 3 * rightFoot!, up)))
    .sort((a, b) => a - b);
  const lies = (pose: Float64Array): boolean => {
    let lowest = Number.POSITIVE_INFINITY;
    for (let node = 0; node < nodeCount; node++) lowest = Math.min(lowest, height(pose, 3 * node, expected));
    return within(lowest, BACK_LIES);
  };
  const stands = within(ankles[Math.floor(AT_TIMES * (ankles.length - 1))], ANKLES_STAND);
  return stands && frames.filter(lies).length < PROVEN * frames.length;
}

/** The rest pose stands along the axis, hips above both feet and head above the hips. Some BVH files have a rest pose without
 *  meaning, all bones along one axis or legs any way. */
function restPoseStands(rest: Float64Array, { head, hips, leftFoot, rightFoot }: RoleMap, up: UpAxis): boolean {
  const rises = (from: number, to: number) => {
    const way = [0, 1, 2].map((k) => rest[3 * to + k] - rest[3 * from + k]);
    return height(way, 0, up) > UPRIGHT * Math.hypot(...way);
  };
  return rises(leftFoot!, hips!) && rises(rightFoot!, hips!) && rises(hips!, head!);
}

/** How far the lowest point wanders from one eighth of the frames to the next. */
function spreadOfFloor(lowest: readonly number[]): number {
  const size = Math.max(1, Math.ceil(lowest.length / 8));
  const floors: number[] = [];
  for (let i = 0; i < lowest.length; i += size)
    floors.push(lowest.slice(i, i + size).reduce((least, y) => Math.min(least, y)));
  return Math.max(...floors) - Math.min(...floors);
}

function note(up: UpAxis, text: string, confidence: ImportNote['confidence']): ImportNote {
  return { topic: 'up', text: `${up.toUpperCase()} is up (${text})`, confidence };
}
