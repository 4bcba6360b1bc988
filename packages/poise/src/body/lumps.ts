/** Pieces of mass in world axes of the reference pose, and their sum per joint. */
import { mat3FromQuat } from '../math/quat-mat3.ts';
import { along, cross, perpendicular, sub, turnedBack, vectorAt } from '../math/tuple.ts';
import type { Vec3 } from '../math/types.ts';
import type { WorldFrames } from '../motion/world-frames.ts';

/** A rigid piece of a segment. `inertia`: xx yy zz xy xz yz about its own centre, world axes [kg·m²]. */
export interface Lump {
  readonly joint: number;
  readonly mass: number;
  readonly centre: Vec3;
  readonly inertia: readonly [number, number, number, number, number, number];
}

/** Σ mₖ nₖ nₖᵀ for moments mₖ about the orthonormal axes nₖ. */
function inertiaAbout(axes: readonly [Vec3, Vec3, Vec3], moments: Vec3): Lump['inertia'] {
  const sum = (i: number, j: number): number =>
    moments[0] * axes[0][i] * axes[0][j] + moments[1] * axes[1][i] * axes[1][j] + moments[2] * axes[2][i] * axes[2][j];
  return [sum(0, 0), sum(1, 1), sum(2, 2), sum(0, 1), sum(0, 2), sum(1, 2)];
}

/** Moments of a mass whose spread along each of three axes is a standard deviation. */
export function inertiaOfSpread(mass: number, axes: readonly [Vec3, Vec3, Vec3], spread: Vec3): Lump['inertia'] {
  const [a, b, c] = [spread[0] ** 2, spread[1] ** 2, spread[2] ** 2];
  return inertiaAbout(axes, [mass * (b + c), mass * (a + c), mass * (a + b)]);
}

/** A limb between two points; gyration over its length about the fore-aft, lateral and long axes. */
export function rodLump(
  joint: number,
  near: Vec3,
  far: Vec3,
  left: Vec3,
  rod: { readonly mass: number; readonly com: number; readonly gyration: Vec3 },
): Lump {
  const bone = sub(far, near);
  const length = Math.hypot(...bone);
  const long: Vec3 = length > 1e-6 ? [bone[0] / length, bone[1] / length, bone[2] / length] : [0, 1, 0];
  const lateral = perpendicular(left, long);
  const moment = (k: number): number => rod.mass * (k * length) ** 2;
  const [sagittal, transverse, twist] = rod.gyration;
  const axes: readonly [Vec3, Vec3, Vec3] = [cross(lateral, long), lateral, long];
  return {
    joint,
    mass: rod.mass,
    centre: along(near, bone, rod.com),
    inertia: inertiaAbout(axes, [moment(sagittal), moment(transverse), moment(twist)]),
  };
}

export interface MassArrays {
  readonly mass: Float64Array; // n
  readonly comInSegment: Float64Array; // n×3
  readonly inertiaInSegment: Float64Array; // n×6
}

/** Adds the lumps up per joint (parallel-axis theorem) and turns the result into each joint's frame. */
export function sumLumps(lumps: readonly Lump[], frames: WorldFrames): MassArrays {
  const n = frames.origins.length / 3;
  const out = {
    mass: new Float64Array(n),
    comInSegment: new Float64Array(3 * n),
    inertiaInSegment: new Float64Array(6 * n),
  };
  const centres = new Float64Array(3 * n);
  for (const { joint, mass, centre } of lumps) {
    out.mass[joint] += mass;
    for (let k = 0; k < 3; k++) centres[3 * joint + k] += mass * centre[k];
  }
  const world = new Float64Array(6 * n);
  for (let j = 0; j < n; j++) {
    if (out.mass[j] === 0) continue;
    for (let k = 0; k < 3; k++) centres[3 * j + k] /= out.mass[j];
    const com = turnedBack(frames.rotations, 4 * j, sub(vectorAt(centres, 3 * j), vectorAt(frames.origins, 3 * j)));
    out.comInSegment.set(com, 3 * j);
  }
  for (const { joint, mass, centre, inertia } of lumps) {
    const [x, y, z] = sub(centre, vectorAt(centres, 3 * joint));
    const shift = [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z];
    for (let k = 0; k < 6; k++) world[6 * joint + k] += inertia[k] + mass * shift[k];
  }
  for (let j = 0; j < n; j++) turnInertiaBack(out.inertiaInSegment, world, frames.rotations, j);
  return out;
}

/** out = Rᵀ I R for joint j. */
function turnInertiaBack(out: Float64Array, world: Float64Array, rotations: Float64Array, j: number): void {
  const r = new Float64Array(9);
  mat3FromQuat(r, 0, rotations, 4 * j);
  const [xx, yy, zz, xy, xz, yz] = world.subarray(6 * j, 6 * j + 6);
  const full = [xx, xy, xz, xy, yy, yz, xz, yz, zz];
  const entry = (a: number, b: number): number => {
    let sum = 0;
    for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) sum += r[3 * i + a] * full[3 * i + k] * r[3 * k + b];
    return sum;
  };
  out.set([entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)], 6 * j);
}
