/**
 * A toy that shows anticipation in a hundredth of a second: a point mass on a massless leg of constant height (linear inverted
 * pendulum) with a flywheel for the body's turning, a foot of 25 cm, and the momentum controller of [Rabbani14] §3 in one plane.
 * It is for tests and benchmarks of the search; real characters are simulated in src/sim.
 *
 * Symbols, forward and pitching forward positive: c, v centre of mass and its speed; p centre of pressure; f horizontal ground force;
 * θ, w angle and rate of the flywheel; H its angular momentum.
 */
import type { OffsetCurve } from '../../src/methods/anticipation/cmrt.ts';
import { type Course, LOG_STEP } from '../../src/methods/anticipation/objective.ts';

/** A horizontal force at the height of the centre of mass: half a sine from P on, of a given impulse. */
export interface ToyTask {
  readonly duration: number; // [s] L
  readonly preparation: number; // [s] P
  readonly contact: number; // [s] T
  readonly impulse: number; // [N·s] forward positive
}

export interface ToyRun extends Course {
  readonly direction: 'forward' | 'backward' | undefined; // of the fall
  readonly com: Float64Array; // per log step [m]
  readonly cop: Float64Array; // per log step [m]
}

const MASS = 70; // [kg]
const HEIGHT = 1; // [m]
const GRAVITY = 9.81;
const FOOT = 0.125; // [m] from the middle to either end
const MARGIN = 0.01; // [m] that the controller stays inside the edge
const INERTIA = 8; // [kg·m²] of the flywheel: trunk and arms about the hips
const TURN = 0.5; // [rad] the flywheel turns no farther
const FALLEN = 0.35; // [m] centre of mass off the support
const STEP = 0.001; // [s] physics
const TICKS = LOG_STEP / STEP; // physics steps per control step and log sample
// gains of the specification: slightly under-damped centre of mass, critically damped centre of pressure
const [KL, DL, KP, DP, KT, DT] = [20, 7, 60, 15.5, 40, 12];
const TRACKING = 0.02; // weight of the flywheel's rest pose
const LEAK = 0.1; // [s] the desired centre of pressure follows the measured one

interface ToyState {
  c: number;
  v: number;
  theta: number;
  w: number;
  wanted: number; // desired centre of pressure
  wantedRate: number;
  cop: number;
}

/** Force and flywheel acceleration of one control step: least squares of force, moment and rest pose, then the edge of the foot. */
function control(state: ToyState, reference: Float64Array): readonly [force: number, spin: number] {
  const { c, v, theta, w } = state;
  const accel = -KP * state.wanted - DP * state.wantedRate;
  state.wantedRate += LOG_STEP * accel;
  state.wanted += LOG_STEP * (state.wantedRate + (state.cop - state.wanted) / LEAK);
  state.wanted = Math.max(MARGIN - FOOT, Math.min(FOOT - MARGIN, state.wanted));
  // eq. 1 over the mass; Ḣ = −z f − (p − c) m g over the mass
  const wish = KL * (reference[1] - c) + DL * (reference[3] - v);
  const moment = -(state.wanted - c) * GRAVITY;
  const rest = -KT * theta - DT * w;
  // minimise (a − wish)² + (i s + z a − moment)² + TRACKING (s − rest)² over a = f/m and s, with i = I/m
  const i = INERTIA / MASS;
  const [aa, as, ss] = [1 + HEIGHT * HEIGHT, i * HEIGHT, i * i + TRACKING];
  const [ba, bs] = [wish + HEIGHT * moment, i * moment + TRACKING * rest];
  const det = aa * ss - as * as;
  const spin = limitedSpin((aa * bs - as * ba) / det, theta, w);
  const a = (ba - as * spin) / aa;
  // where the moment would need a centre of pressure beyond the foot, the force gives way
  const p = Math.max(MARGIN - FOOT, Math.min(FOOT - MARGIN, c - (i * spin + HEIGHT * a) / GRAVITY));
  return [MASS * ((-i * spin - (p - c) * GRAVITY) / HEIGHT), spin];
}

/** A flywheel near its stop is braked so that it comes to rest there. */
function limitedSpin(spin: number, theta: number, w: number): number {
  const rate = 12; // [1/s]
  const most = rate * rate * (TURN - theta) - 2 * rate * w;
  const least = rate * rate * (-TURN - theta) - 2 * rate * w;
  return Math.max(least, Math.min(most, spin));
}

/** One rollout. `scale` multiplies the force that really comes: 1 as expected, 0 nothing at all. */
export function runToy(task: ToyTask, curve: OffsetCurve | undefined, scale = 1): ToyRun {
  const samples = Math.round(task.duration / LOG_STEP);
  const state: ToyState = { c: 0, v: 0, theta: 0, w: 0, wanted: 0, wantedRate: 0, cop: 0 };
  const [com, cop] = [new Float64Array(samples), new Float64Array(samples)];
  const reference = new Float64Array(4);
  let [squares, valid] = [0, 0];
  let fallTime: number | undefined;
  for (let k = 0; k < samples && fallTime === undefined; k++) {
    const t = k * LOG_STEP;
    curve?.sample(reference, t);
    const [force, spin] = control(state, reference);
    state.cop = state.c - (INERTIA * spin + HEIGHT * force) / (MASS * GRAVITY);
    for (let tick = 0; tick < TICKS; tick++) stepToy(state, force + scale * pushAt(task, t + tick * STEP), spin);
    com[k] = state.c;
    cop[k] = state.cop;
    squares += state.cop * state.cop;
    valid++;
    if (!(Math.abs(state.c) <= FALLEN)) fallTime = t;
  }
  const direction = fallTime === undefined ? undefined : state.c > 0 ? 'forward' : 'backward';
  const posture = Math.abs(state.theta);
  const fall = fallTime === undefined ? {} : { fallTime };
  return { samples, valid, squares, duration: task.duration, posture, ...fall, direction, com, cop };
}

function pushAt({ preparation, contact, impulse }: ToyTask, t: number): number {
  const phase = (t - preparation) / contact;
  return phase > 0 && phase < 1 ? ((impulse * Math.PI) / (2 * contact)) * Math.sin(Math.PI * phase) : 0;
}

function stepToy(state: ToyState, force: number, spin: number): void {
  state.v += (STEP * force) / MASS;
  state.c += STEP * state.v;
  state.w += STEP * spin;
  state.theta += STEP * state.w;
}
