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

/** At even shares of what is left. */
interface StanceCourse {
  of: object | undefined; // the plane that it was written for
  readonly rate: Float64Array; // SAMPLES + 1: Δḣ, per part of the time
  readonly gained: Float64Array; // SAMPLES + 1: Δh
  readonly turned: Float64Array; // SAMPLES + 1: ∫Δh
}

const createCourse = (): StanceCourse => ({
  of: undefined,
  rate: new Float64Array(SAMPLES + 1),
  gained: new Float64Array(SAMPLES + 1),
  turned: new Float64Array(SAMPLES + 1),
});

// memory: the last course of each axis; w, and between which bounds Δḣ/(m g w) keeps the ZMP on the foot [m]
const courses = [createCourse(), createCourse()] as const;
const loads = new Float64Array(SAMPLES + 1);
const least = new Float64Array(SAMPLES + 1);
const most = new Float64Array(SAMPLES + 1);
const way = new Float64Array(6);

/** out = Δh gained by share u [kg·m²/s], and its integral over time [kg·m²·rad]. `of`: the plane of the plan that this is; as long as
 *  it stays the same, so does the course. */
export function writeGained(out: Float64Array, of: object, task: StanceTask, u: number): void {
  const course = courses[task.axis];
  if (course.of !== of) writeCourse(course, of, task);
  const { from, time } = task.beyond;
  const at = Math.max(0, Math.min(1, (u - from) / Math.max(1e-9, 1 - from))) * SAMPLES;
  const k = Math.min(SAMPLES - 1, Math.floor(at));
  const share = at - k;
  const { rate, gained, turned } = course;
  const bend = (rate[k + 1] - rate[k]) / 2;
  out[0] = gained[k] + share * (rate[k] + share * bend);
  out[1] = turned[k] + (time / SAMPLES) * share * (gained[k] + share * (rate[k] / 2 + (share * bend) / 3));
}

function writeCourse(course: StanceCourse, of: object, task: StanceTask): void {
  const { body, beyond, wanted } = task;
  writeBounds(task);
  const dt = beyond.time / SAMPLES;
  const unit = body.mass * body.gravity * dt; // [kg·m²/s] of a metre at the mean load
  const level = unit > 0 ? levelFor(wanted / unit) : 0;
  const { rate, gained, turned } = course;
  for (let k = 0; k <= SAMPLES; k++) {
    rate[k] = unit * loads[k] * within(level, least[k], most[k]);
    if (k === 0) continue;
    gained[k] = gained[k - 1] + (rate[k - 1] + rate[k]) / 2;
    turned[k] = turned[k - 1] + dt * (gained[k - 1] + rate[k - 1] / 3 + rate[k] / 6);
  }
  course.of = of;
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
