/** Skinning without bones as objects: matrices are written straight from the pose, so that many figures cost little. */
import type { Skeleton as PoiseSkeleton, ReadonlyVector } from 'poise';
import { conjugateQuat, mat3FromQuat, multiplyQuat, rotate3 } from 'poise/dynamics';
import { Bone, Skeleton } from 'three';
import { placeJoints } from '../pose-source.ts';

export class PoseSkeleton extends Skeleton {
  readonly #count: number;
  readonly #bindOrigins: Float64Array;
  readonly #unbind: Float64Array; // joint ← world in the bind pose, rotations only
  readonly #turn = new Float64Array(4);
  readonly #matrix = new Float64Array(9);
  readonly #moved = new Float64Array(3);

  /** @param bindPose coordinates for which the mesh was made */
  constructor(skeleton: PoiseSkeleton, bindPose: ReadonlyVector) {
    const n = skeleton.names.length;
    super(Array.from({ length: n }, () => new Bone()));
    this.#count = n;
    this.#bindOrigins = new Float64Array(3 * n);
    this.#unbind = new Float64Array(4 * n);
    placeJoints(this.#bindOrigins, this.#unbind, skeleton, bindPose);
    for (let i = 0; i < n; i++) conjugateQuat(this.#unbind, 4 * i, this.#unbind, 4 * i);
  }

  /** world ← joint now · joint ← world in the bind pose, column-major. */
  place(origins: Float64Array, rotations: Float64Array): void {
    const out = this.boneMatrices!;
    const m = this.#matrix;
    for (let i = 0; i < this.#count; i++) {
      multiplyQuat(this.#turn, 0, rotations, 4 * i, this.#unbind, 4 * i);
      mat3FromQuat(m, 0, this.#turn, 0);
      rotate3(this.#moved, 0, this.#turn, 0, this.#bindOrigins, 3 * i);
      const o = 16 * i;
      for (let c = 0; c < 3; c++) {
        for (let r = 0; r < 3; r++) out[o + 4 * c + r] = m[3 * r + c]!;
        out[o + 12 + c] = origins[3 * i + c]! - this.#moved[c]!;
      }
      out[o + 15] = 1;
    }
    if (this.boneTexture) this.boneTexture.needsUpdate = true;
  }

  /** The renderer would read the bones, which stand still. */
  override update(): void {}
}
