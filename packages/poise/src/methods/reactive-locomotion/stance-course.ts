/**
 * How a runner's stance makes the angular momentum that it is to end with: evenly with the load, except where that would carry the
 * ZMP off the foot. Who runs stands on the ball of the foot: there is a hand's breadth behind the clip's own ZMP, a few centimetres
 * before it, and nothing when he takes off.
 * Symbols: u share of the stance, w load over its mean, Δ beyond the clip, ζ ZMP from where the clip has it under the foot; with
 * Δẍ = (α + βu) w (load-course):   Δḣ/(m g w) = c − ζ,   c = Δx − Δfoot − (H/g)(α + βu).
 */
import type { PlaneBody } from './double-support.ts';
import { type LoadCourse, type LoadedWay, loadAt, roomAt, SAMPLES, writeLoadedWay } from './load-course.ts';

/** What is left of a stance, one plane. */
export interface StanceTask {
  body: PlaneBody;
  load: LoadCourse;
  beyond: LoadedWay; // of the centre of mass
  axis: 0 | 1; // forward, left
  foot: number; // [m] Δfoot
  wanted: number; // [kg·m²/s] Δh to be gained by the end
}

// memory: at even shares of what is left, w, and between which bounds Δḣ/(m g w) keeps the ZMP on the foot [m]
const loads = new Float64Array(SAMPLES + 1);
const least = new Float64Array(SAMPLES + 1);
const most = new Float64Array(SAMPLES + 1);
const way = new Float64Array(6);

/** out = Δh gained by share u [kg·m²/s], and its integral over time [kg·m²·rad]. */
export function writeGained(out: Float64Array, task: StanceTask, u: number): void {
  const { body, beyond, wanted } = task;
  writeBounds(task);
  const dt = beyond.time / SAMPLES;
  const unit = body.mass * body.gravity * dt; // [kg·m²/s] of a metre at the mean load
  const level = unit > 0 ? levelFor(wanted / unit) : 0;
  const reached = ((u - beyond.from) / Math.max(1e-9, 1 - beyond.from)) * SAMPLES;
  out[0] = 0;
  out[1] = 0;
  let last = unit * loads[0] * within(level, least[0], most[0]);
  for (let k = 1; k <= SAMPLES && reached > k - 1; k++) {
    const share = Math.min(1, reached - (k - 1));
    const rate = unit * loads[k] * within(level, least[k], most[k]);
    const gained = share * (last + (share * (rate - last)) / 2);
    out[1] += dt * share * (out[0] + gained / 2);
    out[0] += gained;
    last = rate;
  }
}

function writeBounds({ body, load, beyond, axis, foot }: StanceTask): void {
  const { from } = beyond;
  const reach = body.height / body.gravity;
  for (let k = 0; k <= SAMPLES; k++) {
    const u = from + ((1 - from) * k) / SAMPLES;
    writeLoadedWay(way, load, beyond, u);
    const c = way[0] - foot - reach * (way[4] + way[5] * u);
    loads[k] = loadAt(load, u);
    least[k] = c - roomAt(load, u, 2 * axis + 1);
    most[k] = c - roomAt(load, u, 2 * axis);
  }
}

const ROUNDS = 30;
const EXACT = 1e-9;

/** The level for which Σ w · (level within its bounds) is the wanted sum, ends counted half; the nearest there is. */
function levelFor(wanted: number): number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let k = 0; k <= SAMPLES; k++) {
    low = Math.min(low, least[k]);
    high = Math.max(high, most[k]);
  }
  let level = 0.5 * (low + high);
  // the sum grows with the level and is straight between kinks: Newton, halving where it leaves the bracket
  for (let round = 0; round < ROUNDS; round++) {
    let sum = -wanted;
    let slope = 0;
    for (let k = 0; k <= SAMPLES; k++) {
      const w = k === 0 || k === SAMPLES ? loads[k] / 2 : loads[k];
      sum += w * within(level, least[k], most[k]);
      if (level > least[k] && level < most[k]) slope += w;
    }
    if (Math.abs(sum) < EXACT) break;
    if (sum > 0) high = level;
    else low = level;
    const next = level - sum / slope;
    level = next > low && next < high ? next : 0.5 * (low + high);
  }
  return level;
}

const within = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
