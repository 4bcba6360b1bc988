/**
 * Where the feet stand still: the evidence for the floor, the belt of a treadmill, and the shape of the soles.
 */
import type { ReadonlyVector } from '../math/types.ts';

/** A point of a foot over time. */
export interface Probe {
  readonly foot: 0 | 1; // left, right
  readonly position: Float64Array; // frames×3 [m] world
}

/** A stretch of time in which one probe rests on the floor. */
export interface Stance {
  readonly probe: number; // index into the probes
  readonly start: number; // first frame
  readonly end: number; // last frame
  readonly x: number; // [m] mean position
  readonly y: number;
  readonly z: number;
}

const SLOW = 0.25; // [m/s] a resting probe's speed over the floor; captures skate at up to 0.1 m/s
const SLOW_VERTICAL = 0.15; // [m/s] a jumper's feet are slower than this for only 0.03 s at the top
const SHORTEST = 0.07; // [s] of rest that counts; mid-stance of a run lasts about 0.1 s
/** A foot that is quick for so short a time [s] and rests again where it was [m] has rested all the time: noise. */
const INTERRUPTED = 0.06;
const SAME_PLACE = 0.015;
const SAME_LEVEL = 0.05; // [m] what rises or sinks by more, however slowly, has not rested on one floor
const SLOW_SHARE = 0.12; // of the body's speed: feet of runners are never as still as those of standers
const LOW = 0.05; // [m] above the lowest probe of the same frame; a lifted foot is no evidence for the floor
const ONE_PLACE = 0.2; // [m] stances this near to each other are over one piece of floor
const TRUSTED_TIME = 0.3; // [s]
const BELT_CELL = 0.1; // [m/s] of the velocity histogram
const BELT_TOP = 15; // [m/s]

/** Velocity of a probe, by central difference over about ±17 ms; frames × 3. */
function probeVelocity(position: ReadonlyVector, frameTime: number): Float64Array {
  const frames = position.length / 3;
  const velocity = new Float64Array(position.length);
  const reach = Math.max(1, Math.round(0.0167 / frameTime));
  for (let frame = 0; frame < frames; frame++) {
    const before = Math.max(0, frame - reach);
    const after = Math.min(frames - 1, frame + reach);
    if (after === before) continue;
    const rate = 1 / ((after - before) * frameTime);
    for (let k = 0; k < 3; k++) velocity[3 * frame + k] = rate * (position[3 * after + k] - position[3 * before + k]);
  }
  return velocity;
}

/** Horizontal velocity of the floor (x, z) [m/s]: zero, unless the character stays in place while the feet, when they are
 *  low, move together at one speed: a treadmill, or a clip made to run on the spot. */
export function findBelt(probes: readonly Probe[], root: ReadonlyVector, frameTime: number): [x: number, z: number] {
  const frames = root.length / 3;
  if (frames < 8) return [0, 0];
  const cells = new Map<number, { count: number; x: number; z: number }>();
  const span = Math.ceil((2 * BELT_TOP) / BELT_CELL);
  let total = 0;
  for (const probe of probes) {
    const velocity = probeVelocity(probe.position, frameTime);
    const low = lowLevel(probe.position) + 0.03;
    for (let frame = 0; frame < frames; frame++) {
      if (probe.position[3 * frame + 1] > low) continue;
      const vx = velocity[3 * frame];
      const vz = velocity[3 * frame + 2];
      if (Math.abs(vx) > BELT_TOP || Math.abs(vz) > BELT_TOP) continue;
      const key = Math.round((vx + BELT_TOP) / BELT_CELL) * span + Math.round((vz + BELT_TOP) / BELT_CELL);
      const cell = cells.get(key) ?? { count: 0, x: 0, z: 0 };
      cell.count++;
      cell.x += vx;
      cell.z += vz;
      cells.set(key, cell);
      total++;
    }
  }
  // The densest 5 × 5 cells are the velocity that the low feet share.
  let best = { count: 0, x: 0, z: 0 };
  for (const key of cells.keys()) {
    const sum = { count: 0, x: 0, z: 0 };
    for (let i = -2; i <= 2; i++) {
      for (let j = -2; j <= 2; j++) {
        const cell = cells.get(key + i * span + j);
        if (!cell) continue;
        sum.count += cell.count;
        sum.x += cell.x;
        sum.z += cell.z;
      }
    }
    if (sum.count > best.count) best = sum;
  }
  if (best.count < 0.2 * total || best.count === 0) return [0, 0];
  const x = best.x / best.count;
  const z = best.z / best.count;
  const duration = (frames - 1) * frameTime;
  const drift = Math.hypot(root[3 * (frames - 1)] - root[0], root[3 * (frames - 1) + 2] - root[2]) / duration;
  const speed = Math.hypot(x, z);
  return speed > 0.35 && drift < 0.35 * speed ? [x, z] : [0, 0];
}

/** Low level [m] of a probe: the 5th percentile of its height. */
function lowLevel(position: ReadonlyVector): number {
  const frames = position.length / 3;
  const heights = new Float64Array(frames);
  for (let frame = 0; frame < frames; frame++) heights[frame] = position[3 * frame + 1];
  heights.sort();
  return heights[Math.floor(0.05 * (frames - 1))];
}

/** All stances of all probes over a floor that moves at `belt`; `root` is the path of the hips. */
export function findStances(
  probes: readonly Probe[],
  belt: readonly [x: number, z: number],
  root: ReadonlyVector,
  frameTime: number,
): readonly Stance[] {
  if (probes.length === 0) return [];
  const extra = SLOW_SHARE * travelSpeed(root, belt, frameTime);
  const frames = probes[0].position.length / 3;
  const shortest = Math.max(1, Math.round(SHORTEST / frameTime));
  const gap = Math.round(INTERRUPTED / frameTime);
  return probes.flatMap((probe, index) => {
    const velocity = probeVelocity(probe.position, frameTime);
    const runs: Stance[] = [];
    let start = -1;
    for (let frame = 0; frame <= frames; frame++) {
      const rests = frame < frames && isResting(probes, probe, velocity, belt, extra, frame);
      if (rests && start < 0) start = frame;
      if (start < 0) continue;
      if (rests && Math.abs(probe.position[3 * frame + 1] - probe.position[3 * start + 1]) < SAME_LEVEL) continue;
      const run = stanceOf(probe.position, index, start, frame - 1);
      const last = runs.at(-1);
      if (last && start - last.end <= gap && isSamePlace(last, run, belt, frameTime))
        runs[runs.length - 1] = stanceOf(probe.position, index, last.start, run.end);
      else runs.push(run);
      start = rests ? frame : -1;
    }
    return runs.filter((run) => run.end - run.start + 1 >= Math.min(shortest, frames));
  });
}

/** Stances but for those at a place where one of `trusted` stands as well, higher or lower: only one of both can be the floor there. Moments of trust do not count. */
export function withoutRivals(
  stances: readonly Stance[],
  trusted: readonly Stance[],
  frameTime: number,
): readonly Stance[] {
  const lasts = trusted.filter(({ start, end }) => (end - start + 1) * frameTime >= TRUSTED_TIME);
  const isRival = (s: Stance): boolean =>
    !trusted.includes(s) && lasts.some(({ x, z }) => Math.hypot(x - s.x, z - s.z) <= ONE_PLACE);
  const left = stances.filter((s) => !isRival(s));
  return left.length > 0 ? left : stances;
}

/** Is the place of the second where a belt would have taken the first? */
function isSamePlace(a: Stance, b: Stance, belt: readonly [x: number, z: number], frameTime: number): boolean {
  const seconds = ((b.start + b.end - a.start - a.end) / 2) * frameTime;
  return Math.hypot(b.x - a.x - belt[0] * seconds, b.y - a.y, b.z - a.z - belt[1] * seconds) < SAME_PLACE;
}

/** Mean speed [m/s] of the body over the floor. */
function travelSpeed(root: ReadonlyVector, belt: readonly [x: number, z: number], frameTime: number): number {
  const frames = root.length / 3;
  let path = 0;
  for (let frame = 1; frame < frames; frame++) {
    const x = root[3 * frame] - root[3 * frame - 3] - belt[0] * frameTime;
    const z = root[3 * frame + 2] - root[3 * frame - 1] - belt[1] * frameTime;
    path += Math.hypot(x, z);
  }
  return frames > 1 ? path / ((frames - 1) * frameTime) : 0;
}

function isResting(
  probes: readonly Probe[],
  probe: Probe,
  velocity: ReadonlyVector,
  belt: readonly [x: number, z: number],
  extra: number,
  frame: number,
): boolean {
  if (!isStill(velocity, belt, extra, frame)) return false;
  for (const other of probes) if (probe.position[3 * frame + 1] > other.position[3 * frame + 1] + LOW) return false;
  return true;
}

function isStill(
  velocity: ReadonlyVector,
  belt: readonly [x: number, z: number],
  extra: number,
  frame: number,
): boolean {
  const i = 3 * frame;
  const along = Math.hypot(velocity[i] - belt[0], velocity[i + 2] - belt[1]);
  return along <= SLOW + extra && Math.abs(velocity[i + 1]) <= SLOW_VERTICAL + 0.6 * extra;
}

function stanceOf(position: ReadonlyVector, probe: number, start: number, end: number): Stance {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let frame = start; frame <= end; frame++) {
    x += position[3 * frame];
    y += position[3 * frame + 1];
    z += position[3 * frame + 2];
  }
  const share = 1 / (end - start + 1);
  return { probe, start, end, x: share * x, y: share * y, z: share * z };
}
