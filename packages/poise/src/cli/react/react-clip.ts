/** One clip answers pushes and balls; the unit of work of `poise react`. */
import { readWayUp } from '../../control/rise/way-file.ts';
import { UsageError } from '../../errors.ts';
import type { MethodInput } from '../../methods/method.ts';
import type { Strategy } from '../../methods/push-response/response.ts';
import { type Reaction, runReaction } from '../../methods/react.ts';
import type { Bracing } from '../../methods/reactive-locomotion/options.ts';
import type { Clip } from '../../motion/clip.ts';
import { readText } from '../files.ts';
import { personOf } from '../judge.ts';
import type { BodyFlags, BorderFlags } from '../options.ts';
import { type PushSpec, toPush } from '../push.ts';
import { type BallSpec, ballToPush } from './balls.ts';
import { chooseMethod } from './choose-method.ts';
import { holdFoot } from './hold-foot.ts';
import { type TripSpec, tripToPush } from './trips.ts';

export interface ReactClipFlags extends BorderFlags, BodyFlags {
  readonly push?: readonly PushSpec[];
  readonly ball?: readonly BallSpec[];
  readonly trip?: readonly TripSpec[];
  readonly beta?: number;
  readonly bracing?: Bracing;
  readonly delay?: number;
  readonly strength?: number;
  readonly seconds?: number;
  readonly getUp?: true | number;
  readonly wayUp?: string;
  readonly method?: string;
  readonly library?: string;
  readonly allow?: readonly Strategy[];
  readonly walkable?: readonly (readonly (readonly [number, number])[])[];
}

export interface Reacted extends Omit<Reaction, 'events'> {
  readonly events: readonly { readonly text: string; readonly time: number }[];
}

/** Refuses flags without a push. Throws UsageError. */
export function checkHits({ push, ball, trip }: ReactClipFlags): void {
  if (push || ball || trip) return;
  throw new UsageError('missing --push, --ball or --trip, as in --push "t=1 at=chest impulse=0,0,35"');
}

const LIES_FOR = 0.7; // [s] a moment in which one sees that it lies

async function getUpOf({ getUp, wayUp }: ReactClipFlags): Promise<MethodInput['getUp']> {
  if (getUp === undefined && wayUp !== undefined) throw new UsageError('--way-up needs --get-up');
  if (getUp === undefined) return undefined;
  const after = getUp === true ? LIES_FOR : getUp;
  return wayUp === undefined ? { after } : { after, way: readWayUp(await readText(wayUp), wayUp) };
}

/** The clip as the character answers, checked. */
export async function reactClip(
  clip: Clip,
  flags: ReactClipFlags,
  onProgress: (done: number) => void = () => {},
): Promise<Reacted> {
  const body = personOf(clip, flags);
  const pushes = [
    ...(flags.push ?? []).map((push) => toPush(push, body, clip, flags.seconds)),
    ...(flags.ball ?? []).map((ball) => ballToPush(ball, body, clip, flags.seconds)),
    ...(flags.trip ?? []).map((trip) => tripToPush(trip, body, clip, flags.seconds)),
  ].sort((a, b) => a.time - b.time);
  const getUp = await getUpOf(flags);
  const input = { body, clip, pushes, onProgress, ...(getUp && { getUp }) };
  const { method, options, notes: why } = chooseMethod(input, flags);
  const reaction = runReaction(method, input, await options(flags));
  const events = reaction.events.map((event) => ({ text: method.describe(event), ...event }));
  const held = (flags.trip ?? []).reduce((answered, trip) => holdFoot(answered, body, trip), reaction.clip);
  return { ...reaction, clip: held, events, notes: [...why, ...reaction.notes] };
}
