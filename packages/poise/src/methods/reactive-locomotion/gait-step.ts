/**
 * One step of the undisturbed gait as a pendulum sees it: from touch-down B over toe-off (or take-off) C to the next touch-down.
 * Each plane is measured along its own axis (f forward, l left) from the foot that stood before ("old foot"); the foot that lands
 * is the "new foot" and becomes the old foot of the next step.
 */

import { type Law, lawPosition, lawVelocity, linearLaw, type Pendulum, pendulumLaw } from '../../gait/pendulum-law.ts';
import type { Side } from '../../motion/roles.ts';
import { type PlaneBody, solveTimed, supportWith } from './double-support.ts';
import type { LoadCourse } from './load-course.ts';
import type { ZmpCourse } from './plan.ts';

/** Measured from the clip, one plane. */
export interface PlaneMeasures {
  readonly xB: number; // [m] centre of mass at touch-down
  readonly vB: number; // [m/s]
  readonly xC: number; // [m] at toe-off
  readonly foot: number; // [m] new foot
  readonly zB: number; // [m] ZMP at touch-down; walking: on the old foot. Running: relative to the new foot, as zC
  readonly zC: number; // [m] ZMP at toe-off, relative to the new foot
  readonly travel: number; // c_s: how far the ZMP goes per metre of the centre of mass while one foot stands
}

export interface StepMeasures {
  readonly side: Side; // of the new foot
  readonly gait: 'walk' | 'run';
  readonly height: number; // H [m] mean height of the centre of mass over the floor
  readonly support: number; // [s] B → C: double support, or a runner's stance
  readonly after: number; // [s] C → next B: single support, or flight
  readonly forward: PlaneMeasures;
  readonly left: PlaneMeasures;
  /** Between which places the ZMP may go under the new foot, sideways from it [m]; undefined: it stays where the clip has it. */
  readonly sole?: readonly [right: number, left: number] | undefined;
  readonly load?: LoadCourse | undefined; // of a runner's stance; undefined: even
}

/** One plane of the model's own undisturbed step. */
export interface NominalPlane extends PlaneMeasures {
  readonly supportLaw: Law; // x from the old foot
  readonly zmp: ZmpCourse; // during support
  readonly afterLaw: Law; // x from the new foot
  readonly xEnd: number; // [m] from the new foot at the end
  readonly vEnd: number;
}

/** The model's own undisturbed step; its times differ a little from the clip's. */
export interface NominalStep {
  readonly measures: StepMeasures;
  readonly body: PlaneBody;
  readonly support: number; // [s]
  readonly after: number; // [s]
  readonly forward: NominalPlane;
  readonly left: NominalPlane;
}

/** Law of single support: the ZMP goes with the centre of mass from zC on; all relative to the standing foot. */
export function singleLaw(body: PlaneBody, x0: number, v0: number, xC: number, zC: number, travel: number): Pendulum {
  const rate = body.gravity / body.height;
  return pendulumLaw(x0, v0, rate * (1 - travel), -rate * (zC - travel * xC));
}

/** Law of flight. */
export const flightLaw = (x0: number, v0: number): Pendulum => pendulumLaw(x0, v0, 0, 0);

const LARGEST_SHIFT = 0.1; // [m] that the fit may move the ZMP

/** Fits the model to a measured step: one unknown per plane, where the ZMP is at C; the state at the end is to be the clip's. */
export function fitStep(
  measures: StepMeasures,
  body: { readonly mass: number; readonly friction: number },
  end: {
    readonly forward: readonly [x: number, v: number];
    readonly left: readonly [x: number, v: number];
  },
): NominalStep | undefined {
  const { gait, height, support, after } = measures;
  const gravity = gait === 'run' ? (9.81 * (support + after)) / support : 9.81;
  const plane: PlaneBody = { ...body, height, gravity };
  if (gait === 'run') {
    const fit = (axis: 'forward' | 'left') => fitTimed(plane, measures, measures[axis], end[axis], support);
    return { measures, body: plane, support, after, forward: fit('forward'), left: fit('left') };
  }
  const forward = fitSagittal(plane, measures, end.forward);
  if (forward === undefined) return undefined;
  const left = fitTimed(plane, measures, measures.left, end.left, forward.support);
  return { measures, body: plane, support: forward.support, after, forward: forward.plane, left };
}

const cost = (plane: PlaneBody, x: number, v: number, end: readonly [x: number, v: number]): number =>
  (x - end[0]) ** 2 + (plane.height / plane.gravity) * (v - end[1]) ** 2;

/** Walking forward: ZMP and centre of mass go together, no moment. */
function fitSagittal(plane: PlaneBody, step: StepMeasures, end: readonly [x: number, v: number]) {
  const measures = step.forward;
  const wayTo = (zC: number, xC: number) => {
    const ask = { ...measures, xC, hB: 0, zC: measures.foot + zC, target: 0 };
    const c = (ask.zC - ask.zB) / (xC - ask.xB);
    const p = (plane.gravity / plane.height) * (1 - c);
    const way = supportWith(plane, ask, p);
    return way && { ...way, p, xC };
  };
  const run = (zC: number) => {
    const found = wayInTime((xC) => wayTo(zC, xC), measures.xB, measures.xC, step.support);
    if (found === undefined) return undefined;
    const { p, ...way } = found;
    const supportLaw = pendulumLaw(measures.xB, measures.vB, p, way.pull - p * way.xC);
    const xC = way.xC - measures.foot;
    const afterLaw = singleLaw(plane, xC, way.velocity, xC, zC, measures.travel);
    const xEnd = lawPosition(afterLaw, step.after);
    const vEnd = lawVelocity(afterLaw, step.after);
    const zmp: ZmpCourse = { kind: 'through-com' };
    return { support: way.duration, plane: { ...measures, xC: way.xC, zC, supportLaw, zmp, afterLaw, xEnd, vEnd } };
  };
  // one valley: a grid finds it, thirds narrow it
  let best: ReturnType<typeof run>;
  let lowest = Number.POSITIVE_INFINITY;
  let centre = measures.zC;
  for (let width = LARGEST_SHIFT; width > 1e-5; width /= 4) {
    const middle = centre;
    for (let k = -4; k <= 4; k++) {
      const zC = middle + (k * width) / 4;
      if (Math.abs(zC - measures.zC) > LARGEST_SHIFT) continue;
      const found = run(zC);
      if (found === undefined) continue;
      const value = cost(plane, found.plane.xEnd, found.plane.vEnd, end);
      if (value < lowest) {
        lowest = value;
        best = found;
        centre = zC;
      }
    }
  }
  return best;
}

/** Where toe-off has to be so that the model takes the clip's own time to it: then both keep step. */
function wayInTime<W extends { readonly duration: number }>(
  wayTo: (xC: number) => W | undefined,
  xB: number,
  start: number,
  time: number,
): W | undefined {
  let xC = start;
  let way = wayTo(xC);
  for (let round = 0; way !== undefined && round < 12; round++) {
    if (Math.abs(way.duration - time) < 1e-12) break;
    // nearly proportional: the speed hardly changes
    xC = xB + ((xC - xB) * time) / way.duration;
    way = wayTo(xC);
  }
  return way;
}

/** Sideways, and a runner's both planes: laws in time; the state at the end is affine in where the ZMP is. */
function fitTimed(
  plane: PlaneBody,
  step: StepMeasures,
  measures: PlaneMeasures,
  end: readonly [x: number, v: number],
  support: number,
): NominalPlane {
  const free: PlaneBody = { ...plane, friction: Number.POSITIVE_INFINITY };
  const run = (shift: number): NominalPlane => {
    const zC = measures.zC + shift;
    const zB = step.gait === 'run' ? measures.zB + shift : measures.zB;
    const { xB, vB, foot } = measures;
    const zBFromOld = step.gait === 'run' ? foot + zB : zB;
    const way = solveTimed(free, { xB, vB, hB: 0, zB: zBFromOld, zC: foot + zC, target: 0, duration: support });
    const supportLaw = linearLaw(xB, vB, way.aB, way.aC, support);
    const xC = way.position - foot;
    const afterLaw =
      step.gait === 'run' ? flightLaw(xC, way.velocity) : singleLaw(plane, xC, way.velocity, xC, zC, measures.travel);
    const xEnd = lawPosition(afterLaw, step.after);
    const vEnd = lawVelocity(afterLaw, step.after);
    const zmp: ZmpCourse = { kind: 'in-time', z0: zBFromOld, z1: foot + zC };
    return { ...measures, xC: way.position, zB, zC, supportLaw, zmp, afterLaw, xEnd, vEnd };
  };
  const shift = leastSquares(plane, run(0), run(0.01), 0.01, end);
  return run(Math.max(-LARGEST_SHIFT, Math.min(LARGEST_SHIFT, shift)));
}

interface EndState {
  readonly xEnd: number;
  readonly vEnd: number;
}

/** The shift that brings an end state, affine in it, nearest to the wanted one. `probe`: the end state at shift `by`. */
export function leastSquares(
  plane: PlaneBody,
  base: EndState,
  probe: EndState,
  by: number,
  end: readonly [x: number, v: number],
): number {
  const weight = plane.height / plane.gravity;
  const dx = (probe.xEnd - base.xEnd) / by;
  const dv = (probe.vEnd - base.vEnd) / by;
  const norm = dx * dx + weight * dv * dv;
  return norm > 0 ? -(dx * (base.xEnd - end[0]) + weight * dv * (base.vEnd - end[1])) / norm : 0;
}
