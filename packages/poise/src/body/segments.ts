/** A person's mass as lumps on the rig's own joints. */
import { UsageError } from '../errors.ts';
import { along, cross, distance, dot, perpendicular, sub, unit, vectorAt } from '../math/tuple.ts';
import type { Vec3 } from '../math/types.ts';
import { jointOf } from '../motion/role-joints.ts';
import { type RoleMap, SIDES } from '../motion/roles.ts';
import type { Skeleton } from '../motion/skeleton.ts';
import { cylinderTable } from './cylinders.ts';
import { type Landmarks, pointsBelow } from './landmarks.ts';
import { inertiaOfSpread, type Lump, rodLump } from './lumps.ts';
import type { BodyOptions } from './options.ts';
import {
  DE_LEVA_AVERAGE,
  DE_LEVA_FEMALE,
  DE_LEVA_MALE,
  LENGTH_OVER_STATURE,
  type LimbName,
  type SegmentTable,
  TAK2000,
  WINTER,
} from './tables.ts';

/** The lumbosacral joint stands this far above the hip joints, over mid-hip to mid-shoulder (9 cm in a man). Below it is
 *  pelvis, which moves with the hips even in rigs whose first spine joint sits between the hip joints. */
const PELVIS_TOP = (0.6 * 145.7) / 515.5;

/** The joint of the head lies at most this share of the way from C7 to the vertex: 0 to 0.4 in people. Where it lies higher, the head is larger. */
const HIGHEST_HEAD_JOINT = 0.5;

/** The foot's CoM lies at this share of the ankle's height above the sole. */
const FOOT_COM_HEIGHT = 0.45;

const deLeva = { male: DE_LEVA_MALE, female: DE_LEVA_FEMALE, average: DE_LEVA_AVERAGE };

export function tableOf(options: Pick<BodyOptions, 'table' | 'sex'>, landmarks: Landmarks): SegmentTable {
  if (options.table === 'de-leva') return deLeva[options.sex];
  if (options.table === 'winter') return WINTER;
  if (options.table === 'tak2000') return TAK2000;
  if (options.table === 'cylinders') return cylinderTable(landmarks);
  throw new UsageError(`expected a segment table de-leva, winter, cylinders or tak2000, found "${options.table}"`);
}

/** Cuts a uniform box on a column of joints where the joints are, so that the sum never depends on their number.
 *  `starts`: height of each joint's piece above `base` [m], the first reaching down, the last up without end. */
function cutColumn(
  part: { readonly mass: number; readonly centre: number; readonly spread: Vec3 }, // [kg, m, m]
  joints: readonly number[],
  starts: readonly number[],
  base: Vec3,
  axes: readonly [Vec3, Vec3, Vec3], // lateral, up the column, fore-aft
): Lump[] {
  const half = Math.sqrt(3) * part.spread[1];
  const bottom = part.centre - half;
  const top = part.centre + half;
  const lumps: Lump[] = [];
  joints.forEach((joint, k) => {
    const from = k === 0 ? bottom : Math.max(bottom, Math.min(top, starts[k]));
    const to = k === joints.length - 1 ? top : Math.max(bottom, Math.min(top, starts[k + 1]));
    if (to - from <= 0) return;
    const mass = (part.mass * (to - from)) / (2 * half);
    const spread: Vec3 = [part.spread[0], (to - from) / Math.sqrt(12), part.spread[2]];
    const centre = along(base, axes[1], (from + to) / 2);
    lumps.push({ joint, mass, centre, inertia: inertiaOfSpread(mass, axes, spread) });
  });
  return lumps;
}

/** Heights of joints along a column, made to rise: a joint below its predecessor starts where that one does. */
function risingHeights(joints: readonly number[], marks: Landmarks, base: Vec3, axis: Vec3, lowest: number): number[] {
  let height = lowest;
  return joints.map((joint) => {
    height = Math.max(height, dot(sub(vectorAt(marks.frames.origins, 3 * joint), base), axis));
    return height;
  });
}

function trunkLumps(marks: Landmarks, table: SegmentTable): Lump[] {
  const { trunkAxis: up, trunkLength, midHip } = marks;
  const lateral = perpendicular(marks.left, up);
  const forward = cross(lateral, up);
  const base = along(midHip, forward, -table.trunkBack * trunkLength);
  const starts = risingHeights(marks.trunkJoints, marks, midHip, up, PELVIS_TOP * trunkLength);
  return table.trunk.flatMap((part) => {
    const [x, y, z] = part.spread;
    const sized = {
      mass: part.mass,
      centre: part.centre * trunkLength,
      spread: [x * trunkLength, y * trunkLength, z * trunkLength] as const,
    };
    return cutColumn(sized, marks.trunkJoints, starts, base, [lateral, up, forward]);
  });
}

/** C7 and the vertex. The rig's own top of the head is used where its distance from C7 is a head's. */
export function headEnds(skeleton: Skeleton, roles: RoleMap, marks: Landmarks, table: SegmentTable) {
  const neckBase = along(marks.midHip, marks.trunkAxis, table.cervicale * marks.trunkLength);
  const head = jointOf(roles, 'head');
  const headOrigin = vectorAt(marks.frames.origins, 3 * head);
  const rise = (p: Vec3): number => dot(sub(p, neckBase), marks.trunkAxis);
  const expected = Math.max(LENGTH_OVER_STATURE.head * marks.height, rise(headOrigin) / HIGHEST_HEAD_JOINT);
  const top = pointsBelow(skeleton, marks.frames, head).reduce((a, b) => (rise(b) > rise(a) ? b : a), headOrigin);
  const upright = rise(top) > 0.25 * expected && rise(top) > 0.5 * distance(top, neckBase);
  const direction = upright ? unit(sub(top, neckBase), marks.trunkAxis) : marks.trunkAxis;
  const measured = distance(top, neckBase) / expected;
  const length = upright && measured > 0.8 && measured < 1.6 ? measured * expected : expected;
  return { neckBase, vertex: along(neckBase, direction, length) };
}

function headLumps(skeleton: Skeleton, roles: RoleMap, marks: Landmarks, table: SegmentTable): Lump[] {
  const { neckBase, vertex } = headEnds(skeleton, roles, marks, table);
  const { mass, com, gyration } = table.limbs.head;
  const length = distance(neckBase, vertex);
  const up = unit(sub(vertex, neckBase), marks.trunkAxis);
  const lateral = perpendicular(marks.left, up);
  const [s, t, l] = gyration.map((k) => (k * length) ** 2);
  const spread: Vec3 = [Math.sqrt((s + l - t) / 2), Math.sqrt((s + t - l) / 2), Math.sqrt((t + l - s) / 2)];
  const starts = risingHeights(marks.headJoints, marks, neckBase, up, 0);
  const part = { mass, centre: com * length, spread };
  return cutColumn(part, marks.headJoints, starts, neckBase, [lateral, up, cross(lateral, up)]);
}

/** Where the feet stand in the reference pose; from the soles. */
export interface FootLine {
  readonly joint: number;
  readonly heel: Vec3;
  readonly tip: Vec3;
  readonly up: Vec3;
  readonly ankleHeight: number;
}

/** All lumps, with masses as fractions of body mass (they need not add up to 1: rigs may lack a hand). */
export function segmentLumps(
  skeleton: Skeleton,
  roles: RoleMap,
  marks: Landmarks,
  table: SegmentTable,
  feet: readonly FootLine[],
): Lump[] {
  const lumps = [...trunkLumps(marks, table), ...headLumps(skeleton, roles, marks, table)];
  for (const side of SIDES) {
    for (const name of ['upperArm', 'lowerArm', 'hand', 'upperLeg', 'lowerLeg'] as const satisfies LimbName[]) {
      const { joint, near, far } = marks.sides[side][name];
      lumps.push(rodLump(joint, near, far, marks.left, table.limbs[name]));
    }
  }
  for (const { joint, heel, tip, up, ankleHeight } of feet) {
    const raise = FOOT_COM_HEIGHT * ankleHeight;
    lumps.push(rodLump(joint, along(heel, up, raise), along(tip, up, raise), marks.left, table.limbs.foot));
  }
  return lumps.filter((lump) => lump.mass > 0);
}
