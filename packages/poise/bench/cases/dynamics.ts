/**
 * Dynamics of a person with 69 degrees of freedom, against the same body in MuJoCo's WebAssembly build, in one process.
 * That costs us: once a WebAssembly memory has grown, V8 checks at every access that an array still has its memory, and
 * all our functions take about a third longer than in a process without MuJoCo.
 */
import load from '@mujoco/mujoco';
import { inverseDynamics, jointTorques } from '../../src/dynamics/inverse-dynamics.ts';
import { pointJacobian } from '../../src/dynamics/jacobians.ts';
import { forwardAcceleration, forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { massMatrix } from '../../src/dynamics/mass-matrix.ts';
import { centroidalMomentumMatrix } from '../../src/dynamics/momentum-matrix.ts';
import { centroidalMomentumBias, centroidalMomentumRateMatrix } from '../../src/dynamics/momentum-rate.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { groundWrench } from '../../src/dynamics/wrench.ts';
import { createWrenchDerivatives, wrenchDerivatives } from '../../src/dynamics/wrench-derivatives.ts';
import { createRng } from '../../src/math/random.ts';
import { freedomCount } from '../../src/motion/skeleton.ts';
import { loadBody, setState } from '../../test/support/mujoco-body.ts';
import { randomBody, randomState } from '../../test/support/random-body.ts';
import { allocationPerCall, type BenchCase, timeAgainst, timePerCall } from '../case.ts';
import { person69 } from '../person.ts';

// One person at one state on both sides, and what the cases write into. Plain constants: reading them from an object would
// cost as much as some of the functions measured.
const body = person69();
const nv = freedomCount(body.skeleton);
const ws = createWorkspace(body);
const state = randomState(createRng(1), body.skeleton);
const { q, v, a } = state;
const matrix = new Float64Array(6 * nv);
const mass = new Float64Array(nv * nv);
const tau = new Float64Array(nv);
const wrench = new Float64Array(6);
const derivatives = createWrenchDerivatives(body);
const point = Float64Array.of(0, 0.1, 0);
inverseDynamics(tau, body, ws, q, v, a);

const mujoco = await load();
const mj = loadBody(mujoco, body);
const { model, data } = mj;
const rows = new mujoco.DoubleBuffer(3 * nv);
const moreRows = new mujoco.DoubleBuffer(3 * nv);
const dense = new mujoco.DoubleBuffer(nv * nv);
const forces = new mujoco.DoubleBuffer(nv);
setState(mj, state);
mujoco.mj_forward(model, data);
setState(mj, state);

const many = randomBody(createRng(31), { joints: 31, massless: 0 });
const manyWs = createWorkspace(many);
const { q: manyQ, v: manyV } = randomState(createRng(2), many.skeleton);

/** Ours alone: where the time goes. */
const alone = (id: string, note: string, run: () => void): BenchCase => ({
  id: `dynamics/${id}`,
  measure: () => ({ value: timePerCall(run), unit: 'us', note, allocationBytesPerCall: allocationPerCall(run) }),
});

/** Ours and the calls of MuJoCo that give the same. */
const compared = (id: string, note: string, run: () => void, theirs: () => void): BenchCase => ({
  id: `dynamics/${id}`,
  measure() {
    const { ours, theirs: other, ratio } = timeAgainst(run, theirs);
    return {
      value: ours,
      unit: 'us',
      against: 'mujoco-wasm',
      ratio,
      note: `${note} (${other.toFixed(1)} us)`,
      allocationBytesPerCall: allocationPerCall(run),
    };
  },
});

export const cases: readonly BenchCase[] = [
  compared(
    'momentum-matrix-69',
    'poses, CoM, 6×69 momentum matrix : mj_kinematics, mj_comPos, mj_angmomMat, mj_jacSubtreeCom',
    () => {
      forwardKinematics(body, ws, q);
      centroidalMomentumMatrix(matrix, body, ws);
    },
    () => {
      mujoco.mj_kinematics(model, data);
      mujoco.mj_comPos(model, data);
      mujoco.mj_angmomMat(model, data, rows, 1);
      mujoco.mj_jacSubtreeCom(model, data, moreRows, 1);
    },
  ),
  compared(
    'kinematics-69',
    'poses, CoM : mj_kinematics, mj_comPos',
    () => forwardKinematics(body, ws, q),
    () => {
      mujoco.mj_kinematics(model, data);
      mujoco.mj_comPos(model, data);
    },
  ),
  compared(
    'momentum-69',
    'poses, CoM, velocities, momenta : mj_kinematics, mj_comPos, mj_comVel, mj_subtreeVel',
    () => {
      forwardKinematics(body, ws, q);
      forwardVelocity(body, ws, v);
    },
    () => {
      mujoco.mj_kinematics(model, data);
      mujoco.mj_comPos(model, data);
      mujoco.mj_comVel(model, data);
      mujoco.mj_subtreeVel(model, data);
    },
  ),
  compared(
    'mass-matrix-69',
    'poses, dense mass matrix : mj_kinematics, mj_comPos, mj_crb, mj_fullM',
    () => {
      forwardKinematics(body, ws, q);
      massMatrix(mass, body, ws);
    },
    () => {
      mujoco.mj_kinematics(model, data);
      mujoco.mj_comPos(model, data);
      mujoco.mj_crb(model, data);
      mujoco.mj_fullM(model, data, dense);
    },
  ),
  compared(
    'inverse-dynamics-69',
    'poses to torques : mj_kinematics, mj_comPos, mj_comVel, mj_rne',
    () => inverseDynamics(tau, body, ws, q, v, a),
    () => {
      mujoco.mj_kinematics(model, data);
      mujoco.mj_comPos(model, data);
      mujoco.mj_comVel(model, data);
      mujoco.mj_rne(model, data, 1, forces);
    },
  ),
  compared(
    'inverse-dynamics-69-whole',
    'poses to torques : mj_inverse',
    () => inverseDynamics(tau, body, ws, q, v, a),
    () => mujoco.mj_inverse(model, data),
  ),
  alone('wrench-derivatives-69', 'all levels, wrench, its 6×69 derivatives by pose, velocity, acceleration', () => {
    forwardKinematics(body, ws, q);
    forwardVelocity(body, ws, v);
    forwardAcceleration(body, ws, a);
    groundWrench(wrench, body, ws);
    wrenchDerivatives(derivatives, body, ws);
  }),
  alone('kinematics-velocity-31-joints', 'poses, CoM, velocities, momenta of 31 joints', () => {
    forwardKinematics(many, manyWs, manyQ);
    forwardVelocity(many, manyWs, manyV);
  }),
  alone('part/velocity-69', 'forwardVelocity alone', () => forwardVelocity(body, ws, v)),
  alone('part/acceleration-69', 'forwardAcceleration alone', () => forwardAcceleration(body, ws, a)),
  alone('part/momentum-matrix-69', 'matrix alone', () => centroidalMomentumMatrix(matrix, body, ws)),
  alone('part/momentum-rate-matrix-69', 'matrix alone', () => centroidalMomentumRateMatrix(matrix, body, ws)),
  alone('part/momentum-bias-69', 'Ȧ v alone', () => centroidalMomentumBias(wrench, body, ws)),
  alone('part/mass-matrix-69', 'matrix alone', () => massMatrix(mass, body, ws)),
  alone('part/joint-torques-69', 'torques alone', () => jointTorques(tau, body, ws)),
  alone('part/point-jacobian-69', 'one point', () => pointJacobian(matrix, body, ws, 9, point)),
  alone('part/wrench-derivatives-69', 'derivatives alone', () => wrenchDerivatives(derivatives, body, ws)),
];
