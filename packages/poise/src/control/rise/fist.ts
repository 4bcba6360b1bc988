/** Arms of rigs without wrists: the tip of what they have for a hand is put at a place; the elbow stays the hinge that it is. */
import type { Workspace } from '../../dynamics/workspace.ts';
import { turnBetweenFrames, writeBendAxis, writeKneeDirection } from '../../ik/bend-plane.ts';
import { multiplyQuat, relativeQuat } from '../../math/quat.ts';
import { add, cross, distance, norm, scale, sub, turned, unit, vectorAt } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Side } from '../../motion/roles.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import type { Figure } from './figure.ts';

// rows of three numbers
const UPPER = 0;
const LOWER = 3;
const TOWARDS = 6;
const WHOLE = 9;
const NORMAL = 12;
const ELBOW = 15;
const NEW_UPPER = 18;
const NEW_LOWER = 21;
const NEW_NORMAL = 24;
const ROWS = 27;
const NEAREST = 1e-3; // [m] from full stretch

/** The elbow bends towards `bend`; undefined: in its plane. Returns how far the tip is missed [m]. ws: the position level of q. */
export function reachTip(
  q: Float64Array,
  ws: Workspace,
  { body, sides }: Figure,
  side: Side,
  place: Vec3,
  bend?: Vec3,
): number {
  const { shoulder, elbow, knuckles } = sides[side];
  const { parents } = body.skeleton;
  const rotation = ws.segmentRotation;
  const [s, e] = [vectorAt(ws.segmentOrigin, 3 * shoulder), vectorAt(ws.segmentOrigin, 3 * elbow)];
  const tip = add(e, turned(rotation, 4 * elbow, knuckles.at));
  const [upper, lower] = [distance(s, e), distance(e, tip)];
  const way = sub(place, s);
  const reach = Math.max(Math.abs(upper - lower) + NEAREST, Math.min(upper + lower - NEAREST, norm(way)));
  const towards = unit(way, [0, -1, 0]);
  const v = new Float64Array(ROWS);
  v.set(sub(e, s), UPPER);
  v.set(sub(tip, e), LOWER);
  v.set(towards, TOWARDS);
  v.set(sub(tip, s), WHOLE);
  const hinge = body.limits.axes.subarray(9 * elbow, 9 * elbow + 3);
  writeBendAxis(v, NORMAL, v, UPPER, LOWER, ws.worldFromSegment, 9 * elbow, hinge);
  writeKneeDirection(v, ELBOW, v, TOWARDS, WHOLE, NORMAL, bend && Float64Array.from(bend));
  const cosine = Math.max(-1, Math.min(1, (upper * upper + reach * reach - lower * lower) / (2 * upper * reach)));
  const out = vectorAt(v, ELBOW);
  const bone = add(scale(towards, upper * cosine), scale(out, upper * Math.sqrt(1 - cosine * cosine)));
  v.set(bone, NEW_UPPER);
  v.set(sub(scale(towards, reach), bone), NEW_LOWER);
  v.set(cross(out, towards), NEW_NORMAL);
  const turns = new Float64Array(12);
  turnBetweenFrames(turns, 0, v, UPPER, NORMAL, NEW_UPPER, NEW_NORMAL);
  multiplyQuat(turns, 4, turns, 0, rotation, 4 * shoulder);
  relativeQuat(q, quatIndex(shoulder), rotation, 4 * parents[shoulder], turns, 4);
  // what hangs between upper and lower arm keeps its rotation
  const holder = parents[elbow];
  multiplyQuat(turns, 4, turns, 0, rotation, 4 * holder);
  turnBetweenFrames(turns, 0, v, LOWER, NORMAL, NEW_LOWER, NEW_NORMAL);
  multiplyQuat(turns, 8, turns, 0, rotation, 4 * elbow);
  relativeQuat(q, quatIndex(elbow), turns, 4, turns, 8);
  return Math.abs(norm(way) - reach);
}
