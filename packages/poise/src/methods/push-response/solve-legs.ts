/** Legs to the feet: no sole sinks, and the hips come down where a leg would have to stretch. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { solveLimb } from '../../ik/leg-ik.ts';
import { relativeQuat, rotate3 } from '../../math/quat.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import type { Figure, Stage } from './figure.ts';

const STRAIGHT = 0.995; // of the leg: further it does not stretch
const SOFT = 0.006; // [m] over which the hips begin to come down

const ankle = new Float64Array(6);
const position = new Float64Array(3);
const rotation = new Float64Array(4);
const point = new Float64Array(3);

/** What a standing figure does anyway: how low its soles are and how far its legs reach. */
export interface Standing {
  readonly floor: Float64Array; // 2 [m] heights below which soles do not go
  readonly reach: Float64Array; // 2 [m] from hip to ankle
}

/** q = the stage's pose with legs that reach its feet. */
export function solveLegs(q: Float64Array, figure: Figure, stage: Stage, standing: Standing): void {
  const { body, ws, legs } = figure;
  q.set(stage.q);
  for (const side of [0, 1] as const) placeAnkle(figure, stage, side, standing.floor[side]);
  forwardKinematics(body, ws, q);
  const drop = neededDrop(figure, standing.reach);
  q[1] -= drop;
  if (drop > 0) forwardKinematics(body, ws, q);
  for (const side of [0, 1] as const) {
    for (let c = 0; c < 3; c++) position[c] = ankle[3 * side + c];
    for (let c = 0; c < 4; c++) rotation[c] = stage.feet[4 * side + c];
    solveLimb(q, ws, legs[side], TARGET);
    const { foot, toes } = body.soles[side];
    if (toes !== foot) relativeQuat(q, quatIndex(toes), stage.feet, 4 * side, stage.toes, 4 * side);
  }
}

const TARGET = { position, rotation };

/** Ankle from ball and rotation, raised by as much as the sole would be below the floor. */
function placeAnkle({ body, balls }: Figure, stage: Stage, side: 0 | 1, floor: number): void {
  rotate3(point, 0, stage.feet, 4 * side, balls[side], 0);
  for (let c = 0; c < 3; c++) ankle[3 * side + c] = stage.balls[3 * side + c] - point[c];
  const lowest = ankle[3 * side + 1] + soleBelowAnkle(body, stage, side);
  if (lowest < floor) ankle[3 * side + 1] += floor - lowest;
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

/** How far the hips must come down [m] for both legs to reach; softly where it begins. `least`: how far each leg reaches while
 *  standing, which is never too far. */
function neededDrop({ ws, legs }: Figure, least: Float64Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let side = 0; side < 2; side++) {
    const { upper, lower, end } = legs[side];
    const whole = distance(ws.segmentOrigin, upper, lower) + distance(ws.segmentOrigin, lower, end);
    const length = Math.max(STRAIGHT * whole, Math.min(0.9995 * whole, least[side]));
    const dx = ankle[3 * side] - ws.segmentOrigin[3 * upper];
    const dz = ankle[3 * side + 2] - ws.segmentOrigin[3 * upper + 2];
    const rise = ws.segmentOrigin[3 * upper + 1] - ankle[3 * side + 1];
    const across = Math.min(0.98 * length, Math.sqrt(dx * dx + dz * dz));
    most = Math.max(most, rise - Math.sqrt(length * length - across * across));
  }
  const x = most - SOFT;
  if (x <= -SOFT) return 0;
  return x >= SOFT ? x : (x + SOFT) ** 2 / (4 * SOFT);
}

/** Between two joints [m]. */
export const distance = (origins: Float64Array, a: number, b: number): number => {
  const x = origins[3 * a] - origins[3 * b];
  const y = origins[3 * a + 1] - origins[3 * b + 1];
  const z = origins[3 * a + 2] - origins[3 * b + 2];
  return Math.sqrt(x * x + y * y + z * z);
};
