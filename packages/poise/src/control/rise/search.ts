/**
 * The search for a way up: CMA-ES over angles, places and times of the key poses. Each candidate gets up from how the body comes to lie after falls
 * to all sides; the price is effort, what nothing could have given, time, and whatever keeps it from where it should be.
 */

import { anatomicalAngles } from '../../body/anatomical-angles.ts';
import type { Body } from '../../body/body.ts';
import { filledWith } from '../../math/options.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import { askCmaes, createCmaes, tellCmaes } from '../../optim/cmaes.ts';
import { FallingBody } from '../fall/falling-body.ts';
import { levelGround } from '../ground.ts';
import { measureEffort } from './effort.ts';
import { createFigure, withFreeWrists } from './figure.ts';
import { WAY_UP, type WayUp } from './library.ts';
import { RisingBody } from './rising-body.ts';
import { uprightStance } from './standing-pose.ts';

export interface SearchOptions {
  readonly generations: number;
  readonly population: number;
  readonly seed: number;
  readonly start: WayUp;
  /** After every generation: how many are done, and the best price so far. */
  readonly onProgress?: (done: number, price: number) => void;
}

export const SEARCH_DEFAULTS: SearchOptions = { generations: 20, population: 12, seed: 1, start: WAY_UP };

const FRAME = 1 / 60; // [s]
const LONGEST = 8; // [s]
const STRIDE = 4; // frames between those whose forces are looked at
/** How far the first samples go [of a unit: rad, s, share]. */
const SPREAD = 0.08;
/** Prices: of torque, mean and beyond strong adults'; of force that nothing gives, mean and worst; of time; of joints beyond their ranges, mean
 *  and worst [1/rad]; of what is to stay and is missed [1/m]. */
const PRICE = {
  torque: 2,
  beyond: 40,
  most: 6,
  missing: 30,
  worst: 4,
  time: 0.8,
  range: 60,
  farthest: 4,
  missed: 100,
} as const;

export interface FoundWay {
  readonly way: WayUp;
  readonly price: number;
  readonly before: number; // of the start
}

export function searchWayUp(body: Body, options: Partial<SearchOptions> = {}): FoundWay {
  const { generations, population, seed, start, onProgress } = filledWith(SEARCH_DEFAULTS, options);
  const names = Object.keys(start) as (keyof WayUp)[];
  const rests = restingPoses(body);
  const wayOf = (x: Float64Array): WayUp => {
    const entries = names.map((name, i) => [name, name.endsWith('Time') ? Math.max(LEAST_TIME, x[i]) : x[i]]);
    return Object.fromEntries(entries) as WayUp;
  };
  const price = (x: Float64Array): number => priceOf(body, rests, wayOf(x));
  const first = Float64Array.from(names, (name) => start[name]);
  const before = price(first);
  const state = createCmaes(first, { sigma: SPREAD, population, seed });
  for (let done = 0; done < generations; done++) {
    const samples = askCmaes(state);
    tellCmaes(state, samples, samples.map(price));
    onProgress?.(done + 1, Math.min(before, state.bestValue));
  }
  const isBetter = state.bestValue < before;
  return { way: isBetter ? wayOf(state.best) : start, price: isBetter ? state.bestValue : before, before };
}

const LEAST_TIME = 0.3; // [s] of a stage

/** How a body lies after falls from standing: 0 forward, 1 to the left, 2 backward, 3 to the right. */
export function restingPoses(body: Body, ways: readonly number[] = [0, 1, 2, 3]): readonly Float64Array[] {
  const stand = uprightStance(createFigure(body));
  return ways.map((way) => {
    const fall = new FallingBody(body, { tone: 1 });
    const v = new Float64Array(fall.v.length);
    v[0] = Math.sin((way * Math.PI) / 2);
    v[2] = Math.cos((way * Math.PI) / 2);
    fall.begin(stand, v);
    for (let t = 0; t < LONGEST && !fall.isDown; t += FRAME) fall.step(FRAME);
    return fall.q.slice();
  });
}

/** What a way up costs a body, mean over how it lies. */
function priceOf(body: Body, rests: readonly Float64Array[], way: WayUp): number {
  const rising = new RisingBody(body, { way });
  const stand = uprightStance(createFigure(body));
  let sum = 0;
  for (const rest of rests) sum += priceFrom(rising, rest, stand) / rests.length;
  return sum;
}

function priceFrom(rising: RisingBody, rest: Float64Array, stand: Float64Array): number {
  const poses = [rest.slice()];
  rising.begin(rest, { stand, heading: undefined });
  while (!rising.isUp && poses.length * FRAME < LONGEST) {
    rising.step(FRAME);
    poses.push(rising.q.slice());
  }
  if (!poses.every((q) => q.every(Number.isFinite))) return Number.POSITIVE_INFINITY;
  const { body } = rising;
  const { torque, missing } = measureEffort(body, poses, FRAME, levelGround(0), STRIDE);
  const beyond = beyondRange(withFreeWrists(body), poses);
  const mean = (values: ArrayLike<number>, of: (x: number) => number): number =>
    Array.from(values).reduce((total, x) => total + of(x), 0) / values.length;
  return (
    PRICE.torque * mean(torque, (x) => x * x) +
    PRICE.beyond * mean(torque, (x) => Math.max(0, x - 1) ** 2) +
    PRICE.most * Math.max(0, Math.max(...torque) - 1) +
    PRICE.missing * mean(missing, (x) => x * x) +
    PRICE.worst * Math.max(...missing) +
    PRICE.time * poses.length * FRAME +
    PRICE.range * mean(beyond, (x) => x * x) +
    PRICE.farthest * Math.max(...beyond) +
    PRICE.missed * rising.missed
  );
}

/** [rad] by which the joint that is farthest beyond its range is so, pose by pose, over what the first has. */
function beyondRange({ limits, skeleton }: Body, poses: readonly Float64Array[]): readonly number[] {
  const angles = new Float64Array(3);
  const beyond = poses.map((q) =>
    skeleton.names.flatMap((_, joint) => {
      if (joint === 0 || limits.lower[3 * joint] === -Infinity) return [0];
      anatomicalAngles(angles, 0, limits, joint, q, quatIndex(joint));
      return Array.from(angles, (x, k) =>
        Math.max(0, limits.lower[3 * joint + k] - x, x - limits.upper[3 * joint + k]),
      );
    }),
  );
  return beyond.map((one) => Math.max(...one.map((x, i) => x - beyond[0][i])));
}
