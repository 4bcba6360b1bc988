/**
 * One answer to one push, captured or generated, and a library of them. Plain data: what selection, adaptation and the
 * studio's polar pad stand on. [Yin05] §4; docs/methods/push-response.md.
 *
 * Placement: the clip stands on the ground y = 0; in its first frame the person faces +Z and the point midway between the
 * ankles is over the origin. The first frame is a quiet stance, the neutral pose: everything is counted from it.
 * Horizontal vectors are (x, z); directions are angles atan2(x, z): 0 forward, +π/2 left.
 */
import type { Clip } from '../../motion/clip.ts';
import type { Side } from '../../motion/roles.ts';

/** From the weakest to the strongest [Yin05] §3.1; the strongest one seen names the response. */
export const STRATEGIES = ['hip', 'arm', 'step'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** Horizontal momentum in polar form. */
export interface PolarImpulse {
  readonly radius: number; // [N·s]
  readonly angle: number; // [rad] atan2(x, z) in the heading frame, −π…π
}

/** The push as it really was: known to the performer and to force sensors. Half-sine in time, as `pushTrack` has it. */
export interface PushTruth {
  readonly impulse: readonly [x: number, z: number]; // [N·s] heading frame
  readonly direction: number; // [rad] its angle
  readonly height: number; // [m] above the ground where it acts
  readonly duration: number; // [s]
  readonly t0: number; // [s] from the first frame, when it begins
}

/** Three ways to tell how strong the push was; `indexImpulse` takes the first one there is. */
export interface ImpulseEstimates {
  readonly truth?: PolarImpulse;
  readonly early: PolarImpulse; // momentum soon after onset, calibrated
  readonly paper: PolarImpulse; // [Yin05] §4: largest momentum along the shift of the CoM
}

export interface StrategyAttributes {
  readonly ankle: boolean; // hip strategy without a bend at the hips
  readonly steps: number; // times a foot is set down elsewhere
  readonly firstFoot: Side | undefined; // that steps
  readonly crossOver: boolean; // a foot lands beyond the other one
  readonly armTurns: number; // whole turns of the busier arm
}

/** Bits of `contacts`: which parts of the foot touch the ground. */
export const TOUCH = { heel: 1, ball: 2, toe: 4 } as const;

export interface Response {
  readonly name: string; // unique in its library
  readonly clip: Clip; // 60 Hz, placed as said above
  readonly mass: number; // [kg] of this person
  readonly legLength: number; // [m] hip to ankle along the bones, of this person
  readonly contacts: readonly [left: Uint8Array, right: Uint8Array]; // frames: sum of TOUCH bits
  readonly onset: number; // frame in which the push begins
  readonly peak: number; // frame of the largest momentum along the push
  readonly truth: PushTruth | undefined;
  readonly estimates: ImpulseEstimates;
  readonly strategy: Strategy;
  readonly attributes: StrategyAttributes;
  readonly recoverable: Float64Array; // frames [N·s] momentum this response can still take from each frame on, signed
  readonly mirrored: boolean; // the mirror image of another response
  readonly derived: boolean; // made from others (a sagittal-neutral twin), not performed
  readonly provenance: Provenance;
}

export interface Provenance {
  readonly source: string; // file name, or 'performer'
  readonly frames: readonly [start: number, end: number]; // of the source, at its own rate; [0, n] when made by code
  readonly note: string; // seed and request of the performer, 'relabelled by hand' …
}

export const LIBRARY_VERSION = 1;

export interface ResponseLibrary {
  readonly version: typeof LIBRARY_VERSION;
  readonly name: string;
  readonly body: string; // key of the body it was made for, e.g. 'mannequin 1.72 m 65 kg'; any body can use it
  readonly responses: readonly Response[];
}

/** The estimate that indexes a response: never mixed without calibration. */
export const indexImpulse = ({ estimates }: Response): PolarImpulse => estimates.truth ?? estimates.early;
