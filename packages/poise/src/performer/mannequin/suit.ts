/** The skin of trunk, neck, arms and legs as fields, blended into one. Head, hands and feet are parts of their own. */

import { power } from '../../math/power.ts';
import { along } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import type { Bone, Figure } from './figure.ts';
import {
  ellipsoid,
  type Field,
  localIn,
  placed,
  profileOf,
  ramp,
  roundCone,
  type Station,
  smoothMin,
  tube,
} from './implicit.ts';
import {
  BELLY,
  BLENDS,
  FOREARM,
  NECK,
  SHANK,
  THIGH,
  TRAPEZIUS,
  TRUNK,
  TRUNK_JOINTS,
  TRUNK_MUSCLES,
  UPPER_ARM,
} from './shape-tables.ts';
import { type Lattice, netSurface, type Surface } from './surface-net.ts';

/** Edges of a lattice cell [cm on the table's person]: aside, up, forward. Limbs run upward, so that they need more points around
 *  than along. Vertices lie on the surface, whatever the cell. */
const CELL: Vec3 = [2.45, 3.6, 2.45];

export interface Suit {
  readonly trunk: Field;
  readonly neck: Field;
  readonly legs: Readonly<Record<Side, Field>>;
  readonly arms: Readonly<Record<Side, Field>>;
  readonly whole: Field;
}

export function suitOf(figure: Figure): Suit {
  const { size, girth } = figure;
  const limbGirth = power(girth, 0.8); // fat settles on the trunk first
  const along1 = ({ frame, length }: Bone, table: readonly Station[], scale: number, exponent = 2): Field =>
    tube(frame, length, profileOf(table, size * scale), exponent);
  const trunk = trunkField(figure);
  const neck = along1(figure.neck, NECK, limbGirth);
  const legOf = (side: Side): Field => {
    const thigh = along1(figure.sides[side].thigh, THIGH, limbGirth);
    const shank = along1(figure.sides[side].shank, SHANK, limbGirth);
    return jointed(thigh, shank, figure.sides[side].shank, 5 * size);
  };
  const armOf = (side: Side): Field => {
    const upper = along1(figure.sides[side].upperArm, UPPER_ARM, limbGirth);
    const fore = along1(figure.sides[side].forearm, FOREARM, limbGirth);
    return jointed(upper, fore, figure.sides[side].forearm, 4 * size);
  };
  const legs = { left: legOf('left'), right: legOf('right') };
  const arms = { left: armOf('left'), right: armOf('right') };
  const whole: Field = (p) => {
    let d = smoothMin(legs.left(p), legs.right(p), BLENDS.betweenLegs * size);
    d = smoothMin(d, trunk(p), BLENDS.leg * size);
    d = smoothMin(d, neck(p), BLENDS.neck * size);
    for (const side of SIDES) d = smoothMin(d, arms[side](p), BLENDS.arm * size);
    return d;
  };
  return { trunk, neck, legs, arms, whole };
}

/** Two bones of a limb: one field goes over into the other around the joint between them. Their tables agree there. */
function jointed(near: Field, far: Field, { frame }: Bone, half: number): Field {
  return (p) => {
    const share = ramp(localIn(frame, p)[1], -half, half);
    if (share === 0) return near(p);
    return share === 1 ? far(p) : (1 - share) * near(p) + share * far(p);
  };
}

/** The trunk's table for this figure: as wide as its joints ask for, with the belly of its body mass. */
function trunkStations({ trunk, sides, size, girth }: Figure): Station[] {
  const asideOf = (joint: Vec3): number => Math.abs(localIn(trunk.frame, joint)[0]) / size;
  const widthOf = (pair: 'thigh' | 'upperArm', usual: number): number => {
    const mean = (asideOf(sides.left[pair].frame.origin) + asideOf(sides.right[pair].frame.origin)) / 2;
    return Math.min(1.2, Math.max(0.85, mean / usual));
  };
  const hips = widthOf('thigh', TRUNK_JOINTS.hip);
  const shoulders = widthOf('upperArm', TRUNK_JOINTS.shoulder);
  return TRUNK.map(([t, left, right, front, back]) => {
    const belly = 1 - ramp(Math.abs(t - BELLY.height), 0, BELLY.reach);
    const wide = (hips + (shoulders - hips) * ramp(t, 0.15, 0.8)) * power(girth, 1 + 0.5 * belly);
    return [t, left * wide, right * wide, front * power(girth, 1 + 1.6 * belly), back * power(girth, 1 + 0.3 * belly)];
  });
}

function trunkField(figure: Figure): Field {
  const { trunk, size, girth, sides } = figure;
  const { frame, length } = trunk;
  const ribs = tube(frame, length, profileOf(trunkStations(figure), size), 2.3);
  const parts: { readonly field: Field; readonly blend: number }[] = [];
  for (const side of SIDES) {
    const s = side === 'left' ? 1 : -1;
    for (const { aside, height, ahead, radii, blend } of TRUNK_MUSCLES) {
      const origin = placed(frame, s * aside * size * girth, height * length, ahead * size * girth);
      const [x, y, z] = radii;
      const field = ellipsoid({ ...frame, origin }, [x * size * girth, y * size, z * size * girth]);
      parts.push({ field, blend: blend * size });
    }
    const { aside, height, ahead, radii, blend } = TRAPEZIUS;
    const from = placed(frame, s * aside * size, height * length, ahead * size);
    const shoulder = along(sides[side].upperArm.frame.origin, frame.front, -1 * size);
    const slope = roundCone(from, shoulder, radii[0] * size, radii[1] * size);
    parts.push({ field: slope, blend: blend * size });
  }
  return (p) => parts.reduce((d, { field, blend }) => smoothMin(d, field(p), blend), ribs(p));
}

/** How much light from all around reaches the points of a surface, 0…1: a point whose neighbourhood outside is filled by the
 *  figure itself lies in a fold. Looked at a few distances [cm] away along the normal. */
export function shadesOf({ size }: Figure, suit: Suit, { points, normals }: Surface): number[] {
  const distances = [1.5, 4, 8];
  return points.map((p, k) => {
    const closed = distances.reduce((sum, distance) => {
      const free = suit.whole(along(p, normals[k], distance * size)) / (distance * size);
      return sum + Math.min(1, Math.max(0, 1 - free));
    }, 0);
    return 1 - (0.7 * closed) / distances.length;
  });
}

export function suitSurface(figure: Figure, suit: Suit): Surface {
  return netSurface(suit.whole, latticeAround(figure));
}

/** A lattice around the figure, alike on both sides of its middle. */
function latticeAround(figure: Figure): Lattice {
  const { marks, sides, size, head } = figure;
  const cell: Vec3 = [CELL[0] * size, CELL[1] * size, CELL[2] * size];
  const axes = [head.out, head.axis, head.front] as const;
  const ends: Vec3[] = [head.origin];
  for (const side of SIDES) {
    const { shank, hand, forearm } = sides[side];
    ends.push(placed(shank.frame, 0, shank.length, 0), hand.frame.origin, forearm.frame.origin);
  }
  const coordinate = (p: Vec3, axis: Vec3): number =>
    (p[0] - marks.midHip[0]) * axis[0] + (p[1] - marks.midHip[1]) * axis[1] + (p[2] - marks.midHip[2]) * axis[2];
  const margin = [10, 12, 24].map((cm) => cm * size * Math.max(1, figure.girth));
  const low: number[] = [];
  const counts = axes.map((axis, k) => {
    const values = ends.map((p) => coordinate(p, axis));
    const reach = Math.max(...values.map(Math.abs)) + margin[k];
    const from = k === 1 ? Math.min(...values) - margin[k] : -reach;
    const to = k === 1 ? Math.max(...values) + cell[1] : reach;
    const cells = Math.ceil((to - from) / cell[k]);
    low.push(k === 1 ? from : (-cells * cell[k]) / 2);
    return cells + 1;
  });
  const origin = axes.reduce<Vec3>((p, axis, k) => along(p, axis, low[k]), marks.midHip);
  return { origin, axes, counts: [counts[0], counts[1], counts[2]], cell };
}
