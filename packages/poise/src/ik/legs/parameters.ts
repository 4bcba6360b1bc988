/** How hips and legs share a change of the feet. Standard deviations: a change of this size costs 1. */
export interface LegCourseParameters {
  readonly hips: number; // [m] place of the hips
  readonly knee: number; // [rad]
  readonly direction: number; // [rad] of the line from hip to ankle
  readonly hipsBend: number; // [m/s²] acceleration of the hips' change
  readonly jointBend: number; // [rad/s²] of a joint's change
  readonly height: number; // [m] by which a standing foot stays off its height
  readonly heightEven: number; // [m] below which that is as good as zero
  readonly heightBend: number; // [m/s²] of that height
  readonly exact: number; // [m] to which standing feet are met
  readonly soft: number; // [m] to which feet that land or leave are met
  readonly swing: number; // [m] to which feet that swing stay where the poses have them
  readonly lift: number; // [m] to which swinging feet are lifted out of the floor
  readonly held: number; // [rad] to which straight knees are held
  readonly spare: number; // [rad] that a standing knee is bent by at least: 0.2 mm of a leg, beyond which every tremor of the hips is degrees
  readonly passes: number; // linearised solves
}

const DEGREE = Math.PI / 180;

export const LEG_COURSE: LegCourseParameters = {
  hips: 0.01, // chosen: a centimetre of the hips is seen like a degree of a knee
  knee: DEGREE,
  direction: DEGREE,
  hipsBend: 2, // with `hips`: changes fade within some tenths of a second (0.8 Hz); half: swings are bent late, double: hips hurry
  jointBend: 12, // with `knee`: 1.7 Hz. Eight times the hips': what is quick goes to the legs in the ratio of what counts as a pop (balance/pops.ts)
  height: 0.001, // chosen: a millimetre off the floor is seen like a degree of a knee
  heightEven: 2e-4,
  heightBend: 0.05, // chosen: 6 mm within a second
  exact: 1e-5,
  soft: 0.0005,
  swing: 0.01, // as the hips
  lift: 0.001,
  held: 0.02 * DEGREE,
  spare: 2.5 * DEGREE,
  passes: 6,
};
