/** Points of a foot that control speaks of: its ball, its heel, and what it rolls on, in the frame of the ankle's segment. */
import type { Body, Sole } from '../body/body.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { transformPoint3 } from '../math/mat3.ts';
import type { ReadonlyVector } from '../math/types.ts';

export interface FootFrame {
  readonly joint: number;
  readonly toes: number; // equals joint where the rig has none
  readonly ball: Float64Array; // 3 [m] in the foot's frame
  readonly heel: Float64Array; // 3 [m] in the foot's frame
  /** 3 [m] in the foot's frame: a heel that lifts turns about it. The joint of the toes, which stay where they are; the tip of a foot that
   *  is one piece. */
  readonly pivot: Float64Array;
  readonly middle: Float64Array; // 3 [m] in the foot's frame: half-way between heel and tip of the toes
  readonly chain: Int32Array; // joints from the root to the foot
}

/** Of the way from heel to ball: a toe joint farther behind the ball is not what the foot rolls on. */
const BEHIND = 0.05;
/** The middle of a sole, from the mean of its heel points to its ball: soles.ts has heel, ball and tip at −0.26, 0.46 and 0.74 of its length. */
const MIDDLE = 0.68;

export function createFootFrame(body: Body, foot: 0 | 1): FootFrame {
  const sole = body.soles[foot];
  const chain: number[] = [];
  for (let joint = sole.foot; joint >= 0; joint = body.skeleton.parents[joint]) chain.unshift(joint);
  const ball = meanOf(sole, 'ball');
  const heel = meanOf(sole, 'heel');
  const middle = ball.map((value, k) => heel[k] + MIDDLE * (value - heel[k]));
  const pivot = sole.toes === sole.foot ? tipOf(sole, heel) : toeJoint(body, sole, heel, ball);
  return { joint: sole.foot, toes: sole.toes, ball, heel, pivot, middle, chain: Int32Array.from(chain) };
}

/** The sole point that is farthest from the heel. */
function tipOf(sole: Sole, heel: Float64Array): Float64Array {
  let tip = heel;
  let farthest = 0;
  for (let k = 0; k < sole.points.length; k += 3) {
    const point = sole.points.slice(k, k + 3);
    const away = Math.hypot(point[0] - heel[0], point[1] - heel[1], point[2] - heel[2]);
    if (away <= farthest) continue;
    farthest = away;
    tip = point;
  }
  return tip.slice();
}

/** The joint of the toes, or the ball where a rig has that joint farther back; joints between it and the foot keep their reference pose. */
function toeJoint({ skeleton }: Body, { foot, toes }: Sole, heel: Float64Array, ball: Float64Array): Float64Array {
  const { offsets, parents } = skeleton;
  const out = new Float64Array(3);
  for (let joint = toes; joint !== foot && joint >= 0; joint = parents[joint]) {
    for (let c = 0; c < 3; c++) out[c] += offsets[3 * joint + c];
  }
  let behind = 0;
  let length = 0;
  for (let c = 0; c < 3; c++) {
    behind += (ball[c] - out[c]) * (ball[c] - heel[c]);
    length += (ball[c] - heel[c]) ** 2;
  }
  return behind > BEHIND * length ? ball.slice() : out;
}

function meanOf(sole: Sole, part: 'ball' | 'heel'): Float64Array {
  const out = new Float64Array(3);
  let count = 0;
  sole.parts.forEach((name, k) => {
    if (name !== part) return;
    count++;
    for (let c = 0; c < 3; c++) out[c] += sole.points[3 * k + c];
  });
  return out.map((value) => value / count);
}

/** out[o…] = world place of a point of the foot. Needs the position level. */
export function footPoint(out: Float64Array, o: number, ws: Workspace, frame: FootFrame, point: Float64Array): void {
  transformPoint3(out, o, ws.segmentOrigin, 3 * frame.joint, ws.worldFromSegment, 9 * frame.joint, point, 0);
}

/** out[o…] = velocity of a point of the foot and the foot's angular velocity, world axes, for any v. Needs the position level. */
export function footVelocity(
  out: Float64Array,
  o: number,
  ws: Workspace,
  frame: FootFrame,
  point: ReadonlyVector,
  p: number,
  v: ReadonlyVector,
): void {
  const { segmentOrigin: origin, worldFromSegment: r } = ws;
  const { chain } = frame;
  let ux = v[0];
  let uy = v[1];
  let uz = v[2];
  let wx = 0;
  let wy = 0;
  let wz = 0;
  for (let k = 0; k < chain.length; k++) {
    const j = chain[k];
    if (k > 0) {
      const i = 3 * chain[k - 1];
      const dx = origin[3 * j] - origin[i];
      const dy = origin[3 * j + 1] - origin[i + 1];
      const dz = origin[3 * j + 2] - origin[i + 2];
      ux += wy * dz - wz * dy;
      uy += wz * dx - wx * dz;
      uz += wx * dy - wy * dx;
    }
    const a = 9 * j;
    const b = 3 + 3 * j;
    wx += r[a] * v[b] + r[a + 1] * v[b + 1] + r[a + 2] * v[b + 2];
    wy += r[a + 3] * v[b] + r[a + 4] * v[b + 1] + r[a + 5] * v[b + 2];
    wz += r[a + 6] * v[b] + r[a + 7] * v[b + 1] + r[a + 8] * v[b + 2];
  }
  const dx = point[p] - origin[3 * frame.joint];
  const dy = point[p + 1] - origin[3 * frame.joint + 1];
  const dz = point[p + 2] - origin[3 * frame.joint + 2];
  out[o] = ux + wy * dz - wz * dy;
  out[o + 1] = uy + wz * dx - wx * dz;
  out[o + 2] = uz + wx * dy - wy * dx;
  out[o + 3] = wx;
  out[o + 4] = wy;
  out[o + 5] = wz;
}

/** out[o…] = acceleration of a point of the foot and the foot's angular acceleration that v alone makes, with joints that go on as they
 *  turn: J̇v. Within a tick of h a foot gets ½h²J̇v farther than its velocity says. Needs the position level. */
export function footBias(
  out: Float64Array,
  o: number,
  ws: Workspace,
  frame: FootFrame,
  point: ReadonlyVector,
  p: number,
  v: ReadonlyVector,
): void {
  const { segmentOrigin: origin, worldFromSegment: r } = ws;
  const { chain } = frame;
  let ax = 0;
  let ay = 0;
  let az = 0;
  let bx = 0; // angular acceleration
  let by = 0;
  let bz = 0;
  let wx = 0;
  let wy = 0;
  let wz = 0;
  for (let k = 0; k <= chain.length; k++) {
    // from one joint to the next, and at last to the point: β × d + ω × (ω × d)
    if (k > 0) {
      const i = 3 * chain[k - 1];
      const last = k === chain.length;
      const j = last ? p : 3 * chain[k];
      const at = last ? point : origin;
      const dx = at[j] - origin[i];
      const dy = at[j + 1] - origin[i + 1];
      const dz = at[j + 2] - origin[i + 2];
      const cx = wy * dz - wz * dy;
      const cy = wz * dx - wx * dz;
      const cz = wx * dy - wy * dx;
      ax += by * dz - bz * dy + wy * cz - wz * cy;
      ay += bz * dx - bx * dz + wz * cx - wx * cz;
      az += bx * dy - by * dx + wx * cy - wy * cx;
      if (last) break;
    }
    const a = 9 * chain[k];
    const b = 3 + 3 * chain[k];
    const ux = r[a] * v[b] + r[a + 1] * v[b + 1] + r[a + 2] * v[b + 2];
    const uy = r[a + 3] * v[b] + r[a + 4] * v[b + 1] + r[a + 5] * v[b + 2];
    const uz = r[a + 6] * v[b] + r[a + 7] * v[b + 1] + r[a + 8] * v[b + 2];
    bx += wy * uz - wz * uy;
    by += wz * ux - wx * uz;
    bz += wx * uy - wy * ux;
    wx += ux;
    wy += uy;
    wz += uz;
  }
  out[o] = ax;
  out[o + 1] = ay;
  out[o + 2] = az;
  out[o + 3] = bx;
  out[o + 4] = by;
  out[o + 5] = bz;
}

/** out = world places of all sole points: left foot's, then the right's (3 numbers each). Needs the position level. */
export function solePointsAt(out: Float64Array, body: Body, ws: Workspace): void {
  let o = 0;
  for (let foot = 0; foot < 2; foot++) {
    const { segments, points } = body.soles[foot];
    for (let k = 0; k < segments.length; k++, o += 3) {
      const j = segments[k];
      transformPoint3(out, o, ws.segmentOrigin, 3 * j, ws.worldFromSegment, 9 * j, points, 3 * k);
    }
  }
}
