/** Does a clip stand still enough to be pushed? */
import { type Clip, coordinateCount, createWorkspace, fitBody, forwardKinematics } from 'poise';

const MOST_WAY = 0.12; // [m] that an ankle may move
const LOOKS = 60; // frames looked at

/** In words why nobody stands there; undefined: somebody does. */
export function whyNotStanding(clip: Clip): string | undefined {
  if (clip.roles.status !== 'humanoid') return 'No person was found in it';
  const { leftFoot, rightFoot } = clip.roles.roles;
  if (leftFoot === undefined || rightFoot === undefined) return 'It has no feet';
  const body = fitBody(clip);
  const ws = createWorkspace(body);
  const nq = coordinateCount(clip.skeleton);
  const low = new Float64Array(6).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(6).fill(Number.NEGATIVE_INFINITY);
  const stride = Math.max(1, Math.floor(clip.frameCount / LOOKS));
  for (let frame = 0; frame < clip.frameCount; frame += stride) {
    forwardKinematics(body, ws, clip.q.subarray(frame * nq, (frame + 1) * nq));
    [leftFoot, rightFoot].forEach((joint, side) => {
      for (let c = 0; c < 3; c++) {
        const at = ws.segmentOrigin[3 * joint + c]!;
        low[3 * side + c] = Math.min(low[3 * side + c]!, at);
        high[3 * side + c] = Math.max(high[3 * side + c]!, at);
      }
    });
  }
  return high.some((most, i) => most - low[i]! > MOST_WAY) ? 'Its feet do not stand still' : undefined;
}
