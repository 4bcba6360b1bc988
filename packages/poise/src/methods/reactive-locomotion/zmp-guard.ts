/**
 * Keeps the zero moment point on the feet: given how the centre of mass moves, angular momentum can change no faster than the
 * ground's force, moved to the edge of the support, lets it. In the air it stays.
 * Symbols: c centre of mass, F ground force, M moment of pushes about c, z zero moment point:  Ḣ = (z − c) × F + M.
 */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { convexHull, signedDistance } from '../../math/polygon.ts';

export interface ZmpGuard {
  readonly body: Body;
  readonly dt: number;
  /** What the body did before: centre of mass of the last tick and the one before, its angular momentum, the clip's; then the
   *  clip's centre of mass of the last tick and the one before. */
  readonly history: Float64Array; // 18
  readonly push: Float64Array; // 6: force [N] and its moment [N·m] about the centre of mass in this tick
  floor: number; // [m]
  // memory
  readonly corners: Float64Array;
  readonly hull: Float64Array;
  readonly nearest: Float64Array; // 2
  corner: number; // count of corners
}

export function createZmpGuard(body: Body, dt: number): ZmpGuard {
  const most = body.soles[0].segments.length + body.soles[1].segments.length;
  return {
    body,
    dt,
    history: new Float64Array(18),
    push: new Float64Array(6),
    floor: 0,
    corners: new Float64Array(2 * most + 2),
    hull: new Float64Array(2 * most + 4),
    nearest: new Float64Array(2),
    corner: 0,
  };
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
    }
    guard.corner++;
  }
}

const LEAST_LOAD = 0.15; // of the weight: below it the ground does not turn the body
const TOLERATED = 1e-4; // [m] that it may be outside
const INSIDE = 0.012; // [m] that the ZMP is kept within the edge

/** Changes the horizontal parts of `wished` (H at the end of the tick) to what the ground allows. `com`: where the centre of mass
 *  goes in this tick; `clip`: the clip's own motion, which may be as far out as it is. Returns how far outside the ZMP would have
 *  been [m]. */
export function guardMomentum(guard: ZmpGuard, com: Float64Array, clip: Workspace, wished: Float64Array): number {
  const own = clip.angularMomentum;
  if (guard.corner > 0) addClipZmp(guard, clip);
  const { history: h, push, dt, body, corners, hull, nearest } = guard;
  const m = body.totalMass;
  const acceleration = (k: number): number => (com[k] - 2 * h[k] + h[3 + k]) / (dt * dt);
  const fx = m * acceleration(0) - push[0];
  const fy = m * (acceleration(1) + GRAVITY) - push[1];
  const fz = m * acceleration(2) - push[2];
  const count = guard.corner > 0 && fy > LEAST_LOAD * m * GRAVITY ? convexHull(hull, 0, corners, guard.corner + 1) : 0;
  if (count === 0) {
    for (let k = 0; k < 3; k += 2) wished[k] = h[6 + k] + own[k] - h[9 + k] + dt * push[3 + k];
    return 0;
  }
  const height = h[1] - guard.floor;
  const x = h[0] + ((wished[2] - h[8]) / dt - push[5] - height * fx) / fy;
  const z = h[2] - ((wished[0] - h[6]) / dt - push[3] + height * fz) / fy;
  const margin = signedDistance(nearest, hull, 0, count, x, z);
  if (!(margin < -TOLERATED)) return 0;
  let [cx, cz] = [0, 0];
  for (let i = 0; i < count; i++) {
    cx += hull[2 * i] / count;
    cz += hull[2 * i + 1] / count;
  }
  const far = Math.hypot(cx - nearest[0], cz - nearest[1]);
  const inwards = far > 0 ? Math.min(1, INSIDE / far) : 0;
  const px = nearest[0] + inwards * (cx - nearest[0]);
  const pz = nearest[1] + inwards * (cz - nearest[1]);
  wished[2] = h[8] + dt * ((px - h[0]) * fy + height * fx + push[5]);
  wished[0] = h[6] + dt * (-(pz - h[2]) * fy - height * fz + push[3]);
  return -margin;
}

/** Where the clip's own ZMP is from its centre of mass counts as support too. */
function addClipZmp({ history: h, dt, body, corners, floor, corner }: ZmpGuard, clip: Workspace): void {
  const m = body.totalMass;
  const acceleration = (k: number): number => (clip.com[k] - 2 * h[12 + k] + h[15 + k]) / (dt * dt);
  const fy = m * (acceleration(1) + GRAVITY);
  const height = h[13] - floor;
  const { angularMomentum: own } = clip;
  corners[2 * corner] = h[0] + ((own[2] - h[11]) / dt - height * m * acceleration(0)) / fy;
  corners[2 * corner + 1] = h[2] - ((own[0] - h[9]) / dt + height * m * acceleration(2)) / fy;
}

/** The tick is over: what it came to is what the next one counts from. */
export function remember({ history: h }: ZmpGuard, com: Float64Array, momentum: Float64Array, clip: Workspace): void {
  for (let k = 0; k < 3; k++) {
    h[3 + k] = h[k];
    h[k] = com[k];
    h[6 + k] = momentum[k];
    h[9 + k] = clip.angularMomentum[k];
    h[15 + k] = h[12 + k];
    h[12 + k] = clip.com[k];
  }
}
