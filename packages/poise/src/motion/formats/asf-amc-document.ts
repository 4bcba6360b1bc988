/** An Acclaim skeleton (.asf) and motion (.amc) as they stand, kept so that both can be written back. */
import type { Vec3 } from '../../math/types.ts';

export const ASF_FREEDOMS = ['tx', 'ty', 'tz', 'rx', 'ry', 'rz', 'l'] as const;
/** tx ty tz: along the bone's axes; rx ry rz: about them, the first listed applied first; l: stretch along the bone. */
export type AsfFreedom = (typeof ASF_FREEDOMS)[number];

/** One bone, or the root (index 0). Directions and axes are given in the axes of the file, in the rest pose. */
export interface AsfBone {
  readonly name: string;
  readonly parent: number; // −1 for the root; parents come before children
  readonly direction: Vec3;
  readonly length: number; // file units
  /** The bone's own axes in the file's axes: a rotation of this bone is axes · R(freedoms) · axes⁻¹. Quaternion, 4 numbers. */
  readonly axes: Float64Array;
  readonly freedoms: readonly AsfFreedom[];
  readonly limits: readonly (readonly [low: number, high: number])[]; // per freedom where the file gives them; degrees or units
}

export interface AsfDocument {
  readonly file: string;
  readonly bytes: Uint8Array; // the .asf file, byte for byte
  readonly bones: readonly AsfBone[];
  readonly rootPosition: Vec3;
  readonly lengthUnit: number | undefined; // the number after :units length
  readonly angleUnit: 'deg' | 'rad';
}

/** Which values an .amc row block holds, in the order of the file. */
export interface AmcColumns {
  readonly bones: readonly number[]; // in the order of their lines
  readonly firstColumn: Int32Array; // per bone of the skeleton; −1: not in the file
  readonly width: number; // numbers per frame
}

export interface AsfAmcDocument {
  readonly asf: AsfDocument;
  readonly header: Uint8Array; // the .amc file up to the first frame, byte for byte
  readonly lineEnd: '\n' | '\r\n' | '\r';
  readonly radiansPerUnit: number; // of the angles in the .amc
  readonly frameTime: number; // [s]
  readonly frameCount: number;
  readonly columns: AmcColumns;
  readonly values: Float64Array; // frames × width, as in the file
}
