/** The rest of a runner's stance after a hit: the foot is down, the ZMP may go along and across its sole. */

import { lawPosition, lawVelocity, linearLaw } from '../../gait/pendulum-law.ts';
import { createTimedSupport, type TimedSupport } from './double-support.ts';
import { flightLaw, leastSquares } from './gait-step.ts';
import { type LoadCourse, loadLeft } from './load-course.ts';
import { addOwn, type LoadedQuestion, writeLoadedSupport } from './loaded-support.ts';
import type { PlaneState } from './plan.ts';
import { zmpRoom } from './plan-timed.ts';
import { type Axis, momentumWanted, type PlannedPlane, type StepTask } from './planned-step.ts';

const ENOUGH = 0.4; // of a stance's load: with less left, as much less of the momentum is made
const BESIDE = 0.01; // [m]

/** True where a stance has load enough left to be planned anew. */
export const hasLoad = (load: LoadCourse | undefined, share: number): boolean =>
  load === undefined || loadLeft(load, share) >= ENOUGH;

/** A stance at a share of it. */
interface RestOfStance {
  readonly axis: Axis;
  readonly foot: number; // [m] from the old one
  readonly zNow: number; // [m] ZMP now and at the end, from the old foot
  readonly zC: number;
  readonly share: number;
  readonly duration: number; // [s]
}

export function finishStance(task: StepTask, load: LoadCourse, state: PlaneState, rest: RestOfStance): PlannedPlane {
  const { body, step, effort, options } = task;
  const { axis, foot, duration } = rest;
  const part = Math.min(1, loadLeft(load, rest.share) / ENOUGH);
  // all beyond the clip, whose own stance has momentum too
  const target = momentumWanted({ ...state, h: state.extra }, duration, step.after, {
    options,
    effort: { beta: effort.beta, give: effort.give * part },
  });
  const solve = solverOf(task, load, state, rest, target);
  const ending = ({ position, velocity }: TimedSupport) => ({
    xEnd: position - foot + velocity * step.after,
    vEnd: velocity,
  });
  const { xEnd, vEnd } = step[axis];
  const wished = leastSquares(body, ending(solve(0)), ending(solve(BESIDE)), BESIDE, [xEnd, vEnd]);
  const moved = Math.max(zmpRoom(load, axis, 0, options), Math.min(zmpRoom(load, axis, 1, options), wished));
  const way = solve(moved);
  return {
    foot,
    supportLaw: linearLaw(state.x, state.v, way.aB, way.aC, duration),
    zmp: { kind: 'in-time', z0: rest.zNow + moved, z1: rest.zC + moved },
    afterLaw: flightLaw(way.position - foot, way.velocity),
    momentum: way.momentum,
    saturated: way.status === 'saturated',
  };
}

/** The stance with its ZMP moved by so many metres. */
function solverOf(task: StepTask, load: LoadCourse, state: PlaneState, rest: RestOfStance, target: number) {
  const { body, step } = task;
  const { axis, foot, share, duration } = rest;
  const { supportLaw } = step[axis];
  const now = share * step.support;
  const ask: LoadedQuestion = {
    course: load,
    from: share,
    time: duration,
    x: state.x - lawPosition(supportLaw, now),
    v: state.v - lawVelocity(supportLaw, now),
    h: state.extra,
    z: 0,
    target,
  };
  return (moved: number): TimedSupport => {
    const way = createTimedSupport();
    ask.z = foot + moved - step[axis].foot;
    writeLoadedSupport(way, body, ask);
    addOwn(
      way,
      state.x,
      state.v,
      duration,
      lawPosition(supportLaw, step.support),
      lawVelocity(supportLaw, step.support),
    );
    return way;
  };
}
