/** In which plane a limb bends, without jumps where it is straight. Vectors are rows of three at an offset. */
import { smoothstep } from '../math/ease.ts';
import { conjugateQuat, multiplyQuat, quatBetween, rotate3 } from '../math/quat.ts';
import { quatFromMat3 } from '../math/quat-mat3.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { cross3 } from '../math/vec3.ts';

/** Sine of the bend from which the bones alone say where the plane is; below, the hinge takes over by and by. */
const CLEARLY_BENT = 0.15;
/** Sine of a bend the wrong way that is still taken for an over-stretched joint, not for one that bends that way. */
const OVERSTRETCHED = 0.4;
/** A wish closer than this (sine) to the line of the limb says little about the plane. */
const VAGUE = 0.1;

const scratch = new Float64Array(16);
const old = new Float64Array(4);

/** out = unit axis about which the lower bone is bent against the upper one: their cross product while clearly bent; the
 *  hinge, made perpendicular to the upper bone, while straight or a little over-stretched; a blend between.
 *  `rotation[r]` is the 3×3 world rotation of the lower segment, `hinge` its axis of flexion in its own frame. */
export function writeBendAxis(
  out: Float64Array,
  o: number,
  v: Float64Array,
  upper: number,
  lower: number,
  rotation: ReadonlyVector,
  r: number,
  hinge: ReadonlyVector,
): void {
  for (let c = 0; c < 3; c++) {
    const m = r + 3 * c;
    scratch[c] = rotation[m] * hinge[0] + rotation[m + 1] * hinge[1] + rotation[m + 2] * hinge[2];
  }
  perpendicularUnit(scratch, 0, v, upper);
  cross3(scratch, 3, v, upper, v, lower);
  const size = lengthAt(v, upper) * lengthAt(v, lower);
  const sine = lengthAt(scratch, 3) / size;
  const along = scratch[0] * scratch[3] + scratch[1] * scratch[4] + scratch[2] * scratch[5];
  const trusted = along >= 0 || sine > OVERSTRETCHED ? smoothstep(sine / CLEARLY_BENT) : 0;
  const bones = sine > 0 ? trusted / (sine * size) : 0;
  for (let c = 0; c < 3; c++) out[o + c] = bones * scratch[3 + c] + (1 - trusted) * scratch[c];
  perpendicularUnit(out, o, v, upper);
}

/** out = unit direction p at right angles to t in which the knee goes. Without a wish: the bend axis swings with the limb, the
 *  shortest way from its old line `whole` to t, and p = t × n. A wish that points along the limb counts less and less. */
export function writeKneeDirection(
  out: Float64Array,
  o: number,
  v: Float64Array,
  towards: number,
  whole: number,
  normal: number,
  wish: Float64Array | undefined,
): void {
  quatBetween(scratch, 0, v, whole, v, towards);
  rotate3(scratch, 4, scratch, 0, v, normal);
  cross3(out, o, v, towards, scratch, 4);
  perpendicularUnit(out, o, v, towards);
  if (wish === undefined) return;
  const size = lengthAt(wish, 0);
  if (!(size > 0 && size < Infinity)) return;
  for (let c = 0; c < 3; c++) scratch[c] = wish[c] / size;
  const along = scratch[0] * v[towards] + scratch[1] * v[towards + 1] + scratch[2] * v[towards + 2];
  for (let c = 0; c < 3; c++) scratch[c] -= along * v[towards + c];
  const sine = lengthAt(scratch, 0);
  const trusted = smoothstep(sine / VAGUE);
  if (trusted === 0) return;
  for (let c = 0; c < 3; c++) out[o + c] = (trusted * scratch[c]) / sine + (1 - trusted) * out[o + c];
  perpendicularUnit(out, o, v, towards);
}

/** out = quaternion that turns the frame of bone `from` with axis `fromAxis` into that of `to` with `toAxis`; axes are made
 *  perpendicular to their bones. */
export function turnBetweenFrames(
  out: Float64Array,
  o: number,
  v: Float64Array,
  from: number,
  fromAxis: number,
  to: number,
  toAxis: number,
): void {
  writeFrameQuat(out, o, v, from, fromAxis);
  conjugateQuat(old, 0, out, o);
  writeFrameQuat(out, o, v, to, toAxis);
  multiplyQuat(out, o, out, o, old, 0);
}

/** Quaternion of the frame whose x axis is the bone and whose y axis is near `axis`. */
function writeFrameQuat(out: Float64Array, o: number, v: Float64Array, bone: number, axis: number): void {
  const s = 1 / lengthAt(v, bone);
  for (let c = 0; c < 3; c++) {
    scratch[c] = s * v[bone + c];
    scratch[3 + c] = v[axis + c];
  }
  perpendicularUnit(scratch, 3, scratch, 0);
  cross3(scratch, 6, scratch, 0, scratch, 3);
  // columns: bone, axis, bone × axis
  for (let row = 0; row < 3; row++) {
    for (let c = 0; c < 3; c++) FRAME[3 * row + c] = scratch[3 * c + row];
  }
  quatFromMat3(out, o, FRAME, 0);
}

const FRAME = new Float64Array(9);

/** Makes out[o] a unit vector at right angles to v[i] (any length); where nothing of it is left, any such vector. */
function perpendicularUnit(out: Float64Array, o: number, v: Float64Array, i: number): void {
  const squared = v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2];
  const before = lengthAt(out, o);
  for (let pass = 0; pass < 2; pass++) {
    const along = (out[o] * v[i] + out[o + 1] * v[i + 1] + out[o + 2] * v[i + 2]) / squared;
    for (let c = 0; c < 3; c++) out[o + c] -= along * v[i + c];
  }
  let size = lengthAt(out, o);
  if (!(size > 1e-9 * before)) {
    // across the axis that the vector has least of
    const x = Math.abs(v[i]);
    const y = Math.abs(v[i + 1]);
    const z = Math.abs(v[i + 2]);
    const least = x <= y && x <= z ? 0 : y <= z ? 1 : 2;
    for (let c = 0; c < 3; c++) out[o + c] = (c === least ? 1 : 0) - (v[i + least] * v[i + c]) / squared;
    size = lengthAt(out, o);
  }
  for (let c = 0; c < 3; c++) out[o + c] /= size;
}

/** Length of the vector at v[i]. Not Math.hypot, which puts its arguments on the heap. */
export function lengthAt(v: ReadonlyVector, i: number): number {
  return Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
}
