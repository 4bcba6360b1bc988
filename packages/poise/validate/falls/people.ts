/** Who is thrown down, and how: people of several sizes and rigs who stand, and performed ones who walk and run. */
import { fitBody } from '../../src/balance/fit-body.ts';
import type { Body } from '../../src/body/body.ts';
import { headingAt } from '../../src/gait/heading.ts';
import type { TimedPush } from '../../src/gait/push.ts';
import { type Rng, uniform } from '../../src/math/random.ts';
import type { Balancer } from '../../src/methods/balancer.ts';
import { startPushResponse } from '../../src/methods/push-response/as-method.ts';
import { startLocomotion } from '../../src/methods/reactive-locomotion/as-method.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { type PerformerMotion, perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { performedAndRigs } from '../pushes/bodies.ts';
import { PLACES, type Place, placeOn } from '../pushes/cases.ts';
import { unusualPeople } from './unusual.ts';

export interface Faller {
  readonly id: string;
  readonly body: Body;
  readonly clip: Clip;
  readonly moves: boolean;
}

export interface Shove {
  readonly faller: Faller;
  readonly push: TimedPush;
  readonly place: Place;
}

/** Pose and velocity in which balance was lost. */
export interface Lost {
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly before: readonly Float64Array[]; // poses until then, at 60 frames a second
}

const CHANGE = [1.1, 2.2] as const; // [m/s] of the whole body
const TIME = [0.5, 1.5] as const; // [s]
const HARDER = 1.35; // times, when somebody stays up
const TRIES = 4;
const WATCHED = 3; // [s] after a push in which somebody may fall
const FRAME = 1 / 60; // [s]

const goer = (id: string, motion: PerformerMotion, height: number, mass?: number): Faller => {
  const size = { height, ...(mass !== undefined && { mass }) };
  const clip = perform(motion, { body: size });
  return { id, clip, body: fitBody(clip, size), moves: true };
};

export async function fallersToShove(say: (what: string) => void): Promise<readonly Faller[]> {
  const standing = (await performedAndRigs(say)).map((subject) => ({ ...subject, moves: false }));
  return [
    ...standing,
    goer('walk 1.75 m', walk, 1.75),
    goer('walk, child 1.15 m', walk, 1.15, 21),
    goer('walk 2.00 m', walk, 2),
    goer('run 1.75 m', run, 1.75),
    ...unusualPeople(),
  ];
}

export function randomShove(rng: Rng, faller: Faller): Shove {
  const { body, clip } = faller;
  const time = Math.round(60 * uniform(rng, ...TIME)) / 60;
  const size = uniform(rng, ...CHANGE) * body.totalMass;
  const angle = uniform(rng, -Math.PI, Math.PI);
  const place = PLACES[Math.floor(rng.next() * PLACES.length)]!;
  const side = rng.next() < 0.5 ? 'left' : 'right';
  const { forward, left } = headingAt(body, clip, Math.min(clip.frameCount - 1, Math.round(time / clip.frameTime)));
  const [ahead, aside] = [size * Math.cos(angle), size * Math.sin(angle)];
  const impulse = [ahead * forward[0] + aside * left[0], 0, ahead * forward[1] + aside * left[1]] as const;
  return { faller, push: { time, impulse, ...placeOn(body, place, side) }, place };
}

/** Pushes until balance is lost, harder where it is not; undefined: somebody cannot be brought down. */
export function loseBalance({ faller, push }: Shove): Lost | undefined {
  for (let k = 0; k < TRIES; k++) {
    const [x, y, z] = push.impulse.map((part) => part * HARDER ** k) as [number, number, number];
    const lost = shove(faller, { ...push, impulse: [x, y, z] });
    if (lost) return lost;
  }
  return undefined;
}

function shove({ body, clip, moves }: Faller, push: TimedPush): Lost | undefined {
  const start: (input: { body: Body; clip: Clip }) => Balancer = moves ? startLocomotion : startPushResponse;
  const balancer = start({ body, clip });
  const before: Float64Array[] = [balancer.q.slice()];
  let pushed = false;
  for (let time = FRAME; time < push.time + WATCHED; time += FRAME) {
    if (!pushed && time > push.time) {
      balancer.push(push);
      pushed = true;
    }
    const fell = balancer.step(FRAME).some(({ kind }) => kind === 'fall');
    before.push(balancer.q.slice());
    if (fell) return { q: balancer.q.slice(), v: balancer.v.slice(), before };
  }
  return undefined;
}
