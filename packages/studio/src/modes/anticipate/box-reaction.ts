/** The force of a box on the hands that push it, for the analysis: from where the pressure under the feet really was. */
import type { BalanceReport, Body, ForceTrack } from 'poise';
import type { Recording } from 'poise/anticipation';
import { coordinateCount, createWorkspace, forwardKinematics } from 'poise/dynamics';

const MOST = 500; // [N] more is a fall, not a push

/**
 * Half of it on each hand, per frame. A box that pushes back with F at the height h of the hands moves the pressure from the
 * zero moment point z₀ of the motion alone to p: p − z₀ = h F / N, N being the load on the feet. Forward only; none after a fall.
 *
 * @param report of the same clip without any force from outside
 */
export function boxReaction(
  body: Body,
  { clip, trace, rollout }: Recording,
  report: BalanceReport,
): readonly ForceTrack[] {
  const hands = [body.roles.leftHand, body.roles.rightHand].filter((hand) => hand !== undefined);
  const { frameCount, frameTime } = clip;
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  const end = rollout.fall?.time ?? Number.POSITIVE_INFINITY;
  const force = new Float64Array(3 * frameCount);
  for (let frame = 0; frame < frameCount && frame * frameTime < end; frame++) {
    const row = Math.max(0, Math.min(trace.length - 1, Math.round((frame * frameTime) / trace.step) - 1));
    const [load, alone] = [report.grf[3 * frame + 1]!, report.zmp[3 * frame + 2]!];
    if (trace.contact[row] !== 1 || !(load > 0) || !Number.isFinite(alone)) continue;
    forwardKinematics(body, ws, clip.q.subarray(frame * nq, (frame + 1) * nq));
    const height = hands.reduce((sum, hand) => sum + ws.segmentOrigin[3 * hand + 1]!, 0) / hands.length;
    const push = (load * (trace.cop[2 * row + 1]! - alone)) / Math.max(0.3, height);
    force[3 * frame + 2] = Math.max(-MOST, Math.min(MOST, push)) / hands.length;
  }
  const time = Float64Array.from({ length: frameCount }, (_, frame) => frame * frameTime);
  return hands.map((segment) => ({ name: 'box', segment, pointInSegment: [0, 0, 0], time, force }));
}
