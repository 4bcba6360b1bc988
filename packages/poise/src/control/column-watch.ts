/**
 * Trunk and neck bend as columns: each joint may bend farther than its share, all together no farther than people do. Where the sum of the angles
 * would leave its range, a row brakes the whole column (braking.ts). What the source oversteps is allowed.
 */
import { anatomicalAngles } from '../body/anatomical-angles.ts';
import type { Body } from '../body/body.ts';
import type { AccelerationProblem } from './acceleration-problem.ts';
import { type BoundAngle, leastFromBound } from './braking.ts';
import type { ReactionParameters } from './parameters.ts';

/** What limits are relative to. */
export interface LimitReference {
  readonly q: Float64Array;
  readonly before: Float64Array;
  readonly a: Float64Array;
}

/** Rows at the most: three angles of trunk and neck. */
export const MOST_BENT = 6;

interface Column {
  readonly joints: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly isOf: Uint8Array; // joints
  readonly bounds: readonly BoundAngle[]; // flexion, abduction, twist
  readonly fromLower: Float64Array; // 3 least accelerations away from the lower bounds
  readonly fromUpper: Float64Array; // 3 the same, downwards
  readonly held: Uint8Array; // 3
}

const createBound = (): BoundAngle => ({ angle: 0, rate: 0, ownAngle: 0, ownRate: 0, ownAcceleration: 0 });

export class ColumnWatch {
  readonly #columns: readonly Column[];
  readonly #body: Body;
  readonly #parameters: ReactionParameters;
  readonly #angles = new Float64Array(6); // of the body, of the source
  readonly #turn = new Float64Array(4);

  /** `moving`: joints that carry mass. */
  constructor(body: Body, moving: Int32Array, parameters: ReactionParameters) {
    this.#body = body;
    this.#parameters = parameters;
    this.#columns = body.limits.columns
      .map((column) => ({ ...column, joints: column.joints.filter((joint) => moving.includes(joint)) }))
      .filter(({ joints }) => joints.length > 1)
      .map((column) => ({
        ...column,
        isOf: Uint8Array.from(body.skeleton.names, (_, j) => (column.joints.includes(j) ? 1 : 0)),
        bounds: [createBound(), createBound(), createBound()],
        fromLower: new Float64Array(3),
        fromUpper: new Float64Array(3),
        held: new Uint8Array(3),
      }));
  }

  /** Reads the angles of a tick and what each bound asks for. */
  begin(q: Float64Array, v: Float64Array, source: LimitReference): void {
    const w = this.#parameters.limitRate;
    for (let n = 0; n < this.#columns.length; n++) {
      const column = this.#columns[n];
      this.#readBounds(column, q, v, source);
      for (let a = 0; a < 3; a++) {
        column.fromLower[a] = leastFromBound(column.bounds[a], 1, column.lower[a], w);
        column.fromUpper[a] = leastFromBound(column.bounds[a], -1, column.upper[a], w);
      }
      column.held.fill(0);
    }
  }

  #readBounds({ joints, bounds }: Column, q: Float64Array, v: Float64Array, source: LimitReference): void {
    for (let a = 0; a < 3; a++) {
      const bound = bounds[a];
      bound.angle = bound.rate = bound.ownAngle = bound.ownRate = bound.ownAcceleration = 0;
    }
    for (let n = 0; n < joints.length; n++) {
      const j = joints[n];
      anatomicalAngles(this.#angles, 0, this.#body.limits, j, q, 3 + 4 * j, this.#turn);
      anatomicalAngles(this.#angles, 3, this.#body.limits, j, source.q, 3 + 4 * j, this.#turn);
      for (let a = 0; a < 3; a++) {
        const bound = bounds[a];
        bound.angle += this.#angles[a];
        bound.ownAngle += this.#angles[3 + a];
        bound.rate += this.#dot(v, j, a);
        bound.ownRate += this.#dot(source.before, j, a);
        bound.ownAcceleration += this.#dot(source.a, j, a);
      }
    }
  }

  /** Rate or acceleration of a joint about one of its axes, of those of all freedoms. */
  #dot(v: Float64Array, j: number, a: number): number {
    const { axes } = this.#body.limits;
    const o = 9 * j + 3 * a;
    return axes[o] * v[3 + 3 * j] + axes[o + 1] * v[4 + 3 * j] + axes[o + 2] * v[5 + 3 * j];
  }

  /** Adds rows for all that the solution would bend too far. Returns whether there are new ones. */
  find(problem: AccelerationProblem): boolean {
    let found = false;
    for (let n = 0; n < this.#columns.length; n++) {
      const column = this.#columns[n];
      for (let a = 0; a < 3; a++) {
        if (column.held[a] || problem.isFull) continue;
        const bends = this.#bending(problem, column, a);
        const low = column.fromLower[a];
        const high = column.fromUpper[a];
        const isLow = bends < low - 1e-6 * (1 + Math.abs(low));
        if (!isLow && !(-bends < high - 1e-6 * (1 + Math.abs(high)))) continue;
        const side = isLow ? 1 : -1;
        // what the source does by itself is not braking
        const most = this.#parameters.mostBraking + Math.max(0, side * column.bounds[a].ownAcceleration);
        this.#writeRow(problem, column, a);
        problem.finishRow(side * Math.min(isLow ? low : high, most), 0);
        problem.yieldRow(this.#parameters.limitYield);
        column.held[a] = 1;
        found = true;
      }
    }
    return found;
  }

  /** [rad/s²] How the solution bends a column about one of its axes. */
  #bending({ x, freedoms }: AccelerationProblem, { joints }: Column, a: number): number {
    const { axes } = this.#body.limits;
    let sum = 0;
    for (let n = 0; n < joints.length; n++) {
      const first = freedoms.lastOf[joints[n]] - 2;
      const o = 9 * joints[n] + 3 * a;
      for (let c = 0; c < 3; c++) sum += axes[o + c] * x[first + c];
    }
    return sum;
  }

  #writeRow(problem: AccelerationProblem, { joints, isOf }: Column, a: number): void {
    const { E, freedoms } = problem;
    const { axes } = this.#body.limits;
    const freedom = freedoms.lastOf[joints[joints.length - 1]];
    const row = problem.startRow(freedom);
    const start = freedoms.start[freedom];
    const length = freedoms.length[freedom];
    E.fill(0, row, row + length);
    for (let e = 3; e < length; e += 3) {
      const j = freedoms.joints[(freedoms.path[start + e] - 3) / 3];
      if (isOf[j] === 1) for (let c = 0; c < 3; c++) E[row + e + c] = axes[9 * j + 3 * a + c];
    }
  }
}
