/**
 * A leg whose ankle goes to another place, by the least change of what the pose has: the knee turns about its own axis until the leg is as
 * long as needed, then the whole leg swings the shortest way. An ankle that stays leaves every joint as it is, so frames that are moved and
 * frames that are not fit together; the exact limb (leg-ik.ts) builds knees anew and puts straight or over-stretched ones elsewhere.
 *
 * Symbols, world axes: a, l thigh and shank; n axis of the knee; φ turn from a to l about n; D from hip to where the ankle goes:
 * D² = |a|² + |l|² + 2 (a·n)(l·n) + 2 |a⊥||l⊥| cos φ.
 */
import type { Workspace } from '../../dynamics/workspace.ts';
import { multiplyQuat, normalizeQuat, quatBetween, quatFromAxisAngle, relativeQuat, rotate3 } from '../../math/quat.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import { writeBendAxis } from '../bend-plane.ts';
import type { Limb, LimbTarget } from '../leg-ik.ts';

/** Memory of shiftLeg. */
export interface ShiftScratch {
  readonly vectors: Float64Array; // a, l, n, hip to ankle as bent, hip to target
  readonly quats: Float64Array; // turn of the knee, swing, world rotation of the upper joint, of what the foot hangs on
}

export const createShiftScratch = (): ShiftScratch => ({
  vectors: new Float64Array(15),
  quats: new Float64Array(16),
});

const [THIGH, SHANK, AXIS, BENT, TARGET] = [0, 3, 6, 9, 12];
const [TURN, SWING, UPPER, HOLDER] = [0, 4, 8, 12];

/** Writes the three joints into q and returns what is missing [m]. ws holds the position level of q and is out of date afterwards. */
export function shiftLeg(
  q: Float64Array,
  ws: Workspace,
  limb: Limb,
  target: LimbTarget,
  scratch: ShiftScratch,
): number {
  const { upper, lower, end } = limb;
  const { segmentOrigin: o, segmentRotation, worldFromSegment } = ws;
  const { vectors: v, quats } = scratch;
  for (let c = 0; c < 3; c++) {
    v[THIGH + c] = o[3 * lower + c] - o[3 * upper + c];
    v[SHANK + c] = o[3 * end + c] - o[3 * lower + c];
    v[TARGET + c] = target.position[c] - o[3 * upper + c];
  }
  writeBendAxis(v, AXIS, v, THIGH, SHANK, worldFromSegment, 9 * lower, limb.hinge);
  const far = Math.hypot(v[TARGET], v[TARGET + 1], v[TARGET + 2]);
  const turn = kneeTurn(v, far);
  if (!Number.isFinite(turn)) return Number.POSITIVE_INFINITY;
  quatFromAxisAngle(quats, TURN, v[AXIS], v[AXIS + 1], v[AXIS + 2], turn);
  rotate3(v, BENT, quats, TURN, v, SHANK);
  for (let c = 0; c < 3; c++) v[BENT + c] += v[THIGH + c];
  const missing = Math.abs(far - Math.hypot(v[BENT], v[BENT + 1], v[BENT + 2]));
  quatBetween(quats, SWING, v, BENT, v, TARGET);
  multiplyQuat(quats, UPPER, quats, SWING, segmentRotation, 4 * upper);
  const [upperAt, lowerAt, endAt] = [quatIndex(upper), quatIndex(lower), quatIndex(end)];
  if (limb.upperParent < 0) q.set(quats.subarray(UPPER, UPPER + 4), upperAt);
  else relativeQuat(q, upperAt, segmentRotation, 4 * limb.upperParent, quats, UPPER);
  // the foot first: it needs what it hangs on, after both turns
  multiplyQuat(quats, HOLDER, quats, TURN, segmentRotation, 4 * limb.endParent);
  multiplyQuat(quats, HOLDER, quats, SWING, quats, HOLDER);
  relativeQuat(q, endAt, quats, HOLDER, target.rotation, 0);
  multiplyQuat(quats, TURN, quats, TURN, segmentRotation, 4 * lower);
  relativeQuat(q, lowerAt, segmentRotation, 4 * limb.lowerParent, quats, TURN);
  for (const at of [upperAt, lowerAt, endAt]) normalizeQuat(q, at, q, at);
  return missing;
}

const OVERSTRETCHED = (1 * Math.PI) / 180; // [rad] a knee that is bent backward by more stays so; by less it is straight

/** Turn [rad] of the shank about the axis that makes the leg `far` long; as near as it gets where the bones do not reach. */
function kneeTurn(v: Float64Array, far: number): number {
  const dot = (i: number, j: number): number => v[i] * v[j] + v[i + 1] * v[j + 1] + v[i + 2] * v[j + 2];
  const [along, alongShank] = [dot(THIGH, AXIS), dot(SHANK, AXIS)];
  const across = Math.sqrt(Math.max(0, dot(THIGH, THIGH) - along * along));
  const acrossShank = Math.sqrt(Math.max(0, dot(SHANK, SHANK) - alongShank * alongShank));
  const both = dot(THIGH, SHANK) - along * alongShank;
  const volume =
    v[AXIS] * (v[THIGH + 1] * v[SHANK + 2] - v[THIGH + 2] * v[SHANK + 1]) +
    v[AXIS + 1] * (v[THIGH + 2] * v[SHANK] - v[THIGH] * v[SHANK + 2]) +
    v[AXIS + 2] * (v[THIGH] * v[SHANK + 1] - v[THIGH + 1] * v[SHANK]);
  const phi = Math.atan2(volume, both);
  const cosine =
    (far * far - dot(THIGH, THIGH) - dot(SHANK, SHANK) - 2 * along * alongShank) / (2 * across * acrossShank);
  const angle = Math.acos(Math.max(-1, Math.min(1, cosine)));
  return (phi < -OVERSTRETCHED ? -angle : angle) - phi;
}
