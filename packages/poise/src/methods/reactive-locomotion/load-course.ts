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
  readonly loads: Float64Array; // SAMPLES + 1: w
  readonly room: Float64Array; // (SAMPLES + 1)×4 [m] that the ZMP can go from the clip's own: back, ahead, right, left
  readonly meanRoom: Float64Array; // 4 [m] of that, where the load is
}

export const SAMPLES = 32;

/** Memory before a course is known. */
export const NO_LOAD: LoadCourse = {
  rows: new Float64Array(4 * (SAMPLES + 1)),
  loads: new Float64Array(SAMPLES + 1),
  room: new Float64Array(4 * (SAMPLES + 1)),
  meanRoom: new Float64Array(4),
};

const LEAST = 0.02; // of the mean load
const FURTHEST = 0.06; // [m] that counts of the room: a foot does not roll from heel to toe for a push

/** The load of a step's support, as the clip has it. `room`: see soleRoom. */
export function loadCourse(
  { comAcceleration }: BalanceReport,
  { touchDown, leave }: ClipStep,
  room: Float64Array,
): LoadCourse {
  const up = Float64Array.from({ length: SAMPLES + 1 }, (_, k) => {
    const at = touchDown + ((leave - touchDown) * k) / SAMPLES;
    const before = Math.floor(at);
    const share = at - before;
    const rise = (1 - share) * comAcceleration[3 * before + 1] + share * (comAcceleration[3 * before + 4] ?? 0);
    return Math.max(0, rise + GRAVITY);
  });
  const mean = up.reduce((sum, load) => sum + load, 0) / up.length;
  const loads = up.map((load) => (mean > 0 ? Math.max(LEAST, load / mean) : 1));
  const rows = new Float64Array(4 * (SAMPLES + 1));
  for (let k = 1; k <= SAMPLES; k++) {
    const o = 4 * k;
    const step = 1 / SAMPLES;
    for (const [row, moment] of [
      [0, 0],
      [2, 1],
    ] as const) {
      const [a, b] = [loads[k - 1] * ((k - 1) * step) ** moment, loads[k] * (k * step) ** moment];
      rows[o + row] = rows[o + row - 4] + (step * (a + b)) / 2;
      // exact for a rate that is linear within a sample
      rows[o + row + 1] = rows[o + row - 3] + step * rows[o + row - 4] + step * step * (a / 3 + b / 6);
    }
  }
  return { rows, loads, room, meanRoom: meanRoomOf(loads, room) };
}

function meanRoomOf(loads: Float64Array, room: Float64Array): Float64Array {
  const all = loads.reduce((sum, load) => sum + load, 0);
  return Float64Array.from({ length: 4 }, (_, side) =>
    loads.reduce((sum, w, k) => sum + (w * Math.max(-FURTHEST, Math.min(FURTHEST, room[4 * k + side]))) / all, 0),
  );
}

/** w at a share of the stance. */
export const loadAt = ({ loads }: LoadCourse, u: number): number => between(loads, 1, 0, u);

/** Room of the ZMP at a share of the stance [m]. `side`: 0 … 3, back, ahead, right, left. */
export const roomAt = ({ room }: LoadCourse, u: number, side: number): number => between(room, 4, side, u);

function between(rows: Float64Array, width: number, column: number, u: number): number {
  const at = Math.max(0, Math.min(1, u)) * SAMPLES;
  const k = Math.min(SAMPLES - 1, Math.floor(at));
  const o = width * k + column;
  return rows[o] + (at - k) * (rows[o + width] - rows[o]);
}

const read = new Float64Array(8);
const moments = new Float64Array(8); // to the end, then to where it is looked at

/** Row of the integrals at share u into read[o…o+3]; exact for a rate that is linear within a sample. */
function readRow({ rows, loads }: LoadCourse, u: number, o: number): void {
  const at = Math.max(0, Math.min(1, u)) * SAMPLES;
  const k = Math.min(SAMPLES - 1, Math.floor(at));
  const part = (at - k) / SAMPLES;
  for (let row = 0; row < 4; row += 2) {
    const first = rows[4 * k + row];
    const a = row === 0 ? loads[k] : (loads[k] * k) / SAMPLES;
    const b = row === 0 ? loads[k + 1] : (loads[k + 1] * (k + 1)) / SAMPLES;
    const bend = ((b - a) * SAMPLES) / 2;
    read[o + row] = first + part * (a + part * bend);
    // the second integral goes on with the first
    read[o + row + 1] = rows[4 * k + row + 1] + part * (first + part * (a / 2 + (part * bend) / 3));
  }
}

/** out[o…o+3] = ∫w, ∬w, ∫u w, ∬u w from one share to another. */
export function writeLoadMoments(out: Float64Array, o: number, course: LoadCourse, from: number, u: number): void {
  readRow(course, from, 0);
  readRow(course, u, 4);
  const part = u - from;
  out[o] = read[4] - read[0];
  out[o + 1] = read[5] - read[1] - read[0] * part;
  out[o + 2] = read[6] - read[2];
  out[o + 3] = read[7] - read[3] - read[2] * part;
}

/** Share of a stance's load that is still to come. */
export function loadLeft(course: LoadCourse, from: number): number {
  readRow(course, from, 0);
  readRow(course, 1, 4);
  return (read[4] - read[0]) / read[4];
}

/** A difference between two motions over the rest of a stance: from share `from`, `time` [s] long. */
export interface LoadedWay {
  readonly from: number;
  readonly time: number;
  readonly start: readonly [x: number, v: number];
  readonly end: readonly [x: number, v: number];
}

/** Where the difference is at share u, and how fast it changes: out = x, v; then how much of the load is over by then, of what there
 *  is from `from` on, and the integral of that over time [s]; then α and β [m/s²]. */
export function writeLoadedWay(out: Float64Array, course: LoadCourse, way: LoadedWay, u: number): void {
  const { from, time, start, end } = way;
  const span = Math.max(1e-9, 1 - from);
  const whole = time / span; // [s] of the whole stance at this pace
  writeLoadMoments(moments, 0, course, from, 1);
  writeLoadMoments(moments, 4, course, from, u);
  const [a1, a2, b1, b2] = [moments[0], moments[1], moments[2], moments[3]];
  const r1 = (end[1] - start[1]) / whole;
  const r2 = (end[0] - start[0] - start[1] * time) / (whole * whole);
  const determinant = a1 * b2 - b1 * a2;
  const solvable = Math.abs(determinant) > 1e-12 && whole > 1e-6;
  const alpha = solvable ? (r1 * b2 - b1 * r2) / determinant : 0;
  const beta = solvable ? (a1 * r2 - a2 * r1) / determinant : 0;
  out[0] = start[0] + start[1] * whole * (u - from) + whole * whole * (alpha * moments[5] + beta * moments[7]);
  out[1] = start[1] + whole * (alpha * moments[4] + beta * moments[6]);
  out[2] = moments[4] / Math.max(1e-9, a1);
  out[3] = (whole * moments[5]) / Math.max(1e-9, a1);
  out[4] = alpha;
  out[5] = beta;
}
