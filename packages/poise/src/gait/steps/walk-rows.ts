/** Capture errors of a walker at the landings ahead: the step map, step by step. */
import { createStepMap, type StepMap, writeStepMap } from '../step-map.ts';
import { type AxisState, type CaptureRows, MOST_UNKNOWNS, writeRow } from './capture-rows.ts';
import { type LeanCourse, writeLeanCourse } from './lean.ts';

/** Times of the walk ahead. Index 0 is the stance now, k the stance that landing k begins. */
export interface WalkTimes {
  readonly rate: Float64Array; // ω [1/s]
  readonly duration: Float64Array; // T [s]; of index 0: as planned
  readonly shifted: Float64Array; // T_d [s] as planned
  readonly ownShifted: Float64Array; // T_d [s] of the clip
  /** ∫ω e^{−ωs} over the clip's own transfer of weight: of the share that is not over yet, from now on … */
  readonly ownLeft: Float64Array;
  /** … and of the balance point from the foot that landed, this axis [m], from now on. */
  readonly ownPlace: Float64Array;
  /** From foot k − 1 … to foot k in the clip, this axis [m]. */
  readonly gap: Float64Array;
  /** How far the clip's own capture point at the planned end of a step differs from that at its own end, this axis [m]. */
  readonly early: Float64Array;
  now: number; // t [s] in the stance now
  hold: number; // [s] until which no more weight goes over in that stance; 0: it goes over evenly from the touch-down on
  over: number; // share of the weight that is over now
  trunkTime: number; // [s] of the lean's return
  leanLeft: number; // 1 − β: of the lean asked for, per step
  hipLag: number; // [s]
}

export class WalkRows {
  readonly #map: StepMap = createStepMap();
  readonly #lean: LeanCourse = { lean: 0, leanRate: 0, pull: 0 };
  readonly #xi = new Float64Array(MOST_UNKNOWNS); // effects on the capture point

  /**
   * out = the rows of `n` landings. `xi`: capture point now against the clip's. Returns the price of weight that goes over sooner than in the clip [m²]: that
   * of the shift under the sole which would do as much.
   */
  write(out: CaptureRows, n: number, state: AxisState, xi: number, times: WalkTimes): number {
    const map = this.#map;
    const lean = this.#lean;
    const effect = this.#xi;
    const hip = 2 * n;
    effect.fill(0);
    this.#writeMap(times, 0, times.now);
    const span = times.duration[0] - times.now;
    writeLeanCourse(lean, state.lean, state.leanRate, times.trunkTime, times.rate[0], span);
    let constant = map.tau * xi - map.A * state.before - map.B * state.stand - lean.pull;
    let sooner = this.#shiftedWeight(times, 0);
    let price = (sooner / Math.max(1e-3, map.tau - 1)) ** 2;
    constant += times.early[0] + sooner;
    effect[n] = -map.C;
    effect[hip] = span > times.hipLag ? 1 - Math.exp(times.rate[0] * (span - times.hipLag)) : 0;
    writeRow(out, 0, n, effect, constant - state.stand);
    let hipLeft = times.leanLeft;
    for (let k = 1; k < n; k++) {
      this.#writeMap(times, k, 0);
      writeLeanCourse(lean, lean.lean, lean.leanRate, times.trunkTime, times.rate[k], times.duration[k]);
      sooner = this.#shiftedWeight(times, k);
      price += (sooner / Math.max(1e-3, map.tau - 1)) ** 2;
      constant = map.tau * constant - (map.A + map.B) * state.stand - lean.pull;
      constant += times.early[k] + sooner;
      for (let i = 0; i <= hip; i++) effect[i] *= map.tau;
      // changes of the steps up to this one moved the foot that stands, those before it also the one that stood
      for (let i = 0; i < k; i++) effect[i] -= map.B + (i < k - 1 ? map.A : 0);
      effect[n + k] -= map.C;
      effect[hip] -= (map.tau - 1) * hipLeft;
      hipLeft *= times.leanLeft;
      writeRow(out, k, n, effect, constant - state.stand);
    }
    return price;
  }

  /** The weight goes over as in the clip, evenly until `shifted`, or what is left of it from `hold` on. */
  #writeMap(times: WalkTimes, k: number, t: number): void {
    const { rate, duration, shifted, ownLeft, hold, over } = times;
    const map = this.#map;
    const holds = k === 0 && hold > 0;
    writeStepMap(map, rate[k], t, duration[k], Math.min(shifted[k], duration[k]), holds ? hold : 0);
    if (goesAsOwn(times, k)) writeOwnTransfer(map, rate[k] * duration[k], ownLeft[k]);
    else if (holds) {
      map.A *= 1 - over;
      map.B = map.tau - 1 - map.A;
    }
  }

  /** What it does to the capture point that the weight goes over otherwise than in the clip. */
  #shiftedWeight(times: WalkTimes, k: number): number {
    if (goesAsOwn(times, k)) return 0;
    const { rate, duration, ownPlace, gap } = times;
    // −∫ω e^{ω(T−s)} (p − p of the clip) ds, both from the foot that landed
    return this.#map.A * gap[k] + Math.exp(rate[k] * duration[k]) * ownPlace[k];
  }
}

const goesAsOwn = ({ shifted, ownShifted, hold }: WalkTimes, k: number): boolean =>
  shifted[k] === ownShifted[k] && !(k === 0 && hold > 0);

/** map = that of weight that goes over as in the clip; `angle`: ω T. */
export function writeOwnTransfer(map: StepMap, angle: number, ownLeft: number): void {
  map.A = Math.exp(angle) * ownLeft;
  map.B = map.tau - 1 - map.A;
}
