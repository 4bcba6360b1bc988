/**
 * The pendulum whose foot may outrun it: ẍ = p x + q, in closed form, smooth through p = 0 and for p < 0.
 * [Komura04] eq. 2–3. Deviates: one set of functions for both signs of p; the printed exponentials hold for p > 0 only, and
 * already the double support of an undisturbed walk has p < 0.
 */

/** Numbers that turn (x0, v0) into the state after t:  x = x0 C + v0 S + q K,  v = p x0 S + v0 C + q S,
 *  ∫x = x0 S + v0 K + q K3. */
interface PendulumFactors {
  readonly C: number;
  readonly S: number; // [s]
  readonly K: number; // [s²]
  readonly K3: number; // [s³]
}

const NEAR_ZERO = 1e-3; // |p t²| below which the series is exact to rounding

const factors = new Float64Array(4); // memory: C, S, K, K3

/** p [1/s²] of either sign, t [s]. */
export function pendulumFactors(p: number, t: number): PendulumFactors {
  writeFactors(p, t);
  return { C: factors[0], S: factors[1], K: factors[2], K3: factors[3] };
}

function writeFactors(p: number, t: number): void {
  const u = p * t * t;
  if (Math.abs(u) < NEAR_ZERO) {
    factors[0] = 1 + u * (1 / 2 + u * (1 / 24 + u / 720));
    factors[1] = t * (1 + u * (1 / 6 + u * (1 / 120 + u / 5040)));
    factors[2] = t * t * (1 / 2 + u * (1 / 24 + u * (1 / 720 + u / 40320)));
    factors[3] = t * t * t * (1 / 6 + u * (1 / 120 + u * (1 / 5040 + u / 362880)));
    return;
  }
  const rate = Math.sqrt(Math.abs(p));
  const C = p > 0 ? Math.cosh(rate * t) : Math.cos(rate * t);
  const S = (p > 0 ? Math.sinh(rate * t) : Math.sin(rate * t)) / rate;
  factors[0] = C;
  factors[1] = S;
  factors[2] = (C - 1) / p;
  factors[3] = (S - t) / p;
}

/** The inverse tangent that belongs to p: with w = (x1 − x0)/(v0 + v1), the way from x0 to x1 takes 2·arcOf(p, w).
 *  NaN where there is no such way. */
export function arcOf(p: number, w: number): number {
  const u = p * w * w;
  if (Math.abs(u) < NEAR_ZERO) return w * (1 + u * (1 / 3 + u * (1 / 5 + u * (1 / 7 + u / 9))));
  const rate = Math.sqrt(Math.abs(p));
  return (p > 0 ? Math.atanh(rate * w) : Math.atan(rate * w)) / rate;
}

/** How the centre of mass moves in one plane during one phase, as plain data; t counts from the phase's start.
 *  pendulum: ẍ = p x + q. linear: acceleration goes evenly from a0 to a1 within `duration`; deviates from [Komura04] eq. 13–15,
 *  whose root search has a pole beside the walk's own value. */
export type Law = Pendulum | Linear;

export interface Pendulum {
  readonly kind: 'pendulum';
  readonly x0: number;
  readonly v0: number;
  readonly p: number;
  readonly q: number;
}

export interface Linear {
  readonly kind: 'linear';
  readonly x0: number;
  readonly v0: number;
  readonly a0: number;
  readonly a1: number;
  readonly duration: number;
}

// laws are made here, never spread: with one shape each, engines read their numbers without allocating
export const pendulumLaw = (x0: number, v0: number, p: number, q: number): Pendulum => ({
  kind: 'pendulum',
  x0,
  v0,
  p,
  q,
});

export const linearLaw = (x0: number, v0: number, a0: number, a1: number, duration: number): Linear => ({
  kind: 'linear',
  x0,
  v0,
  a0,
  a1,
  duration,
});

const jerkOf = (law: Linear): number => (law.duration > 0 ? (law.a1 - law.a0) / law.duration : 0);

/** x [m] and ẋ [m/s] after t, into out[0] and out[1]. */
export function writeLaw(out: Float64Array, law: Law, t: number): void {
  if (law.kind === 'linear') {
    out[0] = lawPosition(law, t);
    out[1] = lawVelocity(law, t);
    return;
  }
  const { x0, v0, p, q } = law;
  writeFactors(p, t);
  out[0] = x0 * factors[0] + v0 * factors[1] + q * factors[2];
  out[1] = p * x0 * factors[1] + v0 * factors[0] + q * factors[1];
}

/** x after t [m]. */
export function lawPosition(law: Law, t: number): number {
  if (law.kind === 'linear') return law.x0 + t * (law.v0 + t * (law.a0 / 2 + (t * jerkOf(law)) / 6));
  writeFactors(law.p, t);
  return law.x0 * factors[0] + law.v0 * factors[1] + law.q * factors[2];
}

/** ẋ after t [m/s]. */
export function lawVelocity(law: Law, t: number): number {
  if (law.kind === 'linear') return law.v0 + t * (law.a0 + (t * jerkOf(law)) / 2);
  writeFactors(law.p, t);
  return law.p * law.x0 * factors[1] + law.v0 * factors[0] + law.q * factors[1];
}

/** ∫x from 0 to t [m·s] and ẋ after t [m/s], into out[0] and out[1]. */
export function writeIntegral(out: Float64Array, law: Law, t: number): void {
  if (law.kind === 'linear') {
    out[0] = t * (law.x0 + t * (law.v0 / 2 + t * (law.a0 / 6 + (t * jerkOf(law)) / 24)));
    out[1] = lawVelocity(law, t);
    return;
  }
  const { x0, v0, p, q } = law;
  writeFactors(p, t);
  out[0] = x0 * factors[1] + v0 * factors[2] + q * factors[3];
  out[1] = p * x0 * factors[1] + v0 * factors[0] + q * factors[1];
}

/** Time [s] in which a pendulum gets to `x1`, and its speed there; undefined where it never does while moving on towards it. */
export function timeTo(law: Pendulum, x1: number): { readonly time: number; readonly velocity: number } | undefined {
  const { x0, v0, p, q } = law;
  const radicand = v0 * v0 + p * (x1 * x1 - x0 * x0) + 2 * q * (x1 - x0);
  if (!(radicand > 0)) return undefined;
  // arrives moving the way it has to go; a start against it turns round first
  const velocity = Math.sqrt(radicand) * (x1 >= x0 ? 1 : -1);
  const sum = v0 + velocity;
  if (Math.abs(sum) < 1e-9) return undefined;
  const time = 2 * arcOf(p, (x1 - x0) / sum);
  return time >= 0 && Number.isFinite(time) ? { time, velocity } : undefined;
}
