/**
 * Walking that is not a loop: footsteps in time and place, from standing to standing. Each foot's stances say where and when
 * it stands, and how it rolls on and off (as in a steady walk of the speed that its step length belongs to).
 */
import type { Actor } from '../actor.ts';
import type { Gait } from './gait.ts';
import { smoothStep } from './quintic.ts';
import type { Style } from './style.ts';
import { walkGait } from './walk-gait.ts';

/** A point of the path that the walker follows: place, and heading (about +y, to the left +). */
export interface PathPoint {
  readonly x: number; // [m]
  readonly z: number; // [m]
  readonly heading: number; // [rad]
}

export interface TrekOptions {
  readonly speed: number; // [m/s] of the steady part
  readonly steps: number; // with the last one, which closes
  readonly first: 0 | 1; // which foot goes first: left, right
  /** Speed of a step over the steady one, by its number. */
  readonly pace: (step: number) => number;
  readonly path: (distance: number) => PathPoint; // by distance walked [m]
  readonly standing: { readonly width: number; readonly toeOut: number }; // [m], [rad]
  readonly style: Style;
  readonly frameTime: number; // [s]
}

/** A foot on the ground. */
export interface Stance {
  readonly foot: 0 | 1;
  readonly distance: number; // [m] along the path
  readonly x: number; // [m] ankle of the flat foot
  readonly z: number;
  readonly yaw: number; // [rad] of the foot, to the left +
  readonly from: number; // [s] −∞ for the first
  to: number; // [s] ∞ for the last
  readonly on: Gait | undefined; // rolls on as this gait does; undefined: stands flat from the beginning
  off: Gait | undefined; // and off as this one; undefined: stays
  push: number; // share of that gait's pitch at which the foot leaves: less from standing
}

export interface Trek {
  readonly stances: readonly Stance[]; // by time of contact
  readonly gait: Gait; // of the steady part
  readonly duration: number; // [s]
  readonly lead: number; // [s] of standing planned before and after, and not shown
  readonly start: number; // [s] at which the weight begins to shift
  readonly pace: (t: number) => number; // speed over the steady one, 0…1
  readonly options: TrekOptions;
}

const LEAD = 2.2; // [s]
const WAIT = LEAD + 0.3; // [s] of standing before and …
const REST = LEAD + 1.4; // … after
const SHIFT = 0.5; // [s] from the first weight shift to the first foot leaving

/** Plans the footsteps: even in time, their length by the pace. */
export function planTrek(actor: Actor, options: TrekOptions): Trek {
  const { speed, steps, first, path, style, frameTime, standing } = options;
  const gaitAt = (v: number): Gait => walkGait(actor, Math.max(0.55, v), 1, style, frameTime);
  const gait = gaitAt(speed);
  const origin = path(0);
  const stances: Stance[] = ([0, 1] as const).map((foot) => {
    const sign = foot === 0 ? 1 : -1;
    const print = aside(origin, (sign * standing.width) / 2);
    return {
      foot,
      distance: 0,
      ...print,
      yaw: origin.heading + sign * standing.toeOut,
      from: -1e9,
      to: 1e9,
      on: undefined,
      off: undefined,
      push: 1,
    };
  });
  const stepTime = gait.strideTime / 2;
  let lift = WAIT + SHIFT;
  let contact = lift + 0.8 * stepTime; // of the first step
  let distance = 0;
  for (let step = 0; step < steps; step++) {
    const foot = (step % 2 === 0 ? first : 1 - first) as 0 | 1;
    const sign = foot === 0 ? 1 : -1;
    const closing = step === steps - 1;
    const pace = options.pace(step);
    const own = gaitAt(speed * pace);
    if (!closing) distance += (step === 0 ? 0.75 : 1) * speed * pace * stepTime;
    const last = stances.filter((stance) => stance.foot === foot).at(-1) as Stance;
    last.to = lift;
    last.off = gaitAt(speed * pace);
    last.push = step === 0 || closing ? 0.8 : 1;
    const at = path(distance);
    const width = closing ? standing.width : step === steps - 2 ? (gait.width + standing.width) / 2 : gait.width;
    // The foot beside which the last one closes stands half the stance's width from the path already.
    const print = aside(at, sign * (closing ? width - (gait.width + standing.width) / 4 : width / 2));
    const toeOut = closing ? standing.toeOut : gait.toeOut;
    stances.push({
      foot,
      distance,
      ...print,
      yaw: at.heading + sign * toeOut,
      from: contact,
      to: 1e9,
      on: closing ? undefined : own,
      off: undefined,
      push: 1,
    });
    // Slower steps take a little longer, and the last foot leaves the ground late.
    lift = contact + (own.liftOff - 0.5 - own.contact) * own.strideTime + (step === steps - 2 ? 0.05 : 0);
    contact += stepTime * (1 + 0.15 * (1 - options.pace(step + 1)));
  }
  const end = (stances.at(-1) as Stance).from;
  const begin = stances[2].from;
  const beforeLast = (stances.at(-2) as Stance).from;
  return {
    stances,
    gait,
    options,
    lead: LEAD,
    start: WAIT,
    duration: frameTime * Math.round((end + REST) / frameTime),
    pace: (t) => {
      const started = smoothStep((t - WAIT - 0.25) / (begin + stepTime - WAIT - 0.25));
      return started * (1 - smoothStep((t - beforeLast + 0.5 * stepTime) / (end + 0.3 - beforeLast + 0.5 * stepTime)));
    },
  };
}

/** How far along the path the body is [m]: half-way between the feet when one lands. */
export function distanceAt({ stances }: Trek, t: number): number {
  const steps = stances.slice(2);
  const middle = (i: number): number => (steps[i].distance + (i > 0 ? steps[i - 1].distance : 0)) / 2;
  const after = steps.findIndex((stance) => stance.from > t);
  if (after < 0) return steps[steps.length - 1].distance;
  const from = after > 0 ? steps[after - 1].from : steps[0].from - 0.6;
  const u = Math.max(0, (t - from) / (steps[after].from - from));
  const behind = after > 0 ? middle(after - 1) : 0;
  return behind + u * (middle(after) - behind);
}

/** A point to the left of the path by `left` [m]. */
const aside = ({ x, z, heading }: PathPoint, left: number): { readonly x: number; readonly z: number } => ({
  x: x + left * Math.cos(heading),
  z: z - left * Math.sin(heading),
});
