/** Rows about forces: ZMP, vertical load, friction, flight. Divided by body weight, so that moments become metres. */
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { Mechanism } from './freedoms.ts';
import type { FilterOptions } from './options.ts';
import type { SitePlan } from './plan.ts';
import { addPoseEntry, addWrenchRow, type LabelledRows, type RowKind, type RowSink } from './row-sink.ts';
import type { SiteState } from './site.ts';

/** `target`: where the ZMP shall be ('track' only). */
export function addForceRows(
  sink: RowSink,
  mechanism: Mechanism,
  state: SiteState,
  plan: SitePlan,
  target: readonly [x: number, z: number] | undefined,
  options: FilterOptions,
): void {
  if (plan.support === 'flight') {
    if (options.flight === 'ballistic') addFlightRows(sink, mechanism, state);
    return;
  }
  if (plan.support !== 'ground' || !plan.edges) return;
  const weight = 1 / (mechanism.body.totalMass * GRAVITY);
  const y0 = plan.floor;
  const add = (part: LabelledRows, kind: RowKind, w: readonly number[], offset = 0): void => {
    let value = -offset;
    const scaled = w.map((x) => weight * x);
    for (let c = 0; c < 6; c++) value += scaled[c] * state.wrench[c];
    addWrenchRow(sink, part, kind, value, scaled);
  };
  // on ground at height y0: p_x F_y = Mo_z + y0 F_x, p_z F_y = −Mo_x + y0 F_z
  if (target) {
    add(sink.equal, 'zmp', [0, 0, 1, y0, -target[0], 0]);
    add(sink.equal, 'zmp', [-1, 0, 0, 0, -target[1], y0]);
  } else {
    const { normals, offsets, margin, extra } = plan.edges;
    for (let k = 0; k < offsets.length; k++) {
      const [x, z] = [normals[2 * k], normals[2 * k + 1]];
      add(sink.unequal, 'zmp', [-z, 0, x, x * y0, -offsets[k] - margin - extra[k], z * y0]);
    }
  }
  add(sink.unequal, 'load', [0, 0, 0, 0, 1, 0], plan.leastLoad);
  if (options.friction === undefined) return;
  for (const sign of [1, -1]) {
    add(sink.unequal, 'friction', [0, 0, 0, sign, options.friction, 0]);
    add(sink.unequal, 'friction', [0, 0, 0, 0, options.friction, sign]);
  }
}

/** F = 0 and Mo − c × F = 0: free fall, angular momentum about the CoM c kept. */
function addFlightRows(sink: RowSink, { body, free }: Mechanism, state: SiteState): void {
  const weight = 1 / (body.totalMass * GRAVITY);
  const { wrench, ws, derivatives } = state;
  const [cx, cy, cz] = [ws.com[0], ws.com[1], ws.com[2]];
  for (let c = 0; c < 3; c++) {
    const weights = [0, 0, 0, 0, 0, 0];
    weights[3 + c] = weight;
    addWrenchRow(sink, sink.equal, 'flight', weight * wrench[3 + c], weights);
  }
  // rows of Mo − c × F
  const rows = [
    [1, 0, 0, 0, cz, -cy],
    [0, 1, 0, -cz, 0, cx],
    [0, 0, 1, cy, -cx, 0],
  ];
  rows.forEach((row, c) => {
    const scaled = row.map((x) => weight * x);
    let value = 0;
    for (let i = 0; i < 6; i++) value += scaled[i] * wrench[i];
    const at = addWrenchRow(sink, sink.equal, 'flight', value, scaled);
    if (!sink.differentiate) return;
    // − δc × F, with M ∂c/∂θ = ∂F/∂θ̈
    const [c1, c2] = [(c + 1) % 3, (c + 2) % 3];
    for (let j = 0; j < free; j++) {
      const d1 = derivatives.byAcceleration[(3 + c1) * free + j];
      const d2 = derivatives.byAcceleration[(3 + c2) * free + j];
      const slope = (weight / body.totalMass) * (d2 * wrench[3 + c1] - d1 * wrench[3 + c2]);
      addPoseEntry(sink.equal, at, j, slope);
    }
  });
}
