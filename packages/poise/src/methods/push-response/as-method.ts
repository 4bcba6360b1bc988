/** Push responses as one of the methods: a standing clip and its pushes in, the answered clip out. */
import type { Situation } from '../../gait/situation.ts';
import { STILL_FEET } from '../../gait/standing.ts';
import { withDefaults } from '../../math/options.ts';
import type { BalancerEvent, BalancerStatus } from '../balancer.ts';
import { checkInput } from '../check-input.ts';
import { describeEvent } from '../describe-event.ts';
import { fallOf } from '../fall-of.ts';
import type { Fit, Method, MethodEvent, MethodInput, MethodOutcome, MethodResult } from '../method.ts';
import { lateNotes, record, withDetails } from '../record.ts';
import { PUSH_RESPONSE_DEFAULTS, type PushResponseOptions } from './options.ts';
import { type Answer, PushResponder } from './responder.ts';

export interface PushResponseResult extends MethodResult {
  readonly answers: readonly Answer[]; // one per push
  readonly recovered: readonly number[]; // [s] when the character stood again
}

export interface AnswerOptions extends PushResponseOptions {
  readonly seconds: number; // length of the result; 0: the clip's own, and until the character stands again
}

/** Goes on with the clip, answers the pushes, and records until the character stands again, past the clip's end where need be. */
export function answerPushes(input: MethodInput, options: Partial<AnswerOptions> = {}): PushResponseResult {
  const { clip, pushes = [], onProgress } = input;
  const { seconds = 0, ...more } = options;
  const responder = startPushResponse(input, more);
  const onGround = responder.standsOnWalkable;
  const answers: Answer[] = [];
  const onEvent = ({ kind }: BalancerEvent): void => {
    if (kind === 'impact' && responder.answer) answers.push(responder.answer);
  };
  const recorded = record(responder, {
    clip,
    pushes,
    seconds,
    fall: fallOf(input, { ground: options.ground }),
    liesFor: input.getUp?.after,
    onProgress,
    onEvent,
  });
  return {
    clip: recorded.clip,
    outcome: outcomeOf(recorded.events, pushes.length - recorded.late, responder.status),
    events: withDetails(recorded.events, 'impact', answers),
    notes: [...lateNotes(recorded.late, pushes.length), ...placeNotes(onGround)],
    answers,
    recovered: recorded.events.filter(({ kind }) => kind === 'recovered').map(({ time }) => time),
  };
}

const placeNotes = (onGround: boolean): readonly string[] =>
  onGround ? [] : ['The feet stand outside the walkable ground: only steps onto it are taken.'];

/** A character that goes on with a standing clip until it is pushed. */
export const startPushResponse = (input: MethodInput, options: Partial<PushResponseOptions> = {}): PushResponder => {
  checkInput(input);
  return new PushResponder(
    input.body,
    input.clip,
    withDefaults('push-response', PUSH_RESPONSE_DEFAULTS, options),
    input.seed,
  );
};

function outcomeOf(events: readonly BalancerEvent[], pushes: number, status: BalancerStatus): MethodOutcome {
  const fall = events.find(({ kind }) => kind === 'fall');
  if (fall?.kind === 'fall') return { status: 'fall', achieved: false, reason: `The character falls: ${fall.reason}.` };
  if (pushes === 0) return { status: 'balanced', achieved: true, reason: 'Nobody pushed.' };
  const steps = events.filter(({ kind }) => kind === 'step').length;
  const how = steps === 0 ? 'without a step' : `with ${steps} ${steps === 1 ? 'step' : 'steps'}`;
  if (status !== 'balanced') {
    return { status: 'recovering', achieved: false, reason: `The character is still recovering, ${how}, at the end.` };
  }
  return { status: 'recovered', achieved: true, reason: `The character recovered ${how}.` };
}

function fits({ kind, pushes, feetTravel, bothFeetDown, speed }: Situation): Fit {
  if (pushes === 0) return { fit: 0, reason: 'There is no push to answer.' };
  if (kind === 'other')
    return { fit: 0, reason: 'The character is not on its feet, and the responses are of people who stand.' };
  if (kind !== 'stands') {
    return {
      fit: 0,
      reason: `The character moves at ${speed.toFixed(1)} m/s, and the responses are of people who stand.`,
    };
  }
  if (feetTravel > STILL_FEET) return { fit: 0.4, reason: 'The character stands, but its feet do not stand still.' };
  if (!bothFeetDown)
    return { fit: 0.8, reason: 'The character stands on one foot, and most responses are of people on both.' };
  return { fit: 1, reason: 'The character stands on both feet.' };
}

const DEGREE = Math.PI / 180;
const degrees = (angle: number): number => Math.round(angle / DEGREE) + 0; // no −0

/** An impact says how strong the push was, and where the posture of the answer comes from; a strategy says the same shorter. */
function describe(event: MethodEvent): string {
  if (event.kind === 'strategy') return `The posture is that of a ${event.name} response.`;
  if (event.kind !== 'impact' || !event.detail) return describeEvent(event);
  const { impact, selection } = event.detail as Answer;
  const { target, chosen, status, reason } = selection;
  const given = Math.hypot(...impact.real);
  const push = `A push of ${given.toFixed(1)} N·s at ${degrees(target.angle)}°`;
  const acts = `acts like ${target.radius.toFixed(1)} N·s at the centre of mass`;
  if (!chosen) return `${push} ${acts}; no response is needed or fits: ${reason}.`;
  const turn = Math.abs(chosen.psi) < DEGREE / 2 ? '' : `, turned by ${degrees(chosen.psi)}°`;
  const how = `${chosen.name}${chosen.mirrored ? ' (mirrored)' : ''} at ${(100 * chosen.alpha).toFixed(0)} %${turn}`;
  const doubt = status === 'found' ? '' : ', the strongest there is: the push exceeds the library';
  return `${push} ${acts}; posture from ${how}${doubt}.`;
}

export const pushResponseMethod: Method<AnswerOptions> = {
  id: 'push-response',
  title: 'Push responses',
  summary: 'Answers pushes on a standing character by hip, arm and step responses from a library.',
  paper: '[Yin05]',
  defaults: { ...PUSH_RESPONSE_DEFAULTS, seconds: 0 },
  tolerance: 1e-9, // a smooth curve through the frames, to rounding
  fits,
  run: answerPushes,
  start: startPushResponse,
  describe,
};
