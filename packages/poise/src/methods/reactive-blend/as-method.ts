/** Reactions anywhere at any moment as one of the methods: a clip and its pushes in, the answered clip out. */
import type { Body } from '../../body/body.ts';
import { hipSpeed, type Situation } from '../../gait/situation.ts';
import { STANDING_SPEED } from '../../gait/standing.ts';
import { type Clip, durationOf } from '../../motion/clip.ts';
import type { BalancerEvent } from '../balancer.ts';
import { checkInput } from '../check-input.ts';
import { describeEvent } from '../describe-event.ts';
import type { Fit, Method, MethodInput, MethodOutcome, MethodResult } from '../method.ts';
import { lateNotes, record } from '../record.ts';
import { ReactiveBlender } from './blender.ts';
import { createGaitPlayer, joinPlayers } from './gait-player.ts';
import { REACTIVE_BLEND_DEFAULTS, type ReactiveBlendOptions } from './options.ts';
import { ClipPrimary } from './primary.ts';
import { createReactionPlayer } from './reaction-play.ts';

const MOST_TAIL = 6; // [s] of recovery after the clip's end: longer ones are a pose held by nobody

/** A character that goes on with any clip until it is hit.
 *
 * ```ts
 * const balancer = startReactiveBlend({ body, clip });
 * balancer.push({ impulse: [0, 0, 30], segment: body.roles.chest ?? 0 }); // [N·s] world axes
 * balancer.step(1 / 60); // balancer.q is the pose
 * ```
 */
export const startReactiveBlend = (
  input: MethodInput,
  options: Partial<ReactiveBlendOptions> = {},
): ReactiveBlender => {
  checkInput(input);
  const { body, clip } = input;
  const { library, gaits } = options;
  const player = joinPlayers(library && createReactionPlayer(body, library), gaits && createGaitPlayer(body, gaits));
  return new ReactiveBlender(body, new ClipPrimary(clip), options, player);
};

/** Plays the clip with its pushes; records past its end until the character stands as the clip ends. */
export function reactToPushes(input: MethodInput, options: Partial<ReactiveBlendOptions> = {}): MethodResult {
  const blender = startReactiveBlend(input, options);
  const { body, clip, pushes = [], onProgress } = input;
  const tail = endsStanding(body, clip) ? MOST_TAIL : 0;
  const { clip: answered, events, late } = record(blender, { clip, pushes, tail, onProgress });
  return { clip: answered, outcome: outcomeOf(events), events, notes: lateNotes(late, pushes.length) };
}

const END = 0.1; // [s] before the end; captures often repeat their last frame, so a while counts

/** A walk that ends in mid-stride is not held there. */
const endsStanding = (body: Body, clip: Clip): boolean => hipSpeed(body, clip, durationOf(clip) - END) < STANDING_SPEED;

function outcomeOf(events: readonly BalancerEvent[]): MethodOutcome {
  const fall = events.find((event) => event.kind === 'fall');
  if (fall) return { status: 'fall', achieved: false, reason: `Beyond recovery: ${fall.reason}.` };
  if (!events.some(({ kind }) => kind === 'impact')) {
    return { status: 'balanced', achieved: true, reason: 'Nobody pushed.' };
  }
  const steps = events.filter(({ kind }) => kind === 'step').length;
  if (steps === 0) return { status: 'absorbed', achieved: true, reason: 'Absorbed without a step.' };
  return { status: 'reacted', achieved: true, reason: `Caught with ${steps} ${steps === 1 ? 'step' : 'steps'}.` };
}

function fits({ kind, pushes, gaitError }: Situation): Fit {
  if (pushes === 0) return { fit: 0, reason: 'There is no push to answer.' };
  if (kind === 'other')
    return { fit: 0.2, reason: 'The character is not on its feet, and the answer is made for feet.' };
  if (kind === 'stands') return { fit: 0.6, reason: 'The character stands; the answer is one for any moment.' };
  if (gaitError) return { fit: 0.6, reason: `The character ${kind}, but not on in its gait: ${gaitError}.` };
  return { fit: 0.6, reason: `The character ${kind}; the answer is one for any moment.` };
}

export const reactiveBlendMethod: Method<ReactiveBlendOptions> = {
  id: 'reactive-blend',
  title: 'Reactions',
  summary: 'Answers hits anywhere at any moment: standing, walking or running, by momentum, steps and postures.',
  paper: '[Komura05]',
  defaults: REACTIVE_BLEND_DEFAULTS,
  tolerance: 0, // the clip itself goes on while nobody pushes
  fits,
  run: reactToPushes,
  start: startReactiveBlend,
  describe: describeEvent,
};
