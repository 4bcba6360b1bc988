/** The motion of the whole body as force and moment about the root's origin, world axes: M_root q̈ + h_root. */
import type { RunningScene } from '../simulation.ts';
import type { RowProblem } from './row-problem.ts';

const rootBias = new Float64Array(6);

/** Adds 6 rows (planar 3) that equal the wrench which the ground must give. */
export function addWrenchRows(rows: RowProblem, scene: RunningScene): void {
  const { links, engine } = scene;
  const { mass } = engine;
  const { qfrc_bias: bias, xmat } = engine.views;
  const stride = engine.nv;
  const { n, E } = rows;
  const first = rows.count;
  const size = links.planar ? 3 : 6;
  for (let i = 0; i < size; i++) rows.addRow(0, 0);
  if (links.planar) {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < n; j++) E[(first + i) * n + j] = mass[i * stride + j];
      rootBias[i] = bias[i];
    }
  } else {
    for (let k = 0; k < 3; k++) {
      const a = xmat[9 + 3 * k];
      const b = xmat[10 + 3 * k];
      const c = xmat[11 + 3 * k];
      for (let j = 0; j < n; j++) {
        E[(first + k) * n + j] = mass[k * stride + j];
        E[(first + 3 + k) * n + j] = a * mass[3 * stride + j] + b * mass[4 * stride + j] + c * mass[5 * stride + j];
      }
      rootBias[k] = bias[k];
      rootBias[3 + k] = a * bias[3] + b * bias[4] + c * bias[5];
    }
  }
  for (let i = 0; i < size; i++) rows.e[first + i] = -rootBias[i];
}
