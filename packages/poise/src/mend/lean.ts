/**
 * A body that leans to one side of the room nearly all the time, in a file that holds nothing but points: cameras see depth worst, and put the feet of a
 * person behind or in front of the body. The legs are turned under the body by one angle; feet keep how they are turned, so that soles stay flat.
 */
import type { Judgement } from '../balance/judge.ts';
import { surelyCarriedBy } from '../balance/rules/carrier.ts';
import { imbalanceRuns } from '../balance/rules/imbalance-runs.ts';
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace } from '../dynamics/workspace.ts';
import { median } from '../math/order-statistics.ts';
import { expQuat, multiplyQuat, relativeQuat } from '../math/quat.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { holdsPositionsOnly } from '../motion/keypoints/points-to-clip.ts';
import { SIDES } from '../motion/roles.ts';
import { coordinateCount, quatIndex } from '../motion/skeleton.ts';
import { isCarriedThroughout } from './held.ts';
import { MEND_PARAMETERS } from './parameters.ts';

const ROUNDS = 4; // legs weigh something: the body is not where it would be without them
const LEG = 0.5; // of stature, hip joint to sole
const WORTH = 0.005; // [m] less is left

export interface Leaning {
  readonly clip: Clip;
  readonly angle: number; // [rad] that legs were turned by
}

/** The clip with its legs under the body; undefined where it does not lean so, or leans for another reason. */
export function withoutLean(body: Body, clip: Clip, judgeOf: (clip: Clip) => Judgement): Leaning | undefined {
  if (!holdsPositionsOnly(clip)) return undefined;
  const before = judgeOf(clip);
  const input = { body, clip, report: before.report };
  const runs = imbalanceRuns(input);
  if (!isCarriedThroughout(input, runs) || runs.some((run) => surelyCarriedBy(input, run))) return undefined;
  const turn = new Float64Array(3); // rotation vector, about level axes
  let [upright, judged] = [clip, before];
  for (let round = 0; round < ROUNDS; round++) {
    const [x, z] = usualImbalance(judged);
    if (Math.hypot(x, z) < WORTH) break;
    // Feet come to where the body is too far: ω × (0, −leg, 0) = (x, 0, z).
    turn[0] -= z / (LEG * body.height);
    turn[2] += x / (LEG * body.height);
    if (Math.hypot(turn[0], turn[2]) > MEND_PARAMETERS.leanMost) return undefined;
    upright = withLegsTurned(body, clip, turn);
    judged = judgeOf(upright);
  }
  if (isCarriedThroughout({ body, clip: upright, report: judged.report })) return undefined;
  return { clip: upright, angle: Math.hypot(turn[0], turn[2]) };
}

/** [m] x and z: how far the body usually is from where it could be. */
function usualImbalance({ report: { imbalance, judged } }: Judgement): readonly [number, number] {
  const frames = Array.from(judged.keys()).filter((frame) => judged[frame]);
  if (frames.length === 0) return [0, 0];
  return [median(frames.map((f) => imbalance[3 * f])), median(frames.map((f) => imbalance[3 * f + 2]))];
}

/** Legs turned about the hip joints by one rotation of the world's axes; feet keep their own turn. */
function withLegsTurned(body: Body, clip: Clip, turn: Float64Array): Clip {
  const { parents } = clip.skeleton;
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  const q = clip.q.slice();
  const [more, world, above] = [new Float64Array(4), new Float64Array(4), new Float64Array(4)];
  expQuat(more, 0, turn, 0);
  for (let f = 0; f < clip.frameCount; f++) {
    forwardKinematics(body, ws, clip.q, f * nq);
    for (const side of SIDES) {
      const [hip, foot] = [body.roles[`${side}UpperLeg`], body.roles[`${side}Foot`]];
      if (hip === undefined || foot === undefined) continue;
      multiplyQuat(world, 0, more, 0, ws.segmentRotation, 4 * hip);
      relativeQuat(q, f * nq + quatIndex(hip), ws.segmentRotation, 4 * parents[hip], world, 0);
      multiplyQuat(above, 0, more, 0, ws.segmentRotation, 4 * parents[foot]);
      relativeQuat(q, f * nq + quatIndex(foot), above, 0, ws.segmentRotation, 4 * foot);
    }
  }
  return withCoordinates(clip, q);
}
