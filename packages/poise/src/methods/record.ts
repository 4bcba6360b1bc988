/** Running methods recorded as clips: one loop, and one rule for the end. */
import type { DownAndUp } from '../control/rise/down-and-up.ts';
import { UsageError } from '../errors.ts';
import type { TimedPush } from '../gait/push.ts';
import { type Clip, createClip, fitTracks } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import type { Balancer, BalancerEvent } from './balancer.ts';
import { GoingOn } from './going-on.ts';
import type { MethodEvent } from './method.ts';

export interface RecordRequest {
  readonly clip: Clip; // that the balancer goes on with
  readonly pushes?: readonly TimedPush[]; // in order of time
  readonly seconds?: number; // length of the result; 0, the default: the clip's own, and until the character has recovered
  readonly tail?: number; // [s] of recovery past the clip's end, at most; default 8
  readonly settle?: number; // [s] that the character is balanced for before the end; default 0.4
  readonly liesFor?: number | undefined; // [s] before who has fallen gets up; undefined: never
  /** Makes who goes down where balance is lost. */
  readonly fall?: (() => DownAndUp) | undefined;
  /** [s] that is shown after a fall has come to rest, or after getting up from it, or, without `fall`, after its beginning; default 0.5 */
  readonly remainder?: number;
  /** How far the work has come, 0 … 1; throw from it to cancel. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Called after the step in which an event happened, while the balancer still knows about it. */
  readonly onEvent?: (event: BalancerEvent) => void;
}

export interface RecordedClip {
  readonly clip: Clip;
  readonly events: readonly BalancerEvent[]; // in order
  readonly fell: number | undefined; // [s] of the first fall
  readonly late: number; // pushes that come after the end
}

const TAIL = 8; // [s] set by hand: more than a push-back of several steps takes
const SETTLE = 0.4; // [s] a moment in which one sees that it stands
const REMAINDER = 0.5; // [s] set by hand: a moment in which one sees that it lies
const LONGEST_FALL = 6; // [s] bodies come to rest within 4
const LONGEST_RISE = 8; // [s] and get up within 5
const LONGEST = 3600; // [s] a mistyped number must not run for days
const AT_ONCE = 1e-9; // [s] a push that is due by this counts as due: rounding of frame times
const STOPPED = 0.2; // of a frame: less is how velocities differ from differences
const TOLD_EVERY = 64; // frames

/** Steps a balancer frame by frame, delivers the pushes and keeps the poses. The result ends
 *  - after `seconds`, where they are asked for; else
 *  - with the clip, where no push is left and the character has been balanced for `settle`;
 *  - otherwise as soon as that is so, but `tail` after the clip's end at the latest;
 *  - in any case `remainder` after a fall has come to rest, or after getting up where that follows.
 *
 * ```ts
 * const { clip: answered, events } = record(startReactiveBlend({ body, clip }), { clip, pushes });
 * ```
 */
export function record(balancer: Balancer, request: RecordRequest): RecordedClip {
  const { clip, pushes = [], settle = SETTLE, remainder = REMAINDER, onProgress, onEvent } = request;
  let falling: DownAndUp | undefined;
  let after: GoingOn | undefined; // the clip anew, once up
  const dt = clip.frameTime;
  const nq = coordinateCount(clip.skeleton);
  const { wanted, most } = lengthOf(request);
  const longest = LONGEST_FALL + (request.liesFor === undefined ? 0 : request.liesFor + LONGEST_RISE + remainder);
  const room = request.fall && !request.seconds ? Math.round(longest / dt) : 0;
  const q = new Float64Array((most + room) * nq);
  const events: BalancerEvent[] = [];
  let fell: number | undefined;
  let last = most; // frames, as far as is known
  let next = 0; // push
  let still = 0; // [s] since the character is balanced
  let frames = 1;
  q.set(balancer.q);
  for (; frames < last; frames++) {
    if (frames % TOLD_EVERY === 1) onProgress?.(frames / most);
    const settled = pushes.length === 0 || (balancer.status === 'balanced' && still >= settle);
    if (frames >= wanted && next === pushes.length && settled) break;
    const who = falling ?? balancer;
    while (next < pushes.length && pushes[next].time <= (frames - 1) * dt + AT_ONCE) {
      who.push(pushes[next++]);
      after = undefined;
    }
    for (const event of falling ? goDown(falling, dt, frames * dt) : balancer.step(dt)) {
      events.push(event);
      onEvent?.(event);
      const ends = event.kind === 'up' || (event.kind === 'down' && falling?.liesFor === Infinity);
      if (ends) last = Math.min(last, frames + 1 + Math.round(remainder / dt));
      if (event.kind === 'up' && falling) after = new GoingOn(clip, falling.q);
      if (event.kind !== 'fall' || fell !== undefined) continue;
      fell = event.time;
      falling = request.fall?.();
      falling?.begin(balancer.q, balancer.v);
      falling?.fall.step(missingIn(balancer, q, (frames - 1) * nq, dt));
      last = Math.min(most + room, frames + 1 + Math.round((falling ? longest : remainder) / dt));
    }
    q.set(after?.step(dt) ?? falling?.q ?? balancer.q, frames * nq);
    still = balancer.status === 'balanced' ? still + dt : 0;
  }
  onProgress?.(1);
  const recorded = createClip({ ...clip, q: q.slice(0, frames * nq), extraTracks: fitTracks(clip, frames) });
  return { clip: recorded, events, fell, late: pushes.length - next };
}

/** [s] of a frame that a method has not moved in, since it stops where it gives up: it has gone less from the pose at q[o] than its velocity says. */
function missingIn({ q: now, v }: Balancer, q: Float64Array, o: number, dt: number): number {
  const gone = Math.hypot(now[0] - q[o], now[1] - q[o + 1], now[2] - q[o + 2]);
  const missing = dt - gone / Math.max(1e-9, Math.hypot(v[0], v[1], v[2]));
  return missing > STOPPED * dt ? missing : 0;
}

/** Goes on by dt [s], to `time`; tells when it lies, and when it stands. */
function goDown(body: DownAndUp, dt: number, time: number): readonly BalancerEvent[] {
  const kind = body.step(dt);
  return kind ? [{ kind, time }] : [];
}

/** Frames that are recorded in any case, and at most. */
function lengthOf({ clip, pushes = [], seconds = 0, tail = TAIL }: RecordRequest): { wanted: number; most: number } {
  if (!(seconds >= 0 && seconds <= LONGEST)) {
    throw new UsageError(`seconds must lie between 0 and ${LONGEST}, found ${seconds}`);
  }
  const dt = clip.frameTime;
  if (seconds > 0) {
    const wanted = Math.max(1, Math.round(seconds / dt) + 1);
    return { wanted, most: wanted };
  }
  const room = pushes.length > 0 ? Math.round(tail / dt) : 0;
  return { wanted: clip.frameCount, most: clip.frameCount + room };
}

/** What a user should know of pushes that come after the end; `count`: of all. */
export const lateNotes = (late: number, count: number): readonly string[] =>
  late === 0 ? [] : [`${late} of ${count} pushes ${late === 1 ? 'comes' : 'come'} after the end of the result`];

/** The events, and beside those of one kind what else is known of them, in order. */
export function withDetails(
  events: readonly BalancerEvent[],
  kind: BalancerEvent['kind'],
  details: readonly object[],
): readonly MethodEvent[] {
  let at = 0;
  return events.map((event) => {
    const detail = event.kind === kind ? details[at++] : undefined;
    return detail ? { ...event, detail } : event;
  });
}
