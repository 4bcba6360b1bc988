/** The same bodies in MuJoCo, over random states: two implementations that share nothing but the XML. */
import load, { type MainModule } from '@mujoco/mujoco';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body } from '../../src/body/body.ts';
import { createBody } from '../../src/body/create-body.ts';
import type { BodyOptions } from '../../src/body/options.ts';
import { inverseDynamics } from '../../src/dynamics/inverse-dynamics.ts';
import { comJacobian, pointJacobian, rotationJacobian } from '../../src/dynamics/jacobians.ts';
import { forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { massMatrix } from '../../src/dynamics/mass-matrix.ts';
import { centroidalMomentumMatrix } from '../../src/dynamics/momentum-matrix.ts';
import { createWorkspace, type Workspace } from '../../src/dynamics/workspace.ts';
import { transformPoint3 } from '../../src/math/mat3.ts';
import { createRng, type Rng } from '../../src/math/random.ts';
import { freedomCount, jointCount, velocityIndex } from '../../src/motion/skeleton.ts';
import { makePerson } from '../body/person.ts';
import { expectClose } from '../dynamics/support.ts';
import { loadBody, type MujocoBody, ourColumns, ourRowsAndColumns, setState, written } from '../support/mujoco-body.ts';
import { type RandomState, randomBody, randomState } from '../support/random-body.ts';

const TOLERANCE = 1e-9;
const STATES = 60;

const person = makePerson();
const attachments = [{ to: 'leftHand', mass: 4, offset: [0, -0.1, 0.1] as const, radius: 0.1 }];

/** A preset on a made person. Segments without mass get the picogram that the XML gives them, or else the toes' 1e-12 kg·m²
 *  would show at the foot. */
function preset(options: Partial<BodyOptions>): Body {
  const body = createBody(person.skeleton, person.roles, options);
  const mass = body.mass.map((m) => m || 1e-12);
  const inertiaInSegment = body.inertiaInSegment.map((x, i) => (body.mass[Math.floor(i / 6)] || i % 6 > 2 ? x : 1e-12));
  return { ...body, mass, inertiaInSegment };
}

const bodies: readonly (readonly [string, () => Body])[] = [
  ['de Leva, male', () => preset({ table: 'de-leva', sex: 'male' })],
  ['de Leva, female', () => preset({ table: 'de-leva', sex: 'female' })],
  ['de Leva, average, with a ball', () => preset({ attachments })],
  ['Winter', () => preset({ table: 'winter' })],
  ['cylinders', () => preset({ table: 'cylinders' })],
  ['tak2000', () => preset({ table: 'tak2000' })],
  ['random, all with mass', () => randomBody(createRng(41), { joints: 15, massless: 0 })],
  ['random, some without mass', () => randomBody(createRng(42), { joints: 25, massless: 0.3 })],
  ['random, one joint', () => randomBody(createRng(43), { joints: 1 })],
];

let mujoco: MainModule;
beforeAll(async () => {
  mujoco = await load();
});

describe.each(bodies)('as MuJoCo: %s', (_, create) => {
  let body: Body;
  let ws: Workspace;
  let mj: MujocoBody;
  let rng: Rng;
  let nv: number;
  beforeAll(() => {
    body = create();
    ws = createWorkspace(body);
    mj = loadBody(mujoco, body);
    rng = createRng(2000);
    nv = freedomCount(body.skeleton);
  });
  afterAll(() => mj.delete());

  /** Whether a degree of freedom moves more than picograms. */
  const isCarrying = (freedom: number): boolean => freedom < 3 || ws.subtreeMass[Math.floor((freedom - 3) / 3)] > 1e-9;

  /** Runs a check over random states that both sides have taken up to the velocity level. */
  function overStates(check: (state: RandomState) => void): void {
    for (let k = 0; k < STATES; k++) {
      const state = randomState(rng, body.skeleton);
      setState(mj, state);
      mujoco.mj_fwdPosition(mj.model, mj.data);
      mujoco.mj_fwdVelocity(mj.model, mj.data);
      forwardKinematics(body, ws, state.q);
      forwardVelocity(body, ws, state.v);
      check(state);
    }
  }

  it('segment poses', () =>
    overStates(() => {
      mj.order.forEach((joint, k) => {
        const xpos = mj.data.xpos.subarray(3 * (k + 1), 3 * (k + 2));
        const xmat = mj.data.xmat.subarray(9 * (k + 1), 9 * (k + 2));
        const [w, x, y, z] = mj.data.xquat.subarray(4 * (k + 1), 4 * (k + 2));
        expectClose(ws.segmentOrigin.subarray(3 * joint, 3 * joint + 3), xpos, TOLERANCE);
        expectClose(ws.worldFromSegment.subarray(9 * joint, 9 * joint + 9), xmat, TOLERANCE);
        // a quaternion and its opposite are one rotation
        const turn = ws.segmentRotation.subarray(4 * joint, 4 * joint + 4);
        const sign = turn[0] * x + turn[1] * y + turn[2] * z + turn[3] * w < 0 ? -1 : 1;
        expectClose(turn, [sign * x, sign * y, sign * z, sign * w], TOLERANCE);
        if (body.mass[joint] > 0) {
          const xipos = mj.data.xipos.subarray(3 * (k + 1), 3 * (k + 2));
          expectClose(ws.segmentCom.subarray(3 * joint, 3 * joint + 3), xipos, TOLERANCE);
        }
      });
    }));

  it('centre of mass and momenta', () =>
    overStates(() => {
      mujoco.mj_subtreeVel(mj.model, mj.data);
      expectClose(ws.com, mj.data.subtree_com.subarray(3, 6), TOLERANCE);
      expectClose(ws.comVelocity, mj.data.subtree_linvel.subarray(3, 6), TOLERANCE);
      expectClose(ws.angularMomentum, mj.data.subtree_angmom.subarray(3, 6), TOLERANCE);
    }));

  it('momentum matrix', () =>
    overStates(() => {
      const matrix = new Float64Array(6 * nv);
      centroidalMomentumMatrix(matrix, body, ws);
      const angular = written(mj, 3 * nv, (b) => mujoco.mj_angmomMat(mj.model, mj.data, b, 1));
      const linear = written(mj, 3 * nv, (b) => mujoco.mj_jacSubtreeCom(mj.model, mj.data, b, 1));
      expectClose(matrix.subarray(0, 3 * nv), ourColumns(mj, angular), TOLERANCE);
      expectClose(
        matrix.subarray(3 * nv).map((x) => x / body.totalMass),
        ourColumns(mj, linear),
        TOLERANCE,
      );
    }));

  it('mass matrix', () =>
    overStates(() => {
      const matrix = new Float64Array(nv * nv);
      massMatrix(matrix, body, ws);
      const theirs = written(mj, nv * nv, (b) => mujoco.mj_fullM(mj.model, mj.data, b));
      const expected = ourRowsAndColumns(mj, theirs);
      expectClose(matrix, expected, TOLERANCE);
      // entry by entry too, each against its own diagonal: a hand must not hide behind the weight of the trunk
      const size = (i: number): number => Math.sqrt(expected[i * nv + i]);
      const scaled = (m: Float64Array): Float64Array =>
        m.map((x, i) =>
          isCarrying(i % nv) && isCarrying(Math.floor(i / nv)) ? x / (size(i % nv) * size(Math.floor(i / nv))) : 0,
        );
      expectClose(scaled(matrix), scaled(expected), TOLERANCE);
    }));

  it('Jacobians', () =>
    overStates(() => {
      const jacobian = new Float64Array(3 * nv);
      const pointInSegment = Float64Array.of(0.1, -0.2, 0.05);
      const k = Math.floor(rng.next() * jointCount(body.skeleton));
      const joint = mj.order[k];
      const point = new Float64Array(3);
      transformPoint3(point, 0, ws.segmentOrigin, 3 * joint, ws.worldFromSegment, 9 * joint, pointInSegment, 0);
      const rotation = new mujoco.DoubleBuffer(3 * nv);
      const position = written(mj, 3 * nv, (b) =>
        mujoco.mj_jac(mj.model, mj.data, b, rotation, Array.from(point), k + 1),
      );
      pointJacobian(jacobian, body, ws, joint, pointInSegment);
      expectClose(jacobian, ourColumns(mj, position), TOLERANCE);
      rotationJacobian(jacobian, body, ws, joint);
      expectClose(jacobian, ourColumns(mj, Float64Array.from(rotation.GetView())), TOLERANCE);
      rotation.delete();
      const com = written(mj, 3 * nv, (b) => mujoco.mj_jacSubtreeCom(mj.model, mj.data, b, 1));
      comJacobian(jacobian, body, ws);
      expectClose(jacobian, ourColumns(mj, com), TOLERANCE);
    }));

  it('inverse dynamics', () =>
    overStates((state) => {
      const tau = new Float64Array(nv);
      setState(mj, state);
      mujoco.mj_inverse(mj.model, mj.data);
      inverseDynamics(tau, body, ws, state.q, state.v, state.a);
      expect(mj.data.qfrc_inverse.length).toBe(nv);
      const expected = ourColumns(mj, mj.data.qfrc_inverse);
      expectClose(tau, expected, TOLERANCE);
      for (const joint of ws.moving) {
        const at = velocityIndex(joint);
        if (!isCarrying(at)) continue;
        expectClose(tau.subarray(at, at + 3), expected.subarray(at, at + 3), TOLERANCE);
      }
    }));
});
