/**
 * A body that nobody touches is its source to rounding. Where a capture jumps, by forces of tens of kilonewtons, rounding is amplified from
 * jump to jump and would be seen after seconds: it is dropped before it can grow. What anything does to the body is larger.
 */
import type { ReactionBody } from './reaction-body.ts';

const SAME = 1e-8; // [m], [rad]
const SAME_RATE = 1e-6; // [m/s], [rad/s]

/** Sets a body that is where its source is, and moves as it does, exactly there. Call at the end of a tick. */
export function dropRounding({ q, v, reference, feet, plan, hits }: ReactionBody): void {
  if (hits.active) return;
  for (let foot = 0; foot < 2; foot++) {
    const { stands, place, turn, heel, leftHeight } = feet[foot];
    if (heel !== 0 || leftHeight !== 0) return;
    const where = stands ? place : plan.feet[foot].offset;
    const way = stands ? turn : plan.feet[foot].turn;
    for (let c = 0; c < 3; c++) if (where[c] !== 0 || way[c] !== 0) return;
  }
  const { next } = reference;
  for (let i = 0; i < v.length; i++) if (!(Math.abs(v[i] - reference.v[i]) < SAME_RATE)) return;
  for (let i = 0; i < q.length; i++) if (!(Math.abs(q[i] - next[i]) < SAME)) return;
  q.set(next);
  v.set(reference.v);
}
