/** From requests to responses: planned, performed, measured and labelled the way captured ones are. */
import type { ForceTrack } from '../../balance/force-track.ts';
import { responseOf } from '../../methods/push-response/build-response.ts';
import { LEVEL_GROUND } from '../../methods/push-response/measure.ts';
import type { Provenance, PushTruth, Response } from '../../methods/push-response/response.ts';
import { type Clip, createClip } from '../../motion/clip.ts';
import { type Actor, createActor } from '../actor.ts';
import type { MannequinOptions } from '../mannequin/skeleton.ts';
import { DEGREE } from '../motions/stance.ts';
import { planInPlace } from './in-place.ts';
import { type Neutral, neutralStance } from './neutral.ts';
import { type PerformedResponse, performResponse, type ResponsePlan } from './perform-response.ts';
import { FRAME_TIME, forcePerFrame, PUSH, pushOn } from './push-force.ts';
import { REFERENCE, type ResponseRequest } from './request.ts';
import { planStepping } from './step-response.ts';
import { responseStyle } from './style.ts';

/** A performed request with what it was told and what it can be held against. */
export interface DraftResponse {
  readonly request: ResponseRequest;
  readonly clip: Clip;
  readonly impulse: readonly [x: number, z: number]; // [N·s] on this body
  readonly push: ForceTrack;
  readonly performed: PerformedResponse;
}

/** [rad] of the trunk per N·s, in place; the back bends less backward and sideways. */
const LEAN = { forward: 0.03, back: 0.018, aside: 0.018 };

function leanFor({ strategy, impulse }: ResponseRequest, direction: number): number {
  if (strategy === 'ankle') return 0;
  const [x, z] = [Math.sin(direction), Math.cos(direction)];
  return impulse * Math.hypot(LEAN.aside * x, (z > 0 ? LEAN.forward : LEAN.back) * z);
}

/** How many times stronger a push must be on this body to ask the same of it: impulses scale with m·ω·foot length. */
function impulseScale(actor: Actor, neutral: Neutral): number {
  return (
    (actor.body.totalMass * neutral.omega * actor.foot.length) / (REFERENCE.mass * REFERENCE.omega * REFERENCE.foot)
  );
}

/** What a request means for this body. */
export interface PlannedRequest {
  readonly plan: ResponsePlan;
  readonly impulse: readonly [x: number, z: number]; // [N·s]
  readonly push: ForceTrack;
}

export function planRequest(actor: Actor, neutral: Neutral, request: ResponseRequest): PlannedRequest {
  const direction = request.direction * DEGREE;
  const style = responseStyle(request.seed);
  const size = request.impulse * impulseScale(actor, neutral);
  const impulse = [size * Math.sin(direction), size * Math.cos(direction)] as const;
  const { lean = leanFor(request, direction), turns = 0, steps } = request;
  const plan = steps
    ? planStepping(actor, neutral, request, steps, style)
    : planInPlace(actor, neutral, { direction, impulse: request.impulse, lean, turns }, style);
  return { plan, impulse, push: pushOn(actor, neutral.q, impulse) };
}

/** Performs one request. */
export function performRequest(actor: Actor, neutral: Neutral, request: ResponseRequest): DraftResponse {
  const { plan, impulse, push } = planRequest(actor, neutral, request);
  const performed = performResponse(actor, neutral, plan, forcePerFrame(push, plan.frames));
  return { request, clip: clipOf(actor, request, performed.q), impulse, push, performed };
}

export const clipOf = (actor: Actor, { name }: ResponseRequest, q: Float64Array): Clip =>
  createClip({
    name,
    skeleton: actor.skeleton,
    roles: { status: 'humanoid', roles: actor.roles, by: 'map', rig: 'Poise mannequin' },
    frameTime: FRAME_TIME,
    q,
  });

export const truthOf = (neutral: Neutral, impulse: readonly [x: number, z: number]): PushTruth => ({
  impulse,
  direction: Math.atan2(impulse[0], impulse[1]),
  height: neutral.com[1],
  duration: PUSH.duration,
  t0: PUSH.start,
});

export const provenanceOf = ({ seed }: ResponseRequest, frames: number): Provenance => ({
  source: 'performer',
  frames: [0, frames],
  note: `seed ${seed}`,
});

/** The response of a draft, through the same path as captured ones. */
export function responseOfDraft(actor: Actor, neutral: Neutral, draft: DraftResponse): Response {
  const { request, clip } = draft;
  const truth = truthOf(neutral, draft.impulse);
  return responseOf(
    actor.body,
    clip,
    {
      name: request.name,
      truth,
      provenance: provenanceOf(request, clip.frameCount),
    },
    LEVEL_GROUND,
  );
}

export interface GenerateOptions {
  readonly body: Partial<MannequinOptions>;
  /** Called after each response with how many are done; throw from it to cancel. */
  readonly onProgress: (done: number, of: number) => void;
}

/** Performs requests on the mannequin. Same requests, same body, same bytes.
 *
 * ```ts
 * const responses = generateResponses(libraryPlan(), { body: { height: 1.68, mass: 61 } });
 * ```
 */
export function generateResponses(
  requests: readonly ResponseRequest[],
  options: Partial<GenerateOptions> = {},
): Response[] {
  const actor = createActor(options.body);
  const neutral = neutralStance(actor);
  return requests.map((request, k) => {
    const response = responseOfDraft(actor, neutral, performRequest(actor, neutral, request));
    options.onProgress?.(k + 1, requests.length);
    return response;
  });
}
