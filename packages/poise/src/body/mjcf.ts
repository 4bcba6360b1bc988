/**
 * The same body as MuJoCo XML: same segments, frames, masses and inertias. The root is a free joint, all others are ball
 * joints, so qpos is our q with quaternions reordered to w x y z, and qvel is our v; but MuJoCo numbers bodies depth first:
 * its body 1 + i, joint i, is our joint mjcfOrder(skeleton)[i]. Gravity points along −Y: nothing else is converted.
 */

import { cross, dot, norm, scale, sub, unit, vectorAt } from '../math/tuple.ts';
import { quatIndex, restPose, type Skeleton } from '../motion/skeleton.ts';
import type { Body, Sole } from './body.ts';
import { lowestSole } from './lowest-sole.ts';

/** MuJoCo refuses moving bodies without mass or inertia. Segments of mass 0 get these, too small to be seen in any sum. */
const LEAST_MASS = 1e-12; // [kg]
const LEAST_INERTIA = 1e-12; // [kg·m²]

/** Radius of the balls that touch the ground in place of sole points [m]. */
const SOLE_BALL = 0.01;

export interface MjcfOptions {
  /** 'all': every joint moves, q maps one to one. 'massive': branches without mass (fingers, toes) are fixed in the rest pose,
   *  for simulation, where a joint that moves nothing only makes trouble. */
  readonly joints: 'all' | 'massive';
  readonly ground: boolean; // a plane at y = 0
}

/** Unique names of [A-Za-z0-9_.-] for the joints, in order. */
export function mjcfNames(names: readonly string[]): string[] {
  const used = new Set<string>(['world']);
  return names.map((name) => {
    const plain = name.replace(/[^A-Za-z0-9_.-]+/g, '_') || 'joint';
    let unique = plain;
    for (let k = 2; used.has(unique); k++) unique = `${plain}_${k}`;
    used.add(unique);
    return unique;
  });
}

function childrenOf(skeleton: Skeleton): number[][] {
  const children: number[][] = skeleton.names.map(() => []);
  for (let joint = 1; joint < children.length; joint++) children[skeleton.parents[joint]].push(joint);
  return children;
}

/** Our joint for each of MuJoCo's joints, when all of them move: depth first, siblings in our order. */
export function mjcfOrder(skeleton: Skeleton): Int32Array {
  const children = childrenOf(skeleton);
  const order: number[] = [];
  const stack = [0];
  while (stack.length > 0) {
    const joint = stack.pop() as number;
    order.push(joint);
    stack.push(...[...children[joint]].reverse());
  }
  return Int32Array.from(order);
}

const numbers = (values: Iterable<number>): string => [...values].map((x) => (x === 0 ? '0' : `${x}`)).join(' ');

function inertialOf(body: Body, joint: number): string {
  const mass = body.mass[joint];
  if (mass === 0) {
    return `<inertial pos="0 0 0" mass="${LEAST_MASS}" diaginertia="${numbers([LEAST_INERTIA, LEAST_INERTIA, LEAST_INERTIA])}"/>`;
  }
  const inertia = body.inertiaInSegment.slice(6 * joint, 6 * joint + 6);
  // A point mass alone on a joint has no inertia of its own.
  const smallest = Math.min(inertia[0], inertia[1], inertia[2]);
  if (smallest < LEAST_INERTIA) for (let k = 0; k < 3; k++) inertia[k] += LEAST_INERTIA;
  const com = body.comInSegment.subarray(3 * joint, 3 * joint + 3);
  return `<inertial pos="${numbers(com)}" mass="${mass}" fullinertia="${numbers(inertia)}"/>`;
}

/** A thin capsule per bone, for looks: touches nothing, weighs nothing. */
function boneGeoms(body: Body, joint: number): string[] {
  const { parents, offsets } = body.skeleton;
  const geoms: string[] = [];
  for (let child = joint + 1; child < parents.length; child++) {
    if (parents[child] !== joint || body.mass[joint] === 0) continue;
    const offset = vectorAt(offsets, 3 * child);
    const length = norm(offset);
    if (length < 0.02) continue;
    const radius = Math.min(0.05, 0.15 * length);
    geoms.push(`<geom class="bone" type="capsule" size="${radius}" fromto="0 0 0 ${numbers(offset)}"/>`);
  }
  return geoms;
}

/** Normal of the sole points that belong to one segment, on the side of the joint. */
function soleUp(sole: Sole, segment: number): readonly [number, number, number] {
  const own = [...sole.segments.keys()]
    .filter((k) => sole.segments[k] === segment)
    .map((k) => vectorAt(sole.points, 3 * k));
  const [a, b] = [own[0], own[own.length - 1]];
  const corner = own.reduce((best, p) => (area(a, b, p) > area(a, b, best) ? p : best), own[1]);
  const normal = unit(cross(sub(b, a), sub(corner, a)), [0, 1, 0]);
  return dot(normal, a) > 0 ? scale(normal, -1) : normal;
}

const area = (
  a: readonly [number, number, number],
  b: readonly [number, number, number],
  c: readonly [number, number, number],
) => norm(cross(sub(b, a), sub(c, a)));

/** Balls whose lowest points are the sole's outline. */
function soleGeoms(body: Body, joint: number): string[] {
  return body.soles.flatMap((sole) => {
    if (!sole.segments.includes(joint)) return [];
    const up = soleUp(sole, joint);
    return [...sole.segments.keys()]
      .filter((k) => sole.segments[k] === joint)
      .map((k) => {
        const centre = vectorAt(sole.points, 3 * k).map((x, axis) => x + SOLE_BALL * up[axis]);
        return `<geom class="sole" pos="${numbers(centre)}"/>`;
      });
  });
}

/** Root height [m] at which the lowest sole point of a pose (root at the origin) touches y = 0. */
function standingHeight(body: Body, q: Float64Array): number {
  const lowest = lowestSole(body, q);
  return Number.isFinite(lowest) ? -lowest : 0;
}

/** The pose a model starts in: MuJoCo puts moving joints at the identity, fixed ones stay in the rest pose. */
function startPose({ skeleton }: Body, moves: readonly boolean[]): Float64Array {
  const q = restPose(skeleton);
  moves.forEach((moving, joint) => {
    if (moving) q.set([0, 0, 0, 1], quatIndex(joint));
  });
  return q;
}

/** The rest pose on its soles as qpos: moving joints depth first, quaternions as w x y z. */
function restKey(body: Body, moves: readonly boolean[]): string {
  const rest = restPose(body.skeleton);
  const qpos = [0, standingHeight(body, rest), 0];
  for (const joint of mjcfOrder(body.skeleton)) {
    if (!moves[joint]) continue;
    const [x, y, z, w] = rest.subarray(quatIndex(joint), quatIndex(joint) + 4);
    qpos.push(w, x, y, z);
  }
  return `<key name="rest" qpos="${numbers(qpos)}"/>`;
}

/** MuJoCo XML of a body. It starts, and its keyframe "rest" stands, with the soles on the floor. Ranges of joints are not written:
 *  MuJoCo limits a ball joint by one angle about any axis, which describes no joint of a person.
 *
 * ```ts
 * const model = mujoco.MjModel.from_xml_string(toMjcf(body));
 * ```
 */
export function toMjcf(body: Body, options: Partial<MjcfOptions> = {}): string {
  const { joints = 'all', ground = true } = options;
  const { skeleton } = body;
  const n = skeleton.names.length;
  const names = mjcfNames(skeleton.names);
  const children = childrenOf(skeleton);
  const massBelow = body.mass.slice();
  for (let joint = n - 1; joint > 0; joint--) {
    massBelow[skeleton.parents[joint]] += massBelow[joint];
  }
  const moves = skeleton.names.map((_, joint) => joints === 'all' || massBelow[joint] > 0);
  const start = standingHeight(body, startPose(body, moves));
  const lines: string[] = [];
  const write = (joint: number, indent: string): void => {
    const pos = joint === 0 ? [0, start, 0] : skeleton.offsets.subarray(3 * joint, 3 * joint + 3);
    const [x, y, z, w] = skeleton.restRotations.subarray(4 * joint, 4 * joint + 4);
    const fixed = moves[joint] ? '' : ` quat="${numbers([w, x, y, z])}"`;
    lines.push(`${indent}<body name="${names[joint]}" pos="${numbers(pos)}"${fixed}>`);
    const kind = joint === 0 ? 'freejoint' : 'joint type="ball"';
    if (moves[joint])
      lines.push(`${indent}  <${kind} name="${names[joint]}"/>`, `${indent}  ${inertialOf(body, joint)}`);
    for (const geom of [...boneGeoms(body, joint), ...soleGeoms(body, joint)]) lines.push(`${indent}  ${geom}`);
    for (const child of children[joint]) write(child, `${indent}  `);
    lines.push(`${indent}</body>`);
  };
  write(0, '    ');
  return [
    '<mujoco model="poise">',
    '  <compiler angle="radian" inertiafromgeom="false"/>',
    '  <option gravity="0 -9.81 0"/>',
    '  <default>',
    '    <geom mass="0"/>',
    '    <default class="bone"><geom contype="0" conaffinity="0" rgba="0.7 0.7 0.75 1"/></default>',
    `    <default class="sole"><geom type="sphere" size="${SOLE_BALL}" contype="1" conaffinity="0" rgba="0.3 0.3 0.35 1"/></default>`,
    '  </default>',
    '  <worldbody>',
    // A plane faces its local +Z: turned by −90° about X it faces +Y.
    ...(ground
      ? [
          '    <geom name="ground" type="plane" size="0 0 1" quat="0.7071067811865476 -0.7071067811865476 0 0" conaffinity="1"/>',
        ]
      : []),
    ...lines,
    '  </worldbody>',
    `  <keyframe>${restKey(body, moves)}</keyframe>`,
    '</mujoco>',
    '',
  ].join('\n');
}
