/** A BVH file as it stands, kept so that it can be written back with only its numbers changed. */
import type { Axis } from '../../math/euler.ts';
import type { Vec3 } from '../../math/types.ts';

export interface BvhChannel {
  readonly kind: 'position' | 'rotation';
  readonly axis: Axis;
}

export interface BvhJoint {
  readonly name: string;
  readonly parent: number;
  readonly offset: Vec3; // file units
  readonly channels: readonly BvhChannel[]; // in file order; rotations multiply in this order
  readonly firstChannel: number; // column of the first channel in a row
  /** Bytes of the header from the number of channels to the last one; both the end of the OFFSET where there is no CHANNELS. */
  readonly channelsAt: readonly [start: number, end: number];
}

export interface BvhEndSite {
  readonly joint: number;
  readonly offset: Vec3; // file units
}

/** The tree above the word MOTION. */
export interface BvhHierarchy {
  readonly joints: readonly BvhJoint[];
  readonly endSites: readonly BvhEndSite[];
  readonly channelCount: number; // numbers per row
}

export interface BvhDocument extends BvhHierarchy {
  /** Everything up to and with the word MOTION, byte for byte. */
  readonly header: Uint8Array;
  readonly lineEnd: '\n' | '\r\n' | '\r';
  /** The frame time as printed in the file; undefined where the file has none. */
  readonly frameTimeText: string | undefined;
  readonly frameTime: number; // [s]
  /** Per joint: position channels are added to the OFFSET instead of replacing it (see bvh-placement.ts). */
  readonly addsOffset: readonly boolean[];
  readonly frameCount: number;
  readonly values: Float64Array; // frames × channels, as in the file (file units, degrees)
}
