/**
 * The ground as patches: pieces of plane under the places where the feet stood, each with the evidence for it. Stands that lie in one plane are one
 * patch; those of stairs are not, for every foot on them is level while their places rise.
 */
import { convexHull, signedDistance } from '../math/polygon.ts';
import type { Vec3 } from '../math/types.ts';
import type { KnownStance } from './known-stances.ts';
import type { GroundPatch } from './report.ts';
import type { Stance } from './stance.ts';

const HEIGHT_NOISE = 0.01; // [m] of a point under a sole
const SLOPE_PRIOR = 0.15; // standard deviation of slopes: ramps are 1 : 8, and nobody stands on 1 : 2 for long
const OFF_PLANE = 0.03; // [m] a point farther off the plane belongs to another patch …
const SPREAD = 0.015; // [m] … and so it does where the points of both spread more than this about one plane
const APART = 1.2; // [m] between places of one patch: what lies farther from where somebody stood was not seen
const GROWN = 0.08; // [m] around where soles were seen: a step is larger than the part of it that was trodden on
const BELOW = 0.06; // [m] that a sole may be below the patch that carries it

/** The corners of heel or ball while it stands, world. */
export type Footing = (stance: Stance) => readonly Vec3[];

/** y = height + slopeX x + slopeZ z */
interface Slope {
  readonly height: number;
  readonly slopeX: number;
  readonly slopeZ: number;
}

interface Piece {
  readonly stances: readonly KnownStance[];
  readonly points: readonly Vec3[];
}

const RANK: readonly KnownStance['by'][] = ['start', 'landing', 'step', 'floor'];

/** Patches of uneven ground, in the order in which they were first stood on. */
export function fitPatches(known: readonly KnownStance[], footing: Footing, frameTime: number): readonly GroundPatch[] {
  const pieces: Piece[] = [];
  for (const stance of [...known].sort((a, b) => a.start - b.start)) {
    const points = footing(stance);
    const home = pieces.findIndex(
      (piece) =>
        piece.stances.some(({ x, z }) => Math.hypot(x - stance.x, z - stance.z) < APART) &&
        fitSlope([...piece.points, ...points]).holds,
    );
    if (home < 0) pieces.push({ stances: [stance], points });
    else pieces[home] = { stances: [...pieces[home].stances, stance], points: [...pieces[home].points, ...points] };
  }
  return pieces.map(({ stances, points }) => {
    const by = RANK[Math.max(...stances.map((stance) => RANK.indexOf(stance.by)))];
    return patchOf(points, fitSlope(points).slope, { by, ...timesOf(stances, frameTime) });
  });
}

/** The one patch of a floor that is a plane: the hull of all that stands on it. */
export function floorPatch(
  stances: readonly Stance[],
  footing: Footing,
  frameTime: number,
  floor: Slope,
): readonly GroundPatch[] {
  if (stances.length === 0) return [];
  return [patchOf(stances.flatMap(footing), floor, { by: 'floor', ...timesOf(stances, frameTime) })];
}

const timesOf = (stances: readonly Stance[], frameTime: number): { seconds: number; stands: number } => ({
  seconds: stances.reduce((sum, { start, end }) => sum + (end - start + 1) * frameTime, 0),
  stands: stances.length,
});

/** Least squares through points, with a prior that ground is level. `holds`: they all lie in it. */
function fitSlope(points: readonly Vec3[]): { readonly slope: Slope; readonly holds: boolean } {
  const mean = [0, 1, 2].map((c) => points.reduce((sum, point) => sum + point[c] / points.length, 0));
  const ridge = (HEIGHT_NOISE / SLOPE_PRIOR) ** 2 * points.length;
  let [xx, xz, zz, xy, zy] = [ridge, 0, ridge, 0, 0];
  for (const point of points) {
    const [x, y, z] = [point[0] - mean[0], point[1] - mean[1], point[2] - mean[2]];
    xx += x * x;
    xz += x * z;
    zz += z * z;
    xy += x * y;
    zy += z * y;
  }
  const det = xx * zz - xz * xz;
  const [slopeX, slopeZ] = [(xy * zz - zy * xz) / det, (zy * xx - xy * xz) / det];
  const slope = { height: mean[1] - slopeX * mean[0] - slopeZ * mean[2], slopeX, slopeZ };
  const misses = points.map(([x, y, z]) => Math.abs(y - heightOf(slope, x, z)));
  const spread = Math.sqrt(misses.reduce((sum, miss) => sum + miss * miss, 0) / points.length);
  return { slope, holds: spread < SPREAD && Math.max(...misses) < OFF_PLANE };
}

const heightOf = ({ height, slopeX, slopeZ }: Slope, x: number, z: number): number => height + slopeX * x + slopeZ * z;

function patchOf(points: readonly Vec3[], slope: Slope, evidence: GroundPatch['evidence']): GroundPatch {
  const corners = Float64Array.from(points.flatMap(([x, , z]) => [x, z]));
  const hull = new Float64Array(corners.length + 2);
  const count = convexHull(hull, 0, corners, points.length);
  const polygon = Array.from({ length: count }, (_, k) => [hull[2 * k], hull[2 * k + 1]] as const);
  const { slopeX, slopeZ } = slope;
  const size = Math.hypot(slopeX, 1, slopeZ);
  const height = heightOf(slope, ...middleOf(polygon));
  return { polygon, height, normal: [-slopeX / size, 1 / size, -slopeZ / size], evidence };
}

function middleOf(polygon: GroundPatch['polygon']): [x: number, z: number] {
  const mean = (c: 0 | 1): number => polygon.reduce((sum, corner) => sum + corner[c] / polygon.length, 0);
  return [mean(0), mean(1)];
}

/** Height [m] of the ground under something at (x, y, z): of the highest patch there that does not lie above it, or else of the lowest; NaN where nobody stood. */
export type GroundLookup = (x: number, y: number, z: number) => number;

export function createGroundLookup(patches: readonly GroundPatch[]): GroundLookup {
  const nearest = new Float64Array(2);
  const flat = patches.map(({ polygon, height, normal }) => {
    const [x, z] = middleOf(polygon);
    const [slopeX, slopeZ] = [-normal[0] / normal[1], -normal[2] / normal[1]];
    return {
      slope: { height: height - slopeX * x - slopeZ * z, slopeX, slopeZ },
      corners: Float64Array.from(polygon.flat()),
      reach: Math.max(...polygon.map((corner) => Math.hypot(corner[0] - x, corner[1] - z))) + GROWN,
      x,
      z,
    };
  });
  return (x, y, z) => {
    let [carries, above] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const { slope, corners, reach, x: middleX, z: middleZ } of flat) {
      if (Math.hypot(x - middleX, z - middleZ) > reach) continue;
      const inside = signedDistance(nearest, corners, 0, corners.length / 2, x, z);
      if (inside < -GROWN) continue;
      const here = heightOf(slope, x, z);
      if (here <= y + BELOW) carries = Math.max(carries, here);
      else if (inside > 0) above = Math.min(above, here);
    }
    if (Number.isFinite(carries)) return carries;
    return Number.isFinite(above) ? above : Number.NaN;
  };
}
