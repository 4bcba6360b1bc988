/** Who stands on stage: the clip that was asked for, where its feet stand still, else the built-in idle. For workers. */
import { type Body, type Clip, fitBody } from 'poise';
import { measureSituation, pushResponseMethod } from 'poise/react';
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

const LEAST_FIT = 0.5; // of a clip that can be pushed at any moment
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

/** In words why nobody stands there; undefined: somebody does, all the time. */
export function whyNotStanding(clip: Clip): string | undefined {
  if (clip.roles.status !== 'humanoid') return 'No person was found in it';
  const { leftFoot, rightFoot } = clip.roles.roles;
  if (leftFoot === undefined || rightFoot === undefined) return 'It has no feet';
  const situation = measureSituation(fitBody(clip), clip, { pushes: 1 });
  const { fit } = pushResponseMethod.fits(situation);
  if (fit >= LEAST_FIT) return undefined;
  return situation.kind === 'other' ? 'Nobody is on their feet' : 'The feet do not stand still';
}
