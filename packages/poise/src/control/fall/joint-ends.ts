/** Joints at the ends of their ranges: rows for the anatomical angles (body/limits.ts) that are near a bound. */
import type { Body } from '../../body/body.ts';
import { logQuat, relativeQuat } from '../../math/quat.ts';
import { writeTurnRate } from '../../math/rotation-vector.ts';
import type { ImpulseRows, Softness } from './impulse-rows.ts';

const NEAR = 0.12; // [rad] angles farther inside than this, or than they come in two ticks, are not looked at
const MOST_ENDS = 30;
const MOST_TURN = 2.8; // [rad]

export const END_ROWS = MOST_ENDS + 2; // both shoulders

export class JointEnds {
  readonly #body: Body;
  readonly #joints: Int32Array;
  readonly #turn = new Float64Array(7);
  readonly #row = new Float64Array(3);
  #end = 0; // rows that there is room for

  constructor(body: Body, joints: Int32Array) {
    this.#body = body;
    this.#joints = joints;
  }

  /** v: of the moving freedoms. */
  addRows(rows: ImpulseRows, q: Float64Array, v: Float64Array, factor: Float64Array, soft: Softness, h: number): void {
    const { lower, upper, neutral, axes } = this.#body.limits;
    const t = this.#turn;
    this.#end = rows.count + END_ROWS;
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
        rows.addTurn(i, row, soft, v, factor);
      }
    }
  }

  /** No joint turns by half a turn from its neutral pose, whatever its box says: angles would change sign there. */
  #addRound(rows: ImpulseRows, i: number, v: Float64Array, factor: Float64Array, soft: Softness): void {
    const t = this.#turn;
    const angle = Math.sqrt(t[4] * t[4] + t[5] * t[5] + t[6] * t[6]);
    if (angle < MOST_TURN - 2 * NEAR || rows.count === this.#end) return;
    for (let c = 0; c < 3; c++) this.#row[c] = -t[4 + c] / angle;
    rows.ask[0] = MOST_TURN - angle;
    rows.addTurn(i, this.#row, soft, v, factor);
  }
}
