/** The motion of the whole body as moment about the root's origin and force, world axes: M_root q̈ + h_root. */
import type { AccelerationProblem } from '../../control/acceleration-problem.ts';
import type { RunningScene } from '../simulation.ts';
import type { LinkFreedoms } from './link-freedoms.ts';

/** Writes the rows that equal the wrench which the ground must give: moment and force, in the plane those of x; y and z. */
export function writeWrenchRows(problem: AccelerationProblem<LinkFreedoms>, scene: RunningScene): void {
  const { links, engine } = scene;
  const { mass, nv } = engine;
  const { qfrc_bias: bias, xmat } = engine.views;
  const { momentum: A, momentumTarget: c } = problem;
  const { n } = problem.freedoms;
  if (links.planar) {
    for (let j = 0; j < n; j++) {
      A[j] = mass[2 * nv + j];
      A[n + j] = mass[j];
      A[2 * n + j] = mass[nv + j];
    }
    c[0] = -bias[2];
    c[1] = -bias[0];
    c[2] = -bias[1];
    return;
  }
  for (let k = 0; k < 3; k++) {
    // moments of the root's freedoms are about its own axes
    const x = xmat[9 + 3 * k];
    const y = xmat[10 + 3 * k];
    const z = xmat[11 + 3 * k];
    for (let j = 0; j < n; j++) {
      A[k * n + j] = x * mass[3 * nv + j] + y * mass[4 * nv + j] + z * mass[5 * nv + j];
      A[(3 + k) * n + j] = mass[k * nv + j];
    }
    c[k] = -(x * bias[3] + y * bias[4] + z * bias[5]);
    c[3 + k] = -bias[k];
  }
}
