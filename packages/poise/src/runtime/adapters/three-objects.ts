/** What the adapter uses of three's objects: any version's will do, and nothing of three is imported. */
import { normalizeQuat } from '../../math/quat.ts';
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
    const { skeleton } = node as { skeleton?: SkeletonLike };
    if (skeleton) found.add(skeleton);
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

/** Mean length of the axes of a matrix. */
export const scaleOf = (e: ArrayLike<number>): number =>
  (Math.hypot(e[0], e[1], e[2]) + Math.hypot(e[4], e[5], e[6]) + Math.hypot(e[8], e[9], e[10])) / 3;
