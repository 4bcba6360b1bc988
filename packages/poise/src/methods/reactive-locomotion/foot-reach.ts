/** How far a foot gets: from where it swings in the time that is left, and from the hip with a leg of its length. */
import { isFree } from './planner.ts';
import { REACH } from './reach-feet.ts';
import { type StepAxes, writeExtraPlace, writeReference } from './reference.ts';
import { type Plan, stepOf } from './running-plan.ts';
import { writeOffset } from './swing-offset.ts';
import { reachBeside } from './swing-range.ts';
import { axesOf, shift, TICK, type Walker, writeBase } from './walker-state.ts';

const QUINTIC = 5.77; // peak acceleration of a smooth way of 1 m in 1 s
const STRETCHED = 0.978; // of a leg: further away no foot is put down
const AHEAD = 0.5; // of the time that is left: for as long hips go on leaving the centre of mass as they do now
const DEEPEST = 0.18; // of a leg: more than this the body does not sink
export const SINKING = 8; // [m/s²] that it sinks with at most
const AHEAD_COUNTS = 0.4; // of what a foot lands beside its place counts what it lands short of it
const ROUNDS = 6;

// memory
const swing = new Float64Array(4);
const base = new Float64Array(2);
const before = new Float64Array(2);
const after = new Float64Array(2);
const extra = new Float64Array(2);
/** The hip: x and z [m] of the offset that would put the foot right below it; how far below; how far the clip's foot is. */
const hip = { x: 0, z: 0, below: 0, own: 0 };

/** Moves a place to the nearest one that foot and leg get to in time. */
export function comeWithinReach(place: Float64Array, walker: Walker, side: 0 | 1, t: number, plan: Plan): void {
  const { state, follower } = walker;
  const end = plan.phase.start + plan.phase.duration;
  const left = Math.max(0, end - t + TICK);
  writeHip(walker, side, plan, end);
  writeOffset(swing, state.feet[side], t - TICK);
  // where it comes to rest by itself, and how far from there it can be sent
  const restX = swing[0] + (swing[2] * left) / 2;
  const restZ = swing[1] + (swing[3] * left) / 2;
  comeWithin(place, restX, restZ, reachBeside(aheadOf(walker, side, left), left));
  const { length } = follower.legs[side];
  const deepest = Math.min(DEEPEST * length, state.sunk[0] + (SINKING * left * left) / QUINTIC);
  const reach = Math.max(hip.own, STRETCHED * length);
  const height = Math.max(0, hip.below - deepest);
  comeBelowHip(place, axesOf(walker, plan.count + 1), Math.sqrt(Math.max(0, reach * reach - height * height)));
}

/** How far [m] from where it would come to rest by itself the clip takes a foot in the time that is left. walker.ahead holds the
 *  clip at the end of it. */
function aheadOf({ reference, ahead, body }: Walker, side: 0 | 1, left: number): number {
  const at = 3 * body.soles[side].foot;
  const { segmentOrigin: now, originVelocity: rate } = reference.ws;
  const then = ahead.ws.segmentOrigin;
  const x = then[at] - now[at] - (rate[at] * left) / 2;
  const z = then[at + 2] - now[at + 2] - (rate[at + 2] * left) / 2;
  return Math.hypot(x, z);
}

/** Moves a place towards (x, z), as far as it is further away than `radius`. */
function comeWithin(place: Float64Array, x: number, z: number, radius: number): void {
  const far = Math.hypot(place[0] - x, place[1] - z);
  if (far <= radius) return;
  place[0] = x + ((place[0] - x) * radius) / far;
  place[1] = z + ((place[1] - z) * radius) / far;
}

/** Moves a place to one within `radius` of the hip. It gives up more of its way ahead than of its way aside: the next step makes up
 *  for that more easily. Symbols: a, b from the hip, ahead and aside; least w (a − a₀)² + (b − b₀)² on the circle is at
 *  a = w a₀/(w + λ), b = b₀/(1 + λ). */
function comeBelowHip(place: Float64Array, { forward: f, left: l }: StepAxes, radius: number): void {
  const x = place[0] - hip.x;
  const z = place[1] - hip.z;
  const ahead = x * f[0] + z * f[1];
  const aside = x * l[0] + z * l[1];
  if (!(ahead * ahead + aside * aside > radius * radius)) return;
  let a = ahead;
  let b = aside;
  let λ = 0;
  // Newton on 1/length, which is nearly straight in λ
  for (let round = 0; round < ROUNDS; round++) {
    const length = Math.sqrt(a * a + b * b);
    const slope = (a * a) / (AHEAD_COUNTS + λ) + (b * b) / (1 + λ);
    λ += ((length / Math.max(1e-3, radius) - 1) * length * length) / slope;
    a = (AHEAD_COUNTS * ahead) / (AHEAD_COUNTS + λ);
    b = aside / (1 + λ);
  }
  place[0] = hip.x + a * f[0] + b * l[0];
  place[1] = hip.z + a * f[1] + b * l[1];
}

/** Writes where the hip is when the plan is at time `at`. */
function writeHip(walker: Walker, side: 0 | 1, plan: Plan, at: number): void {
  const { follower, ahead, endless, laps, body, state } = walker;
  const { off } = follower;
  writeReference(ahead, endless, plan, at, laps);
  // a leaning trunk has its hips on the other side of the centre of mass, and goes on leaning
  const now = state.ticks * TICK;
  const start = Math.max(plan.phase.start, now - TICK);
  writePlanned(base, walker, plan, at);
  writePlanned(before, walker, plan, start);
  writePlanned(after, walker, plan, start + TICK);
  const going = AHEAD * Math.max(0, Math.min(0.3, at - now));
  const x = base[0] + off[0] - state.place[0] + going * (off[6] - (after[0] - before[0]) / TICK);
  const z = base[1] + off[2] - state.place[1] + going * (off[8] - (after[1] - before[1]) / TICK);
  const origin = ahead.ws.segmentOrigin;
  const upper = 3 * follower.legs[side].limb.upper;
  const foot = 3 * body.soles[side].foot;
  const dx = origin[upper] - origin[foot];
  const dy = origin[upper + 1] - origin[foot + 1];
  const dz = origin[upper + 2] - origin[foot + 2];
  // … and, in a walk, higher than the clip has them
  const flies = stepOf(plan).measures.gait === 'run';
  const flatter = (1 - state.bob[0]) * Math.max(0, walker.reference.ws.com[1] - walker.lowest);
  const raised = off[1] + state.sunk[0] + flatter;
  hip.x = dx + x;
  hip.z = dz + z;
  hip.below = dy + (flies ? 0 : raised);
  hip.own = Math.hypot(dx, dy, dz);
}

/** Where the plan has the centre of mass, off the clip's, over the floor [m], into out (x, z). */
function writePlanned(out: Float64Array, walker: Walker, plan: Plan, at: number): void {
  writeBase(out, walker, plan);
  writeExtraPlace(extra, plan, at);
  shift(out, axesOf(walker, plan.count), extra[0], extra[1]);
}

/** How much lower than in the clip the body must be at a time so that a leg reaches its foot [m]. */
export function sinkFor(walker: Walker, side: 0 | 1, plan: Plan, at: number): number {
  const { state, follower } = walker;
  if (isFree(state.plan)) return 0;
  const { length } = follower.legs[side];
  writeHip(walker, side, plan, at);
  writeOffset(swing, state.feet[side], at);
  const reach = Math.max(hip.own, REACH * length);
  const across = Math.hypot(hip.x - swing[0], hip.z - swing[1]);
  const needed = hip.below - Math.sqrt(Math.max(0, reach * reach - across * across));
  return Math.max(0, Math.min(needed, DEEPEST * length));
}
