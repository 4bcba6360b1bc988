/**
 * Whole-body IK of one frame: 21 ball joints (66 degrees of freedom), both feet planted, linear and
 * angular momentum, posture and smoothness: from a pose to the next. [Komura05] reports 85 ms (11.71 Hz) per frame.
 */
import { createBody } from '../../src/body/create-body.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { buildIk } from '../../src/ik/build-ik.ts';
import { limbOf, solveLimb } from '../../src/ik/leg-ik.ts';
import { jointRange } from '../../src/ik/limits/joint-range.ts';
import { jointSpeed } from '../../src/ik/limits/joint-speed.ts';
import { createIk } from '../../src/ik/problem.ts';
import { solveIk } from '../../src/ik/solve-ik.ts';
import { createIkQp, solveIkQp } from '../../src/ik/solve-ik-qp.ts';
import { createIkStepper, stepIk } from '../../src/ik/step-ik.ts';
import { angularMomentum } from '../../src/ik/tasks/angular-momentum.ts';
import { footPlant, plantHere } from '../../src/ik/tasks/foot-plant.ts';
import { linearMomentum } from '../../src/ik/tasks/linear-momentum.ts';
import { posture } from '../../src/ik/tasks/posture.ts';
import { smoothness } from '../../src/ik/tasks/smoothness.ts';
import { integrate } from '../../src/motion/coordinates.ts';
import { freedomCount, quatIndex, restPose } from '../../src/motion/skeleton.ts';
import { makePerson } from '../../test/body/person.ts';
import { allocationPerCall, type BenchCase, type Measurement, timePerCall } from '../case.ts';

const DT = 1 / 60;
const PAPER_US = 85_000;

const { skeleton, roles } = makePerson({ spineJoints: 2 });
const body = createBody(skeleton, roles);
const ws = createWorkspace(body);
const nv = freedomCount(skeleton);

/** Standing with bent knees, hips over the feet. */
function crouch(): Float64Array {
  const q = restPose(skeleton);
  q[1] = 0.9;
  for (const side of ['left', 'right'] as const) {
    bend(q, roles[`${side}UpperLeg`]!, -0.4);
    bend(q, roles[`${side}LowerLeg`]!, 0.8);
    bend(q, roles[`${side}Foot`]!, -0.4);
    bend(q, roles[`${side}LowerArm`]!, -0.5);
  }
  return q;
}

function bend(q: Float64Array, joint: number, angle: number): void {
  q[quatIndex(joint)] = Math.sin(angle / 2);
  q[quatIndex(joint) + 3] = Math.cos(angle / 2);
}

/** How fast joints may turn [rad/s]: never reached, reached by some, too slow for the tasks. */
const FASTEST = { free: 17, held: 1, crowded: 0.3 } as const;
const CYCLE = 60; // frames

/** CYCLE frames that swing the momentum about, as a function without arguments. 'solve': velocities only, integrated as they
 *  are; 'step': with support feet closed. */
function cycle(how: 'solve' | 'step', limits: 'none' | keyof typeof FASTEST): () => void {
  const start = crouch();
  const q = start.slice();
  const v = new Float64Array(nv);
  const turn = new Float64Array(4);
  forwardKinematics(body, ws, q);
  const feet = [roles.leftFoot!, roles.rightFoot!].map((foot) => {
    const plant = footPlant(body, foot, DT);
    plantHere(plant, ws);
    return plant;
  });
  const linear = linearMomentum(body, { stiffness: 2 });
  const angular = angularMomentum(body);
  linear.reference.com.set(ws.com);
  const pose = posture(body);
  pose.reference.q.set(start);
  const smooth = smoothness(pose.weight);
  const stepper = createIkStepper(body, {
    dt: DT,
    feet,
    tasks: [linear, angular],
    preferences: [pose, smooth],
    limits: limits === 'none' ? [] : [jointRange(body, DT), jointSpeed(body, DT, { fastest: FASTEST[limits] })],
  });
  const { problem, scratch } = stepper;
  const state = { q, v };
  const solve = (): void => {
    forwardKinematics(body, ws, q);
    buildIk(problem, body, ws, state);
    v.set(solveIk(problem, scratch).x);
    integrate(q, skeleton, q, v, DT, turn);
  };
  return () => {
    q.set(start);
    v.fill(0);
    smooth.reference.previous.fill(0);
    for (let frame = 0; frame < CYCLE; frame++) {
      const phase = frame * ((2 * Math.PI) / CYCLE);
      linear.reference.momentum[2] = 12 * Math.sin(phase);
      angular.reference.momentum[0] = 6 * Math.cos(2 * phase);
      if (how === 'step') stepIk(stepper, q, v);
      else solve();
      smooth.reference.previous.set(v);
    }
  };
}

/** The same problem as a dense QP with true inequalities. */
function denseQp(): () => void {
  const q = crouch();
  forwardKinematics(body, ws, q);
  const linear = linearMomentum(body);
  const angular = angularMomentum(body);
  linear.reference.momentum[2] = 12;
  const pose = posture(body);
  pose.reference.q.set(q);
  const problem = createIk(body, {
    tasks: [roles.leftFoot!, roles.rightFoot!]
      .flatMap((foot) => {
        const plant = footPlant(body, foot, DT);
        plantHere(plant, ws);
        return plant.tasks;
      })
      .concat(linear, angular),
    preferences: [pose],
    limits: [jointRange(body, DT)],
  });
  const memory = createIkQp(problem);
  const state = { q, v: new Float64Array(nv) };
  return () => {
    forwardKinematics(body, ws, q);
    buildIk(problem, body, ws, state);
    solveIkQp(memory, problem);
  };
}

function leg(): () => void {
  const q = crouch();
  const limb = limbOf(body, 'left', 'leg')!;
  forwardKinematics(body, ws, q);
  const position = ws.segmentOrigin.slice(3 * limb.end, 3 * limb.end + 3);
  const rotation = ws.segmentRotation.slice(4 * limb.end, 4 * limb.end + 4);
  const target = { position, rotation };
  return () => {
    solveLimb(q, ws, limb, target);
  };
}

/** Per frame of a cycle, next to the paper's. */
const paper = (id: string, note: string, make: () => () => void): BenchCase => ({
  id: `ik/${id}`,
  measure() {
    const { value, allocationBytesPerCall = 0, ...rest } = timed(note, make(), 800);
    const frameTime = value / CYCLE;
    return {
      ...rest,
      value: frameTime,
      against: 'paper-85ms',
      ratio: PAPER_US / frameTime,
      allocationBytesPerCall: allocationBytesPerCall / CYCLE,
    };
  },
});

const alone = (id: string, note: string, make: () => () => void): BenchCase => ({
  id: `ik/${id}`,
  measure: () => timed(note, make(), 20_000),
});

const timed = (note: string, run: () => void, calls: number): Measurement => ({
  value: timePerCall(run),
  unit: 'us',
  note,
  allocationBytesPerCall: allocationPerCall(run, calls),
});

export const cases: readonly BenchCase[] = [
  paper('frame-66', 'kinematics, Jacobians, momentum matrix, solve, integrate; no limits', () =>
    cycle('solve', 'none'),
  ),
  paper('frame-66-limits', 'the same with joint ranges and speeds', () => cycle('solve', 'free')),
  paper('frame-66-limits-crowded', 'the same, limits in the way of the tasks', () => cycle('solve', 'crowded')),
  paper('step-66-limits', 'stepIk: the same with limits, support feet closed', () => cycle('step', 'free')),
  paper('step-66-limits-held', 'stepIk, speed limits holding joints', () => cycle('step', 'held')),
  paper('step-66-limits-crowded', 'stepIk, limits in the way of the tasks', () => cycle('step', 'crowded')),
  alone('frame-66-qp', 'kinematics, Jacobians, dense QP with joint ranges as inequalities', denseQp),
  alone('leg', 'exact leg IK alone', leg),
];
