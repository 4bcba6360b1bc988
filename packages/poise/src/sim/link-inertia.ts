/** Mass, centre and inertia of several segments that move as one. */
import type { Body } from '../body/body.ts';
import { turnSymmetric3 } from '../math/mat3.ts';
import { rotate3 } from '../math/quat.ts';
import { mat3FromQuat } from '../math/quat-mat3.ts';

export interface LinkInertia {
  readonly mass: number; // [kg]
  readonly com: Float64Array; // 3 [m] in the link's frame
  readonly inertia: Float64Array; // 6 [kg·m²] about that centre, link axes: xx yy zz xy xz yz
}

/** The engine refuses less. */
const LEAST_INERTIA = 1e-6; // [kg·m²]
const LEAST_MASS = 1e-9; // [kg]

export function combineInertia(
  body: Body,
  segments: readonly number[],
  originInLink: Float64Array,
  linkFromSegment: Float64Array,
): LinkInertia {
  const com = new Float64Array(3);
  const centres = new Float64Array(3 * segments.length);
  let mass = 0;
  segments.forEach((j, i) => {
    rotate3(centres, 3 * i, linkFromSegment, 4 * j, body.comInSegment, 3 * j);
    for (let k = 0; k < 3; k++) {
      centres[3 * i + k] += originInLink[3 * j + k];
      com[k] += body.mass[j] * centres[3 * i + k];
    }
    mass += body.mass[j];
  });
  if (!(mass > 0)) {
    return { mass: LEAST_MASS, com, inertia: Float64Array.of(LEAST_INERTIA, LEAST_INERTIA, LEAST_INERTIA, 0, 0, 0) };
  }
  for (let k = 0; k < 3; k++) com[k] /= mass;
  const inertia = new Float64Array(6);
  const matrix = new Float64Array(9);
  const turned = new Float64Array(6);
  segments.forEach((j, i) => {
    mat3FromQuat(matrix, 0, linkFromSegment, 4 * j);
    turnSymmetric3(turned, 0, matrix, 0, body.inertiaInSegment, 6 * j);
    const [x, y, z] = [0, 1, 2].map((k) => centres[3 * i + k] - com[k]);
    const m = body.mass[j];
    const shift = [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z];
    for (let k = 0; k < 6; k++) inertia[k] += turned[k] + m * shift[k];
  });
  for (let k = 0; k < 3; k++) inertia[k] = Math.max(inertia[k], LEAST_INERTIA);
  return { mass, com, inertia };
}
