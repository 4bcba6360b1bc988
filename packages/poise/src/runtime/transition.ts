/** From one source of poses to another: what was shown dies away in what comes. */
import { addFade } from '../gait/fade.ts';
import { difference } from '../motion/coordinates.ts';
import type { Skeleton } from '../motion/skeleton.ts';

/** Plain data. */
export interface Transition {
  at: number; // [s] when it began; −1: none
  duration: number; // [s]
  readonly offset: Float64Array; // nv
  readonly rate: Float64Array; // nv
}

export const USUAL_FADE = 0.25; // [s]
const SAME = 1e-6; // [m], [rad] nothing to hide

export const createTransition = (nv: number, duration = USUAL_FADE): Transition => ({
  at: -1,
  duration,
  offset: new Float64Array(nv),
  rate: new Float64Array(nv),
});

/** From q, v to the next source's, in so many seconds. */
export function beginTransition(
  transition: Transition,
  skeleton: Skeleton,
  time: number,
  from: { readonly q: Float64Array; readonly v: Float64Array },
  to: { readonly q: Float64Array; readonly v: Float64Array },
  duration = transition.duration,
): void {
  transition.duration = duration;
  difference(transition.offset, skeleton, to.q, 0, from.q, 0, 1);
  transition.at = -1;
  if (!transition.offset.some((part) => Math.abs(part) > SAME)) return;
  for (let i = 0; i < from.v.length; i++) transition.rate[i] = from.v[i] - to.v[i];
  transition.at = time;
}

/** Adds what is left of it to a pose and its velocity. */
export function addTransition(
  transition: Transition,
  skeleton: Skeleton,
  time: number,
  q: Float64Array,
  v: Float64Array,
): void {
  if (transition.at < 0) return;
  const since = time - transition.at;
  if (since >= transition.duration) transition.at = -1;
  else addFade(transition, skeleton, since, 0, q, v);
}
