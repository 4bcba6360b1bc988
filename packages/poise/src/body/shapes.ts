/**
 * The thickness of a person: one tapered capsule per part, in the frame of the segment that carries it. Radii are those of cylinders of an
 * average person's masses and lengths (cylinders.ts); the trunk is three capsules across, as wide and deep as its elliptic cylinder.
 */

import { along, distance, dot, mix, perpendicular, sub, turnedBack, vectorAt } from '../math/tuple.ts';
import type { Vec3 } from '../math/types.ts';
import { type RoleMap, SIDES, type Side } from '../motion/roles.ts';
import { radiusOverStature, TRUNK_OVER_STATURE } from './cylinders.ts';
import type { Landmarks } from './landmarks.ts';
import type { FootLine } from './segments.ts';

export const SHAPE_PARTS = [
  'head',
  'chest',
  'waist',
  'pelvis',
  'upperArm',
  'lowerArm',
  'hand',
  'upperLeg',
  'lowerLeg',
  'foot',
] as const;
export type ShapePart = (typeof SHAPE_PARTS)[number];

/** A capsule whose ends may differ in thickness. */
export interface BodyShape {
  readonly part: ShapePart;
  readonly side: Side | undefined; // of limbs
  readonly segment: number; // joint that carries it
  readonly near: Vec3; // [m] middle of the end nearer to the trunk (trunk: the left one; foot: the heel), in the segment's frame
  readonly far: Vec3;
  readonly nearRadius: number; // [m]
  readonly farRadius: number;
}

/** Share by which the near end is thicker, and the far end thinner, than the cylinder. Set by eye on people: knees and ankles are joints, not
 *  calves. */
const TAPER = { upperArm: 0.1, lowerArm: 0.2, hand: 0.2, upperLeg: 0.3, lowerLeg: 0.2 } as const;
/** Heights of the trunk's capsules over its length, hip joints to shoulders. */
const TRUNK_HEIGHTS = { pelvis: 0.05, waist: 0.42, chest: 0.8 } as const;
const SKULL_FROM = 0.5; // of C7 to vertex: where the capsule of the head begins
const HAND_FROM = 0.25; // of wrist to finger tip

interface Ends {
  readonly neckBase: Vec3;
  readonly vertex: Vec3;
}

/** Shapes of a body in its reference pose; `head`: C7 and the vertex, `feet`: heel to tip. */
export function buildShapes(
  roles: RoleMap,
  marks: Landmarks,
  head: Ends,
  feet: readonly FootLine[],
): readonly BodyShape[] {
  const { frames, height } = marks;
  const inSegment = (segment: number, point: Vec3): Vec3 =>
    turnedBack(frames.rotations, 4 * segment, sub(point, vectorAt(frames.origins, 3 * segment)));
  const shape = (
    part: ShapePart,
    side: Side | undefined,
    segment: number,
    [near, far]: readonly [Vec3, Vec3],
    [nearRadius, farRadius]: readonly [number, number],
  ): BodyShape => ({
    part,
    side,
    segment,
    near: inSegment(segment, near),
    far: inSegment(segment, far),
    nearRadius,
    farRadius,
  });
  const out: BodyShape[] = [headShape()];
  out.push(...trunkShapes());
  for (const side of SIDES) {
    for (const part of ['upperArm', 'lowerArm', 'hand', 'upperLeg', 'lowerLeg'] as const) {
      const { joint, near, far } = marks.sides[side][part];
      const radius = radiusOverStature(part) * height;
      const tip = 1 - ((1 - TAPER[part]) * radius) / Math.max(1e-6, distance(near, far));
      const ends =
        part === 'hand'
          ? ([mix(near, far, HAND_FROM), mix(near, far, Math.max(HAND_FROM, tip))] as const)
          : ([near, far] as const);
      out.push(shape(part, side, joint, ends, [(1 + TAPER[part]) * radius, (1 - TAPER[part]) * radius]));
    }
  }
  feet.forEach(({ joint, heel, tip, up }, k) => {
    const radius = radiusOverStature('foot') * height;
    const inset = Math.min(0.45, radius / Math.max(1e-6, distance(heel, tip)));
    const end = (share: number): Vec3 => along(mix(heel, tip, share), up, radius);
    out.push(shape('foot', SIDES[k], joint, [end(inset), end(1 - inset)], [radius, radius]));
  });
  return out;

  function headShape(): BodyShape {
    const radius = radiusOverStature('head') * height;
    const length = distance(head.neckBase, head.vertex);
    const top = Math.max(0, 1 - radius / Math.max(length, 1e-6));
    const ends = [
      mix(head.neckBase, head.vertex, Math.min(top, SKULL_FROM)),
      mix(head.neckBase, head.vertex, top),
    ] as const;
    return shape('head', undefined, roles.head ?? marks.headJoints.at(-1) ?? 0, ends, [radius, radius]);
  }

  function trunkShapes(): BodyShape[] {
    const { midHip, trunkAxis, trunkLength, trunkJoints } = marks;
    const { halfDepth, halfWidth } = TRUNK_OVER_STATURE;
    const left = perpendicular(marks.left, trunkAxis);
    const heightOf = (joint: number): number => dot(sub(vectorAt(frames.origins, 3 * joint), midHip), trunkAxis);
    const half = (halfWidth - halfDepth) * height;
    return (['pelvis', 'waist', 'chest'] as const).map((part) => {
      const up = TRUNK_HEIGHTS[part] * trunkLength;
      // the joint below carries it; the pelvis hangs on the first
      const carrier = trunkJoints.reduce((best, joint) => (heightOf(joint) <= up ? joint : best), trunkJoints[0]);
      const middle = along(midHip, trunkAxis, up);
      const ends = [along(middle, left, half), along(middle, left, -half)] as const;
      const radius = halfDepth * height;
      return shape(part, undefined, part === 'pelvis' ? trunkJoints[0] : carrier, ends, [radius, radius]);
    });
  }
}
