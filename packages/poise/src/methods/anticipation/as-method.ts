/** Anticipation as one of the methods: a clip, followed in simulation by somebody who knows the pushes before they come. */

import { UsageError } from '../../errors.ts';
import { pushTrack } from '../../gait/push.ts';
import type { Situation } from '../../gait/situation.ts';
import { filledWith } from '../../math/options.ts';
import { withCoordinates } from '../../motion/clip.ts';
import type { MujocoModule } from '../../sim/engine.ts';
import { checkInput } from '../check-input.ts';
import { describeEvent } from '../describe-event.ts';
import type { Fit, Method, MethodEvent, MethodInput, MethodOutcome, MethodResult } from '../method.ts';
import { type AnticipatedClip, anticipateClip } from './anticipate-clip.ts';

export interface AnticipationOptions {
  readonly engine: MujocoModule | undefined; // needed as soon as there is a push
  readonly maxEvaluations: number; // most simulations
  readonly stepping: boolean; // takes steps when it cannot hold
  readonly seconds: number; // length of the result; 0: the clip's own, and two more after the last push
}

const ANTICIPATION_DEFAULTS: AnticipationOptions = {
  engine: undefined,
  maxEvaluations: 200,
  stepping: true,
  seconds: 0,
};

function prepare(input: MethodInput, options: Partial<AnticipationOptions> = {}): MethodResult {
  checkInput(input);
  const { body, clip, pushes = [], seed = 0, onProgress } = input;
  const { engine, maxEvaluations, stepping, seconds } = filledWith(ANTICIPATION_DEFAULTS, options);
  onProgress?.(0);
  if (pushes.length === 0) {
    onProgress?.(1);
    const outcome = { status: 'balanced', achieved: true, reason: 'There is no push to prepare for.' };
    return { clip, outcome, events: [], notes: [] };
  }
  if (!engine) throw new UsageError('anticipation simulates: it needs options.engine, the loaded MuJoCo module');
  const found = anticipateClip(engine, body, clip, {
    forces: pushes.map((push) => pushTrack(push, body)),
    seed,
    maxEvaluations,
    stepping,
    seconds: seconds > 0 ? seconds : undefined,
    onProgress,
  });
  onProgress?.(1);
  return {
    clip: withCoordinates(clip, found.result.clip.q),
    outcome: outcomeOf(found),
    events: eventsOf(input, found),
    notes: [`the lean was learned in ${found.evaluations} simulations`],
  };
}

function outcomeOf({ result: { status, reason, fellAt, steps } }: AnticipatedClip): MethodOutcome {
  if (status === 'stands') {
    const how = steps === 0 ? 'without a step' : `with ${steps} ${steps === 1 ? 'step' : 'steps'}`;
    return { status: 'recovered', achieved: true, reason: `The character prepared for it and stands ${how}.` };
  }
  if (status === 'strayed') {
    return {
      status,
      achieved: false,
      reason: `The character keeps its feet, but loses the posture of the clip: ${reason}.`,
    };
  }
  const when = fellAt === undefined ? '' : ` at ${fellAt.toFixed(2)} s`;
  return { status: 'fall', achieved: false, reason: `The character falls although it prepared${when}: ${reason}.` };
}

function eventsOf(
  { pushes = [] }: MethodInput,
  { result: { fellAt, reason } }: AnticipatedClip,
): readonly MethodEvent[] {
  const events: MethodEvent[] = pushes.map((push) => ({ kind: 'impact', time: push.time, push }));
  if (fellAt !== undefined) events.push({ kind: 'fall', time: fellAt, reason });
  return events.sort((a, b) => a.time - b.time);
}

function fits({ kind, pushes, speed }: Situation): Fit {
  if (pushes === 0) return { fit: 0, reason: 'There is no push to prepare for.' };
  if (kind === 'other' || kind === 'runs')
    return { fit: 0, reason: 'Simulated people follow neither runs nor clips off their feet.' };
  if (kind === 'walks') {
    return {
      fit: 0.1,
      reason: `Simulated people follow slow walks at best, and this one has ${speed.toFixed(1)} m/s.`,
    };
  }
  return {
    fit: 0.3,
    reason: 'The character stands, but knows the push before it comes, and many simulations are needed.',
  };
}

export const anticipationMethod: Method<AnticipationOptions> = {
  id: 'anticipation',
  title: 'Anticipation',
  summary: 'Lets a simulated character prepare for pushes that it knows before they come; needs the MuJoCo engine.',
  paper: '[Rabbani14]',
  defaults: ANTICIPATION_DEFAULTS,
  tolerance: 0, // the clip itself where there is no push
  fits,
  run: prepare,
  describe: describeEvent,
};
