/** Hits while walking and running as one of the methods: a clip and its pushes in, the answered clip out. */
import type { Situation } from '../../gait/situation.ts';
import { refuseUnknown } from '../../math/options.ts';
import type { BalancerEvent } from '../balancer.ts';
import { checkInput } from '../check-input.ts';
import { describeEvent } from '../describe-event.ts';
import { endsStanding } from '../ends-standing.ts';
import { fallOf } from '../fall-of.ts';
import type { Fit, Method, MethodEvent, MethodInput, MethodOutcome, MethodResult } from '../method.ts';
import { record, withDetails } from '../record.ts';
import { Locomotion } from './locomotion.ts';
import { LOCOMOTION_DEFAULTS, type LocomotionOptions } from './options.ts';
import { isEarly, type StepRecord } from './step-record.ts';

export interface LocomotionResult extends MethodResult {
  readonly steps: readonly StepRecord[]; // of the character who was hit, in order
  readonly recovered: readonly number[]; // [s]
  readonly fell: number | undefined; // [s]; the clip ends when the body lies
}

/** A character that goes on with its walk or run until it is hit.
 *
 * ```ts
 * const walker = startLocomotion({ body, clip: walk }, { bracing: 'firm' });
 * walker.push({ impulse: [20, 0, 0], segment: chest }); // [N·s] world axes
 * walker.step(1 / 60); // walker.q is the pose
 * ```
 */
export function startLocomotion(input: MethodInput, options: Partial<LocomotionOptions> = {}): Locomotion {
  checkInput(input);
  refuseUnknown('reactive-locomotion', options, Object.keys(LOCOMOTION_DEFAULTS));
  return new Locomotion(input.body, input.clip, options);
}

/** Goes on with the clip, answers the pushes, and records until the character has recovered, past the clip's end where need be. */
export function answerHits(input: MethodInput, options: Partial<LocomotionOptions> = {}): LocomotionResult {
  const { clip, pushes = [], onProgress } = input;
  const { seconds = 0, ...style } = options;
  const walker = startLocomotion(input, style);
  const goesOn = walker.restsBecause === '' || endsStanding(input.body, clip);
  const tail = goesOn ? {} : { tail: 0 };
  const {
    clip: answered,
    events,
    fell,
    late,
  } = record(walker, {
    clip,
    pushes,
    seconds,
    fall: fallOf(input, { ground: options.ground }),
    liesFor: input.getUp?.after,
    onProgress,
    ...tail,
  });
  const { steps } = walker.view();
  const isLonger = answered.frameCount > clip.frameCount;
  return {
    clip: answered,
    outcome: outcomeOf(walker, events, pushes.length, late),
    events: withDetails(events, 'step', steps),
    notes:
      isLonger && walker.restsBecause !== ''
        ? [`the character comes to rest at the end of the clip: ${walker.restsBecause}`]
        : [],
    steps,
    recovered: events.filter(({ kind }) => kind === 'recovered').map(({ time }) => time),
    fell,
  };
}

/** `late`: of the pushes, those that come after the end. */
function outcomeOf(
  { status }: Locomotion,
  events: readonly BalancerEvent[],
  pushes: number,
  late: number,
): MethodOutcome {
  const fall = events.find((event) => event.kind === 'fall');
  if (fall) return { status: 'fall', achieved: false, reason: `The character falls: ${fall.reason}.` };
  if (pushes === 0) return { status: 'balanced', achieved: true, reason: 'Nobody pushed.' };
  if (late > 0) {
    const reason = `${late} of ${pushes} ${pushes === 1 ? 'push comes' : 'pushes come'} after the end.`;
    return { status: 'recovering', achieved: false, reason };
  }
  const steps = stepsUntilRecovery(events);
  const counted = `${steps} ${steps === 1 ? 'step' : 'steps'}`;
  if (status === 'balanced') {
    return { status: 'recovered', achieved: true, reason: `The character recovered in ${counted}.` };
  }
  const reason = `The character is still recovering after ${counted} when the result ends.`;
  return { status: 'recovering', achieved: false, reason };
}

/** From the last push on. */
function stepsUntilRecovery(events: readonly BalancerEvent[]): number {
  const from = events.findLastIndex(({ kind }) => kind === 'impact');
  const after = events.slice(from);
  const to = after.findIndex(({ kind }) => kind === 'recovered');
  return after.slice(0, to < 0 ? after.length : to).filter(({ kind }) => kind === 'step').length;
}

function fits({ kind, pushes, gaitError = '' }: Situation): Fit {
  if (pushes === 0) return { fit: 0, reason: 'There is no push to answer.' };
  if (kind === 'other') return { fit: 0, reason: 'The character is not on its feet, and the answer is made for feet.' };
  if (kind === 'stands') return { fit: 0.5, reason: 'The character stands; body and single steps answer.' };
  if (gaitError !== '') {
    return { fit: 0.8, reason: `The character ${kind}, but in no gait that goes on past the end: ${gaitError}.` };
  }
  return { fit: 1, reason: `The character ${kind} in a gait that can be gone on with.` };
}

/** A step says how it differs from the clip's. */
function describe(event: MethodEvent): string {
  if (event.kind !== 'step' || !event.detail) return describeEvent(event);
  const step = event.detail as StepRecord;
  if (step.took === 0) return describeEvent(event);
  const cm = (by: number, [more, less]: readonly [string, string]): string =>
    `${Math.abs(100 * by).toFixed(0)} cm ${by >= 0 ? more : less}`;
  const where = `${cm(step.ahead, ['ahead', 'behind'])}, ${cm(step.left, ['to the left', 'to the right'])}`;
  const marks = [isEarly(step) && 'early', step.crossed && 'across'].filter(Boolean);
  const after = `after ${step.took.toFixed(2)} s instead of ${step.own.toFixed(2)} s`;
  return `The ${step.side} foot lands ${where} of the clip's, ${after}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}.`;
}

export const reactiveLocomotionMethod: Method<LocomotionOptions> = {
  id: 'reactive-locomotion',
  title: 'Hits while walking and running',
  summary: 'Answers hits on a walking or running character with body and footfalls, and returns to its gait.',
  paper: '[Komura04]',
  defaults: LOCOMOTION_DEFAULTS,
  tolerance: 1e-6, // rounding of the spline through the clip's frames
  fits,
  run: answerHits,
  start: startLocomotion,
  describe,
};
