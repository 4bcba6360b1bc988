/** Limbs that a tracker exchanged: for a while the left leg is where the right one should be, and the other way round. */
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { type Limb, limbOf, solveLimb } from '../ik/leg-ik.ts';
import { multiplyQuat, relativeQuat } from '../math/quat.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { SIDES } from '../motion/roles.ts';
import { coordinateCount, restPose } from '../motion/skeleton.ts';
import type { Frames } from '../motion/stretches.ts';
import { MEND_PARAMETERS } from './parameters.ts';
import { type StageOutcome, untouched } from './stage.ts';
import { stretchesInWords } from './words.ts';

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
    const stretches = swapsOf(body, mended, left, right);
    if (stretches.length === 0) continue;
    mended = exchanged(body, mended, left, right, stretches);
    did.push(`The ${kind}s were exchanged, left for right, and were put back (${stretchesInWords(clip, stretches)}).`);
  }
  return did.length === 0 ? untouched(clip) : { clip: mended, did, left: [] };
}

/** Stretches that begin and end with an exchange. */
function swapsOf(body: Body, clip: Clip, left: Limb, right: Limb): Frames[] {
  const { swapTime, swapWay } = MEND_PARAMETERS;
  const longest = Math.round(swapTime / clip.frameTime);
  const path = limbPath(body, clip, [left, right]);
  const way = (a: number, sideA: number, b: number, sideB: number): number => {
    let sum = 0;
    for (let joint = 0; joint < 2; joint++) {
      const [i, j] = [12 * a + 6 * sideA + 3 * joint, 12 * b + 6 * sideB + 3 * joint];
      sum += Math.hypot(path[i] - path[j], path[i + 1] - path[j + 1], path[i + 2] - path[j + 2]);
    }
    return sum;
  };
  const flips = (frame: number): boolean => {
    const same = way(frame - 1, 0, frame, 0) + way(frame - 1, 1, frame, 1);
    const crossed = way(frame - 1, 0, frame, 1) + way(frame - 1, 1, frame, 0);
    return same > 2 * swapWay && crossed < CLEARLY * same;
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

/** Knee and ankle, or elbow and wrist, of both limbs, seen from the hips: frames × 12. */
function limbPath(body: Body, clip: Clip, limbs: readonly Limb[]): Float64Array {
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  const path = new Float64Array(12 * clip.frameCount);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    forwardKinematics(body, ws, clip.q, frame * nq);
    let o = 12 * frame;
    for (const { lower, end } of limbs) {
      for (const joint of [lower, end]) {
        for (let k = 0; k < 3; k++) path[o++] = ws.segmentOrigin[3 * joint + k] - ws.segmentOrigin[k];
      }
    }
  }
  return path;
}

function exchanged(body: Body, clip: Clip, left: Limb, right: Limb, stretches: readonly Frames[]): Clip {
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, restPose(clip.skeleton));
  const rest = ws.segmentRotation.slice();
  const q = clip.q.slice();
  for (const { start, end } of stretches) {
    for (let frame = start; frame <= end; frame++) {
      const row = q.subarray(frame * nq, (frame + 1) * nq);
      forwardKinematics(body, ws, row);
      const targets = [targetOf(ws, rest, right, left), targetOf(ws, rest, left, right)];
      solveLimb(row, ws, left, targets[0]);
      forwardKinematics(body, ws, row);
      solveLimb(row, ws, right, targets[1]);
    }
  }
  return withCoordinates(clip, q);
}

/** Where `to` goes to stand in for `from`: its place, its bend, and its turn since the rest pose. */
function targetOf(ws: Workspace, rest: Float64Array, from: Limb, to: Limb) {
  const place = (joint: number): Float64Array => ws.segmentOrigin.slice(3 * joint, 3 * joint + 3);
  const rotation = new Float64Array(4);
  relativeQuat(rotation, 0, rest, 4 * from.end, rest, 4 * to.end);
  multiplyQuat(rotation, 0, ws.segmentRotation, 4 * from.end, rotation, 0);
  const [hip, knee, ankle] = [place(from.upper), place(from.lower), place(from.end)];
  // The bend points from the line between the limb's ends to the knee.
  const bendTowards = knee.map((x, k) => x - (hip[k] + ankle[k]) / 2);
  return { position: ankle, rotation, bendTowards };
}
