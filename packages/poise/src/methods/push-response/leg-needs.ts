/**
 * What legs ask for so that none has to stretch: the heel of a standing foot that is left behind comes up about the toes, and for all
 * else the hips come down. A knee that is nearly straight snaps where its leg turns round, so legs yield before they are.
 */

import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { smoothstep } from '../../math/ease.ts';
import { rotate3 } from '../../math/quat.ts';
import type { Figure, Stage } from './figure.ts';

const YIELD = [0.972, 0.955] as const; // of the leg: from here on a bent leg yields, on the ground and in the air …
const STRAIGHT = [0.984, 0.984] as const; // … and this is as straight as it gets
const ASTRIDE = 0.14; // of the leg, further from under the hip than while standing: there a leg counts as bent
const STIFF = 0.001; // of the leg: a straight one yields this late
export const LOCKED = 0.9997; // of the leg: as straight as a standing one may be

/** What a standing figure does anyway. */
export interface Standing {
  readonly floor: Float64Array; // 2 [m] heights below which soles do not go
  readonly reach: Float64Array; // 2 [m] from hip to ankle
  readonly across: Float64Array; // 2 [m] the same over the ground
}

export const createStanding = (): Standing => ({
  floor: new Float64Array(2),
  reach: new Float64Array(2),
  across: new Float64Array(2),
});

/** A leg from hip to ankle, before anything yields. */
export interface LegReach {
  far: number; // [m] from hip to ankle
  first: number; // [m] from here on it yields …
  most: number; // [m] … up to here
}

const point = new Float64Array(3);

/** Ankle (3 at 3·side) from ball and rotation of the stage's foot, raised by as much as the sole would be below the floor; a foot that
 *  comes down does not feel the floor all at once but from `soft` [m] over it on. */
export function placeAnkle(
  ankle: Float64Array,
  { body, balls }: Figure,
  stage: Stage,
  side: 0 | 1,
  floor: number,
  soft = 0,
): void {
  rotate3(point, 0, stage.feet, 4 * side, balls[side], 0);
  for (let c = 0; c < 3; c++) ankle[3 * side + c] = stage.balls[3 * side + c] - point[c];
  const height = ankle[3 * side + 1] + soleBelowAnkle(body, stage, side) - floor;
  if (soft > 0 && height < soft) ankle[3 * side + 1] += soft * Math.exp((height - soft) / soft) - height;
  else if (height < 0) ankle[3 * side + 1] -= height;
}

/** Height [m] of the lowest point of a sole over its ankle: negative. */
export function soleBelowAnkle(body: Body, stage: Stage, side: 0 | 1): number {
  const { segments, points, foot, toes } = body.soles[side];
  let lowest = Number.POSITIVE_INFINITY;
  rotate3(point, 0, stage.feet, 4 * side, body.skeleton.offsets, 3 * toes);
  const toeRise = toes === foot ? 0 : point[1];
  for (let i = 0; i < segments.length; i++) {
    const onToes = segments[i] !== foot;
    rotate3(point, 0, onToes ? stage.toes : stage.feet, 4 * side, points, 3 * i);
    lowest = Math.min(lowest, point[1] + (onToes ? toeRise : 0));
  }
  return lowest;
}

/** How far a leg reaches and where it yields. `asked`: as straight as the response has it, of the whole leg; the workspace holds the
 *  kinematics of the pose. */
export function readReach(
  out: LegReach,
  { ws, legs }: Figure,
  ankle: Float64Array,
  side: 0 | 1,
  standing: Standing,
  asked: number,
  inAir: 0 | 1,
): void {
  const { upper } = legs[side];
  const whole = wholeLeg(ws, legs[side]);
  const dx = ankle[3 * side] - ws.segmentOrigin[3 * upper];
  const dy = ankle[3 * side + 1] - ws.segmentOrigin[3 * upper + 1];
  const dz = ankle[3 * side + 2] - ws.segmentOrigin[3 * upper + 2];
  const across = Math.sqrt(dx * dx + dz * dz);
  const bent = smoothstep((across - standing.across[side]) / (ASTRIDE * whole));
  const stiff = Math.max(0.997 * whole, Math.min(LOCKED * whole, standing.reach[side]));
  out.far = Math.sqrt(across * across + dy * dy);
  // no leg yields that is no straighter than in the response itself
  out.first = Math.max(bent * YIELD[inAir] * whole + (1 - bent) * stiff, Math.min(LOCKED, asked) * whole);
  out.most = Math.max(bent * STRAIGHT[inAir] * whole + (1 - bent) * (stiff + STIFF * whole), out.first + STIFF * whole);
}

/** Length [m] that a leg softly yields to. */
export function yielded({ far, first, most }: LegReach): number {
  const soft = most - first;
  return far <= first ? far : most - soft * Math.exp(-(far - first) / soft);
}

/** How far the hips must come down [m] for an ankle to be within `length` [m] of its hip; negative: that much is to spare. */
export function dropFor({ ws, legs }: Figure, ankle: Float64Array, side: 0 | 1, length: number): number {
  const { upper } = legs[side];
  const dx = ankle[3 * side] - ws.segmentOrigin[3 * upper];
  const dz = ankle[3 * side + 2] - ws.segmentOrigin[3 * upper + 2];
  const rise = ws.segmentOrigin[3 * upper + 1] - ankle[3 * side + 1];
  const across = Math.sqrt(dx * dx + dz * dz);
  return across >= length ? rise : rise - Math.sqrt(length * length - across * across);
}

/** out (x, z) = how far the hips, already down by `drop` [m], must besides stay behind [m] for an ankle to be within `length` of its hip.
 *  Returns its size; leaves `out` alone where nothing is needed. */
export function pullFor(
  out: Float64Array,
  { ws, legs }: Figure,
  ankle: Float64Array,
  side: 0 | 1,
  length: number,
  drop: number,
): number {
  const { upper } = legs[side];
  const dx = ankle[3 * side] - ws.segmentOrigin[3 * upper];
  const dz = ankle[3 * side + 2] - ws.segmentOrigin[3 * upper + 2];
  const rise = ws.segmentOrigin[3 * upper + 1] - drop - ankle[3 * side + 1];
  const across = Math.sqrt(dx * dx + dz * dz);
  const least = Math.sqrt(Math.max(0, length * length - rise * rise));
  if (across <= least || across < 1e-9) return 0;
  out[0] = (dx * (across - least)) / across;
  out[1] = (dz * (across - least)) / across;
  return across - least;
}

export function wholeLeg(ws: Workspace, { upper, lower, end }: Figure['legs'][number]): number {
  return distance(ws, upper, lower) + distance(ws, lower, end);
}

/** Between two joints [m]. */
export function distance({ segmentOrigin }: Workspace, a: number, b: number): number {
  const x = segmentOrigin[3 * a] - segmentOrigin[3 * b];
  const y = segmentOrigin[3 * a + 1] - segmentOrigin[3 * b + 1];
  const z = segmentOrigin[3 * a + 2] - segmentOrigin[3 * b + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
