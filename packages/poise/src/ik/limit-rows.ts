/** Bounds on what single joints do, and the memory for them. */
import type { Body } from '../body/body.ts';
import type { IkState } from './task.ts';

/** Bounds on directions of single joints: lower ≤ direction · x_joint ≤ upper. */
export interface Limit {
  readonly name: string;
  readonly dim: number; // most rows that `rows` adds
  /** Adds its rows to `out`. */
  rows(out: LimitRows, body: Body, state: IkState): void;
}

/** Rows of all limits of a problem, each about one joint. */
export interface LimitRows {
  count: number;
  readonly joint: Int32Array; // −1 stands for the root's translation, in world axes
  readonly direction: Float64Array; // count×3, in the joint's own frame
  readonly lower: Float64Array; // −Infinity where there is none
  readonly upper: Float64Array;
  readonly preferLower: Float64Array; // range that the preferred x is moved into before solving
  readonly preferUpper: Float64Array;
  readonly growth: Float64Array; // the weight along the direction is multiplied by 1 + growth
}

export function createLimitRows(most: number): LimitRows {
  return {
    count: 0,
    joint: new Int32Array(most),
    direction: new Float64Array(3 * most),
    lower: new Float64Array(most),
    upper: new Float64Array(most),
    preferLower: new Float64Array(most),
    preferUpper: new Float64Array(most),
    growth: new Float64Array(most),
  };
}

/** Adds a row without bounds for a joint; returns its index. The caller writes the direction. (Numbers that are not whole
 *  are not passed as arguments in hot loops: unless the call is inlined, each would be put on the heap.) */
export function addLimitRow(rows: LimitRows, joint: number): number {
  const row = rows.count++;
  rows.joint[row] = joint;
  rows.lower[row] = -Infinity;
  rows.upper[row] = Infinity;
  rows.preferLower[row] = -Infinity;
  rows.preferUpper[row] = Infinity;
  rows.growth[row] = 0;
  return row;
}
