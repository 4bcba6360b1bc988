/**
 * Walking that is not a loop: footsteps in time and place, from standing to standing. Each foot's stances say where and when
 * it stands, and how it rolls on and off (as in a steady walk of the speed that its step length belongs to).
 */
import { ease } from '../../math/ease.ts';
import type { Actor } from '../actor.ts';
import type { Gait } from './gait.ts';
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
  readonly on: number | undefined; // lands with so much of the steady walk's pitch; undefined: flat from the beginning
  off: number | undefined; // and leaves with so much; undefined: stays
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
const FOREVER = 1e9; // [s]
const SHIFT = 0.5; // [s] from the first weight shift to the first foot leaving

/** Plans the footsteps: even in time, their length by the pace. */
export function planTrek(actor: Actor, options: TrekOptions): Trek {
  const { speed, steps, style, frameTime } = options;
  const gaitAt = (v: number): Gait => walkGait(actor, Math.max(0.55, v), 1, style);
  const gait = gaitAt(speed);
  const stepTime = gait.strideTime / 2;
  const stances: Stance[] = [standingFoot(options, 0), standingFoot(options, 1)];
  let lift = WAIT + SHIFT;
  let contact = lift + 0.8 * stepTime; // of the first step
  let distance = 0;
  for (let step = 0; step < steps; step++) {
    const closing = step === steps - 1;
    const own = gaitAt(speed * options.pace(step));
    const before = distance;
    if (!closing) distance += (step === 0 ? 0.75 : 1) * speed * options.pace(step) * stepTime;
    const length = distance - before; // of this step, from the foot that stands
    const size = Math.min(1, Math.max(0.3, length / (gait.stride / 2)));
    const next = steppingFoot(options, gait, step, distance, contact, closing ? undefined : size);
    const last = stances.filter((stance) => stance.foot === next.foot).at(-1) as Stance;
    last.to = lift;
    last.off = step === 0 || closing ? Math.min(0.8, size + 0.2) : Math.min(1, size + 0.1);
    stances.push(next);
    // Slower steps take a little longer, and the last foot leaves the ground late.
    lift = contact + (own.liftOff - 0.5 - own.contact) * own.strideTime + (step === steps - 2 ? 0.05 : 0);
    contact += stepTime * (1 + 0.15 * (1 - options.pace(step + 1)));
  }
  const end = (stances.at(-1) as Stance).from;
  return {
    stances,
    gait,
    options,
    lead: LEAD,
    start: WAIT,
    duration: frameTime * Math.round((end + REST) / frameTime),
    pace: paceOf(stances, stepTime),
  };
}

/** A foot of the stance before the first step. */
function standingFoot({ path, standing }: TrekOptions, foot: 0 | 1): Stance {
  const sign = foot === 0 ? 1 : -1;
  const origin = path(0);
  const yaw = origin.heading + sign * standing.toeOut;
  const print = aside(origin, (sign * standing.width) / 2);
  return { foot, distance: 0, ...print, yaw, from: -FOREVER, to: FOREVER, on: undefined, off: undefined };
}

/** The foot that a step puts down; the last one closes beside the other. */
function steppingFoot(
  { first, steps, path, standing }: TrekOptions,
  gait: Gait,
  step: number,
  distance: number,
  from: number,
  on: number | undefined,
): Stance {
  const foot = (step % 2 === 0 ? first : 1 - first) as 0 | 1;
  const sign = foot === 0 ? 1 : -1;
  const at = path(distance);
  const wider = (gait.width + standing.width) / 4; // from the path, of the foot that waits for the last one
  const out = on !== undefined ? (step === steps - 2 ? wider : gait.width / 2) : standing.width - wider;
  const yaw = at.heading + sign * (on !== undefined ? gait.toeOut : standing.toeOut);
  return { foot, distance, ...aside(at, sign * out), yaw, from, to: FOREVER, on, off: undefined };
}

/** Speed over the steady one, smooth from 0 to 1 and back. */
function paceOf(stances: readonly Stance[], stepTime: number): (t: number) => number {
  const begin = WAIT + 0.25;
  const steady = stances[2].from + stepTime;
  const slowing = stances[stances.length - 2].from - 0.5 * stepTime;
  const stopped = stances[stances.length - 1].from + 0.3;
  return (t) => ease((t - begin) / (steady - begin)) * (1 - ease((t - slowing) / (stopped - slowing)));
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
