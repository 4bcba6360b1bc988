/** What the contract is tried on: clips, a push, situations and events. */
import type { Body } from '../../src/body/body.ts';
import type { TimedPush } from '../../src/gait/push.ts';
import type { Situation } from '../../src/gait/situation.ts';
import type { MethodEvent } from '../../src/methods/method.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { trim } from '../../src/motion/trim.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { squat } from '../../src/performer/motions/squat.ts';
import { stretch } from '../../src/performer/motions/stretch.ts';
import { walk } from '../../src/performer/motions/walk.ts';

export interface Case {
  readonly body: Body;
  readonly balanced: readonly Clip[]; // possible as they are
  readonly unbalanced: Clip; // its end cannot be held
  readonly push: TimedPush;
  readonly options: Readonly<Record<string, object>>; // by id: engines, floors, how long to work
}

/** Made once: the clips are what costs time. */
export function contractCase(options: Case['options'] = {}): Case {
  const { body } = createActor();
  return {
    body,
    balanced: [trim(perform(squat), 0, 150), perform(walk, { values: { strides: 2 } })],
    unbalanced: perform(stretch, { values: { oneway: 1 } }),
    push: { time: 0.4, impulse: [0, 0, 12], segment: body.roles.chest ?? 0 },
    options,
  };
}

export const SENTENCE = /^[A-Z](?!.*(?:undefined|NaN|\n)).*[^.]\.$/;

/** Every kind of situation, with and without pushes. */
export const SITUATIONS: readonly Situation[] = (['stands', 'walks', 'runs', 'other'] as const).flatMap((kind) =>
  [0, 2].flatMap((pushes) =>
    ['', 'the clip shows one step'].map((gaitError) => ({
      kind,
      pushes,
      speed: { stands: 0.1, walks: 1.3, runs: 3, other: 0.5 }[kind],
      beltSpeed: 0,
      bothFeetDown: kind === 'stands' && gaitError === '',
      feetTravel: kind === 'stands' ? 0 : 1,
      ...(kind === 'walks' || kind === 'runs' ? { gaitError } : {}),
    })),
  ),
);

/** One event of each kind, as any balancer may tell it. */
export const EVENTS: readonly MethodEvent[] = [
  { kind: 'impact', time: 1, push: { impulse: [3, 0, 4], segment: 0 } },
  { kind: 'strategy', time: 1, name: 'step', reason: 'the capture point has left the feet' },
  { kind: 'step', time: 1.4, foot: 'left', position: [0.1, 0, 0.5] },
  { kind: 'recovered', time: 3 },
  { kind: 'fall', time: 2, reason: 'no foot gets there in time' },
];
