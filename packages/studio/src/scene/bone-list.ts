/** The bones of a skeleton: from every joint to each of its children and end sites, in the joint's own frame. */
import type { Skeleton } from 'poise';
import { Matrix4, Quaternion, Vector3 } from 'three';

export interface BoneList {
  readonly joints: Int32Array; // b joint that carries the bone
  readonly ends: Int32Array; // b joint at the far end; −1: an end site
  readonly offsets: Float64Array; // b×3 [m] far end in the joint's frame
  readonly lengths: Float64Array; // b [m]
}

const SHORTEST = 0.004; // [m] below this there is nothing to see

export function bonesOf(skeleton: Skeleton): BoneList {
  const rows: [joint: number, end: number, x: number, y: number, z: number][] = [];
  for (let i = 1; i < skeleton.names.length; i++) {
    const [x, y, z] = skeleton.offsets.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
    rows.push([skeleton.parents[i]!, i, x, y, z]);
  }
  for (const { joint, offset } of skeleton.endSites) rows.push([joint, -1, ...offset]);
  const visible = rows.filter(([, , x, y, z]) => Math.hypot(x, y, z) > SHORTEST);
  return {
    joints: Int32Array.from(visible, ([joint]) => joint),
    ends: Int32Array.from(visible, ([, end]) => end),
    offsets: Float64Array.from(visible.flatMap(([, , x, y, z]) => [x, y, z])),
    lengths: Float64Array.from(visible, ([, , x, y, z]) => Math.hypot(x, y, z)),
  };
}

/** Per bone the matrix that carries a shape of unit length along +y into the joint's frame. */
export function boneShapes(bones: BoneList, radiusOf: (length: number) => number): Matrix4[] {
  const up = new Vector3(0, 1, 0);
  return Array.from(bones.lengths, (length, b) => {
    const along = new Vector3().fromArray(bones.offsets, 3 * b).divideScalar(length);
    const radius = radiusOf(length);
    return new Matrix4().compose(
      new Vector3(),
      new Quaternion().setFromUnitVectors(up, along),
      new Vector3(radius, length, radius),
    );
  });
}

const turn = new Quaternion();
const place = new Vector3();
const ONE = new Vector3(1, 1, 1);

/** out = world ← joint at the pose. */
export function jointMatrix(out: Matrix4, origins: Float64Array, rotations: Float64Array, joint: number): Matrix4 {
  return out.compose(place.fromArray(origins, 3 * joint), turn.fromArray(rotations, 4 * joint), ONE);
}
