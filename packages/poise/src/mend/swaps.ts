/** Limbs that a tracker exchanged: for a while the left leg is where the right one should be, and the other way round. */
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { type Limb, limbOf, solveLimb } from '../ik/leg-ik.ts';
import { median } from '../math/order-statistics.ts';
import { multiplyQuat, relativeQuat } from '../math/quat.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { SIDES } from '../motion/roles.ts';
import { coordinateCount, quatIndex, restPose } from '../motion/skeleton.ts';
import type { Frames } from '../motion/stretches.ts';
import { MEND_PARAMETERS } from './parameters.ts';
import { type StageOutcome, untouched } from './stage.ts';
import { stretchesInWords } from './words.ts';

/** What limbs are seen from. */
const SEEN = ['hips', 'own root'] as const;
type Seen = (typeof SEEN)[number];

const CLEARLY = 0.5; // the exchanged way is shorter than this share of the way as it is

/** Puts exchanged legs and arms back.
 *
 * ```ts
 * const { clip: sorted, did } = unswapLimbs(fitBody(clip), clip);
 * ```
 */
export function unswapLimbs(body: Body, clip: Clip): StageOutcome {
  let mended = clip;
  const did: string[] = [];
  for (const kind of ['leg', 'arm'] as const) {
    const limbs = SIDES.map((side) => limbOf(body, side, kind));
    const [left, right] = limbs;
    if (!left || !right) continue;
    // Points are exchanged where they are in the world; rotations of joints as the limbs are seen from their own roots.
    const [byPlace, byTurn] = SEEN.map((from) => swapsOf(body, mended, left, right, from));
    const from = framesOf(byTurn) > framesOf(byPlace) ? 'own root' : 'hips';
    const stretches = from === 'hips' ? byPlace : byTurn;
    if (stretches.length === 0) continue;
    mended = exchanged(body, mended, left, right, stretches, from);
    did.push(`The ${kind}s were exchanged, left for right, and were put back (${stretchesInWords(clip, stretches)}).`);
  }
  return did.length === 0 ? untouched(clip) : { clip: mended, did, left: [] };
}

const framesOf = (stretches: readonly Frames[]): number =>
  stretches.reduce((sum, { start, end }) => sum + end - start + 1, 0);

/** Stretches that begin and end with an exchange. */
function swapsOf(body: Body, clip: Clip, left: Limb, right: Limb, from: Seen): Frames[] {
  const { swapTime, swapWay, swapAbove, around } = MEND_PARAMETERS;
  const longest = Math.round(swapTime / clip.frameTime);
  const path = limbPath(body, clip, [left, right], from);
  const way = (a: number, sideA: number, b: number, sideB: number): number => {
    let sum = 0;
    for (let joint = 0; joint < 2; joint++) {
      const [i, j] = [12 * a + 6 * sideA + 3 * joint, 12 * b + 6 * sideB + 3 * joint];
      sum += Math.hypot(path[i] - path[j], path[i + 1] - path[j + 1], path[i + 2] - path[j + 2]);
    }
    return sum;
  };
  const step = Float64Array.from({ length: clip.frameCount }, (_, frame) =>
    frame === 0 ? 0 : way(frame - 1, 0, frame, 0) + way(frame - 1, 1, frame, 1),
  );
  const reach = Math.max(4, Math.round(around / clip.frameTime));
  const flips = (frame: number): boolean => {
    const same = step[frame];
    if (same <= 4 * swapWay) return false; // two joints of two limbs
    const crossed = way(frame - 1, 0, frame, 1) + way(frame - 1, 1, frame, 0);
    const beside = step.slice(Math.max(1, frame - reach), frame + reach + 1);
    return crossed < CLEARLY * same && same > swapAbove * median(beside);
  };
  const found: Frames[] = [];
  for (let frame = 1; frame < clip.frameCount; frame++) {
    if (!flips(frame)) continue;
    let end = frame + 1;
    while (end < clip.frameCount && end - frame <= longest && !flips(end)) end++;
    if (end >= clip.frameCount || end - frame > longest) continue; // it stays so: the other side of it may be the wrong one
    found.push({ start: frame, end: end - 1 });
    frame = end;
  }
  return found;
}

/** Knee and ankle, or elbow and wrist, of both limbs: frames × 12. */
function limbPath(body: Body, clip: Clip, limbs: readonly Limb[], from: Seen): Float64Array {
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  const path = new Float64Array(12 * clip.frameCount);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    forwardKinematics(body, ws, clip.q, frame * nq);
    let o = 12 * frame;
    for (const { upper, lower, end } of limbs) {
      const root = from === 'hips' ? 0 : upper;
      for (const joint of [lower, end]) {
        for (let k = 0; k < 3; k++) path[o++] = ws.segmentOrigin[3 * joint + k] - ws.segmentOrigin[3 * root + k];
      }
    }
  }
  return path;
}

function exchanged(body: Body, clip: Clip, left: Limb, right: Limb, stretches: readonly Frames[], from: Seen): Clip {
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, restPose(clip.skeleton));
  const rest = ws.segmentRotation.slice();
  const q = clip.q.slice();
  const { leftToes, rightToes } = body.roles;
  const beyond =
    left.end === body.roles.leftFoot && leftToes !== undefined && rightToes !== undefined
      ? [
          { from: rightToes, to: leftToes },
          { from: leftToes, to: rightToes },
        ]
      : [];
  for (const { start, end } of stretches) {
    for (let frame = start; frame <= end; frame++) {
      const row = q.subarray(frame * nq, (frame + 1) * nq);
      forwardKinematics(body, ws, row);
      const ends = beyond.map(({ from, to }) => turnFor(ws, rest, from, to));
      const targets = [targetOf(ws, rest, right, left, from), targetOf(ws, rest, left, right, from)];
      solveLimb(row, ws, left, targets[0]);
      forwardKinematics(body, ws, row);
      solveLimb(row, ws, right, targets[1]);
      turnAlong(body, row, ws, beyond, ends);
    }
  }
  return withCoordinates(clip, q);
}

/** Where `to` goes to stand in for `from`: its place, its bend, and its turn since the rest pose. */
function targetOf(ws: Workspace, rest: Float64Array, from: Limb, to: Limb, seen: Seen) {
  const shift = (k: number): number =>
    seen === 'hips' ? 0 : ws.segmentOrigin[3 * to.upper + k] - ws.segmentOrigin[3 * from.upper + k];
  const place = (joint: number): Float64Array =>
    ws.segmentOrigin.slice(3 * joint, 3 * joint + 3).map((x, k) => x + shift(k));
  const rotation = turnFor(ws, rest, from.end, to.end);
  const [hip, knee, ankle] = [place(from.upper), place(from.lower), place(from.end)];
  // The bend points from the line between the limb's ends to the knee.
  const bendTowards = knee.map((x, k) => x - (hip[k] + ankle[k]) / 2);
  return { position: ankle, rotation, bendTowards };
}

/** The rotation of joint `from` in the world, as `to` has it: its turn since the rest pose. */
function turnFor(ws: Workspace, rest: Float64Array, from: number, to: number): Float64Array {
  const rotation = new Float64Array(4);
  relativeQuat(rotation, 0, rest, 4 * from, rest, 4 * to);
  multiplyQuat(rotation, 0, ws.segmentRotation, 4 * from, rotation, 0);
  return rotation;
}

/** Joints beyond the limbs turn along: toes. */
function turnAlong(
  body: Body,
  row: Float64Array,
  ws: Workspace,
  beyond: readonly { readonly to: number }[],
  ends: readonly Float64Array[],
): void {
  if (beyond.length === 0) return;
  const { parents } = body.skeleton;
  forwardKinematics(body, ws, row);
  beyond.forEach(({ to }, k) => {
    relativeQuat(row, quatIndex(to), ws.segmentRotation, 4 * parents[to], ends[k], 0);
  });
}
