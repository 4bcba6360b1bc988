/** A Float64Array to read, not to write. number[] and Float32Array do not fit, on purpose: kernels stay fast only while
 *  they meet one array type. */
export interface ReadonlyVector {
  readonly [Symbol.toStringTag]: 'Float64Array';
  readonly length: number;
  readonly [index: number]: number;
}

/** A single vector at the door of the library; inside, vectors live in Float64Arrays. */
export type Vec3 = readonly [x: number, y: number, z: number];

/** A single rotation at the door of the library. */
export type Quat = readonly [x: number, y: number, z: number, w: number];
