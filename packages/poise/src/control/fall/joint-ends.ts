/** Joints at the ends of their ranges: rows for the anatomical angles (body/limits.ts) that are near a bound. */
import type { Body } from '../../body/body.ts';
import { logQuat, relativeQuat } from '../../math/quat.ts';
import { writeTurnRate } from '../../math/rotation-vector.ts';
import type { ImpulseRows, Softness } from './impulse-rows.ts';

const NEAR = 0.12; // [rad] angles farther inside than this, or than they come in two ticks, are not looked at
const MOST_ENDS = 30;
const MOST_TURN = 2.8; // [rad]

const COLUMN_NEAR = 0.5; // [rad] the same of a whole column

export const END_ROWS = MOST_ENDS + 8; // both shoulders, two columns

/** Trunk or neck. */
interface Column {
  readonly places: Int32Array; // of its joints among those that move
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

export class JointEnds {
  readonly #body: Body;
  readonly #joints: Int32Array;
  readonly #turn = new Float64Array(7);
  readonly #row = new Float64Array(3);
  readonly #columns: readonly Column[];
  readonly #rates: Float64Array; // 3 axes × joints of a column × 3
  readonly #one = new Int32Array(1);
  readonly #sums = new Float64Array(3); // angles of a whole column
  #end = 0; // rows that there is room for

  constructor(body: Body, joints: Int32Array) {
    this.#body = body;
    this.#joints = joints;
    this.#columns = body.limits.columns
      .map((column) => ({
        ...column,
        places: Int32Array.from(joints.keys()).filter((i) => column.joints.includes(joints[i])),
      }))
      .filter(({ places }) => places.length > 1);
    this.#rates = new Float64Array(9 * joints.length);
  }

  /** v: of the moving freedoms. */
  addRows(rows: ImpulseRows, q: Float64Array, v: Float64Array, factor: Float64Array, soft: Softness, h: number): void {
    const { lower, upper, neutral, axes } = this.#body.limits;
    const t = this.#turn;
    this.#end = rows.count + END_ROWS;
    for (const column of this.#columns) this.#addColumn(rows, column, q, v, factor, soft);
    for (let i = 1; i < this.#joints.length; i++) {
      const j = this.#joints[i];
      if (lower[3 * j] === -Infinity) continue;
      relativeQuat(t, 0, neutral, 4 * j, q, 3 + 4 * j);
      logQuat(t, 4, t, 0);
      this.#addRound(rows, i, v, factor, soft);
      for (let a = 0; a < 3; a++) {
        const n = 9 * j + 3 * a;
        const angle = axes[n] * t[4] + axes[n + 1] * t[5] + axes[n + 2] * t[6];
        const low = angle - lower[3 * j + a];
        const high = upper[3 * j + a] - angle;
        const side = low < high ? 1 : -1;
        const gap = Math.min(low, high);
        writeTurnRate(this.#row, t, 4, axes, n);
        const row = this.#row;
        const o = 3 + 3 * i;
        const speed = row[0] * v[o] + row[1] * v[o + 1] + row[2] * v[o + 2];
        if (gap > NEAR + 2 * h * Math.abs(speed) || rows.count === this.#end) continue;
        for (let c = 0; c < 3; c++) row[c] *= side;
        rows.ask[0] = gap;
        this.#one[0] = i;
        rows.addTurns(this.#one, row, 0, soft, v, factor);
      }
    }
  }

  /** A column bends no farther than it can as a whole: each of its joints may have up to twice its even part (body/limits.ts). */
  #addColumn(
    rows: ImpulseRows,
    { places, lower, upper }: Column,
    q: Float64Array,
    v: Float64Array,
    factor: Float64Array,
    soft: Softness,
  ): void {
    const { neutral, axes } = this.#body.limits;
    const t = this.#turn;
    const count = places.length;
    const rates = this.#rates;
    this.#sums.fill(0);
    for (let k = 0; k < count; k++) {
      const j = this.#joints[places[k]];
      relativeQuat(t, 0, neutral, 4 * j, q, 3 + 4 * j);
      logQuat(t, 4, t, 0);
      for (let a = 0; a < 3; a++) {
        const n = 9 * j + 3 * a;
        this.#sums[a] += axes[n] * t[4] + axes[n + 1] * t[5] + axes[n + 2] * t[6];
        writeTurnRate(this.#row, t, 4, axes, n);
        for (let c = 0; c < 3; c++) rates[3 * (a * count + k) + c] = this.#row[c];
      }
    }
    for (let a = 0; a < 3; a++) {
      const low = this.#sums[a] - lower[a];
      const high = upper[a] - this.#sums[a];
      if (Math.min(low, high) > COLUMN_NEAR || rows.count === this.#end) continue;
      const first = 3 * a * count;
      if (high < low) for (let k = 0; k < 3 * count; k++) rates[first + k] *= -1;
      rows.ask[0] = Math.min(low, high);
      rows.addTurns(places, rates, first, soft, v, factor);
    }
  }

  /** No joint turns by half a turn from its neutral pose, whatever its box says: angles would change sign there. */
  #addRound(rows: ImpulseRows, i: number, v: Float64Array, factor: Float64Array, soft: Softness): void {
    const t = this.#turn;
    const angle = Math.sqrt(t[4] * t[4] + t[5] * t[5] + t[6] * t[6]);
    if (angle < MOST_TURN - 2 * NEAR || rows.count === this.#end) return;
    for (let c = 0; c < 3; c++) this.#row[c] = -t[4 + c] / angle;
    rows.ask[0] = MOST_TURN - angle;
    this.#one[0] = i;
    rows.addTurns(this.#one, this.#row, 0, soft, v, factor);
  }
}
