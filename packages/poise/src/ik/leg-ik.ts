/**
 * Exact two-bone IK for a leg or an arm: puts the end joint (ankle, wrist) at a place and turns it as asked. Bones may point
 * along any axis of their joints, and there may be helper joints (twist bones) in between, which keep their rotations.
 *
 * Symbols, world axes: h, k, e origins of the upper, lower and end joint; a = |k − h|, l = |e − k|; t unit direction from h
 * to the target; n unit bend axis, so that the lower bone turns about n against the upper one; p = t × n points from the
 * line h–e towards the knee. New bones: upper = cos α t + sin α p, and the lower one closes the triangle. Upper and lower
 * segment turn with their bone and the bend axis, so the knee stays a hinge about the axis it had.
 */
import type { Body } from '../body/body.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { UsageError } from '../errors.ts';
import { copyQuat, multiplyQuat, normalizeQuat, relativeQuat } from '../math/quat.ts';
import type { ReadonlyVector } from '../math/types.ts';
import type { Role, Side } from '../motion/roles.ts';
import { quatIndex } from '../motion/skeleton.ts';
import { lengthAt, turnBetweenFrames, writeBendAxis, writeKneeDirection } from './bend-plane.ts';

/** 'reached': placed to rounding. 'too-far', 'too-near': the limb is straight or folded towards the target, `missing` metres
 *  away from it. 'degenerate': a bone without length or numbers that are not finite; the pose was left as it was. */
export interface LimbOutcome {
  status: 'reached' | 'too-far' | 'too-near' | 'degenerate';
  readonly missing: number; // [m] between the end joint and its target
}

export interface LimbTarget {
  readonly position: Float64Array; // 3 [m] world: of the end joint's origin
  readonly rotation: Float64Array; // 4     world-from-end quaternion
  /** Where the knee or elbow should point, world axes, any length; absent: it stays in its plane. */
  readonly bendTowards?: Float64Array;
}

export interface Limb {
  readonly upper: number;
  readonly lower: number;
  readonly end: number;
  readonly lowerParent: number; // `upper` or the last helper joint above the knee
  readonly endParent: number;
  readonly upperParent: number; // −1 when the limb hangs on nothing
  readonly hinge: Float64Array; // 3  axis of flexion in the frame of `lower`
  readonly softening: number; // [m]
  // memory
  readonly outcome: LimbOutcome;
  readonly vectors: Float64Array; // rows of 3, see the constants below
  readonly quats: Float64Array; // rows of 4
  readonly lengths: Float64Array; // a, l, distance from h to the target, how far from h the end is put, what is missing
}

export interface LimbOptions {
  /** Length [m] before full stretch over which the limb yields: targets there are missed by a little, and the knee does not
   *  snap straight. 0: exact up to full stretch. */
  readonly softening: number;
  /** Axis of flexion in the frame of `lower`, any length: decides the plane while the limb is straight. Default: that of
   *  body.limits. */
  readonly hinge: ReadonlyVector;
}

// rows of limb.vectors
const UPPER_BONE = 0;
const LOWER_BONE = 3;
const TOWARDS = 6; // t
const NORMAL = 9; // n before
const NEW_NORMAL = 12;
const KNEE = 15; // p
const NEW_UPPER = 18;
const NEW_LOWER = 21;
const WHOLE = 24; // from h to e before
const VECTOR_ROWS = 9;
const MISSING = 4; // of limb.lengths
// rows of limb.quats: world rotations after the solve
const TURN = 0;
const NEW_UPPER_ROTATION = 4;
const NEW_LOWER_ROTATION = 8;
const HELPER = 12; // parent-of-child from segment, kept

/** A limb of three joints, each below the one before. */
export function createLimb(
  body: Body,
  upper: number,
  lower: number,
  end: number,
  options: Partial<LimbOptions> = {},
): Limb {
  const { parents, names } = body.skeleton;
  checkBelow(body, lower, upper);
  checkBelow(body, end, lower);
  const hinge = options.hinge ?? body.limits.axes.subarray(9 * lower, 9 * lower + 3);
  const lengths = new Float64Array(5);
  lengths[MISSING] = Infinity;
  if (hinge.length !== 3) throw new UsageError(`hinge of "${names[lower]}": expected 3 numbers, found ${hinge.length}`);
  return {
    upper,
    lower,
    end,
    upperParent: parents[upper],
    lowerParent: parents[lower],
    endParent: parents[end],
    hinge: Float64Array.from({ length: 3 }, (_, k) => hinge[k]),
    softening: options.softening ?? 0,
    outcome: {
      status: 'degenerate',
      get missing() {
        return lengths[MISSING]; // kept there: as a field it would be put on the heap
      },
    },
    vectors: new Float64Array(3 * VECTOR_ROWS),
    quats: new Float64Array(16),
    lengths,
  };
}

function checkBelow(body: Body, below: number, above: number): void {
  const { parents, names } = body.skeleton;
  let joint = parents[below];
  while (joint > above) joint = parents[joint];
  if (joint !== above) throw new UsageError(`joint "${names[below]}" does not hang on "${names[above]}"`);
}

/** The leg (hip, knee, ankle) or arm (shoulder, elbow, wrist) of a person; undefined when a joint of it is missing.
 *
 * ```ts
 * const leg = limbOf(body, 'left', 'leg');
 * forwardKinematics(body, ws, q);
 * const { status, missing } = solveLimb(q, ws, leg, { position: ankle, rotation: footRotation });
 * ```
 */
export function limbOf(
  body: Body,
  side: Side,
  kind: 'leg' | 'arm',
  options: Partial<LimbOptions> = {},
): Limb | undefined {
  const parts = kind === 'leg' ? ['UpperLeg', 'LowerLeg', 'Foot'] : ['UpperArm', 'LowerArm', 'Hand'];
  const [upper, lower, end] = parts.map((part) => body.roles[`${side}${part}` as Role]);
  if (upper === undefined || lower === undefined || end === undefined) return undefined;
  return createLimb(body, upper, lower, end, options);
}

/** Writes the rotations of the three joints into q so that the end joint meets the target. ws holds the position level of
 *  q; afterwards it is out of date. The outcome is the limb's own and changes with its next solve. */
export function solveLimb(q: Float64Array, ws: Workspace, limb: Limb, target: LimbTarget): LimbOutcome {
  const { vectors, outcome, lengths } = limb;
  readBones(limb, ws, target.position);
  const distance = lengths[2];
  if (!(lengths[0] > 1e-9 && lengths[1] > 1e-9 && distance < Infinity && Math.abs(target.rotation[3]) < Infinity)) {
    outcome.status = 'degenerate';
    lengths[MISSING] = distance < Infinity ? Math.abs(distance - lengthAt(vectors, WHOLE)) : Infinity;
    return outcome;
  }
  writeReach(lengths, limb);
  const reach = lengths[3];
  copyUnit(vectors, TOWARDS, distance > 1e-9 ? TOWARDS : WHOLE, UPPER_BONE);
  lengths[MISSING] = Math.abs(distance - reach);
  outcome.status = lengths[MISSING] <= 1e-12 * (1 + distance) ? 'reached' : distance > reach ? 'too-far' : 'too-near';
  placeKnee(limb, ws, target.bendTowards);
  writeRotations(q, limb, ws, target.rotation);
  return outcome;
}

/** Bones before: upper, lower, both together; the way to the target; and their lengths. */
function readBones(
  { upper, lower, end, vectors, lengths }: Limb,
  { segmentOrigin }: Workspace,
  target: Float64Array,
): void {
  for (let c = 0; c < 3; c++) {
    vectors[UPPER_BONE + c] = segmentOrigin[3 * lower + c] - segmentOrigin[3 * upper + c];
    vectors[LOWER_BONE + c] = segmentOrigin[3 * end + c] - segmentOrigin[3 * lower + c];
    vectors[WHOLE + c] = segmentOrigin[3 * end + c] - segmentOrigin[3 * upper + c];
    vectors[TOWARDS + c] = target[c] - segmentOrigin[3 * upper + c];
  }
  lengths[0] = lengthAt(vectors, UPPER_BONE);
  lengths[1] = lengthAt(vectors, LOWER_BONE);
  lengths[2] = lengthAt(vectors, TOWARDS);
}

/** The distance from h that the end is put at: as asked where the bones reach, softly less near full stretch. */
function writeReach(lengths: Float64Array, { softening }: Limb): void {
  const near = Math.max(Math.abs(lengths[0] - lengths[1]), 1e-9);
  const far = lengths[0] + lengths[1];
  const distance = lengths[2];
  const soft = Math.min(softening, 0.5 * (far - near));
  if (soft > 0 && distance > far - soft) lengths[3] = far - soft * Math.exp((far - soft - distance) / soft);
  else lengths[3] = Math.max(near, Math.min(far, distance));
}

/** New bones and bend axis for the end at lengths[3] along t. */
function placeKnee(limb: Limb, ws: Workspace, bendTowards: Float64Array | undefined): void {
  const { vectors: v, hinge, lower, lengths } = limb;
  const a = lengths[0];
  const l = lengths[1];
  const reach = lengths[3];
  writeBendAxis(v, NORMAL, v, UPPER_BONE, LOWER_BONE, ws.worldFromSegment, 9 * lower, hinge);
  writeKneeDirection(v, KNEE, v, TOWARDS, WHOLE, NORMAL, bendTowards);
  const cosine = Math.max(-1, Math.min(1, (a * a + reach * reach - l * l) / (2 * a * reach)));
  const sine = Math.sqrt(1 - cosine * cosine);
  for (let c = 0; c < 3; c++) {
    v[NEW_UPPER + c] = a * (cosine * v[TOWARDS + c] + sine * v[KNEE + c]);
    v[NEW_LOWER + c] = reach * v[TOWARDS + c] - v[NEW_UPPER + c];
  }
  // n = p × t
  v[NEW_NORMAL] = v[KNEE + 1] * v[TOWARDS + 2] - v[KNEE + 2] * v[TOWARDS + 1];
  v[NEW_NORMAL + 1] = v[KNEE + 2] * v[TOWARDS] - v[KNEE] * v[TOWARDS + 2];
  v[NEW_NORMAL + 2] = v[KNEE] * v[TOWARDS + 1] - v[KNEE + 1] * v[TOWARDS];
}

/** Local rotations of the three joints: world ones divided by what they hang on. */
function writeRotations(q: Float64Array, limb: Limb, ws: Workspace, end: ReadonlyVector): void {
  const { upper, lower, vectors: v, quats } = limb;
  const { segmentRotation } = ws;
  turnBetweenFrames(quats, TURN, v, UPPER_BONE, NORMAL, NEW_UPPER, NEW_NORMAL);
  multiplyQuat(quats, NEW_UPPER_ROTATION, quats, TURN, segmentRotation, 4 * upper);
  turnBetweenFrames(quats, TURN, v, LOWER_BONE, NORMAL, NEW_LOWER, NEW_NORMAL);
  multiplyQuat(quats, NEW_LOWER_ROTATION, quats, TURN, segmentRotation, 4 * lower);
  const upperAt = quatIndex(upper);
  if (limb.upperParent < 0) copyQuat(q, upperAt, quats, NEW_UPPER_ROTATION);
  else relativeQuat(q, upperAt, segmentRotation, 4 * limb.upperParent, quats, NEW_UPPER_ROTATION);
  // what hangs between keeps its rotation against the joint above
  relativeQuat(quats, HELPER, segmentRotation, 4 * upper, segmentRotation, 4 * limb.lowerParent);
  multiplyQuat(quats, HELPER, quats, NEW_UPPER_ROTATION, quats, HELPER);
  relativeQuat(q, quatIndex(lower), quats, HELPER, quats, NEW_LOWER_ROTATION);
  relativeQuat(quats, HELPER, segmentRotation, 4 * lower, segmentRotation, 4 * limb.endParent);
  multiplyQuat(quats, HELPER, quats, NEW_LOWER_ROTATION, quats, HELPER);
  relativeQuat(q, quatIndex(limb.end), quats, HELPER, end, 0);
  normalizeQuat(q, upperAt, q, upperAt);
  normalizeQuat(q, quatIndex(lower), q, quatIndex(lower));
  normalizeQuat(q, quatIndex(limb.end), q, quatIndex(limb.end));
}

/** v[o] = v[i] as a unit vector, or v[j] when it has no length. */
function copyUnit(v: Float64Array, o: number, i: number, j: number): void {
  const from = lengthAt(v, i) > 1e-9 ? i : j;
  const s = 1 / lengthAt(v, from);
  for (let c = 0; c < 3; c++) v[o + c] = s * v[from + c];
}
