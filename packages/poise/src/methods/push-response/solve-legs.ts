/**
 * Legs to the feet. No sole sinks. A leg that would have to stretch does what people do: the heel of a standing foot comes up about
 * the toes, a foot in the air gives way a little, and only then do the hips come down.
 */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { solveLimb } from '../../ik/leg-ik.ts';
import { expQuat, logQuat, multiplyQuat, quatFromAxisAngle, relativeQuat, rotate3 } from '../../math/quat.ts';
import { addScaled3, dot3 } from '../../math/vec3.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import type { Figure, Stage } from './figure.ts';

const YIELD = 0.984; // of the leg: from here on a bent leg yields …
const STRAIGHT = 0.997; // … and this is as straight as it gets
const ASTRIDE = 0.14; // of the leg, further from under the hip than while standing: there a leg counts as bent
const STIFF = 0.001; // of the leg: a straight one yields this late
const LOCKED = 0.9997; // of the leg: as straight as a standing one may be
const MOST_HEEL = 0.8; // [rad] by which a heel comes up …
const HEEL_UP = 10; // [rad/s] … this fast …
const HEEL_DOWN = 6; // [rad/s] … and goes down again
const SOFT = 0.006; // [m] over which the hips begin to come down
const MOST_DROP = 0.15; // of the leg
const SINK = 1.5; // [m/s] the hips come down …
const RISE = 0.5; // [m/s] … and up again
const LEAST_BEND = 0.05; // [rad] of a knee before its leg is solved

const ankle = new Float64Array(6);
const feet = new Float64Array(8);
const position = new Float64Array(3);
const rotation = new Float64Array(4);
const point = new Float64Array(3);
const turn = new Float64Array(4);
const TARGET = { position, rotation };

/** What a standing figure does anyway, and which feet stand now. */
export interface Standing {
  readonly floor: Float64Array; // 2 [m] heights below which soles do not go
  readonly reach: Float64Array; // 2 [m] from hip to ankle
  readonly across: Float64Array; // 2 [m] the same over the ground
  readonly asked: Float64Array; // 2 of the whole leg: as straight as the response has it
  readonly planted: Uint8Array; // 2
  readonly heel: Float64Array; // 2 [rad] by which heels are up beyond what the response has; goes on from step to step
  readonly drop: Float64Array; // 1 [m] by which the hips are down; goes on too
}

/** q = the stage's pose with legs that reach its feet, dt [s] after the last one. */
export function solveLegs(q: Float64Array, figure: Figure, stage: Stage, standing: Standing, dt: number): void {
  const { body, ws, legs } = figure;
  q.set(stage.q);
  feet.set(stage.feet);
  for (const side of [0, 1] as const) bendForward(q, body, legs[side].lower);
  forwardKinematics(body, ws, q);
  for (const side of [0, 1] as const) {
    placeAnkle(figure, stage, side, standing.floor[side]);
    yieldTo(figure, stage, side, standing, dt);
  }
  // a foot that is left too far behind drags: nobody sits down for it, and nobody jumps up when it comes along
  const needed = Math.min(neededDrop(figure), MOST_DROP * wholeLeg(figure, 0));
  const before = standing.drop[0];
  const drop = Math.max(before - RISE * dt, Math.min(before + SINK * dt, needed));
  standing.drop[0] = drop;
  q[1] -= drop;
  if (drop > 0) forwardKinematics(body, ws, q);
  for (const side of [0, 1] as const) {
    for (let c = 0; c < 3; c++) position[c] = ankle[3 * side + c];
    for (let c = 0; c < 4; c++) rotation[c] = feet[4 * side + c];
    solveLimb(q, ws, legs[side], TARGET);
    const { foot, toes } = body.soles[side];
    if (toes !== foot) relativeQuat(q, quatIndex(toes), feet, 4 * side, stage.toes, 4 * side);
  }
}

/** A blend may bend a knee backwards, and leg IK would take its plane from that: at least a little the right way. */
function bendForward(q: Float64Array, { limits }: Body, knee: number): void {
  relativeQuat(turn, 0, limits.neutral, 4 * knee, q, quatIndex(knee));
  logQuat(point, 0, turn, 0);
  const axis = 9 * knee;
  const flexion = dot3(limits.axes, axis, point, 0);
  const missing = limits.lower[3 * knee] + LEAST_BEND - flexion;
  if (!(missing > 0 && missing < Number.POSITIVE_INFINITY)) return;
  addScaled3(point, 0, limits.axes, axis, missing);
  expQuat(turn, 0, point, 0);
  multiplyQuat(q, quatIndex(knee), limits.neutral, 4 * knee, turn, 0);
}

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

/** Brings an ankle within reach of its hip, softly. */
function yieldTo(figure: Figure, stage: Stage, side: 0 | 1, standing: Standing, dt: number): void {
  const { ws, legs } = figure;
  const { upper } = legs[side];
  const whole = wholeLeg(figure, side);
  const dx = ankle[3 * side] - ws.segmentOrigin[3 * upper];
  const dy = ankle[3 * side + 1] - ws.segmentOrigin[3 * upper + 1];
  const dz = ankle[3 * side + 2] - ws.segmentOrigin[3 * upper + 2];
  const across = Math.sqrt(dx * dx + dz * dz);
  const far = Math.sqrt(across * across + dy * dy);
  const bent = smooth((across - standing.across[side]) / (ASTRIDE * whole));
  const stiff = Math.max(STRAIGHT * whole, Math.min(LOCKED * whole, standing.reach[side]));
  // no leg yields that is no straighter than in the response itself
  const first = Math.max(bent * YIELD * whole + (1 - bent) * stiff, standing.asked[side] * whole);
  const most = Math.max(bent * STRAIGHT * whole + (1 - bent) * (stiff + STIFF * whole), first + STIFF * whole);
  const soft = most - first;
  const wanted = far <= first ? far : most - soft * Math.exp(-(far - first) / soft);
  // a heel neither jumps up nor falls down: not when it is needed, not when its foot leaves the ground
  const needed = standing.planted[side] > 0 && far > first ? heelFor(figure, stage, side, wanted) : 0;
  const before = standing.heel[side];
  standing.heel[side] = Math.max(before - HEEL_DOWN * dt, Math.min(before + HEEL_UP * dt, needed));
  if (standing.heel[side] > 0) raiseHeel(stage, side, standing.heel[side]);
  if (standing.planted[side] === 0) shorten(figure, side, most, soft, first);
}

/** Brings the ankle of a foot in the air nearer to its hip. */
function shorten({ ws, legs }: Figure, side: 0 | 1, most: number, soft: number, first: number): void {
  const hip = 3 * legs[side].upper;
  let far = 0;
  for (let c = 0; c < 3; c++) far += (ankle[3 * side + c] - ws.segmentOrigin[hip + c]) ** 2;
  far = Math.sqrt(far);
  if (far <= first) return;
  const share = (most - soft * Math.exp(-(far - first) / soft)) / far;
  for (let c = 0; c < 3; c++) {
    const from = ws.segmentOrigin[hip + c];
    ankle[3 * side + c] = from + share * (ankle[3 * side + c] - from);
  }
}

const smooth = (u: number): number => (u <= 0 ? 0 : u >= 1 ? 1 : u * u * (3 - 2 * u));

/** Angle [rad] by which a foot has to turn about its ball, heel up, for the ankle to be `wanted` [m] from the hip, or as far as a
 *  heel goes. */
function heelFor({ ws, legs }: Figure, stage: Stage, side: 0 | 1, wanted: number): number {
  const hip = 3 * legs[side].upper;
  const [bx, by, bz] = [stage.balls[3 * side], stage.balls[3 * side + 1], stage.balls[3 * side + 2]];
  const [ax, ay, az] = [ankle[3 * side] - bx, ankle[3 * side + 1] - by, ankle[3 * side + 2] - bz];
  const length = Math.sqrt(ax * ax + az * az);
  if (length < 1e-6) return 0;
  const [ux, uz] = [-ax / length, -az / length]; // where the foot points
  const distance = (angle: number): number => {
    const along = length * Math.cos(angle) - ay * Math.sin(angle);
    const x = bx - along * ux - ws.segmentOrigin[hip];
    const y = by + ay * Math.cos(angle) + length * Math.sin(angle) - ws.segmentOrigin[hip + 1];
    const z = bz - along * uz - ws.segmentOrigin[hip + 2];
    return Math.sqrt(x * x + y * y + z * z);
  };
  let low = 0;
  let high = MOST_HEEL;
  if (distance(high) > wanted) low = high;
  for (let k = 0; k < 40 && high - low > 1e-9; k++) {
    const middle = (low + high) / 2;
    if (distance(middle) > wanted) low = middle;
    else high = middle;
  }
  return high;
}

/** Turns a foot about its ball by an angle, heel up. */
function raiseHeel(stage: Stage, side: 0 | 1, angle: number): void {
  const [bx, by, bz] = [stage.balls[3 * side], stage.balls[3 * side + 1], stage.balls[3 * side + 2]];
  const [ax, ay, az] = [ankle[3 * side] - bx, ankle[3 * side + 1] - by, ankle[3 * side + 2] - bz];
  const length = Math.sqrt(ax * ax + az * az);
  if (length < 1e-6) return;
  const [ux, uz] = [-ax / length, -az / length];
  quatFromAxisAngle(turn, 0, uz, 0, -ux, angle);
  multiplyQuat(feet, 4 * side, turn, 0, feet, 4 * side);
  const along = length * Math.cos(angle) - ay * Math.sin(angle);
  ankle[3 * side] = bx - along * ux;
  ankle[3 * side + 1] = by + ay * Math.cos(angle) + length * Math.sin(angle);
  ankle[3 * side + 2] = bz - along * uz;
}

/** How far the hips must come down [m] for both legs to reach all the same; softly where it begins. */
function neededDrop(figure: Figure): number {
  const { ws, legs } = figure;
  let most = Number.NEGATIVE_INFINITY;
  for (const side of [0, 1] as const) {
    const { upper } = legs[side];
    const length = LOCKED * wholeLeg(figure, side);
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

function wholeLeg({ ws, legs }: Figure, side: 0 | 1): number {
  const { upper, lower, end } = legs[side];
  return distance(ws, upper, lower) + distance(ws, lower, end);
}

/** Between two joints [m]. */
export function distance({ segmentOrigin }: Workspace, a: number, b: number): number {
  const x = segmentOrigin[3 * a] - segmentOrigin[3 * b];
  const y = segmentOrigin[3 * a + 1] - segmentOrigin[3 * b + 1];
  const z = segmentOrigin[3 * a + 2] - segmentOrigin[3 * b + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
