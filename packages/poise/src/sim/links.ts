/**
 * The person as the engine moves it: one link per moving joint, in depth-first order. What hangs on a moving joint and does
 * not move itself is stiff, as in the first pose, and is part of its link.
 */
import type { Body } from '../body/body.ts';
import { subtreeMassOf } from '../dynamics/workspace.ts';
import { UsageError } from '../errors.ts';
import { copyQuat, multiplyQuat, relativeQuat, rotate3, rotateBack3 } from '../math/quat.ts';
import { jointCount, quatIndex } from '../motion/skeleton.ts';
import { type WorldFrames, worldFramesOf } from '../motion/world-frames.ts';
import { combineInertia, type LinkInertia } from './link-inertia.ts';
import { chooseMoving, partOf } from './moving-joints.ts';
import { type LinkSole, solesOf } from './soles.ts';
import type { BodyPart, SceneDescription } from './types.ts';

export interface Links {
  readonly body: Body;
  readonly planar: boolean;
  readonly count: number; // links
  readonly joint: Int32Array; // the body's joint of each link; the root first
  readonly parent: Int32Array; // link, −1 for the root
  readonly linkOf: Int32Array; // the link that each of the body's segments belongs to
  readonly part: readonly BodyPart[]; // of each link; the root is 'waist'
  /** The segment whose direction stands for the link's: the chest for a trunk of one joint. */
  readonly lead: Int32Array;
  /** Rotation of each segment in its link's frame; identity for the segment of the moving joint itself. */
  readonly linkFromSegment: Float64Array; // n×4
  readonly originInLink: Float64Array; // n×3 [m] of each segment
  /** Pose of each link in its parent link when its own coordinates are zero; for the root in the world. */
  readonly restPosition: Float64Array; // count×3
  readonly restRotation: Float64Array; // count×4
  readonly axis: Float64Array; // count×3 planar: the hinge in the link's frame (left in the world)
  readonly pose: Float64Array; // nq: the first pose
  readonly inertia: readonly LinkInertia[];
  readonly soles: readonly [left: LinkSole, right: LinkSole];
  // engine coordinates of the person
  readonly rootFreedoms: number; // 6, planar 3
  readonly freedoms: number;
  readonly coordinates: number;
}

/** First freedom of a link in the engine's velocity. */
export const freedomOf = (links: Links, link: number): number =>
  link === 0 ? 0 : links.rootFreedoms + (links.planar ? link - 1 : 3 * (link - 1));

/** First coordinate of a link in the engine's qpos: the root's position first (planar: y, z, angle). */
export const coordinateOf = (links: Links, link: number): number =>
  link === 0 ? 0 : links.planar ? 2 + link : 3 + 4 * link;

export function buildLinks(scene: SceneDescription): Links {
  const { body, pose } = scene;
  const { skeleton } = body;
  const n = jointCount(skeleton);
  const planar = scene.planar ?? false;
  if (pose.length !== 3 + 4 * n) throw new UsageError(`the pose needs ${3 + 4 * n} numbers, found ${pose.length}`);
  const q = Float64Array.from(pose as unknown as ArrayLike<number>);
  const moves = chooseMoving(body, scene.joints ?? 'main', planar, scene.toes === 'bend');
  const joint = depthFirst(body, moves);
  const linkOf = new Int32Array(n);
  for (let j = 0; j < n; j++) linkOf[j] = moves[j] ? joint.indexOf(j) : linkOf[skeleton.parents[j]];
  const parent = joint.map((j) => (j === 0 ? -1 : linkOf[skeleton.parents[j]]));
  const frames = worldFramesOf(skeleton, q);
  const { linkFromSegment, originInLink } = placeSegments(frames, joint, linkOf);
  const below = subtreeMassOf(body);
  const count = joint.length;
  const segments = Array.from(joint, (_, link) => [...linkOf.keys()].filter((j) => linkOf[j] === link));
  for (let link = 0; link < count; link++) {
    // toes carry load though they weigh next to nothing
    if (!(below[joint[link]] > 0) && !isToes(body, joint[link])) {
      throw new UsageError(`joint "${skeleton.names[joint[link]]}" moves no mass; a simulation needs some`);
    }
  }
  const rest = restFrames(body, q, frames, joint, parent, { linkFromSegment, originInLink }, planar);
  const rootFreedoms = planar ? 3 : 6;
  return {
    body,
    planar,
    count,
    joint,
    parent,
    linkOf,
    part: Array.from(joint, (j) => partOf(body, j)),
    lead: Int32Array.from(joint, (j) => leadOf(body, j, moves)),
    linkFromSegment,
    originInLink,
    ...rest,
    pose: q,
    inertia: segments.map((own) => combineInertia(body, own, originInLink, linkFromSegment)),
    soles: solesOf(body, { linkOf, linkFromSegment, originInLink, frames }, planar),
    rootFreedoms,
    freedoms: rootFreedoms + (planar ? 1 : 3) * (count - 1),
    coordinates: planar ? 2 + count : 3 + 4 * count,
  };
}

const isToes = ({ soles }: Body, joint: number): boolean => soles.some(({ toes }) => toes === joint);

/** Moving joints in the order in which the engine numbers bodies. */
function depthFirst({ skeleton }: Body, moves: readonly boolean[]): Int32Array {
  const children: number[][] = skeleton.names.map(() => []);
  for (let j = 1; j < children.length; j++) children[skeleton.parents[j]].push(j);
  const order: number[] = [];
  const stack = [0];
  while (stack.length > 0) {
    const j = stack.pop() as number;
    if (moves[j]) order.push(j);
    stack.push(...[...children[j]].reverse());
  }
  return Int32Array.from(order);
}

/** Where every segment is in the frame of its link, in the first pose. */
function placeSegments(frames: WorldFrames, joint: Int32Array, linkOf: Int32Array) {
  const n = linkOf.length;
  const linkFromSegment = new Float64Array(4 * n);
  const originInLink = new Float64Array(3 * n);
  const away = new Float64Array(3);
  for (let j = 0; j < n; j++) {
    const own = joint[linkOf[j]];
    relativeQuat(linkFromSegment, 4 * j, frames.rotations, 4 * own, frames.rotations, 4 * j);
    for (let k = 0; k < 3; k++) away[k] = frames.origins[3 * j + k] - frames.origins[3 * own + k];
    rotateBack3(originInLink, 3 * j, frames.rotations, 4 * own, away, 0);
  }
  return { linkFromSegment, originInLink };
}

/** Frames of the links at zero coordinates. In space those coordinates are the joints' own quaternions; in the plane they are
 *  angles from the first pose. */
function restFrames(
  body: Body,
  q: Float64Array,
  frames: WorldFrames,
  joint: Int32Array,
  parent: Int32Array,
  placed: { readonly linkFromSegment: Float64Array; readonly originInLink: Float64Array },
  planar: boolean,
): Pick<Links, 'restPosition' | 'restRotation' | 'axis'> {
  const count = joint.length;
  const restPosition = new Float64Array(3 * count);
  const restRotation = new Float64Array(4 * count);
  const axis = new Float64Array(3 * count);
  const left = Float64Array.of(1, 0, 0);
  const offset = new Float64Array(3);
  for (let link = 0; link < count; link++) {
    const j = joint[link];
    rotateBack3(axis, 3 * link, frames.rotations, 4 * j, left, 0);
    if (parent[link] < 0) {
      if (planar) {
        restPosition.set(q.subarray(0, 3));
        copyQuat(restRotation, 0, q, 3);
      } else {
        restRotation[3] = 1;
      }
      continue;
    }
    const above = body.skeleton.parents[j];
    rotate3(offset, 0, placed.linkFromSegment, 4 * above, body.skeleton.offsets, 3 * j);
    for (let k = 0; k < 3; k++) restPosition[3 * link + k] = placed.originInLink[3 * above + k] + offset[k];
    copyQuat(restRotation, 4 * link, placed.linkFromSegment, 4 * above);
    if (planar) multiplyQuat(restRotation, 4 * link, restRotation, 4 * link, q, quatIndex(j));
  }
  return { restPosition, restRotation, axis };
}

/** Down the stiff chain while it leads on to one thing only: spine → upper chest, neck → head. */
function leadOf({ skeleton, roles }: Body, joint: number, moves: readonly boolean[]): number {
  const { parents } = skeleton;
  const carries = (j: number): boolean =>
    j === roles.head || [...parents.keys()].some((k) => k > j && parents[k] === j && (moves[k] || carries(k)));
  let at = joint;
  for (;;) {
    const children = [...parents.keys()].filter((k) => parents[k] === at);
    if (children.some((k) => moves[k])) return at;
    const onward = children.filter(carries);
    if (onward.length !== 1) return at;
    at = onward[0];
  }
}
