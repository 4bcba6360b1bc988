/**
 * One axis of the step plan: min Σ(q_k − s_k)² + Σ(ξ_k − u_k − b_k)² (the last one weighs w_B) + w_y Σ(u_k − ū_k)² + Σδ² + λ₀², every
 * unknown in a box. All against the clip: without a hit everything is 0.
 */
import { BoxQp } from '../../optim/box-qp.ts';
import { type CaptureRows, createCaptureRows, MOST_UNKNOWNS } from './capture-rows.ts';
import { LANDINGS } from './step-plan-types.ts';

export class StepAxis {
  readonly rows: CaptureRows = createCaptureRows();
  /** Bounds of the changes of the step vectors [m]. */
  readonly least = new Float64Array(LANDINGS);
  readonly most = new Float64Array(LANDINGS);
  room = 0; // [m] of the shift under a sole
  /** [m] that the balance point may be shifted by under the sole that stands now. */
  readonly roomNow = new Float64Array(2); // least, most
  hipRoom = 0; // [m] of the lean
  trackWeight = 0; // w_y of this axis
  trackEnd = 0; // the same at the last landing
  endWeight = 1; // w_B
  stand = 0; // [m] of the standing foot against the clip's own
  beside = 0; // [m] of it beside the line
  // the best solution so far
  readonly change = new Float64Array(LANDINGS); // of the step vectors
  readonly capture = new Float64Array(LANDINGS); // ξ_k − u_k − b_k
  shift = 0; // δ₀
  hip = 0; // λ₀
  readonly #qp = new BoxQp(MOST_UNKNOWNS);

  /** The least cost of `n` landings with the present rows and bounds. */
  solve(n: number): number {
    const { rows, beside } = this;
    const qp = this.#qp;
    const { row } = qp;
    const hip = 2 * n;
    qp.begin(hip + 1);
    for (let k = 0; k < n; k++) {
      qp.lower[k] = this.least[k];
      qp.upper[k] = this.most[k];
      qp.lower[n + k] = k === 0 ? this.roomNow[0] : -this.room;
      qp.upper[n + k] = k === 0 ? this.roomNow[1] : this.room;
      const o = k * MOST_UNKNOWNS;
      for (let i = 0; i <= hip; i++) row[i] = rows.effect[o + i];
      qp.add(k === n - 1 ? this.endWeight : 1, rows.constant[k]);
      for (let i = 0; i <= hip; i++) row[i] = i <= k ? 1 : 0;
      qp.add(k === n - 1 ? this.trackEnd : this.trackWeight, beside);
    }
    qp.lower[hip] = -this.hipRoom;
    qp.upper[hip] = this.hipRoom;
    qp.addDiagonal(1);
    return qp.solve();
  }

  /** Keeps the solution of the last `solve`. */
  keep(n: number): void {
    const { x } = this.#qp;
    for (let k = 0; k < n; k++) {
      this.change[k] = x[k];
      let error = this.rows.constant[k];
      for (let i = 0; i <= 2 * n; i++) error += this.rows.effect[k * MOST_UNKNOWNS + i] * x[i];
      this.capture[k] = error;
    }
    this.shift = x[n];
    this.hip = x[2 * n];
  }
}
