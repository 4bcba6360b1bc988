/**
 * The steps of a gait as the step plan knows them: one entry per landing, and what the clip (or stream) does from there to the next
 * landing. Plain data; any gait, with unequal steps too. Places are (x, z) [m] on the floor in the world of the clip; angles are
 * atan2(x, z) [rad], 0 along +Z; times are those of the clip [s].
 */
import type { BalanceReport } from '../../balance/report.ts';
import type { Clip } from '../../motion/clip.ts';
import type { Placement } from '../placement.ts';

/** Rows of a course: the stance in even shares of its length, first row at touch-down, last row at the next touch-down. */
export const COURSE_ROWS = 17;

/** One landing and the stance that it begins. */
export interface GaitStep {
  readonly foot: 0 | 1; // that lands: left, right
  readonly lift: number; // [s] when that foot had left the ground; −Infinity: before anything is known
  readonly land: number; // [s] touch-down
  readonly x: number; // [m] middle of the sole while it stands
  readonly z: number;
  readonly height: number; // [m] of the ground under it
  readonly footYaw: number; // [rad] where the sole points
  readonly yaw: number; // [rad] where the character faces, mean of the stance
  readonly stepX: number; // s [m]: from the foot that stood before
  readonly stepZ: number;
  /** T [s]: until the next foot lands. */
  readonly duration: number;
  /** T_d [s]: how long the other foot still carries after this landing. A runner: 0. */
  readonly doubleSupport: number;
  /** T_f [s]: how long nothing carries before the next landing. A walker: 0. */
  readonly flight: number;
  readonly rate: number; // ω = √(g/z) [1/s], z the mean height of the centre of mass over this foot
  /** Centre of mass and its velocity over the stance, COURSE_ROWS × 4: x, z [m] from the foot, then [m/s]. */
  readonly course: Float64Array;
  /** Vertical force / weight from touch-down to lift-off in even shares, COURSE_ROWS numbers. Runners only; walkers: empty. */
  readonly load: Float64Array;
  /** Balance point over the stance, COURSE_ROWS × 2: x, z [m] from the foot. Absent: it goes over evenly and stays under the middle of the
   *  sole. */
  readonly pressure?: Float64Array | undefined;
  /** What of the sole stands over the stance, COURSE_ROWS × 4: rear, front, right and left end [m] from the foot, as the sole points. Absent:
   *  all of it. */
  readonly sole?: Float64Array | undefined;
}

/** A gait: its landings in order, and how it goes on after the last one. */
export interface Gait {
  readonly kind: 'walk' | 'run';
  readonly steps: readonly GaitStep[];
  /** How many of the steps the clip makes. A gait that stops has two more, treading on the spot, for plans that need further steps. */
  readonly landings: number;
  /**
   * Past the end the steps from … to − 1 are repeated: step `to` would be step `from` again, moved. Undefined: the gait ends (the
   * character stops), and beyond the last landing there are no steps.
   */
  readonly round: GaitRound | undefined;
}

export interface GaitRound {
  readonly from: number; // index of its first step
  readonly to: number; // one past its last
  readonly move: Readonly<Placement>; // of one round over the floor
  readonly rise: number; // [m] of one round: stairs
  readonly time: number; // [s] of one round
}

/** b [m]: the capture point against the foot at touch-down, one axis (0: x, 1: z). */
export const captureOffset = ({ course, rate }: GaitStep, axis: 0 | 1): number =>
  course[axis] + course[axis + 2] / rate;

/** What `gaitOfClip(body, clip)` answers: the gait, or why there is none, as a sentence. */
export type GaitFinding =
  | {
      readonly status: 'gait';
      readonly gait: Gait; // the longest
      readonly others: readonly Gait[]; // before or after it, with a stop or something else between
      readonly clip: Clip; // that times and places are of: the clip itself, set moving when it goes on the spot, three rounds of a short loop
      readonly report: BalanceReport; // of that clip
      readonly notes: readonly string[];
    }
  | { readonly status: 'none'; readonly reason: string };
