/**
 * One frame of whole-body IK from start to end: solve, move, close the support feet. What most callers want; those who need
 * the velocity alone use buildIk and solveIk.
 */
import type { Body } from '../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { UsageError } from '../errors.ts';
import { difference, integrate } from '../motion/coordinates.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import { buildIk } from './build-ik.ts';
import { type ClosedFeet, closeFeet, createClosedFeet, writeFootTargets } from './close-feet.ts';
import { createIkScratch, type IkOptions, type IkScratch } from './ik-system.ts';
import type { IkOutcome, IkStatus } from './outcome.ts';
import { createIk, type IkParts, type IkProblem } from './problem.ts';
import { solveIk } from './solve-ik.ts';
import { isStrained, updateStrain, writePromise } from './strain.ts';
import { RANK } from './task.ts';
import type { FootPlant } from './tasks/foot-plant.ts';

/** The parts of the problem; feet as plants instead of among the tasks. */
export interface IkStepParts extends IkParts {
  readonly dt: number; // [s] above 0, at most 0.05: the one that plants and limits were made with
  readonly feet?: readonly FootPlant[];
  readonly options?: Partial<IkOptions>;
}

/** The stepper's own: overwritten by its next step. */
export interface IkStepOutcome {
  status: IkStatus; // of the solve, or 'infeasible' when support feet are out of reach
  reason: string; // '' when solved
  readonly ik: IkOutcome; // what the solve found; ik.x is the velocity before feet were closed
  readonly footError: number; // [m] between support feet and their plans
  share: number; // of the step that was taken: below 1 when legs could not follow all of it
}

export interface IkStepper {
  readonly body: Body;
  readonly dt: number;
  readonly problem: IkProblem;
  readonly outcome: IkStepOutcome;
  // memory
  readonly scratch: IkScratch;
  readonly ws: Workspace;
  readonly closed: ClosedFeet;
  readonly before: Float64Array; // nq
  readonly way: Float64Array; // nv
  readonly state: { q: Float64Array; v: Float64Array };
  readonly turn: Float64Array; // 4
  readonly promised: Float64Array; // m
  isMoving: boolean; // there was a step before
}

const LONGEST_STEP = 0.05; // [s]
/** [m] that a support foot may be off before the step is shortened. */
const FOOT_TOLERANCE = 1e-6;
/** Halvings of a step that legs cannot follow, before the hips stay where they are. */
const MOST_HALVINGS = 5;

/** Memory for moving a body frame by frame. Tasks at velocity level.
 *
 * ```ts
 * const feet = [left, right].map((foot) => footPlant(body, foot, dt)); // and plantHere
 * const stepper = createIkStepper(body, { dt, feet, tasks: [hand], preferences: [posture(body)], limits });
 * const { status, reason } = stepIk(stepper, q, v); // every frame: q and v are the next frame's
 * ```
 */
export function createIkStepper(body: Body, parts: IkStepParts): IkStepper {
  const { dt, feet = [], tasks, preferences, limits = [], options = {} } = parts;
  if (!(dt > 0 && dt <= LONGEST_STEP)) {
    throw new UsageError(`a step of IK lasts up to ${LONGEST_STEP} s, found ${dt}: take several shorter ones`);
  }
  const problem = createIk(body, { tasks: [...feet.flatMap((foot) => foot.tasks), ...tasks], preferences, limits });
  const scratch = createIkScratch(problem, options);
  const supports = feet.filter(({ rank }) => rank === RANK.support);
  const closed = createClosedFeet(body, supports, limits, dt);
  const nq = coordinateCount(body.skeleton);
  const empty = new Float64Array(0);
  return {
    body,
    dt,
    problem,
    outcome: {
      status: 'stalled',
      reason: 'not stepped yet',
      ik: scratch.outcome,
      share: 0,
      get footError() {
        return closed.missing[0]; // kept there: as a field it would be put on the heap
      },
    },
    scratch,
    ws: createWorkspace(body),
    closed,
    before: new Float64Array(nq),
    way: new Float64Array(problem.freedoms),
    state: { q: empty, v: empty },
    turn: new Float64Array(4),
    promised: new Float64Array(problem.rowCount),
    isMoving: false,
  };
}

/** Moves q (nq) and v (nv) on by one step. Support feet end exactly on their plans: what a straight step along the velocity
 *  misses is put right by the legs, then by the hips, then by a shorter step; v is the velocity of what really moved. */
export function stepIk(stepper: IkStepper, q: Float64Array, v: Float64Array): IkStepOutcome {
  const { body, dt, problem, scratch, ws, closed, before, outcome, state, turn } = stepper;
  if (q.length !== before.length || v.length !== problem.freedoms) {
    throw new UsageError(
      `expected ${before.length} coordinates and ${problem.freedoms} velocities of "${body.skeleton.names[0]}", found ${q.length} and ${v.length}`,
    );
  }
  forwardKinematics(body, ws, q);
  forwardVelocity(body, ws, v);
  state.q = q;
  state.v = v;
  buildIk(problem, body, ws, state);
  if (stepper.isMoving) updateStrain(problem, scratch, stepper.promised, v);
  const solved = solveIk(problem, scratch);
  writePromise(stepper.promised, problem, scratch);
  stepper.isMoving = true;
  before.set(q);
  writeFootTargets(closed);
  move(stepper, q, solved.x);
  difference(v, body.skeleton, before, 0, q, 0, 1, turn);
  for (let i = 0; i < v.length; i++) v[i] /= dt;
  judge(stepper, solved);
  return outcome;
}

/** Takes the step, or as much of it as the legs can follow. */
function move({ body, dt, ws, closed, before, outcome, turn, way }: IkStepper, q: Float64Array, x: Float64Array): void {
  outcome.share = 1;
  for (let halving = 0; ; halving++) {
    // fractions as arguments would be put on the heap: the way of the step, taken in a time of 1
    for (let i = 0; i < way.length; i++) way[i] = outcome.share * dt * x[i];
    integrate(q, body.skeleton, before, way, 1, turn);
    closeFeet(q, body, ws, closed);
    if (closed.missing[0] <= FOOT_TOLERANCE || outcome.share === 0) return;
    outcome.share = halving < MOST_HALVINGS ? 0.5 * outcome.share : 0;
  }
}

function judge({ outcome, closed, problem }: IkStepper, solved: IkOutcome): void {
  outcome.status = solved.status;
  outcome.reason = solved.reason;
  if (closed.missing[0] > FOOT_TOLERANCE) {
    outcome.status = 'infeasible';
    outcome.reason = 'support feet are out of reach';
  } else if (solved.status === 'infeasible' && solved.frozenCount === 0 && isStrained(problem)) {
    outcome.reason = 'a task is out of reach';
  }
}
