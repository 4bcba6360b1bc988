/**
 * A surface that follows a skeleton: triangles, and per vertex up to four joints that carry it (linear blend skinning, as
 * glTF has it). Plain data for a graphics card, in metres, Y up.
 */
import { rotate3, rotateBack3 } from '../math/quat.ts';
import { mat3FromQuat } from '../math/quat-mat3.ts';
import type { ReadonlyVector, Vec3 } from '../math/types.ts';
import { addScaled3 } from '../math/vec3.ts';
import { jointCount, type Skeleton } from './skeleton.ts';
import { worldFramesOf } from './world-frames.ts';

/** How a part of the surface answers light (metallic-roughness model). */
export interface SurfaceMaterial {
  readonly name: string;
  readonly colour: Vec3; // linear red, green, blue in 0…1
  readonly roughness: number; // 0 mirror … 1 chalk
  readonly metallic: number;
}

/** A run of triangles of one material. */
export interface SurfaceGroup {
  readonly material: number; // index in materials
  readonly start: number; // first entry in indices
  readonly count: number; // entries, three per triangle
}

export interface SkinnedMesh {
  readonly positions: Float32Array; // v×3 [m] world axes, skeleton in the bind pose
  readonly normals: Float32Array; // v×3 unit, outward, in the bind pose
  readonly shades: Float32Array; // v   share of the light from all around that reaches the vertex, 0…1
  readonly joints: Uint16Array; // v×4 joints of the skeleton; unused ones are 0 with weight 0
  readonly weights: Float32Array; // v×4 sum 1, largest first
  readonly indices: Uint32Array; // three per triangle, counter-clockwise seen from outside
  readonly groups: readonly SurfaceGroup[]; // cover all indices
  readonly materials: readonly SurfaceMaterial[];
  readonly bindPose: Float64Array; // coordinates of the skeleton for which the positions hold
}

export const vertexCount = (mesh: SkinnedMesh): number => mesh.positions.length / 3;

export const triangleCount = (mesh: SkinnedMesh): number => mesh.indices.length / 3;

/** Positions of all vertices for coordinates q, v×3 [m] in world axes: what a graphics card shows.
 *
 * ```ts
 * const points = skinnedPositions(mesh, clip.skeleton, frameAt(clip, 12));
 * ```
 */
export function skinnedPositions(mesh: SkinnedMesh, skeleton: Skeleton, q: ReadonlyVector): Float64Array {
  const bind = worldFramesOf(skeleton, mesh.bindPose);
  const now = worldFramesOf(skeleton, q);
  const out = new Float64Array(mesh.positions.length);
  const point = new Float64Array(3);
  for (let vertex = 0; vertex < vertexCount(mesh); vertex++) {
    for (let k = 4 * vertex; k < 4 * vertex + 4; k++) {
      const joint = mesh.joints[k];
      // world ← joint now · joint ← world in the bind pose
      for (let c = 0; c < 3; c++) point[c] = mesh.positions[3 * vertex + c] - bind.origins[3 * joint + c];
      rotateBack3(point, 0, bind.rotations, 4 * joint, point, 0);
      rotate3(point, 0, now.rotations, 4 * joint, point, 0);
      addScaled3(point, 0, now.origins, 3 * joint, 1);
      addScaled3(out, 3 * vertex, point, 0, mesh.weights[k]);
    }
  }
  return out;
}

/** joint ← world in the bind pose, one column-major 4×4 matrix per joint [m]: what glTF and three call inverse bind matrices. */
export function inverseBindMatrices(mesh: SkinnedMesh, skeleton: Skeleton): Float32Array {
  const { origins, rotations } = worldFramesOf(skeleton, mesh.bindPose);
  const out = new Float32Array(16 * jointCount(skeleton));
  const r = new Float64Array(9);
  for (let joint = 0; joint < jointCount(skeleton); joint++) {
    mat3FromQuat(r, 0, rotations, 4 * joint);
    for (let row = 0; row < 3; row++) {
      // Row `row` of the transposed rotation is column `row` of the rotation.
      let shift = 0;
      for (let column = 0; column < 3; column++) {
        out[16 * joint + 4 * column + row] = r[3 * column + row];
        shift -= r[3 * column + row] * origins[3 * joint + column];
      }
      out[16 * joint + 12 + row] = shift;
    }
    out[16 * joint + 15] = 1;
  }
  return out;
}
