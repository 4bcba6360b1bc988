/** The rotation channels of one joint, wherever they stand among its channels. */
import { type Axis, createEulerOrder, type EulerOrder } from '../../math/euler.ts';
import type { BvhJoint } from './bvh-document.ts';

export const RADIANS_PER_DEGREE = Math.PI / 180;

export interface BvhRotation {
  readonly order: EulerOrder;
  readonly columns: Int32Array; // columns of the angles in a row
  /** The angles [rad] of the row that starts at `row` in `values`, to out[o], out[o + 1], … */
  readonly anglesInRow: (out: Float64Array, o: number, values: Float64Array, row: number) => void;
}

export function rotationOf(joint: BvhJoint): BvhRotation {
  const axes: Axis[] = [];
  const places: number[] = [];
  joint.channels.forEach(({ kind, axis }, n) => {
    if (kind !== 'rotation') return;
    axes.push(axis);
    places.push(joint.firstChannel + n);
  });
  const columns = Int32Array.from(places);
  return {
    order: createEulerOrder(axes),
    columns,
    anglesInRow: (out, o, values, row) => {
      for (let n = 0; n < columns.length; n++) out[o + n] = values[row + columns[n]] * RADIANS_PER_DEGREE;
    },
  };
}
