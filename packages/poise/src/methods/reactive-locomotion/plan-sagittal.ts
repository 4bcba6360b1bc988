/** A walking step in the plane of motion: where the foot lands, and how double support gets the body over it. */

import { pendulumLaw } from '../../gait/pendulum-law.ts';
import { createAfterSupport, writeAfterSupport, writeEndOf } from './after-support.ts';
import { createSagittalSupport, findSagittal, type PlaneBody, type SagittalQuestion } from './double-support.ts';
import { type NominalPlane, singleLaw } from './gait-step.ts';
import type { PlaneState } from './plan.ts';
import { momentumWanted, type PlannedPlane, type StepTask } from './planned-step.ts';

export interface Sagittal {
  readonly plane: PlannedPlane;
  readonly support: number;
  readonly p: number;
}

/** Least squares over where the foot lands; each trial solves the double support for the wanted angular momentum. `first`: share of
 *  the clip's way from B to C that is tried first. */
export function planSagittal(task: StepTask, state: PlaneState, first = 1): Sagittal | undefined {
  const { xB, xC } = task.step.forward;
  // a slow body may not reach C where the clip has it: then C comes nearer
  for (let share = first; share > 0; share -= 0.25) {
    const found = sagittalTo(task, state, state.x + share * (xC - xB) + (1 - share) * 0.01, 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The body moves back: the same search, seen from the other side. The foot lands behind, the clip's state is the aim still. */
export function planBackward(task: StepTask, state: PlaneState): Sagittal | undefined {
  const mirrored: PlaneState = {
    x: -state.x,
    v: Math.max(0.1, -state.v),
    h: -state.h,
    extra: -state.extra,
    lean: -state.lean,
  };
  const { xB, xC } = task.step.forward;
  return sagittalTo(task, mirrored, mirrored.x + 0.3 * (xC - xB), -1);
}

// memory of the step that is being planned; lengths count along `sense`
const ask: SagittalQuestion = { xB: 0, vB: 0, hB: 0, xC: 0, zB: 0, zC: 0, target: 0 };
const way = createSagittalSupport();
const swing = createAfterSupport();
const ends = new Float64Array(4); // x and v at the next touch-down, of a trial and of one beside it

function askFor(task: StepTask, state: PlaneState, xC: number, sense: 1 | -1): void {
  const { body, step } = task;
  const { zB, zC, travel } = step.forward;
  ask.xB = state.x;
  ask.vB = state.v;
  ask.hB = state.h;
  ask.xC = xC;
  ask.zB = sense * zB;
  ask.target = momentumWanted(state, (xC - state.x) / state.v, step.after, task);
  way.p = Number.NaN;
  writeAfterSupport(swing, sense * zC, travel, body.gravity / body.height, step.after);
}

/** Solves double support for a foot. */
function solveFor(body: PlaneBody, foot: number): boolean {
  ask.zC = foot + swing.zC;
  return findSagittal(way, body, ask);
}

/** Writes how the step ends with a foot there into ends[o…]; false: the body does not get over it. */
function writeEnd(body: PlaneBody, foot: number, o: number): boolean {
  if (!solveFor(body, foot)) return false;
  writeEndOf(swing, ends, o, ask.xC - foot, way.velocity);
  return true;
}

/** `sense` −1: all lengths count backwards. */
function sagittalTo(task: StepTask, state: PlaneState, xC: number, sense: 1 | -1): Sagittal | undefined {
  const { body, step, options, freedom } = task;
  const fixed = freedom.foot?.[0];
  const nominal = step.forward;
  const least = sense === 1 ? Math.max(0.05, options.shortestStep) : 0;
  const most = sense === 1 ? options.longestStep : -options.shortestStep;
  const low = fixed === undefined ? least : sense * fixed;
  const high = fixed === undefined ? most : sense * fixed;
  if (!(high >= low)) return undefined;
  askFor(task, state, xC, sense);
  const foot = searchFoot(body, nominal, sense, low, high);
  if (Number.isNaN(foot) || !solveFor(body, foot)) return undefined;
  const clamped = fixed === undefined && (foot - low < 1e-3 || high - foot < 1e-3);
  const after = singleLaw(body, xC - foot, way.velocity, xC - foot, swing.zC, swing.travel);
  const c = (ask.zC - ask.zB) / (xC - state.x);
  return {
    support: way.duration,
    p: way.p,
    plane: {
      foot: sense * foot,
      supportLaw: pendulumLaw(sense * state.x, sense * state.v, way.p, sense * (way.pull - way.p * xC)),
      zmp: { kind: 'with-x', c, d: nominal.zB - c * sense * state.x },
      afterLaw: sense === 1 ? after : pendulumLaw(-after.x0, -after.v0, after.p, -after.q),
      momentum: sense * way.momentum,
      saturated: way.status === 'saturated' || clamped,
    },
  };
}

const ROUNDS = 6;
const CLOSE = 1e-4; // [m]
const BESIDE = -0.005; // [m]

/** Where a foot has to land so that the step ends as the clip's. The end is nearly affine in the place: a few rounds of least
 *  squares meet it. NaN: from nowhere near does the body get over the foot. */
function searchFoot(body: PlaneBody, nominal: NominalPlane, sense: 1 | -1, low: number, high: number): number {
  let foot = Math.max(low, Math.min(high, sense * nominal.foot));
  let known = writeEnd(body, foot, 0);
  // a foot too far ahead stops the body: nearer ones do not
  while (!known && foot - 0.1 > low) {
    foot -= 0.1;
    known = writeEnd(body, foot, 0);
  }
  if (!known) return Number.NaN;
  for (let round = 0; round < ROUNDS && high > low; round++) {
    if (!writeEnd(body, foot + BESIDE, 2)) break;
    let next = Math.max(low, Math.min(high, foot + shiftTo(body, sense * nominal.xEnd, sense * nominal.vEnd)));
    known = writeEnd(body, next, 0);
    for (let halving = 0; !known && halving < 4; halving++) {
      next = (next + foot) / 2;
      known = writeEnd(body, next, 0);
    }
    if (!known) break;
    const moved = Math.abs(next - foot);
    foot = next;
    if (moved < CLOSE) break;
  }
  return foot;
}

/** The shift of the foot after which the step ends nearest to x and v. */
function shiftTo(body: PlaneBody, x: number, v: number): number {
  const weight = body.height / body.gravity;
  const dx = (ends[2] - ends[0]) / BESIDE;
  const dv = (ends[3] - ends[1]) / BESIDE;
  const norm = dx * dx + weight * dv * dv;
  return norm > 0 ? -(dx * (ends[0] - x) + weight * dv * (ends[1] - v)) / norm : 0;
}
