/**
 * One axis of the problem of steps from standing: min Σ(q_k − s_k)² + Σδ_k² + w (ξ_n − u_n − b)², q_k the step vectors and δ_k the
 * balance point's shift under the standing sole, each in a box. Before the first foot leaves, the balance point is at v, for which it costs
 * little to lie towards that foot: people load a foot before they lift it. The capture point at the end is linear in them.
 */
import { BoxQp } from '../optim/box-qp.ts';
import { createStepMap, type StepMap, writeStepMap } from './step-map.ts';

/** More steps ahead are not planned. */
export const MOST_STEPS = 3;
/** Price of loading a foot against that of steps and shifts: captured people go 0.7 to 0.95 of the way to the foot. */
const LOADING_PRICE = 0.1;

/** One axis of a step problem, and its solution. */
export interface StepAxis {
  xi: number; // [m] capture point
  cop: number; // [m] balance point
  stand: number; // [m] the foot that stands
  room: number; // [m] that the balance point may move under a sole
  leave: number; // [m] the foot that steps; between both the balance point may lie until the weight goes over
  load: number; // [m] NaN, or where it has to lie until then
  end: number; // b [m]: where the capture point should lie against the last foot
  endWeight: number;
  transfer: number; // and this share of the last step farther back, while the weight comes onto the landed foot
  readonly wish: Float64Array; // s_k: the stance's own step vectors
  readonly least: Float64Array; // bounds of the step vectors
  readonly most: Float64Array;
  // solution
  readonly step: Float64Array;
  shift: number;
  loading: number; // v: place of the balance point until the weight goes over
  endXi: number;
  last: number; // place of the last foot
  before: number; // and of the one before it
}

export const createStepAxis = (): StepAxis => ({
  xi: 0,
  cop: 0,
  stand: 0,
  room: 0,
  leave: 0,
  load: Number.NaN,
  end: 0,
  endWeight: 1,
  transfer: 0,
  wish: new Float64Array(MOST_STEPS),
  least: new Float64Array(MOST_STEPS),
  most: new Float64Array(MOST_STEPS),
  step: new Float64Array(MOST_STEPS),
  shift: 0,
  loading: 0,
  endXi: 0,
  last: 0,
  before: 0,
});

export class StandingAxis {
  readonly later: number; // [s] swing time of the steps after the first
  readonly laterShift: number; // [s] in which weight goes over between them
  readonly #qp = new BoxQp(2 * MOST_STEPS + 1);
  readonly #map: StepMap = createStepMap();
  readonly #next: StepMap = createStepMap();
  readonly #effect = new Float64Array(2 * MOST_STEPS + 1);

  constructor(later: number, laterShift: number) {
    this.later = later;
    this.laterShift = laterShift;
  }

  /** Solves one axis; returns its cost. Unknowns: step vectors, then shifts under the soles, then how far the foot is loaded. */
  solve(axis: StepAxis, rate: number, steps: number, lift: number, land: number): number {
    const { later, laterShift } = this;
    const qp = this.#qp;
    const map = this.#map;
    const next = this.#next;
    const effect = this.#effect;
    const { row } = qp;
    const n = 2 * steps + 1;
    const load = n - 1;
    qp.begin(n);
    effect.fill(0, 0, n);
    const over = Math.max(lift, 0);
    writeStepMap(map, rate, 0, land, over, Math.max(0, over - laterShift));
    // ξ = constant + effect·unknowns, all from the standing foot on
    let constant = map.tau * axis.xi - map.A * axis.cop - map.B * axis.stand;
    effect[steps] = -map.C;
    effect[load] = -map.A;
    row.fill(0, 0, n);
    row[load] = 1;
    qp.add(LOADING_PRICE, 0);
    // once the weight goes over it is too late
    const { cop, stand, leave } = axis;
    const free = over > laterShift && Number.isNaN(axis.load);
    const fixed = over > laterShift && !free ? axis.load - cop : 0;
    qp.lower[load] = free ? Math.min(0, stand - cop, leave - cop) : fixed;
    qp.upper[load] = free ? Math.max(0, stand - cop, leave - cop) : fixed;
    for (let k = 1; k <= steps; k++) {
      row.fill(0, 0, n);
      row[k - 1] = 1;
      qp.add(1, -axis.wish[k - 1]);
      row.fill(0, 0, n);
      row[steps + k - 1] = 1;
      qp.add(1, 0);
      qp.lower[k - 1] = axis.least[k - 1];
      qp.upper[k - 1] = axis.most[k - 1];
      qp.lower[steps + k - 1] = -axis.room;
      qp.upper[steps + k - 1] = axis.room;
      if (k === steps) {
        for (let i = 0; i < n; i++) row[i] = effect[i] - (i < k ? 1 : 0);
        row[k - 1] += axis.transfer;
        qp.add(axis.endWeight, constant - axis.stand - axis.end);
        break;
      }
      writeStepMap(next, rate, 0, later + laterShift, laterShift);
      constant = next.tau * constant - (next.A + next.B) * axis.stand;
      for (let i = 0; i < n; i++) {
        effect[i] *= next.tau;
        if (i < k - 1) effect[i] -= next.A;
        if (i < k) effect[i] -= next.B;
      }
      effect[steps + k] -= next.C;
    }
    const cost = qp.solve();
    let xi = constant;
    let place = axis.stand;
    axis.before = axis.stand;
    for (let i = 0; i < n; i++) xi += effect[i] * qp.x[i];
    for (let k = 0; k < steps; k++) {
      axis.before = place;
      place += qp.x[k];
      axis.step[k] = qp.x[k];
    }
    axis.shift = qp.x[steps];
    axis.loading = axis.cop + qp.x[load];
    axis.endXi = xi;
    axis.last = place;
    return cost;
  }
}
