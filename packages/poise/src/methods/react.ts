/** One clip, its pushes, one answer: by the method that fits what the character does, checked before it is handed out. */
import { UsageError } from '../errors.ts';
import { refuseUnknown } from '../math/options.ts';
import type { Clip } from '../motion/clip.ts';
import { checkResult, type ResultCheck } from './check-result.ts';
import { methods } from './index.ts';
import type { Method, MethodEvent, MethodInput, MethodOutcome } from './method.ts';
import type { AnswerOptions } from './push-response/as-method.ts';
import type { LocomotionOptions } from './reactive-locomotion/options.ts';
import { situationOf } from './situation.ts';

/** What characters may be told, whoever answers. A method leaves out what does not concern it, and says so in the notes. */
export interface ReactOptions
  extends Pick<AnswerOptions, 'library' | 'allowed' | 'walkable' | 'ground' | 'seconds'>,
    Pick<LocomotionOptions, 'bracing' | 'beta' | 'delay' | 'strength'> {
  readonly method: string; // id of a method; default: the one that fits best
}

/** Also what `react` refuses to take for something else. */
const OPTIONS: readonly (keyof ReactOptions)[] = [
  'method',
  'library',
  'allowed',
  'walkable',
  'ground',
  'seconds',
  'bracing',
  'beta',
  'delay',
  'strength',
];

export interface Reaction {
  readonly clip: Clip; // the answered clip
  readonly method: string; // id of the method that answered
  readonly outcome: MethodOutcome; // not achieved where the result failed its check
  readonly check: ResultCheck;
  readonly lines: readonly string[]; // for people: what else failed in the check besides the worst, which the outcome names
  readonly events: readonly MethodEvent[]; // impact, strategy, step, recovered, fall … in order
  readonly notes: readonly string[];
}

/** Lets the person of a clip answer pushes: standing, walking or running.
 *
 * ```ts
 * const push = { time: 1, impulse: [0, 0, 35], segment: body.roles.chest ?? 0 }; // [s], [N·s] world axes
 * const { clip: answered, outcome } = react({ body, clip, pushes: [push] }, { library: unpackLibrary(text, 'push-library.json') });
 * ```
 */
export function react(input: MethodInput, options: Partial<ReactOptions> = {}): Reaction {
  refuseUnknown('react', options, OPTIONS);
  const { method: id, ...rest } = options;
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  const method = id === undefined ? bestFor(input) : answererNamed(id);
  const known = given.filter(([name]) => name in method.defaults);
  const ignored = given.filter(([name]) => !(name in method.defaults) && name !== 'library').map(([name]) => name);
  const reaction = runReaction(method, input, Object.fromEntries(known));
  if (ignored.length === 0) return reaction;
  return { ...reaction, notes: [...reaction.notes, `${method.id} has no option ${ignored.join(', ')}`] };
}

const answerers = (): readonly Method[] => methods.filter(({ start }) => start !== undefined);

function answererNamed(id: string): Method {
  const found = answerers().find((method) => method.id === id);
  if (found) return found;
  const ids = answerers().map((method) => method.id);
  throw new UsageError(`method: there is no "${id}" that answers pushes; there are ${ids.join(', ')}`);
}

/** The method that fits best what the character does at its first push. */
function bestFor(input: MethodInput): Method {
  const situation = situationOf(input);
  return answerers().reduce((best, method) => (method.fits(situation).fit > best.fits(situation).fit ? method : best));
}

/** A method at work on a clip, its result checked; who was to get up again and has done so has achieved it. */
export function runReaction(method: Method, input: MethodInput, options: object): Reaction {
  const { clip, outcome: claimed, events, notes } = method.run(input, options);
  const fell = events.find(({ kind }) => kind === 'fall')?.time;
  const up = events.findLast(({ kind }) => kind === 'up')?.time;
  const { outcome, check, lines } = checkResult(input, clip, upAgain(claimed, fell, up), fell);
  return { clip, method: method.id, outcome, check, lines, events, notes };
}

function upAgain(claimed: MethodOutcome, fell: number | undefined, up: number | undefined): MethodOutcome {
  if (fell === undefined || up === undefined) return claimed;
  const reason = `The character fell and stood again ${(up - fell).toFixed(1)} s later.`;
  return { status: 'up again', achieved: true, reason };
}
