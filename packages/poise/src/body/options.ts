import type { ReadonlyVector, Vec3 } from '../math/types.ts';
import type { Role, Side } from '../motion/roles.ts';
import type { TableName } from './tables.ts';

/** A weight carried: a backpack, a ball in the hand. */
export interface Attachment {
  /** The role or the name of the joint that carries it. */
  readonly to: Role | string;
  readonly mass: number; // [kg]
  /** Centre of the weight from the joint while the person stands in the reference pose, along left, up and forward of the
   *  person: `[0, 0.1, -0.2]` is above and behind the joint. [m] */
  readonly offset: Vec3;
  readonly radius?: number; // [m] of a solid ball; 0 (a point) when absent
}

/** Where the ground is when a foot stands flat, in the foot's own frame. */
export interface SolePlane {
  readonly up: Vec3; // unit normal of the sole in the frame of the foot joint
  readonly ankleHeight: number; // [m] of the foot joint above the sole
  readonly toesUp?: Vec3; // the same normal in the frame of the toe joint; from the reference pose when absent
}

export interface BodyOptions {
  readonly mass: number | undefined; // [kg] default: body mass index 22.5 at the stature; 50 kg for tak2000
  readonly height: number | undefined; // [m] stature; default: from the length of the legs
  readonly sex: 'male' | 'female' | 'average'; // de-leva only
  readonly table: TableName;
  readonly soleScale: number; // size of the soles about the ankle, 1 = a bare foot
  readonly solePlanes: Readonly<Partial<Record<Side, SolePlane>>>;
  readonly attachments: readonly Attachment[];
  /** Coordinates in which the person stands upright, arms anywhere. Default: the skeleton's rest pose where it does that,
   *  else a standing pose made from the bones. */
  readonly referencePose: ReadonlyVector | undefined;
}

export const BODY_DEFAULTS: BodyOptions = {
  mass: undefined,
  height: undefined,
  sex: 'average',
  table: 'de-leva',
  soleScale: 1,
  solePlanes: {},
  attachments: [],
  referencePose: undefined,
};
