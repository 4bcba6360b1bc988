/**
 * The local transform of an FBX model:
 *   T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹
 * T, R, S are animated; pivots (Rp, Sp), offsets (Roff, Soff) and pre/post rotations are fixed. It comes out as
 * translation, rotation and scale like everywhere else.
 */
import {
  conjugateQuat,
  multiplyQuat,
  normalizeQuat,
  quatFromAxisAngle,
  relativeQuat,
  rotate3,
} from '../../math/quat.ts';
import type { Vec3 } from '../../math/types.ts';
import { type FbxObject, type FbxObjects, modelNumber, modelVector } from './fbx-objects.ts';

export interface FbxTransform {
  readonly translation: Vec3; // T of the rest pose
  readonly rotation: Vec3; // R of the rest pose [degrees]
  readonly scaling: Vec3;
  readonly order: readonly number[]; // axes of R, first applied first
  readonly preRotation: Float64Array; // unit quaternion
  readonly postInverse: Float64Array; // unit quaternion
  readonly rotationOffset: Vec3;
  readonly rotationPivot: Vec3;
  readonly scalingOffset: Vec3;
  readonly scalingPivot: Vec3;
  readonly pivoted: boolean; // turning or scaling the model also moves it
  readonly inherit: number; // 2: the parent's scale is not passed on
}

/** By FBX's number: axes in the order in which they are applied. 6, "spheric XYZ", is read as XYZ by other readers too. */
const ORDERS: readonly (readonly number[])[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 2, 0],
  [1, 0, 2],
  [2, 0, 1],
  [2, 1, 0],
];
const XYZ = ORDERS[0];
const ZERO: Vec3 = [0, 0, 0];

export function readTransform(objects: FbxObjects, model: FbxObject): FbxTransform {
  const vector = (name: string, otherwise: Vec3 = ZERO): Vec3 => modelVector(objects, model, name, otherwise);
  const rotationPivot = vector('RotationPivot');
  const scalingOffset = vector('ScalingOffset');
  const scalingPivot = vector('ScalingPivot');
  const preRotation = new Float64Array(4);
  const postInverse = new Float64Array(4);
  quatFromEuler(preRotation, 0, ...vector('PreRotation'), XYZ);
  quatFromEuler(postInverse, 0, ...vector('PostRotation'), XYZ);
  conjugateQuat(postInverse, 0, postInverse, 0);
  return {
    translation: vector('Lcl Translation'),
    rotation: vector('Lcl Rotation'),
    scaling: vector('Lcl Scaling', [1, 1, 1]),
    order: ORDERS[modelNumber(objects, model, 'RotationOrder', 0)] ?? XYZ,
    preRotation,
    postInverse,
    rotationOffset: vector('RotationOffset'),
    rotationPivot,
    scalingOffset,
    scalingPivot,
    pivoted: [rotationPivot, scalingOffset, scalingPivot].some((v) => v.some((x) => x !== 0)),
    inherit: modelNumber(objects, model, 'InheritType', 0),
  };
}

const DEGREE = Math.PI / 180;
const single = new Float64Array(4); // turn about one axis

/** out = turns about the axes in `order`, the first applied first; angles in degrees, by axis. */
export function quatFromEuler(
  out: Float64Array,
  o: number,
  x: number,
  y: number,
  z: number,
  order: readonly number[],
): void {
  out[o] = 0;
  out[o + 1] = 0;
  out[o + 2] = 0;
  out[o + 3] = 1;
  for (const axis of order) {
    const angle = DEGREE * (axis === 0 ? x : axis === 1 ? y : z);
    quatFromAxisAngle(single, 0, axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0, angle);
    multiplyQuat(out, o, single, 0, out, o);
  }
}

/** out = Rpre · R · Rpost⁻¹ for the Euler angles [degrees]. */
export function rotationOf(
  out: Float64Array,
  o: number,
  transform: FbxTransform,
  x: number,
  y: number,
  z: number,
): void {
  quatFromEuler(out, o, x, y, z, transform.order);
  multiplyQuat(out, o, transform.preRotation, 0, out, o);
  multiplyQuat(out, o, out, o, transform.postInverse, 0);
  normalizeQuat(out, o, out, o);
}

const arm = new Float64Array(3);

/** out = origin of the model in its parent: T + Roff + Rp + (Rpre R Rpost⁻¹)(Soff + Sp − S Sp − Rp). */
export function translationOf(
  out: Float64Array,
  o: number,
  transform: FbxTransform,
  translation: ArrayLike<number>, // T from index t
  t: number,
  rotation: Float64Array, // quaternion from rotationOf, at r
  r: number,
  scaling: ArrayLike<number>, // S from index s
  s: number,
): void {
  const { rotationOffset, rotationPivot, scalingOffset, scalingPivot } = transform;
  for (let k = 0; k < 3; k++) {
    arm[k] = scalingOffset[k] + scalingPivot[k] * (1 - scaling[s + k]) - rotationPivot[k];
  }
  rotate3(arm, 0, rotation, r, arm, 0);
  for (let k = 0; k < 3; k++) out[o + k] = translation[t + k] + rotationOffset[k] + rotationPivot[k] + arm[k];
}

/** out = T of a model whose origin in its parent is at `place`: the way back from translationOf. */
export function localPlaceOf(
  out: Float64Array,
  o: number,
  transform: FbxTransform,
  place: ArrayLike<number>, // from index o
  rotation: Float64Array, // quaternion from rotationOf, at r
  r: number,
  scaling: ArrayLike<number>, // S from index s
  s: number,
): void {
  translationOf(out, o, transform, ZERO, 0, rotation, r, scaling, s);
  for (let k = 0; k < 3; k++) out[o + k] = place[o + k] - out[o + k];
}

/** out = R of a model that is turned by the quaternion at `turned`: the way back from rotationOf, before angles are found. */
export function localTurnOf(
  out: Float64Array,
  o: number,
  { preRotation, postInverse }: FbxTransform,
  turned: Float64Array, // from index o
): void {
  relativeQuat(out, o, preRotation, 0, turned, o);
  conjugateQuat(single, 0, postInverse, 0);
  multiplyQuat(out, o, out, o, single, 0);
}
