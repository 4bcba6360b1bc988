/** Hits while walking and running as one of the methods: a clip and its pushes in, the answered clip out. */
import { UsageError } from '../../errors.ts';
import { createClip, fitTracks } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { checkInput } from '../check-input.ts';
import type { Method, MethodInput, MethodOutcome, MethodResult } from '../method.ts';
import type { Footprint } from './footprints.ts';
import { Locomotion } from './locomotion.ts';
import { checkedPlanner, PLANNER_DEFAULTS, type PlannerOptions } from './options.ts';
import type { StepRecord } from './plan.ts';

export interface LocomotionOptions extends PlannerOptions {
  readonly seconds: number; // length of the result; 0: the clip's own, and until it has recovered
}

export const LOCOMOTION_DEFAULTS: LocomotionOptions = { ...PLANNER_DEFAULTS, seconds: 0 };

export interface LocomotionResult extends MethodResult {
  readonly steps: readonly (StepRecord & { readonly time: number })[]; // disturbed ones, in order
  readonly footprints: readonly Footprint[];
  readonly recovered: readonly number[]; // [s]
  readonly fell: number | undefined; // [s]; the clip ends there
  readonly notes: readonly string[]; // what the clip's gait is not made for, or why there is none
}

const LONGEST_TAIL = 8; // [s] of recovery after the clip's end
const SETTLING = 0.4; // [s] recorded after it
const LONGEST = 3600; // [s]

/** Goes on with the clip, answers the pushes, and records until the gait is the clip's again, past the clip's end where need be. */
export function answerHits(input: MethodInput, options: Partial<LocomotionOptions> = {}): LocomotionResult {
  checkInput(input);
  const { clip, pushes = [], onProgress } = input;
  const { seconds = 0, ...planner } = options;
  if (!(seconds >= 0 && seconds <= LONGEST)) {
    throw new UsageError(`seconds must lie between 0 and ${LONGEST}, found ${seconds}`);
  }
  const balancer = startLocomotion(input, planner);
  const dt = clip.frameTime;
  const nq = coordinateCount(clip.skeleton);
  const wanted = seconds > 0 ? Math.max(1, Math.round(seconds / dt) + 1) : clip.frameCount;
  const most = seconds > 0 || pushes.length === 0 ? wanted : wanted + Math.round(LONGEST_TAIL / dt);
  const q = new Float64Array(most * nq);
  const steps: (StepRecord & { readonly time: number })[] = [];
  const recovered: number[] = [];
  let fell: number | undefined;
  let reason = '';
  let next = 0;
  let still = 0; // [s] since the gait is the clip's
  q.set(balancer.q);
  let frames = 1;
  for (; frames < most && fell === undefined; frames++) {
    if (frames % 64 === 1) onProgress?.(frames / most);
    const over = frames >= wanted && next === pushes.length;
    if (over && still >= (pushes.length > 0 ? SETTLING : 0)) break;
    while (next < pushes.length && pushes[next].time <= (frames - 1) * dt + 1e-9) balancer.push(pushes[next++]);
    for (const event of balancer.step(dt)) {
      if (event.kind === 'step') {
        const { records } = balancer.view();
        // how hard a step was is known when it is over
        const before = steps.at(-1);
        if (before && records.length > 1) steps[steps.length - 1] = { ...records.at(-2)!, time: before.time };
        steps.push({ ...records.at(-1)!, time: event.time });
      }
      if (event.kind === 'recovered') recovered.push(event.time);
      if (event.kind === 'fall') {
        fell = event.time;
        reason = event.reason;
      }
    }
    q.set(balancer.q, frames * nq);
    still = balancer.status === 'balanced' ? still + dt : 0;
  }
  onProgress?.(1);
  const answered = createClip({ ...clip, q: q.slice(0, frames * nq), extraTracks: fitTracks(clip, frames) });
  const { footprints, notes } = balancer.view();
  const outcome = outcomeOf(pushes.length, pushes.length - next, steps.length, balancer, reason);
  return { clip: answered, outcome, steps, footprints, recovered, fell, notes };
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

export const reactiveLocomotionMethod: Method<LocomotionOptions> = {
  id: 'reactive-locomotion',
  title: 'Hits while walking and running',
  summary: 'Answers hits on a walking or running character with body and footfalls, and returns to its gait.',
  paper: '[Komura04]',
  defaults: LOCOMOTION_DEFAULTS,
  tolerance: 1e-6, // rounding of the spline through the clip's frames
  run: (input: MethodInput, options: Partial<LocomotionOptions> = {}): MethodResult => {
    const { clip, outcome } = answerHits(input, options);
    return { clip, outcome };
  },
  start: startLocomotion,
};
