/**
 * Whole-body IK of one frame: 21 ball joints (66 degrees of freedom), both feet planted, CoM and
 * angular momentum, posture and smoothness: from a pose to the next. [Komura05] reports 85 ms (11.71 Hz) per frame.
 */
import { createBody } from '../../src/body/create-body.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { buildIk } from '../../src/ik/build-ik.ts';
import { createIkScratch } from '../../src/ik/ik-system.ts';
import { limbOf, solveLimb } from '../../src/ik/leg-ik.ts';
import { jointRange } from '../../src/ik/limits/joint-range.ts';
import { createIk } from '../../src/ik/problem.ts';
import { solveIk } from '../../src/ik/solve-ik.ts';
import { angularMomentum } from '../../src/ik/tasks/angular-momentum.ts';
import { com } from '../../src/ik/tasks/com.ts';
import { footPlant } from '../../src/ik/tasks/foot-plant.ts';
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

const CYCLE = 60; // frames

/** CYCLE frames that swing CoM and momentum about, as a function without arguments. */
function cycle(limits: 'none' | 'joint-range'): () => void {
  const start = crouch();
  const q = start.slice();
  const v = new Float64Array(nv);
  const turn = new Float64Array(4);
  forwardKinematics(body, ws, q);
  const feet = [roles.leftFoot!, roles.rightFoot!].flatMap((foot) => {
    const { position, rotation, tasks } = footPlant(body, foot, DT);
    position.position.set(ws.segmentOrigin.subarray(3 * foot, 3 * foot + 3));
    rotation.rotation.set(ws.segmentRotation.subarray(4 * foot, 4 * foot + 4));
    return tasks;
  });
  const centre = com(body, { stiffness: 2 });
  const angular = angularMomentum(body);
  centre.reference.position.set(ws.com);
  const pose = posture(body);
  pose.reference.q.set(start);
  const smooth = smoothness(pose.weight);
  const problem = createIk(body, {
    tasks: [...feet, centre, angular],
    preferences: [pose, smooth],
    limits: limits === 'none' ? [] : [jointRange(body, DT)],
  });
  const scratch = createIkScratch(problem);
  const state = { q, v };
  return () => {
    q.set(start);
    v.fill(0);
    smooth.reference.previous.fill(0);
    for (let frame = 0; frame < CYCLE; frame++) {
      const phase = frame * ((2 * Math.PI) / CYCLE);
      centre.reference.velocity[2] = 0.17 * Math.sin(phase);
      angular.reference.momentum[0] = 6 * Math.cos(2 * phase);
      forwardKinematics(body, ws, q);
      buildIk(problem, body, ws, state);
      v.set(solveIk(problem, scratch).x);
      integrate(q, skeleton, q, v, DT, turn);
      smooth.reference.previous.set(v);
    }
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
  paper('frame-66', 'kinematics, Jacobians, momentum matrix, solve, integrate; no limits', () => cycle('none')),
  paper('frame-66-limits', 'the same with joint ranges', () => cycle('joint-range')),
  alone('leg', 'exact leg IK alone', leg),
];
