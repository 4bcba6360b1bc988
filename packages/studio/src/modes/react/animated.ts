/**
 * Somebody animated who reacts: goes on with the clip, answers what hits them by the method that fits, goes down where balance is lost,
 * and gets up again. Ends a moment after that, or when a clip that does not go on is over.
 */
import type { Body, Clip, Push, ResponseLibrary } from 'poise';
import { DownAndUp, type FallOptions } from 'poise/falls';
import {
  type BalancerEvent,
  Locomotion,
  PUSH_RESPONSE_DEFAULTS,
  PushResponder,
  type PushResponseOptions,
} from 'poise/react';
import { type CarriedLog, createCarriedLog } from './carried-log.ts';
import type { Figure } from './figure.ts';
import type { Ground } from './ground.ts';
import { createPrints, type Print } from './prints.ts';
import type { Reactor, Tell } from './reactor.ts';
import { fromWords } from './sides.ts';
import { FRAME_TIME, type Motion, type ReactSettings, type RunStep, type RunTurn, type Status } from './types.ts';

type Open<T> = { -readonly [K in keyof T]: T[K] };

export interface AnimatedRequest {
  readonly body: Body;
  readonly clip: Clip;
  readonly motion: Motion;
  readonly library: ResponseLibrary | undefined; // of somebody who stands
  readonly floor: FallOptions['ground']; // that falls end on
  readonly figure: Figure; // sees every frame
  readonly ground: () => Ground | undefined; // where the feet of somebody who stands may go
}

export interface Animated extends Reactor {
  readonly responder: PushResponder | undefined; // of somebody who stands
  readonly carried: CarriedLog | undefined;
}

const LIES_FOR = 1; // [s] before it gets up
const STANDS_FOR = 0.4; // [s] that it is seen to stand again, or to have come to the clip's end
const TICKS = 2; // of a frame
const STATUS = {
  balanced: 'ready',
  recovering: 'recovering',
  stepping: 'stepping',
  stumbling: 'stumbling',
  falling: 'fallen',
} as const;

export function createAnimated(request: AnimatedRequest, tell: Tell): Animated {
  const { body, clip, motion, library, floor, figure } = request;
  // The responder reads its options at every push: what is allowed may change while it runs.
  const options: Open<PushResponseOptions> = { ...PUSH_RESPONSE_DEFAULTS, ...(library && { library }) };
  const responder = motion === 'stands' ? new PushResponder(body, clip, options) : undefined;
  const walker = responder ? undefined : new Locomotion(body, clip);
  const who = (responder ?? walker)!;
  // Footprints are told beside those of somebody whom nobody hits.
  const twin = walker && motion !== 'moves' ? new Locomotion(body, clip) : undefined;
  const prints = twin && ([createPrints(body, true), createPrints(body, false)] as const);
  const carried = responder && createCarriedLog();
  const ends = walker && walker.restsBecause !== '' ? (clip.frameCount - 1) * clip.frameTime : Number.POSITIVE_INFINITY;
  const ticks = responder ? 1 : TICKS;
  let fall: DownAndUp | undefined; // once balance is lost
  let status: Status = 'ready';
  let reason = '';
  let still = 0; // [s] since it stands again, or the clip is over
  let known = 0; // steps of the walker that were told
  let waiting: readonly Push[] = []; // given to somebody who goes down

  const goDown = (): void => {
    fall = new DownAndUp(body, () => clip.q.slice(0, who.q.length), { liesFor: LIES_FOR, ground: floor });
    fall.begin(who.q, who.v);
  };
  const tick = (dt: number): readonly BalancerEvent[] => {
    if (fall) {
      fall.step(dt);
      return [];
    }
    const events = who.step(dt);
    if (who.status === 'falling') goDown();
    return events;
  };
  const statusNow = (): Status => {
    if (!fall) return STATUS[who.status];
    return fall.state === 'rises' ? 'rising' : fall.state === 'stands' ? 'ready' : 'fallen';
  };
  /** A hit of this frame. `at` [s] when it was given. */
  const hitBy = (push: Push, at: number, time: number) => {
    const [x, , z] = push.impulse;
    const from = fromWords(figure.heading(), [-x, -z]);
    const answer = fall ? undefined : responder?.answer;
    return { push, time: at, hit: { time, impulse: Math.hypot(...push.impulse), from, answer } };
  };
  const stepsIn = (events: readonly BalancerEvent[], time: number): readonly RunStep[] => {
    const records = walker?.view().steps.slice(known) ?? [];
    known += records.length;
    if (walker) return records.map((record) => ({ time, foot: record.side, record }));
    return events.flatMap((event) => (event.kind === 'step' ? [{ time, foot: event.foot, record: undefined }] : []));
  };
  /** Turns that this frame brought: a hit that is answered within one frame is told too. */
  const turnIn = (events: readonly BalancerEvent[], time: number): RunTurn | undefined => {
    for (const event of events) if (event.kind === 'fall') reason = event.reason;
    const now = statusNow();
    if (now === status) return undefined;
    status = now;
    return { time, status, reason: status === 'fallen' ? reason : '' };
  };
  const printsIn = (number: number): readonly Print[] => {
    if (!twin || !prints || fall) return [];
    twin.step(FRAME_TIME);
    return [who, twin].flatMap(({ q }, i) => prints[i]!.frame(number, q, FRAME_TIME));
  };

  return {
    start: who.q.slice(),
    responder,
    carried,
    step(q, number) {
      if (still >= STANDS_FOR) return 'over';
      const time = number * FRAME_TIME;
      const events = tick(FRAME_TIME / ticks);
      const more = ticks > 1 ? tick(FRAME_TIME / ticks) : [];
      const all = more.length > 0 ? [...events, ...more] : events;
      q.set(fall ? fall.q : who.q);
      figure.see(q);
      if (responder && carried) carried.note(responder.carried);
      const rests = fall ? fall.state === 'stands' : time >= ends && who.status === 'balanced';
      still = rests ? still + FRAME_TIME : 0;
      const hits = [
        ...waiting.map((push) => hitBy(push, time - FRAME_TIME, time)),
        ...all.flatMap((event) => (event.kind === 'impact' ? [hitBy(event.push, event.time, time)] : [])),
      ];
      waiting = [];
      const turn = turnIn(all, time);
      const steps = stepsIn(all, time);
      const made = printsIn(number);
      if (hits.length + steps.length + made.length > 0 || turn) {
        tell({ hits, steps, prints: made, ...(turn && { turn }) });
      }
      return 'more';
    },
    push(push) {
      if (!fall) return who.push(push);
      fall.push(push);
      waiting = [...waiting, push];
    },
    obey({ allowed, beta, bracing }: ReactSettings) {
      options.allowed = allowed;
      options.walkable = request.ground()?.polygons ?? [];
      walker?.restyle({ beta, bracing });
    },
    close: () => undefined,
  };
}
