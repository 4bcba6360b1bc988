/** A Body inside MuJoCo, with states and results translated: MuJoCo numbers joints depth first and writes w x y z. */
import type { MainModule, MjData, MjModel } from '@mujoco/mujoco';
import type { Body } from '../../src/body/body.ts';
import { mjcfOrder, toMjcf } from '../../src/body/mjcf.ts';
import { freedomCount, quatIndex, velocityIndex } from '../../src/motion/skeleton.ts';
import type { RandomState } from './random-body.ts';

export interface MujocoBody {
  readonly mujoco: MainModule;
  readonly model: MjModel;
  readonly data: MjData;
  readonly order: Int32Array; // our joint for each of MuJoCo's
  readonly freedoms: Int32Array; // our degree of freedom for each of MuJoCo's
  delete(): void;
}

export function loadBody(mujoco: MainModule, body: Body): MujocoBody {
  const model = mujoco.MjModel.from_xml_string(toMjcf(body, { ground: false }))!;
  const data = new mujoco.MjData(model);
  const order = mjcfOrder(body.skeleton);
  const freedoms = Int32Array.from({ length: freedomCount(body.skeleton) }, (_, i) =>
    i < 3 ? i : velocityIndex(order[Math.floor((i - 3) / 3)]) + (i % 3),
  );
  return {
    mujoco,
    model,
    data,
    order,
    freedoms,
    delete() {
      data.delete();
      model.delete();
    },
  };
}

/** Writes qpos, qvel and qacc. */
export function setState(mj: MujocoBody, state: RandomState): void {
  const { data, order, freedoms } = mj;
  const qpos: Float64Array = data.qpos;
  for (let k = 0; k < 3; k++) qpos[k] = state.q[k];
  for (let k = 0; k < order.length; k++) {
    const i = quatIndex(order[k]);
    const o = quatIndex(k);
    qpos[o] = state.q[i + 3];
    for (let c = 0; c < 3; c++) qpos[o + 1 + c] = state.q[i + c];
  }
  const qvel: Float64Array = data.qvel;
  const qacc: Float64Array = data.qacc;
  for (let k = 0; k < freedoms.length; k++) {
    qvel[k] = state.v[freedoms[k]];
    qacc[k] = state.a[freedoms[k]];
  }
}

/** A matrix whose columns are MuJoCo's freedoms, with columns in our order. */
export function ourColumns(mj: MujocoBody, matrix: Float64Array): Float64Array {
  const nv = mj.freedoms.length;
  const out = new Float64Array(matrix.length);
  for (let i = 0; i < matrix.length; i++) {
    const column = i % nv;
    out[i - column + mj.freedoms[column]] = matrix[i];
  }
  return out;
}

/** A matrix whose rows and columns are MuJoCo's freedoms, in our order. */
export function ourRowsAndColumns(mj: MujocoBody, matrix: Float64Array): Float64Array {
  const nv = mj.freedoms.length;
  const columns = ourColumns(mj, matrix);
  const out = new Float64Array(matrix.length);
  for (let row = 0; row < nv; row++) out.set(columns.subarray(row * nv, (row + 1) * nv), mj.freedoms[row] * nv);
  return out;
}

/** What a MuJoCo function writes into a buffer of the given size. */
export function written(mj: MujocoBody, size: number, call: (buffer: unknown) => void): Float64Array {
  const buffer = new mj.mujoco.DoubleBuffer(size);
  call(buffer);
  const out = Float64Array.from(buffer.GetView() as Float64Array);
  buffer.delete();
  return out;
}
