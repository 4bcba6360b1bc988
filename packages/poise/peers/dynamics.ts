/** The same person at the same 64 states in every engine: what agrees, and how long a call takes. */
import loadMujoco from '@mujoco/mujoco';
import { timePerCall } from '../bench/case.ts';
import { person69 } from '../bench/person.ts';
import { table } from '../reproduce/paper.ts';
import { inverseDynamics } from '../src/dynamics/inverse-dynamics.ts';
import { forwardKinematics } from '../src/dynamics/kinematics.ts';
import { massMatrix } from '../src/dynamics/mass-matrix.ts';
import { createWorkspace } from '../src/dynamics/workspace.ts';
import { createRng } from '../src/math/random.ts';
import { freedomCount } from '../src/motion/skeleton.ts';
import { loadBody, setState } from '../test/support/mujoco-body.ts';
import { randomState } from '../test/support/random-body.ts';
import { askEngines, type EngineAnswer, type EngineResult } from './native-engines.ts';
import { type Comparison, type PeerRow, type PeerSection, short } from './table.ts';

const STATES = 64;
const WORK = ['kinematics', 'inverse', 'mass'] as const;
const TITLES = { kinematics: 'poses and CoM', inverse: 'joint torques', mass: 'dense mass matrix' } as const;

function poise(body: ReturnType<typeof person69>, states: readonly ReturnType<typeof randomState>[]): EngineResult {
  const nv = freedomCount(body.skeleton);
  const ws = createWorkspace(body);
  const [tau, mass] = [new Float64Array(nv), new Float64Array(nv * nv)];
  let at = 0;
  const next = () => states[at++ % STATES]!;
  const [first] = states;
  inverseDynamics(tau, body, ws, first!.q, first!.v, first!.a);
  massMatrix(mass, body, ws);
  const trace = Array.from({ length: nv }, (_, i) => mass[i * (nv + 1)]!).reduce((sum, x) => sum + x, 0);
  const agreement = [...ws.com, Math.hypot(...tau.subarray(0, 3)), Math.hypot(...tau.subarray(6)), trace];
  return {
    version: 'this build',
    agreement,
    kinematics: timePerCall(() => forwardKinematics(body, ws, next().q)),
    inverse: timePerCall(() => {
      const { q, v, a } = next();
      inverseDynamics(tau, body, ws, q, v, a);
    }),
    mass: timePerCall(() => {
      forwardKinematics(body, ws, next().q);
      massMatrix(mass, body, ws);
    }),
  };
}

async function mujocoWasm(
  body: ReturnType<typeof person69>,
  states: readonly ReturnType<typeof randomState>[],
): Promise<EngineResult> {
  const mujoco = await loadMujoco();
  const mj = loadBody(mujoco, body);
  const { model, data } = mj;
  const nv = freedomCount(body.skeleton);
  const [tau, dense] = [new mujoco.DoubleBuffer(nv), new mujoco.DoubleBuffer(nv * nv)];
  let at = 0;
  const kinematics = (): void => {
    setState(mj, states[at++ % STATES]!);
    mujoco.mj_kinematics(model, data);
    mujoco.mj_comPos(model, data);
  };
  const inverse = (): void => {
    kinematics();
    mujoco.mj_comVel(model, data);
    mujoco.mj_rne(model, data, 1, tau);
  };
  const mass = (): void => {
    kinematics();
    mujoco.mj_crb(model, data);
    mujoco.mj_fullM(model, data, dense);
  };
  inverse();
  const forces = [...tau.GetView()];
  const com = [...(data.subtree_com as Float64Array).subarray(3, 6)];
  at = 0;
  mass();
  const matrix = dense.GetView() as Float64Array;
  const trace = Array.from({ length: nv }, (_, i) => matrix[i * (nv + 1)]!).reduce((sum, x) => sum + x, 0);
  const result = {
    version: '@mujoco/mujoco',
    agreement: [...com, Math.hypot(...forces.slice(0, 3)), Math.hypot(...forces.slice(6)), trace],
    kinematics: timePerCall(kinematics),
    inverse: timePerCall(inverse),
    mass: timePerCall(mass),
  };
  mj.delete();
  return result;
}

/** Largest relative difference of what must agree. */
const apart = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((x, i) => Math.abs(x - b[i]!) / Math.max(1, Math.abs(x))));

async function compare(): Promise<Comparison> {
  const body = person69();
  const rng = createRng(1);
  const states = Array.from({ length: STATES }, () => randomState(rng, body.skeleton));
  const native = askEngines(body, states);
  const ours = poise(body, states); // before a WebAssembly memory slows typed arrays down
  const answers: readonly EngineAnswer[] = [
    ...native,
    { name: 'MuJoCo (WebAssembly)', result: await mujocoWasm(body, states) },
  ];
  const rows: PeerRow[] = [];
  const lines = answers.map((answer) => {
    if (!('result' in answer)) return [answer.name, answer.missing, '–', '–', '–'];
    const { name, result } = answer;
    const slug = name.toLowerCase().replace(/\W+/g, '-').replace(/-$/, '');
    const cells = WORK.map((work) => {
      const ratio = result[work] / ours[work];
      rows.push({ id: `peers/dynamics/${work}`, value: ours[work], unit: 'us', against: slug, ratio });
      return `${short(result[work])} (${short(ratio)}×)`;
    });
    return [`${name} ${result.version}`, apart(ours.agreement, result.agreement).toExponential(0), ...cells];
  });
  const head = ['engine', 'differs by at most', ...WORK.map((work) => `${TITLES[work]} [µs]`)];
  const own = ['Poise', '', ...WORK.map((work) => short(ours[work]))];
  const markdown = `A person of 22 joints and 69 degrees of freedom, every call at another of ${STATES} random states; the best of 40 batches. What must agree: centre of mass, force at the root, norm of the joint torques, trace of the mass matrix (relative). In brackets: how many times as long as Poise.

${table(head, [own, ...lines])}`;
  return { rows, markdown };
}

export const dynamics: PeerSection = { id: 'dynamics', title: 'Dynamics', compare };
