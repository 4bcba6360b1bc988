/** Turns a person in any axes to stand on y = 0 with the left side towards +X: by whole quarter turns. */
import { quatFromMat3 } from '../../math/quat-mat3.ts';

type Triple = readonly [number, number, number];

/** Quaternion (4) of the quarter turns that bring `up` nearest to +Y and `left` nearest to +X. */
export function uprightTurn(up: Triple, left: Triple): Float64Array {
  const vertical = mainAxis(up, -1);
  const aside = mainAxis(left, vertical.axis);
  const rows = new Float64Array(9); // world axes in the axes given
  rows[aside.axis] = aside.sign;
  rows[3 + vertical.axis] = vertical.sign;
  // forward = left × up
  for (let c = 0; c < 3; c++) {
    const [a, b] = [(c + 1) % 3, (c + 2) % 3];
    rows[6 + c] = rows[a] * rows[3 + b] - rows[b] * rows[3 + a];
  }
  const turn = new Float64Array(4);
  quatFromMat3(turn, 0, rows, 0);
  return turn;
}

function mainAxis(v: Triple, without: number): { readonly axis: number; readonly sign: number } {
  let axis = without === 0 ? 1 : 0;
  for (let c = 0; c < 3; c++) if (c !== without && Math.abs(v[c]) > Math.abs(v[axis])) axis = c;
  return { axis, sign: v[axis] < 0 ? -1 : 1 };
}
