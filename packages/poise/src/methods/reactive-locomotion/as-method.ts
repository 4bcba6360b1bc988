/** Hits while walking and running as one of the methods: a clip and its pushes in, the answered clip out. */
import type { Situation } from '../../gait/situation.ts';
import type { BalancerEvent } from '../balancer.ts';
import { checkInput } from '../check-input.ts';
import { describeEvent } from '../describe-event.ts';
import type { Fit, Method, MethodEvent, MethodInput, MethodOutcome, MethodResult } from '../method.ts';
import { record, withDetails } from '../record.ts';
import type { Footprint } from './footprints.ts';
import { Locomotion } from './locomotion.ts';
import { checkedPlanner, PLANNER_DEFAULTS, type PlannerOptions } from './options.ts';
import type { StepRecord } from './plan.ts';

export interface LocomotionOptions extends PlannerOptions {
  readonly seconds: number; // length of the result; 0: the clip's own, and until it has recovered
}

export const LOCOMOTION_DEFAULTS: LocomotionOptions = { ...PLANNER_DEFAULTS, seconds: 0 };

/** A disturbed step: what was planned, when it landed, and where the feet are. */
type RecordedStep = StepRecord & { readonly time: number } & Partial<Pick<Footprint, 'place' | 'original'>>;

export interface LocomotionResult extends MethodResult {
  readonly steps: readonly RecordedStep[]; // disturbed ones, in order
  readonly footprints: readonly Footprint[];
  readonly recovered: readonly number[]; // [s]
  readonly fell: number | undefined; // [s]; the clip ends there
}

/** Goes on with the clip, answers the pushes, and records until the gait is the clip's again, past the clip's end where need be. */
export function answerHits(input: MethodInput, options: Partial<LocomotionOptions> = {}): LocomotionResult {
  const { clip, pushes = [], onProgress } = input;
  const { seconds = 0, ...planner } = options;
  const balancer = startLocomotion(input, planner);
  const landed: (StepRecord & { readonly time: number })[] = [];
  const onEvent = ({ kind, time }: BalancerEvent): void => {
    if (kind !== 'step') return;
    const { records } = balancer.view();
    // how hard a step was is known when it is over
    const before = landed.at(-1);
    if (before && records.length > 1) landed[landed.length - 1] = { ...records.at(-2)!, time: before.time };
    landed.push({ ...records.at(-1)!, time });
  };
  // a fall is where the gait is given up: nothing moves after it
  const recorded = record(balancer, { clip, pushes, seconds, remainder: 0, onProgress, onEvent });
  const { footprints, notes } = balancer.view();
  const steps = landed.map((step, k): RecordedStep => {
    const { place, original } = footprints[k] ?? {};
    return { ...step, ...(place && original && { place, original }) };
  });
  const { events, fell } = recorded;
  return {
    clip: recorded.clip,
    outcome: outcomeOf(pushes.length, recorded.late, steps.length, balancer, fallReason(events)),
    events: withDetails(events, 'step', steps),
    notes,
    steps,
    footprints,
    recovered: events.filter(({ kind }) => kind === 'recovered').map(({ time }) => time),
    fell,
  };
}

function fallReason(events: readonly BalancerEvent[]): string {
  const fall = events.find((event) => event.kind === 'fall');
  return fall ? fall.reason : '';
}

/** A character that goes on with its walk or run until it is pushed. */
export function startLocomotion(input: MethodInput, options: Partial<PlannerOptions> = {}): Locomotion {
  checkInput(input);
  return new Locomotion(input.body, input.clip, checkedPlanner(options));
}

function outcomeOf(
  pushes: number,
  late: number, // of those, that come after the end
  steps: number,
  { status, noGait }: Locomotion,
  reason: string,
): MethodOutcome {
  if (status === 'falling') return { status: 'fall', achieved: false, reason: `It falls: ${reason}.` };
  if (pushes === 0) return { status: 'balanced', achieved: true, reason: 'Nobody pushed.' };
  if (late > 0) {
    const reason = `${late} of ${pushes} ${pushes === 1 ? 'push comes' : 'pushes come'} after the end.`;
    return { status: 'recovering', achieved: false, reason };
  }
  const how = noGait === '' ? `in ${steps} ${steps === 1 ? 'step' : 'steps'}` : 'by swaying on its feet';
  if (status === 'balanced') {
    return { status: 'recovered', achieved: true, reason: `It recovered ${how}.` };
  }
  return {
    status: 'recovering',
    achieved: false,
    reason: `It is still recovering after ${steps} steps when the clip ends.`,
  };
}

function fits({ kind, pushes, gaitError = '' }: Situation): Fit {
  if (pushes === 0) return { fit: 0, reason: 'There is no push to answer.' };
  if (kind === 'other') return { fit: 0, reason: 'The character is not on its feet, and the answer is a gait.' };
  if (kind === 'stands')
    return { fit: 0.2, reason: 'The character stands, so it would sway on its feet and never step.' };
  if (gaitError !== '') return { fit: 0.2, reason: `The character ${kind}, but would stop and sway: ${gaitError}.` };
  return { fit: 1, reason: `The character ${kind} in a gait that can be gone on with.` };
}

/** A step says how it differs from the clip's. */
function describe(event: MethodEvent): string {
  if (event.kind !== 'step' || !event.detail) return describeEvent(event);
  const { side, foot, nominalFoot, support, after, saturated, early, crossed } = event.detail as RecordedStep;
  const cm = (k: 0 | 1): string => {
    const by = 100 * (foot[k] - nominalFoot[k]);
    const words = k === 0 ? ['longer', 'shorter'] : ['to the left', 'to the right'];
    return `${Math.abs(by).toFixed(0)} cm ${words[by >= 0 ? 0 : 1]}`;
  };
  const marks = [saturated && 'at its limits', early && 'early', crossed && 'across'].filter(Boolean);
  const how = `${cm(0)}, ${cm(1)}, after ${support.toFixed(2)} + ${after.toFixed(2)} s`;
  return `The ${side} foot lands ${how}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}.`;
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
