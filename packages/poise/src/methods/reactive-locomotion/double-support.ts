/**
 * What the body does between touch-down B and toe-off C, when both feet are down, or while a runner's foot is down: the ground
 * force may pass the centre of mass at a distance, and so angular momentum is made or taken away.
 * One scalar serves both planes: h = H·(up × e), positive when it tips the body towards +e. With a ground force (m ẍ, m g) at z:
 *
 *   dh/dt = m [ g (x − z) − H ẍ ]                                               (E1)
 *
 * Symbols: x, v centre of mass along e; z zero moment point; H height of the centre of mass; B, C start and end.
 */
import { arcOf, pendulumFactors } from './pendulum.ts';

export interface PlaneBody {
  readonly mass: number; // [kg]
  readonly height: number; // H [m]
  readonly gravity: number; // [m/s²]; for a runner that of the whole step on the shorter stance
  readonly friction: number; // μ
}

/** Way through double support in the plane of motion, for a landing that puts the ZMP at zC. */
export interface SagittalSupport {
  readonly p: number; // [1/s²]
  readonly pull: number; // s = (g/H)(xC − zC) [m/s²], the acceleration at C
  readonly duration: number; // [s]
  readonly velocity: number; // at C [m/s]
  readonly momentum: number; // h at C [kg·m²/s]
  readonly status: 'solved' | 'saturated'; // saturated: friction does not allow what was asked for
  readonly evaluations: number;
}

export interface SagittalQuestion {
  readonly xB: number;
  readonly vB: number;
  readonly hB: number;
  readonly xC: number;
  readonly zB: number;
  readonly zC: number;
  readonly target: number; // h wanted at C
}

/** Angular momentum, time and velocity at C that come of p. Undefined where the centre of mass does not get there. */
export function supportWith(body: PlaneBody, ask: SagittalQuestion, p: number) {
  const { xB, vB, xC, zB, zC } = ask;
  const { mass, height, gravity } = body;
  const D = xC - xB;
  const pull = (gravity / height) * (xC - zC);
  const radicand = vB * vB - p * D * D + 2 * pull * D;
  if (!(radicand > 0)) return undefined;
  const velocity = Math.sqrt(radicand);
  const T = 2 * arcOf(p, D / (vB + velocity));
  if (!(T > 0) || !Number.isFinite(T)) return undefined;
  // ZMP linear in x: z = c x + d; deviation ξ = x − xC obeys ξ̈ = p ξ + s
  const c = (zC - zB) / D;
  const d = zB - c * xB;
  const { S, K, K3 } = pendulumFactors(p, T);
  const integral = -D * S + vB * K + pull * K3 + xC * T; // ∫x
  const gained = mass * (gravity * ((1 - c) * integral - d * T) - height * (velocity - vB));
  return { pull, velocity, duration: T, gained };
}

const MOST_EVALUATIONS = 12;
const EXACT = 1e-9; // [kg·m²/s]
const CLOSE = 1e-4; // [kg·m²/s] good enough when the evaluations run out

/** Solves for the p that leaves the wanted angular momentum at C. The gain grows with p on the whole bracket, which friction
 *  at B bounds; outside it p is clamped and the rest left to the next step. Undefined: C is out of reach. */
export function solveSagittal(body: PlaneBody, ask: SagittalQuestion): SagittalSupport | undefined {
  const { xB, vB, hB, xC, zB, zC, target } = ask;
  const D = xC - xB;
  const pull = (body.gravity / body.height) * (xC - zC);
  const grip = body.friction * body.gravity;
  let low = (pull - grip) / D;
  // beyond this the centre of mass turns back before C
  const turning = (vB * vB + 2 * pull * D) / (D * D);
  let high = Math.min((pull + grip) / D, turning - 1e-6 * Math.abs(turning));
  let evaluations = 0;
  const missing = (p: number): number => {
    evaluations++;
    const way = supportWith(body, ask, p);
    return way === undefined ? Number.NaN : hB + way.gained - target;
  };
  const finish = (p: number, status: SagittalSupport['status']): SagittalSupport | undefined => {
    const way = supportWith(body, ask, p);
    if (way === undefined) return undefined;
    const { velocity, duration, gained } = way;
    return { p, pull: way.pull, duration, velocity, momentum: hB + gained, status, evaluations };
  };
  if (!(high > low)) return undefined;
  const nominal = (body.gravity / body.height) * (1 - (zC - zB) / D);
  let p = Math.min(high, Math.max(low, nominal));
  let error = missing(p);
  if (Number.isNaN(error)) return undefined;
  // chords towards the root; the first one from a small step, and never out of the bracket
  const nudge = 1e-3 * (1 + Math.abs(p)) * (error > 0 ? -1 : 1);
  let slope = (missing(p + nudge) - error) / nudge;
  let ends = 0;
  while (Math.abs(error) > EXACT && evaluations < MOST_EVALUATIONS) {
    if (error > 0) high = p;
    else low = p;
    let next = p - error / slope;
    if (!(next > low && next < high)) {
      // the far end decides whether there is a root at all, then halving goes on
      const end = error > 0 ? low : high;
      if (ends++ === 0 && !(missing(end) * error < 0)) return finish(end, 'saturated');
      next = 0.5 * (low + high);
    }
    const value = missing(next);
    slope = (value - error) / (next - p);
    p = next;
    error = value;
  }
  return finish(p, Math.abs(error) < CLOSE ? 'solved' : 'saturated');
}

/** Way through support over the time T with acceleration and ZMP linear in time, for either plane. */
export interface TimedSupport {
  readonly aB: number; // [m/s²]
  readonly aC: number;
  readonly position: number; // at C
  readonly velocity: number;
  readonly momentum: number;
  readonly status: 'solved' | 'saturated';
}

export interface TimedQuestion {
  readonly xB: number;
  readonly vB: number;
  readonly hB: number;
  readonly zB: number;
  readonly zC: number;
  readonly target: number;
  readonly duration: number;
}

/** Two linear equations: no moment at C ([Komura04] eq. 15) and the wanted angular momentum there (eq. 14). */
export function solveTimed(body: PlaneBody, ask: TimedQuestion): TimedSupport {
  const { xB, vB, hB, zB, zC, target, duration: T } = ask;
  const { mass, height, gravity: g, friction } = body;
  const w2 = g / height;
  // rows: a11 aB + a12 aC = r1 ;  a21 aB + a22 aC = r2
  const a11 = (-w2 * T * T) / 3;
  const a12 = 1 - (w2 * T * T) / 6;
  const r1 = w2 * (xB + vB * T - zC);
  const a21 = mass * ((g * T * T * T) / 8 - (height * T) / 2);
  const a22 = mass * ((g * T * T * T) / 24 - (height * T) / 2);
  const r2 = target - hB - mass * g * (xB * T + (vB * T * T) / 2 - ((zB + zC) * T) / 2);
  const determinant = a11 * a22 - a12 * a21;
  let aB = (r1 * a22 - a12 * r2) / determinant;
  let aC = (a11 * r2 - a21 * r1) / determinant;
  const grip = friction * g;
  let status: TimedSupport['status'] = 'solved';
  if (!(Math.abs(aB) <= grip && Math.abs(aC) <= grip)) {
    // friction: the angular momentum gives way, the force at C still passes the centre of mass where it can
    status = 'saturated';
    aB = Math.min(grip, Math.max(-grip, Number.isFinite(aB) ? aB : 0));
    aC = Math.min(grip, Math.max(-grip, (r1 - a11 * aB) / a12));
  }
  const position = xB + vB * T + (aB * T * T) / 3 + (aC * T * T) / 6;
  const velocity = vB + ((aB + aC) * T) / 2;
  const integral = xB * T + (vB * T * T) / 2 + (aB * T * T * T) / 8 + (aC * T * T * T) / 24;
  const momentum = hB + mass * (g * (integral - ((zB + zC) * T) / 2) - height * (velocity - vB));
  return { aB, aC, position, velocity, momentum, status };
}
