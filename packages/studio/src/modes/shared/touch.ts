/** A person as a few round rods, to find out what touches them. */
import type { Body, Role, Vec3 } from 'poise';

export interface Rod {
  readonly from: number; // joint, whose segment is hit
  readonly to: number;
  readonly radius: number; // [m]
}

const RODS: readonly (readonly [from: Role, to: Role, radius: number])[] = [
  ['hips', 'chest', 0.14],
  ['upperChest', 'neck', 0.15],
  ['neck', 'head', 0.1],
  ['head', 'head', 0.13],
  ['leftUpperArm', 'leftLowerArm', 0.055],
  ['rightUpperArm', 'rightLowerArm', 0.055],
  ['leftLowerArm', 'leftHand', 0.05],
  ['rightLowerArm', 'rightHand', 0.05],
  ['leftUpperLeg', 'leftLowerLeg', 0.085],
  ['rightUpperLeg', 'rightLowerLeg', 0.085],
  ['leftLowerLeg', 'leftFoot', 0.06],
  ['rightLowerLeg', 'rightFoot', 0.06],
];

export interface Touch {
  readonly rod: Rod;
  readonly along: number; // 0 … 1 of the rod
  readonly segment: number;
  readonly depth: number; // [m] how far inside
  readonly point: Vec3; // [m] on the rod's skin
  readonly normal: Vec3; // unit, outwards
}

export type Rods = readonly Rod[];

export function rodsOf({ roles, height }: Body): Rods {
  const rods: Rod[] = [];
  for (const [from, to, radius] of RODS) {
    const [a, b] = [roles[from], roles[to]];
    if (a !== undefined && b !== undefined) rods.push({ from: a, to: b, radius: (radius * height) / 1.75 });
  }
  return rods;
}

/** The deepest touch of a ball; origins: n×3 of the joints. */
export function touchBall(rods: Rods, origins: Float64Array, place: Float64Array, radius: number): Touch | undefined {
  let best: Touch | undefined;
  for (const rod of rods) {
    const u = alongRod(rod, origins, place);
    const away = [0, 0, 0];
    for (let k = 0; k < 3; k++) away[k] = place[k]! - between(rod, origins, k, u);
    const distance = Math.hypot(away[0]!, away[1]!, away[2]!);
    const depth = rod.radius + radius - distance;
    if (depth <= 0 || (best && depth <= best.depth) || distance < 1e-6) continue;
    const normal: Vec3 = [away[0]! / distance, away[1]! / distance, away[2]! / distance];
    const skin = (k: number): number => between(rod, origins, k, u) + rod.radius * normal[k]!;
    best = { rod, along: u, segment: rod.from, depth, normal, point: [skin(0), skin(1), skin(2)] };
  }
  return best;
}

/** Distance [m] along a ray to the first rod that it meets; Infinity: it passes by. `direction`: unit. */
export function rayTo(rods: Rods, origins: Float64Array, origin: Vec3, direction: Vec3, slack: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  const place = new Float64Array(3);
  for (const rod of rods) {
    // the nearest points of ray and rod, by turns: converges at once for short rods
    let t = 0;
    for (let round = 0; round < 4; round++) {
      for (let k = 0; k < 3; k++) place[k] = origin[k]! + t * direction[k]!;
      const u = alongRod(rod, origins, place);
      t = 0;
      for (let k = 0; k < 3; k++) t += (between(rod, origins, k, u) - origin[k]!) * direction[k]!;
      if (t <= 0) break;
    }
    if (t <= 0) continue;
    for (let k = 0; k < 3; k++) place[k] = origin[k]! + t * direction[k]!;
    const u = alongRod(rod, origins, place);
    const away = Math.hypot(...[0, 1, 2].map((k) => place[k]! - between(rod, origins, k, u)));
    if (away < rod.radius + slack) nearest = Math.min(nearest, t - rod.radius);
  }
  return nearest;
}

/** Coordinate k [m] of the point u (0 … 1) of a rod. */
export const between = ({ from, to }: Rod, origins: Float64Array, k: number, u: number): number =>
  origins[3 * from + k]! + u * (origins[3 * to + k]! - origins[3 * from + k]!);

/** 0 … 1: the point of the rod that is nearest. */
function alongRod({ from, to }: Rod, origins: Float64Array, place: Float64Array): number {
  let [dot, square] = [0, 0];
  for (let k = 0; k < 3; k++) {
    const way = origins[3 * to + k]! - origins[3 * from + k]!;
    dot += way * (place[k]! - origins[3 * from + k]!);
    square += way * way;
  }
  return square < 1e-9 ? 0 : Math.max(0, Math.min(1, dot / square));
}
