/**
 * What the body does between touch-down B and toe-off C, when both feet are down, or while a runner's foot is down: the ground
 * force may pass the centre of mass at a distance, and so angular momentum is made or taken away.
 * One scalar serves both planes: h = H·(up × e), positive when it tips the body towards +e. With a ground force (m ẍ, m g) at z:
 *
 *   dh/dt = m [ g (x − z) − H ẍ ]                                               (E1)
 *
 * Symbols: x, v centre of mass along e; z zero moment point; H height of the centre of mass; B, C start and end.
 */
import { arcOf } from '../../gait/pendulum-law.ts';

export interface PlaneBody {
  readonly mass: number; // [kg]
  readonly height: number; // H [m]
  readonly gravity: number; // [m/s²]; for a runner that of the whole step on the shorter stance
  readonly friction: number; // μ
}

/** Way through double support in the plane of motion, for a landing that puts the ZMP at zC. Written over by each solve. */
interface SagittalSupport {
  p: number; // [1/s²]
  pull: number; // s = (g/H)(xC − zC) [m/s²], the acceleration at C
  duration: number; // [s]
  velocity: number; // at C [m/s]
  momentum: number; // h at C [kg·m²/s]
  status: 'solved' | 'saturated'; // saturated: friction does not allow what was asked for
  evaluations: number;
  slope: number; // [kg·m²/s per 1/s²] of the momentum, where p was found
}

export interface SagittalQuestion {
  xB: number;
  vB: number;
  hB: number;
  xC: number;
  zB: number;
  zC: number;
  target: number; // h wanted at C
}

/** A way that nothing is known of yet. */
export const createSagittalSupport = (): SagittalSupport => ({
  p: Number.NaN,
  pull: Number.NaN,
  duration: Number.NaN,
  velocity: Number.NaN,
  momentum: Number.NaN,
  status: 'solved',
  evaluations: 0,
  slope: Number.NaN,
});

const way = new Float64Array(4); // memory: acceleration and velocity at C, time, momentum gained
const NEAR_ZERO = 1e-3; // |p w²| below which the series is exact to rounding

/** Writes what comes of p. False where the centre of mass does not get to C.
 *  With w = D/(vB + vC) the time is 2·arcOf(p, w), and the factors of the pendulum over that time need no further function:
 *  S = 2w/(1 − pw²), K = w S, K3 = (S − T)/p. */
function writeWay(body: PlaneBody, ask: Readonly<SagittalQuestion>, p: number): boolean {
  const { xB, vB, xC, zB, zC } = ask;
  const { mass, height, gravity } = body;
  const D = xC - xB;
  const pull = (gravity / height) * (xC - zC);
  const radicand = vB * vB - p * D * D + 2 * pull * D;
  if (!(radicand > 0)) return false;
  const velocity = Math.sqrt(radicand);
  const w = D / (vB + velocity);
  const T = 2 * arcOf(p, w);
  if (!(T > 0) || !Number.isFinite(T)) return false;
  const u = p * w * w;
  const S = (2 * w) / (1 - u);
  const series = 2 / 3 + u * (4 / 5 + u * (6 / 7 + u * (8 / 9 + (u * 10) / 11)));
  const K3 = Math.abs(u) < NEAR_ZERO ? 2 * w * w * w * series : (S - T) / p;
  // ZMP linear in x: z = c x + d; deviation ξ = x − xC obeys ξ̈ = p ξ + s
  const c = (zC - zB) / D;
  const d = zB - c * xB;
  const integral = -D * S + vB * w * S + pull * K3 + xC * T; // ∫x
  way[0] = pull;
  way[1] = velocity;
  way[2] = T;
  way[3] = mass * (gravity * ((1 - c) * integral - d * T) - height * (velocity - vB));
  return true;
}

/** Angular momentum, time and velocity at C that come of p. Undefined where the centre of mass does not get there. */
export function supportWith(body: PlaneBody, ask: Readonly<SagittalQuestion>, p: number) {
  return writeWay(body, ask, p) ? { pull: way[0], velocity: way[1], duration: way[2], gained: way[3] } : undefined;
}

const MOST_EVALUATIONS = 12;
const EXACT = 1e-9; // [kg·m²/s]
const CLOSE = 1e-4; // [kg·m²/s] good enough when the evaluations run out

/** Solves for the p that leaves the wanted angular momentum at C. The gain grows with p on the whole bracket, which friction
 *  at B bounds; outside it p is clamped and the rest left to the next step. Undefined: C is out of reach. */
export function solveSagittal(body: PlaneBody, ask: Readonly<SagittalQuestion>): SagittalSupport | undefined {
  const out = createSagittalSupport();
  return findSagittal(out, body, ask) ? out : undefined;
}

const bracket = new Float64Array(3); // memory: least and greatest p, and where the clip's own ZMP would have it

/** Writes which p friction at B and the way to C leave. False: none. */
function writeBracket({ gravity, height, friction }: PlaneBody, ask: Readonly<SagittalQuestion>): boolean {
  const { xB, vB, xC, zB, zC } = ask;
  const D = xC - xB;
  const pull = (gravity / height) * (xC - zC);
  const grip = friction * gravity;
  const low = (pull - grip) / D;
  // beyond this the centre of mass has no speed left at C
  const turning = (vB * vB + 2 * pull * D) / (D * D);
  const high = Math.min((pull + grip) / D, turning - 1e-6 * Math.abs(turning));
  if (!(high > low)) return false;
  const nominal = Math.min(high, Math.max(low, (gravity / height) * (1 - (zC - zB) / D)));
  bracket[0] = low;
  bracket[1] = high;
  bracket[2] = nominal;
  // pulled on at C it is slowest on the way there, at ξ = −s/p: it must not turn back
  const slowest = (vB + Math.sqrt(vB * vB + 4 * Math.max(0, pull) * D)) / (2 * D);
  return pull <= 0 || nominal < slowest * slowest;
}

/** The same into `out`, from the p on that it has from a question much like this one. False: C is out of reach. */
export function findSagittal(out: SagittalSupport, body: PlaneBody, ask: Readonly<SagittalQuestion>): boolean {
  if (!writeBracket(body, ask)) return false;
  const known = out.p > bracket[0] && out.p < bracket[1] && out.slope > 0;
  return (known && refine(out, body, ask, out.p, out.slope)) || refine(out, body, ask, bracket[2], Number.NaN);
}

/** Chords towards the root from `start` on, never out of the bracket. `slope`: NaN where it is not known. */
function refine(
  out: SagittalSupport,
  body: PlaneBody,
  ask: Readonly<SagittalQuestion>,
  start: number,
  slope: number,
): boolean {
  let low = bracket[0];
  let high = bracket[1];
  let p = start;
  if (!writeWay(body, ask, p)) return false;
  const wanted = ask.target - ask.hB;
  let error = way[3] - wanted;
  let evaluations = 1;
  if (!(slope > 0) && Math.abs(error) > EXACT) {
    const nudge = 1e-3 * (1 + Math.abs(p)) * (error > 0 ? -1 : 1);
    slope = writeWay(body, ask, p + nudge) ? (way[3] - wanted - error) / nudge : Number.NaN;
    evaluations++;
  }
  let tried = false;
  let lost = false;
  while (Math.abs(error) > EXACT && evaluations < MOST_EVALUATIONS) {
    if (error > 0) high = p;
    else low = p;
    let next = p - error / slope;
    if (!(next > low && next < high)) {
      // the far end decides whether there is a root at all, then halving goes on
      const end = error > 0 ? low : high;
      if (!tried) {
        evaluations++;
        if (!writeWay(body, ask, end)) return false;
        lost = !((way[3] - wanted) * error < 0);
        if (lost) p = end;
        if (lost) break;
        tried = true;
      }
      next = 0.5 * (low + high);
    }
    evaluations++;
    if (!writeWay(body, ask, next)) return false;
    const value = way[3] - wanted;
    slope = (value - error) / (next - p);
    p = next;
    error = value;
  }
  out.p = p;
  out.slope = slope;
  out.evaluations = evaluations;
  out.status = !lost && Math.abs(error) < CLOSE ? 'solved' : 'saturated';
  out.pull = way[0];
  out.velocity = way[1];
  out.duration = way[2];
  out.momentum = ask.hB + way[3];
  return true;
}

/** Way through support over the time T with acceleration and ZMP linear in time, for either plane. Written over by each solve. */
export interface TimedSupport {
  aB: number; // [m/s²]
  aC: number;
  position: number; // at C
  velocity: number;
  momentum: number;
  status: 'solved' | 'saturated';
}

export interface TimedQuestion {
  xB: number;
  vB: number;
  hB: number;
  zB: number;
  zC: number;
  target: number;
  duration: number;
}

export const createTimedSupport = (): TimedSupport => ({
  aB: Number.NaN,
  aC: Number.NaN,
  position: Number.NaN,
  velocity: Number.NaN,
  momentum: Number.NaN,
  status: 'solved',
});

/** Two linear equations: no moment at C ([Komura04] eq. 15) and the wanted angular momentum there (eq. 14). */
export function solveTimed(body: PlaneBody, ask: Readonly<TimedQuestion>): TimedSupport {
  const out = createTimedSupport();
  writeTimed(out, body, ask);
  return out;
}

/** The same into `out`. */
export function writeTimed(out: TimedSupport, body: PlaneBody, ask: Readonly<TimedQuestion>): void {
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
  out.status = 'solved';
  if (!(Math.abs(aB) <= grip && Math.abs(aC) <= grip)) {
    // friction: the angular momentum gives way, the force at C still passes the centre of mass where it can
    out.status = 'saturated';
    aB = Math.min(grip, Math.max(-grip, Number.isFinite(aB) ? aB : 0));
    aC = Math.min(grip, Math.max(-grip, (r1 - a11 * aB) / a12));
  }
  const velocity = vB + ((aB + aC) * T) / 2;
  const integral = xB * T + (vB * T * T) / 2 + (aB * T * T * T) / 8 + (aC * T * T * T) / 24;
  out.aB = aB;
  out.aC = aC;
  out.position = xB + vB * T + (aB * T * T) / 3 + (aC * T * T) / 6;
  out.velocity = velocity;
  out.momentum = hB + mass * (g * (integral - ((zB + zC) * T) / 2) - height * (velocity - vB));
}
