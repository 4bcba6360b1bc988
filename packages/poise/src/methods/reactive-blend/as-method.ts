/** Reactions anywhere at any moment as one of the methods: a clip and its pushes in, the answered clip out. */
import { analyse } from '../../balance/analyse.ts';
import { measureSituation, type Situation } from '../../gait/situation.ts';
import { withDefaults } from '../../math/options.ts';
import type { BalancerEvent } from '../balancer.ts';
import { checkInput } from '../check-input.ts';
import { describeEvent } from '../describe-event.ts';
import { endsStanding } from '../ends-standing.ts';
import { fallOf } from '../fall-of.ts';
import type { Fit, Method, MethodInput, MethodOutcome, MethodResult } from '../method.ts';
import { Locomotion } from '../reactive-locomotion/locomotion.ts';
import { lateNotes, record } from '../record.ts';
import { standsAs } from '../stands-as.ts';
import { BlendTactics } from './blend-tactics.ts';
import { ReactiveBlender, TIED } from './blender.ts';
import { GaitExamples } from './gait-examples.ts';
import { LibraryExamples } from './library-examples.ts';
import { REACTIVE_BLEND_DEFAULTS, type ReactiveBlendOptions } from './options.ts';

const MOST_TAIL = 6; // [s] of recovery after the clip's end: longer ones are a pose held by nobody

/** A character that goes on with any clip until it is hit.
 *
 * ```ts
 * const balancer = startReactiveBlend({ body, clip });
 * balancer.push({ impulse: [0, 0, 30], segment: body.roles.chest ?? 0 }); // [N·s] world axes
 * balancer.step(1 / 60); // balancer.q is the pose
 * ```
 */
export function startReactiveBlend(
  input: MethodInput,
  options: Partial<ReactiveBlendOptions> = {},
): ReactiveBlender | Locomotion {
  checkInput(input);
  const { body, clip, pushes } = input;
  const all = withDefaults('reactive-blend', REACTIVE_BLEND_DEFAULTS, options);
  const report = analyse(body, clip);
  const { kind } = measureSituation(body, clip, { report, ...(pushes?.[0] && { time: pushes[0].time }) });
  const { library, gaits, ground, hands, parameters } = all;
  if (kind === 'stands') {
    const examples = library && new LibraryExamples(body, library, all);
    const { source, gait } = standsAs(body, clip, report);
    return new ReactiveBlender(source, { ...all, ...(gait && { gait }) }, examples);
  }
  // whoever walks has one answer; examples of gaits lend it their postures and their angular momentum
  return new Locomotion(body, clip, {
    ground,
    parameters: { ...(hands === 'tied' && TIED), ...parameters },
    tactics: gaits && new BlendTactics(new GaitExamples(body, gaits)),
  });
}

/** Plays the clip with its pushes; records past its end until the character stands as the clip ends. */
export function reactToPushes(input: MethodInput, options: Partial<ReactiveBlendOptions> = {}): MethodResult {
  const blender = startReactiveBlend(input, options);
  const { body, clip, pushes = [], onProgress } = input;
  const goesOn = (blender instanceof Locomotion && blender.restsBecause === '') || endsStanding(body, clip);
  const tail = goesOn ? MOST_TAIL : 0;
  const fall = fallOf(input, { ground: options.ground });
  const {
    clip: answered,
    events,
    late,
  } = record(blender, { clip, pushes, tail, fall, liesFor: input.getUp?.after, onProgress });
  return { clip: answered, outcome: outcomeOf(events), events, notes: lateNotes(late, pushes.length) };
}

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
  tolerance: 1e-9, // a smooth curve through the frames, to rounding
  fits,
  run: reactToPushes,
  start: startReactiveBlend,
  describe: describeEvent,
};
