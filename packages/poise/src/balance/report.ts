/**
 * What `analyse` says of a clip: plain data, typed arrays per frame, SI units, world axes, Y up. NaN stands where a
 * quantity is undefined (ZMP and margin in flight); JSON output prints null there. docs/metrics.md defines each.
 */
import type { Vec3 } from '../math/types.ts';
import type { Side } from '../motion/roles.ts';

/** What carries the body in a frame. `other`: a part of the body besides the feet is on the ground, or was or will be within 0.4 s. */
export const SUPPORT_PHASES = ['flight', 'left', 'right', 'double', 'other'] as const;
export type SupportPhase = (typeof SUPPORT_PHASES)[number];

/** A piece of ground that somebody stood on. */
export interface GroundPatch {
  readonly polygon: readonly (readonly [x: number, z: number])[]; // [m] hull of the soles that stood there, turning from x towards z
  readonly height: number; // [m] at the mean of its corners
  readonly normal: Vec3; // unit
  readonly evidence: {
    /** floor: it lies in the plane of the floor. step: one foot stood on it while the other stood on known ground. landing: it was reached, or left, through the
     *  air. start: somebody stands on it, and nothing tells how it was reached. */
    readonly by: 'floor' | 'step' | 'landing' | 'start';
    readonly seconds: number; // that heels and balls stood on it, added up
    readonly stands: number; // times that a heel or a ball was set on it
  };
}

/** The floor as found under the feet. */
export interface Ground {
  readonly height: number; // [m] at the world origin
  readonly normal: Vec3; // unit; (0, 1, 0) for a level floor
  readonly residual: number; // [m] robust spread of the standing soles about the plane
  readonly kind: 'plane' | 'uneven'; // uneven: stairs, slopes, terrain; the patches say where
  readonly patches: readonly GroundPatch[]; // where somebody stood; one on a plane
  readonly beltVelocity: Vec3; // [m/s] of the floor; not zero for clips that walk on the spot
}

export interface FootReport {
  readonly side: Side;
  readonly heel: Uint8Array; // frames, 1 = touches
  readonly ball: Uint8Array; // frames
  readonly toe: Uint8Array; // frames
  readonly clearance: Float64Array; // frames [m]   lowest sole point above the ground; negative: penetration
  readonly skate: Float64Array; // frames [m/s] horizontal speed over the floor of the slowest touching part; NaN without contact
  readonly skateVelocity: Float64Array; // frames×2 [m/s] the same as (x, z)
  readonly ankle: Float64Array; // frames×3 [m] where its joint is
  readonly load: Float64Array; // frames [body weights] what the foot carries, by where the balance point lies between the feet
}

/** A part of the body besides the feet that may carry weight. */
export interface PartReport {
  readonly part: 'head' | 'chest' | 'pelvis' | 'lowerArm' | 'hand' | 'lowerLeg'; // lowerArm: the elbow, lowerLeg: knee and shin
  readonly side: Side | undefined; // of limbs
  readonly touches: Uint8Array; // frames, 1 = carries
  readonly clearance: Float64Array; // frames [m] its underside above the ground
  readonly load: Float64Array; // frames [body weights], as evenly as the balance point allows
}

export interface BalanceSummary {
  readonly zmpOutsideFraction: number; // share of judged frames with the ZMP more than 1 cm outside
  readonly worstZmpDistance: number; // [m] largest distance outside over judged frames (0 when never)
  readonly worstZmpFrame: number; // −1 when never outside
  readonly imbalance: number; // [m] largest shift of the CoM that balance would ask for
  readonly imbalanceFrame: number; // −1 when zero
  readonly judgedFraction: number; // share of frames with a verdict
  readonly flightFraction: number;
  readonly skate: number; // [m/s] mean over frames and feet in contact
  readonly slide: number; // [m] largest net shift of one contact
  readonly float: number; // [m] largest height of the lower foot while the motion is not ballistic
  readonly penetration: number; // [m] 99th percentile depth of the lowest sole point
  readonly friction: number; // 95th percentile of |horizontal| / vertical force over judged frames
  readonly jitter: number; // [m/s²] RMS of CoM acceleration above the analysis band: capture noise, pops
}

export interface BalanceReport {
  readonly frameCount: number;
  readonly frameTime: number;
  readonly time: Float64Array; // frames [s]
  readonly mass: number; // [kg]
  readonly height: number; // [m]
  readonly ground: Ground;
  readonly cutoff: number; // [Hz] of the low-pass that derivatives went through; Infinity: none was needed
  readonly com: Float64Array; // frames×3 [m]
  readonly comVelocity: Float64Array; // frames×3 [m/s]
  readonly comAcceleration: Float64Array; // frames×3 [m/s²]
  readonly linearMomentum: Float64Array; // frames×3 [kg·m/s]
  readonly angularMomentum: Float64Array; // frames×3 [kg·m²/s] about the CoM
  readonly angularMomentumRate: Float64Array; // frames×3 [N·m]
  readonly grf: Float64Array; // frames×3 [N] what the ground must push with, external forces taken off
  readonly zmp: Float64Array; // frames×3 [m] on the ground; NaN where the ground need not push
  readonly capturePoint: Float64Array; // frames×3 [m] on the ground
  readonly forward: Float64Array; // frames×2 unit (x, z), where the hips face
  readonly phase: Uint8Array; // frames, index into SUPPORT_PHASES
  readonly feet: readonly [left: FootReport, right: FootReport];
  readonly parts: readonly PartReport[]; // hands, elbows, knees, seat, back and head
  readonly supportStart: Int32Array; // frames+1 first point of each frame's polygon in supportPoints
  readonly supportPoints: Float64Array; // points×2 [m] (x, z), turning from x towards z
  readonly margin: Float64Array; // frames [m] distance of the ZMP to the polygon's edge, positive inside; NaN undefined
  readonly marginDeviation: Float64Array; // frames [m] one standard deviation of the margin's error, estimated
  readonly judged: Uint8Array; // frames, 1 = margin and force can be held against the clip
  readonly imbalance: Float64Array; // frames×3 [m] shift of the CoM that balance would ask for (see docs/metrics.md)
  readonly unsupported: Float64Array; // frames [of body weight] force the ground must give while nothing touches it
  readonly friction: Float64Array; // frames |horizontal| / vertical force; NaN in flight
  readonly summary: BalanceSummary;
}

export const phaseAt = (report: BalanceReport, frame: number): SupportPhase => SUPPORT_PHASES[report.phase[frame]]!;
