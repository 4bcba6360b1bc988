/**
 * From "the ZMP is outside" to "the body is that far from where it could be".
 *
 * For a body whose CoM stands at height h, p = c − (h/g) c̈. Moving the ZMP by δp(t) therefore takes a CoM shift δc with
 * δc − (h/g) δc̈ = δp, whose bounded solution is δp smoothed by the kernel (ω/2) e^(−ω|t|), ω = √(g/h). A violation that
 * lasts a few frames asks for millimetres, less than any capture's error; one that lasts asks for all of itself. This
 * makes noise and falls comparable in one unit: metres that the body would have to move.
 */
import { GRAVITY } from '../dynamics/wrench.ts';
import type { ReadonlyVector } from '../math/types.ts';

/** Smooths `violation` (frames × 3, y unused) into the CoM shift that would undo it, in place of `out`. Before the first
 *  and after the last frame the end values are taken to last. */
export function shiftForBalance(out: Float64Array, violation: ReadonlyVector, comHeight: number, dt: number): void {
  const frames = violation.length / 3;
  const a = Math.exp(-Math.sqrt(GRAVITY / Math.max(0.2, comHeight)) * dt);
  const gain = (1 - a) / (1 + a);
  for (let k = 0; k < 3; k += 2) {
    if (frames === 0) return;
    let sum = violation[k] / (1 - a);
    out[k] = sum;
    for (let frame = 1; frame < frames; frame++) {
      sum = violation[3 * frame + k] + a * sum;
      out[3 * frame + k] = sum;
    }
    sum = violation[3 * (frames - 1) + k] / (1 - a);
    for (let frame = frames - 1; frame >= 0; frame--) {
      if (frame < frames - 1) sum = violation[3 * frame + k] + a * sum;
      out[3 * frame + k] = gain * (out[3 * frame + k] + sum - violation[3 * frame + k]);
    }
  }
}

/** How far [m] a body without contact strays from free flight between frames `start` and `end` (included): the largest
 *  distance between its path and the ballistic one with the same ends. `force` (frames × 3 [N]) is what the ground would
 *  have to give; in free flight it is zero. `stray` (3 × run length) is scratch. */
export function strayFromFlight(
  stray: Float64Array,
  force: ReadonlyVector,
  mass: number,
  start: number,
  end: number,
  dt: number,
): { distance: number; frame: number } {
  const count = end - start + 1;
  // Integrate force / mass twice from rest, then take off the straight line that joins the ends.
  for (let k = 0; k < 3; k++) {
    let velocity = 0;
    let position = 0;
    for (let i = 0; i < count; i++) {
      stray[3 * i + k] = position;
      const acceleration = force[3 * (start + i) + k] / mass;
      velocity += acceleration * dt;
      position += velocity * dt;
    }
    const last = stray[3 * (count - 1) + k];
    for (let i = 0; i < count; i++) stray[3 * i + k] -= count > 1 ? (last * i) / (count - 1) : 0;
  }
  let distance = 0;
  let frame = start;
  for (let i = 0; i < count; i++) {
    const d = Math.hypot(stray[3 * i], stray[3 * i + 1], stray[3 * i + 2]);
    if (d > distance) {
      distance = d;
      frame = start + i;
    }
  }
  return { distance, frame };
}
