/** Who stands on stage: the clip that was asked for, where its feet stand still, else the built-in idle. For workers. */
import { type Body, type Clip, coordinateCount, createWorkspace, fitBody, forwardKinematics } from 'poise';
import type { BodySettings } from '../../state/types.ts';
import type { ClipRequest } from '../../worker/api.ts';
import { clipOf } from '../../worker/clips.ts';
import { bodyFor } from '../../worker/judge.ts';

export interface StandRequest {
  readonly clip: ClipRequest | undefined; // on stage
  readonly shown?: Clip | undefined; // the same as the page has it, so that it is not read or performed again
  readonly body: BodySettings; // set by hand for it
}

export interface Standing {
  readonly clip: Clip;
  readonly body: Body;
  readonly own: boolean; // it is the clip that was asked for
  readonly note: string | undefined; // why not, or what is wrong with it
}

const IDLE = { kind: 'built-in', motion: 'idle', values: {} } as const;

/** @param anyway the clip is taken whatever its feet do */
export async function whoStands({ clip: request, shown, body }: StandRequest, anyway = false): Promise<Standing> {
  const asked = shown ?? (request && (await clipOf(request)));
  const note = asked && whyNotStanding(asked);
  const own = asked !== undefined && (note === undefined || anyway);
  // the built-in idle is somebody else than the person of a file
  const builtIn = request?.kind === 'built-in';
  const clip = own ? asked : await clipOf({ ...IDLE, body: builtIn ? request.body : {} });
  return { clip, body: bodyFor(clip, own || builtIn ? body : {}), own, note };
}

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
