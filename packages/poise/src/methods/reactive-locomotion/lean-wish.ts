/** How a body would like to lean; what the ground allows of it is another matter. */
import { gaugeOf, runs } from './lean-gauge.ts';
import { isFree } from './planner.ts';
import { stepOf } from './running-plan.ts';
import { yieldToPush } from './startle.ts';
import { axesOf, type Walker } from './walker-state.ts';

const RETURN = 4; // [1/s] a lean comes back at the usual β
const FASTEST = 6; // [1/s] … and at any
const USUAL = 0.7; // β
const BRISKEST = 0.95; // of β
const HARDLY = 0.3; // [kg·m²·rad] of posture error that nobody sees
const LEAST = 0.2; // of β: nobody goes on bent for long

/** How much of an error is gone in a time T: 1 − e^(−rate T). The rate, times T, that leaves 1 − β. */
const decayOf = (beta: number): number => -Math.log(1 - Math.max(LEAST, Math.min(BRISKEST, beta)));

/** Writes the wish for the next tick. `extra`: what the plan adds to the clip, see writeExtra. A walker would like to come back to his
 *  clip, whatever of it the plan has given up: while a foot has room, it costs nothing. A runner, who has ground under him for a third
 *  of the time only, does as the plan says. Deviates from [Komura04]: there the plan's h is the body's in both. */
export function writeLeaning(walker: Walker, extra: Float64Array): void {
  const { follower, state } = walker;
  const { off, leaning, tipping } = follower;
  if (runs(walker)) {
    writeTipping(walker, extra);
    return;
  }
  tipping.fill(Number.NaN);
  const { beta } = state.plan.options;
  const back = isFree(state.plan) ? RETURN : Math.min(FASTEST, (RETURN * decayOf(beta)) / decayOf(USUAL));
  for (let k = 0; k < 3; k++) leaning[k] = -back * off[3 + k];
  yieldToPush(follower);
}

/** The same of a runner: momentum of the whole body as planned; in flight it stays, whatever he would like. */
function writeTipping(walker: Walker, extra: Float64Array): void {
  const { follower, state } = walker;
  const { off, leaning, tipping } = follower;
  if (state.plan.phase.to > 1) {
    const { history } = follower.guard;
    for (let k = 0; k < 3; k++) {
      leaning[k] = -RETURN * off[3 + k];
      tipping[k] = history[6 + k] - history[9 + k];
    }
    return;
  }
  const { forward: f, left: l } = axesOf(walker, state.plan.count);
  const now = gaugeOf(walker, state.plan.count);
  const back = isFree(state.plan) ? returnOf(walker, Math.hypot(now.lean[0], now.lean[1])) : RETURN;
  const h = extra[2] + back * (now.lean[0] - extra[4]);
  const k = extra[3] + back * (now.lean[1] - extra[5]);
  // up × forward is left, up × left is backward; about up it comes back
  tipping[0] = h * l[0] - k * f[0];
  tipping[1] = 0;
  tipping[2] = h * l[1] - k * f[1];
  leaning[0] = off[9];
  leaning[1] = -RETURN * off[4];
  leaning[2] = off[11];
}

/** How fast [1/s] a runner who has recovered comes upright: by 1 − β in a step, as before; the last of it soon. */
function returnOf({ state: { plan } }: Walker, lean: number): number {
  const { support, after } = stepOf(plan);
  const own = decayOf(plan.options.beta) / (support + after);
  return RETURN + Math.min(1, lean / HARDLY) * (own - RETURN);
}
