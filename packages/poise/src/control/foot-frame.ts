/** Points of a foot that control speaks of: the ball it rolls on, and its heel, in the frame of the ankle's segment. */
import type { Body, Sole } from '../body/body.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { transformPoint3 } from '../math/mat3.ts';
import type { ReadonlyVector } from '../math/types.ts';

export interface FootFrame {
  readonly joint: number;
  readonly toes: number; // equals joint where the rig has none
  readonly ball: Float64Array; // 3 [m] in the foot's frame
  readonly heel: Float64Array; // 3 [m] in the foot's frame
  readonly middle: Float64Array; // 3 [m] in the foot's frame: half-way between heel and tip of the toes
  readonly chain: Int32Array; // joints from the root to the foot
}

/** The middle of a sole, from the mean of its heel points to its ball: soles.ts has heel, ball and tip at −0.26, 0.46 and 0.74 of its length. */
const MIDDLE = 0.68;

export function createFootFrame(body: Body, foot: 0 | 1): FootFrame {
  const sole = body.soles[foot];
  const chain: number[] = [];
  for (let joint = sole.foot; joint >= 0; joint = body.skeleton.parents[joint]) chain.unshift(joint);
  const ball = meanOf(sole, 'ball');
  const heel = meanOf(sole, 'heel');
  const middle = ball.map((value, k) => heel[k] + MIDDLE * (value - heel[k]));
  return { joint: sole.foot, toes: sole.toes, ball, heel, middle, chain: Int32Array.from(chain) };
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
