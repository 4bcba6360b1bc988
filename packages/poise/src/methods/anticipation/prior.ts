/**
 * A first guess of a CMRT where an impulse is expected: who stands with the CoP in the middle of the feet falls away from it, as an
 * inverted pendulum does, and is thrown back by what comes. For an impulse J that takes a distance of J/(2 m ω₀) before the event; a weight
 * that is held afterwards takes a lean that carries it. The search starts from here; for mere changes of pose it starts flat.
 */
import type { Body } from '../../body/body.ts';
import { pendulumRate } from '../../gait/pendulum.ts';
import { type Cmrt, flatCmrt } from './cmrt.ts';
import { LEAST_GAP } from './cmrt-vector.ts';
import type { Scenario } from './scenario.ts';

const HEIGHT_SHARE = 0.55; // of the CoM, over stature
const FARTHEST = 0.11; // [m] a guess goes no farther
const FOOT_MIDDLE = 0.037; // ahead of the ankles, over stature
/** Impulse on a person who pushes a box over: what it takes to tip it, at the height of the hands ([N·s] per kg of box). */
const TIPPING = 0.31;

/** Impulse [N·s] on the person at the height of the CoM, and the shift [m] of the CoP by what is held afterwards: left, forward. */
function expected(
  body: Body,
  scenario: Scenario,
): { readonly impulse: [number, number]; readonly held: [number, number] } {
  const { ball, boxes, pushes } = scenario;
  const height = HEIGHT_SHARE * body.height;
  if (ball) {
    const arm = [ball.at[0], ball.at[2] - FOOT_MIDDLE * body.height];
    const turn = arm.map((x) => (-ball.mass * ball.velocity[1] * x) / height);
    const share = ball.mass / (body.totalMass + ball.mass);
    return {
      impulse: [turn[0]! + ball.mass * ball.velocity[0], turn[1]! + ball.mass * ball.velocity[2]],
      held: [share * arm[0]!, share * arm[1]!],
    };
  }
  if (boxes.length > 0) return { impulse: [0, -TIPPING * boxes[0]!.mass], held: [0, 0] };
  const sum = (k: 0 | 2): number => pushes.reduce((total, { impulse }) => total + impulse[k], 0);
  return { impulse: [sum(0), sum(2)], held: [0, 0] };
}

/** What is expected to happen to the person. */
interface ExpectedEvent {
  readonly impulse: readonly [left: number, forward: number]; // [N·s] at the height of the CoM
  readonly held: readonly [left: number, forward: number]; // [m] shift of the CoP by what is held afterwards
  readonly at: number; // [s]
  readonly lean: number; // share of the pendulum's lean
}

/** The CMRT a search starts from. */
export function priorCmrt(body: Body, scenario: Scenario): Cmrt {
  const { duration, preparation, planar, search } = scenario;
  return priorFor(body, flatCmrt(duration, planar), {
    ...expected(body, scenario),
    at: preparation,
    lean: search.lean,
  });
}

/** A first guess for an impulse; `flat` itself where there is none, or no time to prepare. */
export function priorFor(body: Body, flat: Cmrt, { impulse, held, at, lean: share }: ExpectedEvent): Cmrt {
  const { duration } = flat;
  if (impulse[0] === 0 && impulse[1] === 0) return flat;
  const knots = [at - 0.35, at + 0.05, at + 0.35, at + 1];
  const times = [0, ...knots, duration];
  if (times.some((time, i) => i > 0 && time - times[i - 1]! < LEAST_GAP)) return flat;
  const rate = pendulumRate(HEIGHT_SHARE * body.height);
  const curve = (k: 0 | 1): number[] => {
    const away = (share * impulse[k]) / (2 * body.totalMass * rate);
    const lean = Math.max(-FARTHEST, Math.min(FARTHEST, -away));
    return [0.33 * lean, lean, 0.5 * lean - 0.5 * held[k], -0.7 * held[k]];
  };
  return { duration, knots, forward: curve(1), ...(flat.left && { left: curve(0) }) };
}
