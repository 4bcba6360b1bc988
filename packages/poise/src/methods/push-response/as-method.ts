/** Push responses as one of the methods: a standing clip and its pushes in, the answered clip out. */
import { createClip, fitTracks } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { checkInput } from '../check-input.ts';
import type { Method, MethodInput, MethodOutcome, MethodResult } from '../method.ts';
import { PUSH_RESPONSE_DEFAULTS, type PushResponseOptions } from './options.ts';
import { type Answer, PushResponder } from './responder.ts';

export interface PushResponseResult extends MethodResult {
  readonly answers: readonly Answer[]; // one per push
  readonly recovered: readonly number[]; // [s] when the character stood again
}

const LONGEST_TAIL = 8; // [s] of recovery after the clip's end
const SETTLING = 0.4; // [s] recorded after it

/** Goes on with the clip, answers the pushes, and records until the character stands again, past the clip's end where need be. */
export function answerPushes(input: MethodInput, options: Partial<PushResponseOptions> = {}): PushResponseResult {
  checkInput(input);
  const { clip, pushes = [], onProgress } = input;
  const responder = startPushResponse(input, options);
  const dt = clip.frameTime;
  const nq = coordinateCount(clip.skeleton);
  const most = pushes.length > 0 ? clip.frameCount + Math.round(LONGEST_TAIL / dt) : clip.frameCount;
  const q = new Float64Array(most * nq);
  const answers: Answer[] = [];
  const recovered: number[] = [];
  let next = 0;
  let frames = 0;
  let still = 0; // [s] since the character stands again
  q.set(responder.q);
  for (frames = 1; frames < most; frames++) {
    if (frames % 64 === 1) onProgress?.(frames / most);
    while (next < pushes.length && pushes[next].time <= (frames - 1) * dt + 1e-9) responder.push(pushes[next++]);
    for (const { kind, time } of responder.step(dt)) {
      if (kind === 'impact' && responder.answer) answers.push(responder.answer);
      if (kind === 'recovered') recovered.push(time);
    }
    q.set(responder.q, frames * nq);
    still = responder.status === 'balanced' ? still + dt : 0;
    const over = frames >= clip.frameCount - 1 && next === pushes.length;
    if (over && still >= (answers.length > 0 ? SETTLING : 0)) {
      frames++;
      break;
    }
  }
  onProgress?.(1);
  const extraTracks = fitTracks(clip, frames);
  const answered = createClip({ ...clip, q: q.slice(0, frames * nq), extraTracks });
  return { clip: answered, outcome: outcomeOf(answers), answers, recovered };
}

/** A character that goes on with a standing clip until it is pushed. */
export const startPushResponse = (input: MethodInput, options: Partial<PushResponseOptions> = {}): PushResponder => {
  checkInput(input);
  return new PushResponder(input.body, input.clip, { ...PUSH_RESPONSE_DEFAULTS, ...options }, input.seed);
};

function outcomeOf(answers: readonly Answer[]): MethodOutcome {
  const worst = answers.find(({ selection }) => selection.status === 'beyond');
  if (worst)
    return { status: 'fall', achieved: false, reason: `Beyond what the library knows: ${worst.selection.reason}.` };
  const over = answers.find(({ selection }) => selection.status === 'overloaded');
  if (over) return { status: 'overloaded', achieved: false, reason: `A little too strong: ${over.selection.reason}.` };
  if (answers.length === 0) return { status: 'balanced', achieved: true, reason: 'Nobody pushed.' };
  const said = answers.map(({ selection }) => selection.chosen?.strategy ?? 'sway').join(', ');
  return { status: 'recovered', achieved: true, reason: `Answered by: ${said}.` };
}

export const pushResponseMethod: Method<PushResponseOptions> = {
  id: 'push-response',
  title: 'Push responses',
  summary: 'Answers pushes on a standing character by hip, arm and step responses from a library.',
  paper: '[Yin05]',
  defaults: PUSH_RESPONSE_DEFAULTS,
  tolerance: 0, // the clip itself goes on while nobody pushes
  run: (input: MethodInput, options: Partial<PushResponseOptions> = {}): MethodResult => {
    const { clip, outcome } = answerPushes(input, options);
    return { clip, outcome };
  },
  start: startPushResponse,
};
