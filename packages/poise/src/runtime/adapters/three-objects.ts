/** What the adapter uses of three's objects: any version's will do, and nothing of three is imported. */
import { multiplyQuat, normalizeQuat } from '../../math/quat.ts';
import { quatFromMat3 } from '../../math/quat-mat3.ts';

export interface ObjectLike {
  readonly name: string;
  readonly parent: ObjectLike | null;
  readonly children: readonly ObjectLike[];
  readonly position: { x: number; y: number; z: number; set(x: number, y: number, z: number): unknown };
  readonly quaternion: {
    x: number;
    y: number;
    z: number;
    w: number;
    set(x: number, y: number, z: number, w: number): unknown;
  };
  readonly matrixWorld: { readonly elements: ArrayLike<number> };
  updateWorldMatrix(updateParents: boolean, updateChildren: boolean): void;
}

export interface SkeletonLike {
  readonly bones: readonly ObjectLike[];
  readonly boneInverses: readonly { readonly elements: ArrayLike<number> }[];
}

/** All skeletons below an object, each once. */
export function findSkins(root: ObjectLike): readonly SkeletonLike[] {
  const found = new Set<SkeletonLike>();
  const visit = (node: ObjectLike): void => {
    const { skeleton, skeletons = [] } = node as { skeleton?: SkeletonLike; skeletons?: readonly SkeletonLike[] };
    for (const skin of skeleton ? [skeleton] : skeletons) found.add(skin);
    for (const child of node.children) visit(child);
  };
  visit(root);
  return [...found];
}

/** Rotation (quaternion, 4) and place (3) of a column-major 4×4 matrix whose axes may be scaled. */
export function splitMatrix(e: ArrayLike<number>): { readonly turn: Float64Array; readonly place: Float64Array } {
  const m = new Float64Array(9);
  for (let column = 0; column < 3; column++) {
    const length = Math.hypot(e[4 * column], e[4 * column + 1], e[4 * column + 2]) || 1;
    for (let row = 0; row < 3; row++) m[3 * row + column] = e[4 * column + row] / length;
  }
  const turn = new Float64Array(4);
  quatFromMat3(turn, 0, m, 0);
  normalizeQuat(turn, 0, turn, 0);
  return { turn, place: Float64Array.of(e[12], e[13], e[14]) };
}

/** World rotation of an object: what stands above may be scaled along any axis, the object's own rotation stays one. */
export function worldTurn({ parent, quaternion: { x, y, z, w } }: ObjectLike): Float64Array {
  const own = Float64Array.of(x, y, z, w);
  if (!parent) return own;
  const { turn } = splitMatrix(parent.matrixWorld.elements);
  multiplyQuat(turn, 0, turn, 0, own, 0);
  return turn;
}

/** The axes of the inverse of a column-major 4×4 matrix, as the axes of another. */
export function invertAxes(e: ArrayLike<number>): Float64Array {
  const out = new Float64Array(16);
  for (let row = 0; row < 3; row++) {
    // rows of the inverse: cross products of the columns
    const [a, b] = [4 * ((row + 1) % 3), 4 * ((row + 2) % 3)];
    for (let c = 0; c < 3; c++) {
      const [d, f] = [(c + 1) % 3, (c + 2) % 3];
      out[4 * c + row] = e[a + d] * e[b + f] - e[a + f] * e[b + d];
    }
  }
  const volume = e[0] * out[0] + e[1] * out[4] + e[2] * out[8];
  return out.map((part) => part / volume);
}

/** The axes of a product of such matrices. */
export function timesAxes(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const out = new Float64Array(16);
  for (let column = 0; column < 3; column++) {
    for (let row = 0; row < 3; row++) {
      for (let k = 0; k < 3; k++) out[4 * column + row] += a[4 * k + row] * b[4 * column + k];
    }
  }
  return out;
}

/** Whether the axes of a matrix are those of a mirror image. */
export const isMirrored = (e: ArrayLike<number>): boolean =>
  e[0] * (e[5] * e[10] - e[6] * e[9]) + e[1] * (e[6] * e[8] - e[4] * e[10]) + e[2] * (e[4] * e[9] - e[5] * e[8]) < 0;
