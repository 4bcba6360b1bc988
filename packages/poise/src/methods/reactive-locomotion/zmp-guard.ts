/**
 * Keeps the zero moment point on the feet: given how the centre of mass moves, angular momentum can change no faster than the
 * ground's force, moved to the edge of the support, lets it. In the air it stays.
 * Symbols: c centre of mass, F ground force, M moment of pushes about c, z zero moment point:  Ḣ = (z − c) × F + M.
 */
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { convexHull, signedDistance } from '../../math/polygon.ts';
import { moveInwards, shareInside } from './within-hull.ts';

export interface ZmpGuard {
  readonly body: Body;
  readonly dt: number;
  /** What the body did before: centre of mass of the last tick and the one before, its angular momentum, the clip's; then the
   *  clip's centre of mass of the last tick and the one before, and the posture error. */
  readonly history: Float64Array; // 21
  readonly ahead: Float64Array; // 2, x and z of the way it goes, unit
  readonly push: Float64Array; // 6: force [N] and its moment [N·m] about the centre of mass in this tick
  floor: number; // [m]
  pace: number; // seconds of the clip per second …
  paceRate: number; // … and how fast that changes [1/s]
  paceBefore: number; // pace of the tick before
  loose: number; // 0 … 1: how much of what is wished is done whatever the ground says
  /** The clip's own at this moment, without its noise, per second of the clip: c″ [m/s²] and H′ [N·m]. */
  readonly clip: Float64Array; // 6
  // memory
  readonly corners: Float64Array;
  readonly sorted: Float64Array; // the same, and the clip's own ZMP
  readonly hull: Float64Array;
  readonly nearest: Float64Array; // 2
  readonly force: Float64Array; // 3 [N] of the ground in this tick
  readonly turning: Float64Array; // 3 [N·m] the clip's part of Ḣ
  corner: number; // count of corners
  flies: boolean; // in this tick the ground does not turn the body
  readonly feet: Float64Array; // 2×3: x, z and count of the sole points that touch, summed
}

export function createZmpGuard(body: Body, dt: number): ZmpGuard {
  const most = body.soles[0].segments.length + body.soles[1].segments.length;
  return {
    body,
    dt,
    history: new Float64Array(21),
    ahead: Float64Array.of(0, 1),
    push: new Float64Array(6),
    floor: 0,
    pace: 1,
    paceRate: 0,
    paceBefore: 1,
    loose: 0,
    clip: new Float64Array(6),
    corners: new Float64Array(2 * most + 2),
    sorted: new Float64Array(2 * most + 2),
    hull: new Float64Array(2 * most + 4),
    nearest: new Float64Array(2),
    force: new Float64Array(3),
    turning: new Float64Array(3),
    corner: 0,
    flies: false,
    feet: new Float64Array(6),
  };
}

/** Nothing touches, until soles are added. */
export function liftFeet(guard: ZmpGuard): void {
  guard.corner = 0;
  guard.feet.fill(0);
}

/** Adds the parts of a sole that touch. `touches`: heel, ball, toe. ws holds the position level of the body. */
export function addSole(guard: ZmpGuard, ws: Workspace, side: 0 | 1, heel: boolean, ball: boolean, toe: boolean): void {
  const { parts, segments, points } = guard.body.soles[side];
  const { segmentOrigin, worldFromSegment } = ws;
  for (let i = 0; i < segments.length; i++) {
    const part = parts[i];
    if (!(part === 'heel' ? heel : part === 'ball' ? ball : toe)) continue;
    const segment = segments[i];
    for (let k = 0; k < 3; k += 2) {
      let sum = segmentOrigin[3 * segment + k];
      for (let c = 0; c < 3; c++) sum += worldFromSegment[9 * segment + 3 * k + c] * points[3 * i + c];
      guard.corners[2 * guard.corner + k / 2] = sum;
      guard.feet[3 * side + k / 2] += sum;
    }
    guard.feet[3 * side + 2]++;
    guard.corner++;
  }
}

/** Reads the clip's own acceleration and Ḣ at a frame (any number), turned about up by `turn`. */
export function writeClipForces(
  { clip }: ZmpGuard,
  report: Pick<BalanceReport, 'frameCount' | 'comAcceleration' | 'angularMomentumRate'>,
  frame: number,
  turn: number,
): void {
  const last = report.frameCount - 1;
  const at = Math.max(0, Math.min(last, frame));
  const before = Math.min(last, Math.floor(at));
  const after = Math.min(last, before + 1);
  const share = at - before;
  const sin = Math.sin(turn);
  const cos = Math.cos(turn);
  for (let o = 0; o < 6; o += 3) {
    const from = o === 0 ? report.comAcceleration : report.angularMomentumRate;
    for (let k = 0; k < 3; k++) clip[o + k] = (1 - share) * from[3 * before + k] + share * from[3 * after + k];
    const x = clip[o];
    clip[o] = cos * x + sin * clip[o + 2];
    clip[o + 2] = -sin * x + cos * clip[o + 2];
  }
}

const LEAST_LOAD = 0.15; // of the weight: below it the ground does not turn the body
const FIRM = 0.7; // of the weight: from here on it does all that it can
const TOLERATED = 1e-4; // [m] that it may be outside
export const INSIDE = 0.012; // [m] that the ZMP is kept within the edge

/** Changes the horizontal parts of `wished` (H at the end of the tick) to what the ground allows. `com`: where the centre of mass
 *  goes in this tick; `clip`: the clip's own motion, which may be as far out as it is. Returns how far outside the ZMP would have
 *  been [m]. */
export function guardMomentum(guard: ZmpGuard, com: Float64Array, clip: Workspace, wished: Float64Array): number {
  const { history: h, push, dt, body, sorted, hull, nearest, force, turning } = guard;
  const own = clip.angularMomentum;
  writeForce(guard, com, clip);
  const m = body.totalMass;
  addClipZmp(guard);
  const count =
    guard.corner > 0 && force[1] > LEAST_LOAD * m * GRAVITY ? convexHull(hull, 0, sorted, guard.corner + 1) : 0;
  guard.flies = count === 0;
  if (guard.flies) {
    for (let k = 0; k < 3; k += 2) wished[k] = h[6 + k] + own[k] - h[9 + k] + dt * push[3 + k];
    return 0;
  }
  // Ḣ is the clip's and what comes beyond it
  const x = zmpX(guard, turning[2] + (wished[2] - h[8] - own[2] + h[11]) / dt);
  const z = zmpZ(guard, turning[0] + (wished[0] - h[6] - own[0] + h[9]) / dt);
  const margin = signedDistance(nearest, hull, 0, count, x, z);
  if (!(margin < -TOLERATED)) return 0;
  // from where it would be if the clip went on and the push turned the body as it likes
  const freeX = zmpX(guard, turning[2] + push[5]);
  const freeZ = zmpZ(guard, turning[0] + push[3]);
  const inside = signedDistance(nearest, hull, 0, count, freeX, freeZ);
  // sideways first: a foot is narrow, and a trunk that leans too far ahead must not be tipped aside for it
  const ahead = (x - nearest[0]) * guard.ahead[0] + (z - nearest[1]) * guard.ahead[1];
  const sideX = x - nearest[0] - ahead * guard.ahead[0];
  const sideZ = z - nearest[1] - ahead * guard.ahead[1];
  goTowards(guard, count, sideX, sideZ);
  goTowards(guard, count, ahead * guard.ahead[0], ahead * guard.ahead[1]);
  if (inside < -TOLERATED) moveInwards(nearest, hull, count, INSIDE);
  // with little load a foot can do little: no trunk is thrown about for a force that hardly is there
  const firm = Math.max(0, Math.min(1, (force[1] / (m * GRAVITY) - LEAST_LOAD) / (FIRM - LEAST_LOAD)));
  nearest[0] += (1 - firm) * (freeX - nearest[0]);
  nearest[1] += (1 - firm) * (freeZ - nearest[1]);
  const height = h[1] - guard.floor;
  const aboutZ = (nearest[0] - h[0]) * force[1] + height * force[0] + push[5];
  const aboutX = -(nearest[1] - h[2]) * force[1] - height * force[2] + push[3];
  wished[2] += (1 - guard.loose) * (h[8] + own[2] - h[11] + dt * (aboutZ - turning[2]) - wished[2]);
  wished[0] += (1 - guard.loose) * (h[6] + own[0] - h[9] + dt * (aboutX - turning[0]) - wished[0]);
  return -margin;
}

/** The ground's force in this tick, and the clip's part of Ḣ. At pace s a clip has c̈ = s² c″ + ṡ c′, H likewise; the body has that
 *  and what it does beyond the clip. Differences of two ticks would bring in the noise of captured clips. */
function writeForce(guard: ZmpGuard, com: Float64Array, clip: Workspace): void {
  const { history: h, push, dt, force, turning, pace, paceRate } = guard;
  const m = guard.body.totalMass;
  const faster = paceRate / pace;
  for (let k = 0; k < 3; k++) {
    const beyond = (com[k] - 2 * h[k] + h[3 + k] - (clip.com[k] - 2 * h[12 + k] + h[15 + k])) / (dt * dt);
    force[k] = m * (pace * pace * guard.clip[k] + faster * clip.comVelocity[k] + beyond) - push[k];
    turning[k] = pace * pace * guard.clip[3 + k] + faster * clip.angularMomentum[k];
  }
  force[1] += m * GRAVITY;
}

/** ZMP along x that comes of Ḣ about z. */
const zmpX = ({ history: h, push, force, floor }: ZmpGuard, rate: number): number =>
  h[0] + (rate - push[5] - (h[1] - floor) * force[0]) / force[1];

/** The same along z, of Ḣ about x. */
const zmpZ = ({ history: h, push, force, floor }: ZmpGuard, rate: number): number =>
  h[2] - (rate - push[3] + (h[1] - floor) * force[2]) / force[1];

function goTowards({ nearest, hull }: ZmpGuard, count: number, dx: number, dz: number): void {
  const way = Math.sqrt(dx * dx + dz * dz);
  let share = shareInside(hull, count, nearest[0], nearest[1], dx, dz);
  // not quite to the edge, but never back
  if (share < 1) share = Math.max(0, share - INSIDE / Math.max(1e-9, way));
  nearest[0] += share * dx;
  nearest[1] += share * dz;
}

/** Where the clip's own ZMP is from its centre of mass counts as support too. */
function addClipZmp({ history: h, body, corners, sorted, floor, corner, clip }: ZmpGuard): void {
  sorted.set(corners);
  const m = body.totalMass;
  const fy = m * (clip[1] + GRAVITY);
  const height = h[13] - floor;
  sorted[2 * corner] = h[0] + (clip[5] - height * m * clip[0]) / fy;
  sorted[2 * corner + 1] = h[2] - (clip[3] + height * m * clip[2]) / fy;
}

/** The tick is over: what it came to is what the next one counts from. `posture`: see postureError. */
export function remember(
  { history: h }: ZmpGuard,
  com: Float64Array,
  momentum: Float64Array,
  clip: Workspace,
  posture: Float64Array,
): void {
  for (let k = 0; k < 3; k++) {
    h[3 + k] = h[k];
    h[k] = com[k];
    h[6 + k] = momentum[k];
    h[9 + k] = clip.angularMomentum[k];
    h[15 + k] = h[12 + k];
    h[12 + k] = clip.com[k];
    h[18 + k] = posture[k];
  }
}
