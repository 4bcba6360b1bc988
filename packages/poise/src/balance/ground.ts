/**
 * The floor under a clip, fitted to where the soles stand. Captures have floors that tilt by a degree or two (their
 * calibration, not the building) and soles that rest a little above or below y = 0.
 */
import type { Body } from '../body/body.ts';
import { median, weightedPercentile } from '../math/order-statistics.ts';
import type { ReadonlyVector, Vec3 } from '../math/types.ts';
import type { Clip } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import { partRange } from './contacts.ts';
import { knownStances, stepOf } from './known-stances.ts';
import { type Footing, fitPatches, floorPatch } from './patches.ts';
import type { Ground } from './report.ts';
import { findBelt, findStances, type Probe, type Stance, withoutRivals } from './stance.ts';
import type { BodyTrace } from './trace.ts';

const TILT_PRIOR = 0.015; // standard deviation of a capture's floor slope; CMU floors reach 0.02
const HEIGHT_NOISE = 0.01; // [m] standard deviation of a stance's height about the floor
const LARGEST_TILT = 0.06; // slopes above this are terrain, not calibration
const LEVEL_SHARE = 0.35; // of the standing time lies below the typical level: feet are lifted more often than sunk
const STEPS_SHARE = 0.1; // of all stances, by number or by time
const LEAST_STEPS = 2; // stances on steps that make a terrain: heel and ball of one foot on one box
const OWN_LEVEL = 0.045; // [m] soles this near to y = 0 stand on the file's own floor …
const IN_PLANE = 0.025; // [m]
const OWN_SHARE = 0.25; // … and tell where it is if they do so for this share of the standing time
const TRUSTED_OFFSET = 0.025; // [m] soles this near to y = 0 stand on it; farther, they float or sink

/** Lowest point of heel and ball of both soles, as probes. */
function soleProbes(body: Body, trace: BodyTrace): Probe[] {
  const probes: Probe[] = [];
  for (const foot of [0, 1] as const) {
    const sole = body.soles[foot];
    const stride = sole.points.length;
    for (const part of ['heel', 'ball'] as const) {
      const [first, end] = partRange(sole, part);
      const position = new Float64Array(3 * trace.frameCount);
      for (let frame = 0; frame < trace.frameCount; frame++) {
        const row = frame * stride;
        let lowest = Number.POSITIVE_INFINITY;
        for (let i = first; i < end; i++) {
          position[3 * frame] += trace.soles[foot][row + 3 * i] / (end - first);
          position[3 * frame + 2] += trace.soles[foot][row + 3 * i + 2] / (end - first);
          lowest = Math.min(lowest, trace.soles[foot][row + 3 * i + 1]);
        }
        position[3 * frame + 1] = lowest;
      }
      probes.push({ foot, position });
    }
  }
  return probes;
}

/** Root positions of a clip, frames × 3. */
export function rootPath(clip: Clip): Float64Array {
  const nq = coordinateCount(clip.skeleton);
  const path = new Float64Array(3 * clip.frameCount);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    for (let k = 0; k < 3; k++) path[3 * frame + k] = clip.q[frame * nq + k];
  }
  return path;
}

/** Fits the floor: belt, then plane through the stances. Without any stance the floor is y = 0. */
export function fitGround(body: Body, clip: Clip, trace: BodyTrace): { ground: Ground; stances: readonly Stance[] } {
  const probes = soleProbes(body, trace);
  const root = rootPath(clip);
  const belt = findBelt(probes, root, trace.frameTime);
  const stances = findStances(probes, belt, root, trace.frameTime);
  const beltVelocity: Vec3 = [belt[0], 0, belt[1]];
  const footing = footingOf(body, trace);
  const flat = floorPatch(stances, footing, trace.frameTime, { height: 0, slopeX: 0, slopeZ: 0 });
  const level: Ground = { height: 0, normal: [0, 1, 0], residual: 0, kind: 'plane', patches: flat, beltVelocity };
  if (stances.length === 0 || clip.floor === 'stated') return { ground: level, stances };
  const plane = fitPlane(nearFloor(stances, trace.frameTime));
  const step = stepOf(body.height);
  const known = knownStances({ step, stances, plane, probes, com: trace.com, root, frameTime: trace.frameTime });
  if (isTerrain(known, stances, plane, step)) {
    const patches = fitPatches(known, footing, trace.frameTime);
    return { ground: { ...level, residual: plane.residual, kind: 'uneven', patches }, stances: known };
  }
  const size = Math.hypot(plane.slopeX, 1, plane.slopeZ);
  const normal: Vec3 = [-plane.slopeX / size, 1 / size, -plane.slopeZ / size];
  const height = Math.abs(plane.typical) <= TRUSTED_OFFSET ? plane.height : plane.height - plane.typical;
  const patches = floorPatch(stances, footing, trace.frameTime, { ...plane, height });
  return { ground: { height, normal, residual: plane.residual, kind: 'plane', patches, beltVelocity }, stances };
}

/** Where the corners of heel or ball stand in the middle of a stance, at the height of the whole stance. */
function footingOf(body: Body, trace: BodyTrace): Footing {
  return ({ probe, start, end, y }) => {
    const foot = probe >> 1;
    const sole = body.soles[foot];
    const [first, last] = partRange(sole, probe & 1 ? 'ball' : 'heel');
    const row = ((start + end) >> 1) * sole.points.length;
    return Array.from({ length: last - first }, (_, k): Vec3 => {
      const i = row + 3 * (first + k);
      return [trace.soles[foot][i], y, trace.soles[foot][i + 2]];
    });
  };
}

/** Do the feet stand on steps or rough ground? `known` and `step` as knownStances has them. */
export function isTerrain(known: readonly Stance[], stances: readonly Stance[], plane: Plane, step: number): boolean {
  const miss = (s: Stance): number => Math.abs(s.y - plane.height - plane.slopeX * s.x - plane.slopeZ * s.z);
  const onSteps = known.filter((s) => miss(s) > step);
  const share = Math.max(onSteps.length / stances.length, lasting(onSteps) / lasting(stances));
  return onSteps.length >= LEAST_STEPS && share >= STEPS_SHARE;
}

/** The stances near the file's own floor, where they last long enough; all of them otherwise, and where one plane holds nearly all. A stretch that is
 *  sunk or floats then does not move the floor. */
function nearFloor(stances: readonly Stance[], frameTime: number): readonly Stance[] {
  if (liesInPlane(stances)) return stances;
  const near = stances.filter(({ y }) => Math.abs(y) <= OWN_LEVEL);
  return lasting(near) >= OWN_SHARE * lasting(stances) ? near : withoutRivals(stances, near, frameTime);
}

/** Frames that stances last. */
export const lasting = (stances: readonly Stance[]): number =>
  stances.reduce((sum, { start, end }) => sum + end - start + 1, 0);

/** Is there one plane, which may tilt, in which nearly all stances lie? */
export function liesInPlane(stances: readonly Stance[]): boolean {
  const { height, slopeX, slopeZ } = fitPlane(stances);
  const off = stances.filter(({ x, y, z }) => Math.abs(y - height - slopeX * x - slopeZ * z) > IN_PLANE);
  return lasting(off) < 0.1 * lasting(stances);
}

export interface Plane {
  readonly height: number; // at the origin
  readonly slopeX: number;
  readonly slopeZ: number;
  readonly typical: number; // [m] usual height of the stances above y = 0, weighted by duration
  readonly residual: number; // [m] robust spread about the plane
}

/** Robust least squares y = height + slopeX x + slopeZ z over the stances, weighted by how long they last, starting
 *  from their usual level, with a prior that floors are level. Weights fall off with the residual (Cauchy), so a floating stretch does not lift the floor. */
export function fitPlane(stances: readonly Stance[]): Plane {
  const durations = stances.map((s) => s.end - s.start + 1);
  const typical = weightedPercentile(
    stances.map((s) => s.y),
    durations,
    LEVEL_SHARE,
  );
  const centreX = median(stances.map((s) => s.x));
  const centreZ = median(stances.map((s) => s.z));
  let offset = typical;
  let slopeX = 0;
  let slopeZ = 0;
  const longest = durations.reduce((a, b) => Math.max(a, b), 1);
  const ridge = (HEIGHT_NOISE / TILT_PRIOR) ** 2;
  for (let pass = 0; pass < 12; pass++) {
    const normalMatrix = new Float64Array(9);
    const right = new Float64Array(3);
    for (const [k, s] of stances.entries()) {
      const x = s.x - centreX;
      const z = s.z - centreZ;
      const miss = (s.y - offset - slopeX * x - slopeZ * z) / (1.5 * HEIGHT_NOISE);
      const weight = durations[k] / longest / (1 + miss * miss);
      const row = [1, x, z];
      for (let i = 0; i < 3; i++) {
        right[i] += weight * row[i] * s.y;
        for (let j = 0; j < 3; j++) normalMatrix[3 * i + j] += weight * row[i] * row[j];
      }
    }
    normalMatrix[4] += ridge;
    normalMatrix[8] += ridge;
    [offset, slopeX, slopeZ] = solve3(normalMatrix, right);
    const tilt = Math.hypot(slopeX, slopeZ);
    if (tilt > LARGEST_TILT) {
      slopeX *= LARGEST_TILT / tilt;
      slopeZ *= LARGEST_TILT / tilt;
    }
  }
  const height = offset - slopeX * centreX - slopeZ * centreZ;
  const misses = stances.map((s) => Math.abs(s.y - height - slopeX * s.x - slopeZ * s.z));
  return { height, slopeX, slopeZ, typical, residual: median(misses) / 0.6745 };
}

/** Solves a symmetric positive definite 3×3 system by Cramer's rule. */
function solve3(m: ReadonlyVector, b: ReadonlyVector): [number, number, number] {
  const [a, p, q, , d, r, , , f] = Array.from({ length: 9 }, (_, i) => m[i]);
  const c0 = d * f - r * r;
  const c1 = q * r - p * f;
  const c2 = p * r - q * d;
  const det = a * c0 + p * c1 + q * c2;
  return [
    (c0 * b[0] + c1 * b[1] + c2 * b[2]) / det,
    (c1 * b[0] + (a * f - q * q) * b[1] + (q * p - a * r) * b[2]) / det,
    (c2 * b[0] + (p * q - a * r) * b[1] + (a * d - p * p) * b[2]) / det,
  ];
}
