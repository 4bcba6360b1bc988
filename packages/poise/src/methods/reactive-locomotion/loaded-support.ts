/**
 * A runner's stance from a state beyond the clip's to its end, with force in proportion to the load (load-course): the two
 * equations of [Komura04] eq. 14 and 15, for what comes beyond the clip.
 * Symbols: Δẍ = (α + βu) w; W time of the whole stance at this pace; z ZMP beyond the clip's; k = g/H:
 *   α + β = k (Δx_C − z)                                      no moment at the end
 *   m W [ g ∫w (Δx − z) du − H ∫(α + βu) w du ] = h* − h      the wanted angular momentum
 */
import type { PlaneBody, TimedSupport } from './double-support.ts';
import { type LoadCourse, loadAt, SAMPLES, writeLoadMoments } from './load-course.ts';

export interface LoadedQuestion {
  course: LoadCourse;
  from: number; // share of the stance
  time: number; // [s] that is left of it
  x: number; // [m] beyond the clip
  v: number; // [m/s]
  h: number; // [kg·m²/s]
  z: number; // [m] ZMP beyond the clip's
  target: number; // [kg·m²/s] h beyond the clip's at the end
}

const moments = new Float64Array(6); // memory: ∫w, ∬w, ∫uw, ∬uw over the rest of the stance, then w times the second and fourth
const upTo = new Float64Array(4);
let known: LoadCourse | undefined; // that the moments are of …
let knownFrom = Number.NaN; // … and from where on

function writeMoments(course: LoadCourse, from: number): void {
  if (course === known && from === knownFrom) return;
  known = course;
  knownFrom = from;
  writeLoadMoments(moments, 0, course, from, 1);
  const step = (1 - from) / SAMPLES;
  moments[4] = 0;
  moments[5] = 0;
  for (let k = 1; k <= SAMPLES; k++) {
    const u = from + k * step;
    writeLoadMoments(upTo, 0, course, from, u);
    const weight = loadAt(course, u) * step * (k === SAMPLES ? 0.5 : 1); // the first one is zero
    moments[4] += weight * upTo[1];
    moments[5] += weight * upTo[3];
  }
}

/** Place, velocity and momentum beyond the clip's at the end; aB and aC: α + βu at both ends. */
export function writeLoadedSupport(out: TimedSupport, body: PlaneBody, ask: Readonly<LoadedQuestion>): void {
  const { course, from, time: T, x, v, h, z, target } = ask;
  writeMoments(course, from);
  const [a1, a2, b1, b2] = [moments[0], moments[1], moments[2], moments[3]];
  const { mass, height, gravity: g, friction } = body;
  const k = g / height;
  const W = T / Math.max(1e-9, 1 - from);
  // rows: a11 α + a12 β = r1 ;  a21 α + a22 β = r2
  const a11 = 1 - k * W * W * a2;
  const a12 = 1 - k * W * W * b2;
  const r1 = k * (x + v * T - z);
  const a21 = mass * W * (g * W * W * moments[4] - height * a1);
  const a22 = mass * W * (g * W * W * moments[5] - height * b1);
  const own = mass * g * W * ((x - z) * a1 + v * W * (b1 - from * a1));
  const r2 = target - h - own;
  const determinant = a11 * a22 - a12 * a21;
  let alpha = (r1 * a22 - a12 * r2) / determinant;
  let beta = (a11 * r2 - a21 * r1) / determinant;
  let start = alpha + beta * from;
  let end = alpha + beta;
  const grip = friction * g;
  out.status = 'solved';
  if (!(Math.abs(start) <= grip && Math.abs(end) <= grip)) {
    // friction: the angular momentum gives way, the force at the end still passes the centre of mass where it can
    out.status = 'saturated';
    start = Math.min(grip, Math.max(-grip, Number.isFinite(start) ? start : 0));
    end = start + ((1 - from) * (r1 - a11 * start)) / (a12 - a11 * from);
    end = Math.min(grip, Math.max(-grip, end));
    beta = (end - start) / Math.max(1e-9, 1 - from);
    alpha = start - beta * from;
  }
  out.aB = start;
  out.aC = end;
  out.position = x + v * T + W * W * (alpha * a2 + beta * b2);
  out.velocity = v + W * (alpha * a1 + beta * b1);
  out.momentum = h + own + a21 * alpha + a22 * beta;
}

/** Turns what came of it from beyond the clip's, which ends at x1 with v1, into a way from x0 with v0 in time T; aB and aC become
 *  those of the law linear in time that ends there. */
export function addOwn(way: TimedSupport, x0: number, v0: number, T: number, x1: number, v1: number): void {
  way.position += x1;
  way.velocity += v1;
  // velocity: (aB + aC) T/2; place: aB T²/3 + aC T²/6
  const sum = (2 * (way.velocity - v0)) / T;
  way.aB = (6 * (way.position - x0 - v0 * T)) / (T * T) - sum;
  way.aC = sum - way.aB;
}
