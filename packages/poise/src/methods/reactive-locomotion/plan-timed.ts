/** A step whose times are given: sideways, and a runner's both planes. */
import { pendulumTime } from '../../gait/pendulum.ts';
import { writeLaw } from '../../gait/pendulum-law.ts';
import { createAfterSupport, writeAfterSupport, writeEndOf } from './after-support.ts';
import { createTimedSupport, type PlaneBody, type TimedQuestion, writeTimed } from './double-support.ts';
import { flightLaw, type NominalPlane, type NominalStep, singleLaw } from './gait-step.ts';
import { type LoadCourse, NO_LOAD, writeLoadedWay } from './load-course.ts';
import { addOwn, type LoadedQuestion, writeLoadedSupport } from './loaded-support.ts';
import type { PlannerOptions } from './options.ts';
import { meanMomentum, type PlaneState } from './plan.ts';
import { type Axis, BEYOND, momentumWanted, type PlannedPlane, type StepTask } from './planned-step.ts';
import { shiftWeight } from './shift-weight.ts';

// memory of the plane that is being planned
const ask: TimedQuestion = { xB: 0, vB: 0, hB: 0, zB: 0, zC: 0, target: 0, duration: 0 };
const way = createTimedSupport();
const landing = {
  zB: 0, // [m] ZMP at touch-down …
  with: 0, // … from the new foot: 1, from the old one: 0
  foot: Number.NaN, // [m] where the foot of a runner is down already: then it is the ZMP that goes elsewhere
  own: 0, // [m] where the clip's foot lands
};
const loadedAsk: LoadedQuestion = { course: NO_LOAD, from: 0, time: 0, x: 0, v: 0, h: 0, z: 0, target: 0 };
const own = new Float64Array(2); // x and v that the clip's own stance ends with
const swing = createAfterSupport();
const ends = new Float64Array(4); // x and v at the next touch-down, of a trial and of one beside it

function askFor(task: StepTask, axis: Axis, state: PlaneState, support: number): void {
  const { body, step } = task;
  const { zB, zC, travel } = step[axis];
  const running = step.measures.gait === 'run';
  ask.xB = state.x;
  ask.vB = state.v;
  ask.hB = state.h;
  ask.duration = support;
  ask.target = momentumWanted(state, support, step.after, task);
  landing.zB = zB;
  landing.with = running ? 1 : 0;
  landing.own = step[axis].foot;
  loadedAsk.course = step.measures.load ?? NO_LOAD;
  loadedAsk.time = support;
  loadedAsk.x = state.x - step[axis].xB;
  loadedAsk.v = state.v - step[axis].vB;
  loadedAsk.h = state.extra;
  if (running) writeLaw(own, step[axis].supportLaw, step.support);
  // in flight nothing pulls
  writeAfterSupport(swing, zC, travel, running ? 0 : body.gravity / body.height, step.after);
}

/** Solves support for a foot, or the ZMP as if it were there. */
function solveFor(body: PlaneBody, foot: number): void {
  // a runner's ZMP is under the foot that lands from the start
  ask.zB = landing.with * foot + landing.zB;
  ask.zC = foot + swing.zC;
  if (loadedAsk.course === NO_LOAD) {
    writeTimed(way, body, ask);
    return;
  }
  loadedAsk.z = foot - landing.own;
  loadedAsk.target = ask.target;
  writeLoadedSupport(way, body, loadedAsk);
  addOwn(way, ask.xB, ask.vB, ask.duration, own[0], own[1]);
}

/** Writes how the step ends with a foot there into ends[o…]. */
function writeEnd(body: PlaneBody, foot: number, o: number): void {
  solveFor(body, foot);
  writeEndOf(swing, ends, o, way.position - (Number.isNaN(landing.foot) ? foot : landing.foot), way.velocity);
}

/** Laws in time: the state at the end is affine in where the foot lands, so the best place has a closed form. */
export function planTimed(
  task: StepTask,
  axis: Axis,
  state: PlaneState,
  support: number,
): { readonly plane: PlannedPlane; readonly missing: number; readonly crossed: boolean } {
  const { body, step, options, freedom, effort } = task;
  writeLimits(task, axis, state.x);
  const fixed = freedom.foot?.[axis === 'forward' ? 0 : 1];
  askFor(task, axis, state, support);
  const rolls = fixed !== undefined && loadedAsk.course !== NO_LOAD;
  landing.foot = rolls ? fixed : Number.NaN;
  if (rolls) writeZmpLimits(task, axis, fixed);
  const turning = turningOf(step, axis, support);
  let wished = step[axis].foot;
  let placed = wished;
  let further = 0;
  // momentum is not a straight line in time: a second round corrects for what it came to
  for (let round = 0; round < 3; round++) {
    wished = bestFoot(body, step[axis], wished);
    if (round === 0 && axis === 'left' && freedom.aside !== undefined)
      further = furtherOut(task, freedom.aside, wished);
    wished += further;
    if (further !== 0) solveFor(body, wished);
    placed = fixed === undefined || rolls ? Math.max(limits.low, Math.min(limits.high, wished)) : fixed;
    if (options.recovery === 'paper' || effort.give < 1) break;
    if (placed !== wished) solveFor(body, placed);
    const before = state.lean - (state.extra * support) / 2;
    const after = state.lean - turnedBy(body, turning) - way.momentum * (step.after + support / 2);
    ask.target += (after - (1 - effort.beta) * before) / (support + step.after);
  }
  solveFor(body, placed);
  const shifts = axis === 'left' && step.measures.gait === 'walk' && options.recovery === 'step';
  if (shifts) shiftWeight(way, ask, body, step, swing, placed, options.steadying);
  // a foot that was sent out for the way back may come down anywhere between
  const between =
    further > 0
      ? Math.max(wished - further, Math.min(wished, placed))
      : Math.max(wished, Math.min(wished - further, placed));
  const beyond = Math.abs(placed - between);
  return {
    missing: beyond,
    crossed: isAcross(step, axis, fixed ?? placed),
    plane: planeOf(task, axis, fixed ?? placed, beyond > (rolls ? ASTRAY : BEYOND)),
  };
}

const ASTRAY = 0.05; // [m] that a runner's ZMP is short of: as much of the capture point as BEYOND of a walker's foot
const ROOM = 0.7; // of what the sole leaves the ZMP: the rest is for the trunk

/** How far the ZMP can be moved under a runner's foot that is down [m]. */
export const zmpRoom = ({ meanRoom }: LoadCourse, axis: Axis, side: 0 | 1, { steadying }: PlannerOptions): number =>
  ROOM * steadying * meanRoom[(axis === 'forward' ? 0 : 2) + side];

function writeZmpLimits({ options }: StepTask, axis: Axis, foot: number): void {
  limits.low = foot + zmpRoom(loadedAsk.course, axis, 0, options);
  limits.high = foot + zmpRoom(loadedAsk.course, axis, 1, options);
}

/** The plane as it was solved last. */
function planeOf({ body, step }: StepTask, axis: Axis, foot: number, kept: boolean): PlannedPlane {
  const { zC, travel } = step[axis];
  const xC = way.position - foot;
  return {
    foot,
    supportLaw: { kind: 'linear', x0: ask.xB, v0: ask.vB, a0: way.aB, a1: way.aC, duration: ask.duration },
    zmp: { kind: 'in-time', z0: ask.zB, z1: ask.zC },
    afterLaw:
      step.measures.gait === 'run' ? flightLaw(xC, way.velocity) : singleLaw(body, xC, way.velocity, xC, zC, travel),
    momentum: way.momentum,
    saturated: way.status === 'saturated' || kept,
  };
}

const ON_LINE = 0.1; // [m] nearer than this nobody sees it
const MOST_BACK = 0.3; // [m] that one step goes back

/** True for a foot that is off its line by more than need be. */
export const isAside = (aside: number): boolean => Math.abs(aside) > ON_LINE;

/** How much further out than the wished place a foot lands so that the next one comes back towards the line [m]; `aside`: how far
 *  the old foot is off it. Only a foot on that side can: then the next one has room. bestFoot has left what a foot does. */
function furtherOut({ step, body, options }: StepTask, aside: number, wished: number): number {
  const off = aside + wished - step.left.foot;
  if (!(isAside(off) && sideOf(step) * off > 0)) return 0;
  // how far the capture point goes for a metre of the foot
  const dx = (ends[2] - ends[0]) / BESIDE;
  const dv = (ends[3] - ends[1]) / BESIDE;
  const pull = -(dx + dv * pendulumTime(body.height, body.gravity));
  const back = Math.min(MOST_BACK, options.lineReturn * Math.abs(off));
  return pull > 0.1 ? (sideOf(step) * back) / pull : 0;
}

const BESIDE = 0.01; // [m]

/** Where the foot has to land so that the step ends as the clip's; the support of that foot is solved then. Friction bends the
 *  affine map: a second round meets it. */
function bestFoot(body: PlaneBody, { xEnd, vEnd }: NominalPlane, start: number): number {
  const weight = body.height / body.gravity;
  let foot = start;
  for (let round = 0; round < 2; round++) {
    writeEnd(body, foot + BESIDE, 2);
    let bent = way.status === 'saturated';
    writeEnd(body, foot, 0);
    bent ||= way.status === 'saturated';
    const dx = (ends[2] - ends[0]) / BESIDE;
    const dv = (ends[3] - ends[1]) / BESIDE;
    const norm = dx * dx + weight * dv * dv;
    if (norm > 0) foot -= (dx * (ends[0] - xEnd) + weight * dv * (ends[1] - vEnd)) / norm;
    solveFor(body, foot);
    if (!bent && way.status === 'solved') break;
  }
  return foot;
}

/** How a support turns the body beyond its clip; memory. */
interface Turning {
  own: number; // [kg·m²·rad] of the clip itself in that time
  loaded: number; // [s] that the momentum gained counts for where it follows a runner's load; NaN: it does not
}

const turned: Turning = { own: 0, loaded: 0 };
const STILL: readonly [number, number] = [0, 0];
const load = new Float64Array(6);

function turningOf(step: NominalStep, axis: Axis, support: number): Turning {
  const course = step.measures.load;
  if (course === undefined) {
    turned.own = support * meanMomentum(step, axis);
    turned.loaded = Number.NaN;
    return turned;
  }
  writeLoadedWay(load, course, { from: 0, time: support, start: STILL, end: STILL }, 1);
  turned.loaded = load[3];
  return turned;
}

/** By how much the support as it was solved last turns the body beyond its clip [kg·m²·rad]: ∫h, (E1) integrated twice. */
function turnedBy({ mass, gravity, height }: PlaneBody, { own, loaded }: Turning): number {
  const { xB, vB, hB, zB, zC, duration: T } = ask;
  if (!Number.isNaN(loaded)) return hB * T + (way.momentum - hB) * loaded;
  const { aB, aC } = way;
  const place = xB / 2 + T * (vB / 6 + T * (aB / 30 + aC / 120)); // ∬x/T²
  const zmp = (2 * zB + zC) / 6;
  const speed = aB / 3 + aC / 6; // ∫(v − vB)/T²
  return hB * T + mass * T * T * (gravity * (place - zmp) - height * speed) - own;
}

const LEFT_BEHIND = 0.1; // [m] that a runner's foot lands nearer to the body than the clip's: from further back no leg takes off
const NARROWER = 0.04; // [m] than the clip's own a step may be where that is narrow already

/** Writes where the new foot may land from the old one; x: where the body is when it does. */
function writeLimits({ step, options, freedom }: StepTask, axis: Axis, x: number): void {
  const { longestStep, shortestStep, widestStep } = options;
  if (axis === 'forward') {
    // a runner flies: his feet are further apart than his legs reach, but not from where he comes down
    const running = step.measures.gait === 'run';
    limits.low = running
      ? x + Math.max(shortestStep / 2, step.forward.foot - step.forward.xB - LEFT_BEHIND)
      : shortestStep;
    limits.high = running ? x + longestStep / 2 : longestStep;
    return;
  }
  const sign = sideOf(step);
  const own = sign * step.left.foot; // nominal gap, usually positive
  const least = freedom.crossing ? -options.crossing : Math.min(options.leastGap, own - NARROWER);
  limits.low = sign > 0 ? least : -widestStep;
  limits.high = sign > 0 ? widestStep : -least;
}

const limits = { low: 0, high: 0 }; // memory

const sideOf = (step: NominalStep): 1 | -1 => (step.measures.side === 'left' ? 1 : -1);

/** True for a foot that lands across the other one. */
const isAcross = (step: NominalStep, axis: Axis, foot: number): boolean =>
  axis === 'left' && sideOf(step) * foot < Math.min(0, sideOf(step) * step.left.foot) - 1e-9;
