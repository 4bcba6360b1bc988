/**
 * How a runner's stance takes up a change of motion: with horizontal force in proportion to the load. The plan's law has
 * acceleration linear in time, as if the load were even; at touch-down and take-off, where there is none, its force would tip the
 * body. Both end with the same place and velocity.
 * Symbols: u share of the stance, w(u) load over its mean, A = ∬w, B = ∬u w from 0 to u; ẍ = (α + β u) w.
 */
import type { BalanceReport } from '../../balance/report.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { ClipStep } from './find-steps.ts';

/** Integrals at even shares of a stance, rows of A′, A, B′, B. */
export interface LoadCourse {
  readonly rows: Float64Array; // (SAMPLES + 1)×4
}

const SAMPLES = 32;
const LEAST = 0.02; // of the mean load

/** The load of a step's support, as the clip has it. */
export function loadCourse({ comAcceleration }: BalanceReport, { touchDown, leave }: ClipStep): LoadCourse {
  const loads = Float64Array.from({ length: SAMPLES + 1 }, (_, k) => {
    const at = touchDown + ((leave - touchDown) * k) / SAMPLES;
    const before = Math.floor(at);
    const share = at - before;
    const up = (1 - share) * comAcceleration[3 * before + 1] + share * (comAcceleration[3 * before + 4] ?? 0);
    return Math.max(0, up + GRAVITY);
  });
  const mean = loads.reduce((sum, load) => sum + load, 0) / loads.length;
  const rows = new Float64Array(4 * (SAMPLES + 1));
  const weight = (k: number): number => (mean > 0 ? Math.max(LEAST, loads[k] / mean) : 1);
  for (let k = 1; k <= SAMPLES; k++) {
    const o = 4 * k;
    const step = 1 / SAMPLES;
    for (const [row, moment] of [
      [0, 0],
      [2, 1],
    ] as const) {
      const [a, b] = [weight(k - 1) * ((k - 1) * step) ** moment, weight(k) * (k * step) ** moment];
      rows[o + row] = rows[o + row - 4] + (step * (a + b)) / 2;
      // exact for a rate that is linear within a sample
      rows[o + row + 1] = rows[o + row - 3] + step * rows[o + row - 4] + step * step * (a / 3 + b / 6);
    }
  }
  return { rows };
}

const read = new Float64Array(12);

/** Row of the integrals at share u into read[o…o+3]. */
function readRow({ rows }: LoadCourse, u: number, o: number): void {
  const at = Math.max(0, Math.min(1, u)) * SAMPLES;
  const k = Math.min(SAMPLES - 1, Math.floor(at));
  const share = at - k;
  const step = 1 / SAMPLES;
  for (let row = 0; row < 4; row += 2) {
    const [p0, p1] = [rows[4 * k + row], rows[4 * k + row + 4]];
    read[o + row] = p0 + share * (p1 - p0);
    // the second integral goes on with the first
    read[o + row + 1] = rows[4 * k + row + 1] + step * share * (p0 + (share * (p1 - p0)) / 2);
  }
}

/** A difference between two motions over the rest of a stance: from share `from`, `time` [s] long. */
export interface LoadedWay {
  readonly from: number;
  readonly time: number;
  readonly start: readonly [x: number, v: number];
  readonly end: readonly [x: number, v: number];
}

/** Where the difference is at share u, and how fast it changes: out = x, v; then how much of the load is over by then, of what there
 *  is from `from` on, and the integral of that over time [s]. */
export function writeLoadedWay(out: Float64Array, course: LoadCourse, way: LoadedWay, u: number): void {
  const { from, time, start, end } = way;
  const span = Math.max(1e-9, 1 - from);
  const whole = time / span; // [s] of the whole stance at this pace
  readRow(course, from, 0);
  readRow(course, 1, 4);
  readRow(course, u, 8);
  const a1 = read[4] - read[0];
  const b1 = read[6] - read[2];
  const a2 = read[5] - read[1] - read[0] * span;
  const b2 = read[7] - read[3] - read[2] * span;
  const r1 = (end[1] - start[1]) / whole;
  const r2 = (end[0] - start[0] - start[1] * time) / (whole * whole);
  const determinant = a1 * b2 - b1 * a2;
  const solvable = Math.abs(determinant) > 1e-12 && whole > 1e-6;
  const alpha = solvable ? (r1 * b2 - b1 * r2) / determinant : 0;
  const beta = solvable ? (a1 * r2 - a2 * r1) / determinant : 0;
  const part = u - from;
  const first = alpha * (read[8] - read[0]) + beta * (read[10] - read[2]);
  const second = alpha * (read[9] - read[1] - read[0] * part) + beta * (read[11] - read[3] - read[2] * part);
  out[0] = start[0] + start[1] * whole * part + whole * whole * second;
  out[1] = start[1] + whole * first;
  out[2] = (read[8] - read[0]) / Math.max(1e-9, a1);
  out[3] = (whole * (read[9] - read[1] - read[0] * part)) / Math.max(1e-9, a1);
}
