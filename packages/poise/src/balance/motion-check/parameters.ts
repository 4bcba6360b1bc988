/** What a viewer forgives in a recorded reaction. One table: value, unit, where it comes from. */
export interface MotionLimits {
  readonly hipPop: number; // [m/s per 1/60 s] change of the hips' velocity: an error above
  readonly joltWarning: number; // [rad/s per 1/60 s] change of a joint's angular velocity: a warning above
  readonly joltError: number; // [rad/s per 1/60 s]
  readonly shakeHips: number; // [m/s per 1/60 s] accelerations smaller than this do not make a shake
  readonly shakeJoint: number; // [rad/s per 1/60 s]
  readonly shakeReversals: number; // changes of direction within `shakeWindow` that make a shake
  readonly shakeWindow: number; // [s]
  readonly shakeOpposed: number; // cosine between two accelerations below which they are opposed
  readonly ownWindow: number; // [s] to each side: what the source does within it is not held against the answer
  readonly legCore: number; // of a leg's radius: flesh gives way up to here
  readonly legDepthWarning: number; // [m] by which the cores of two legs overlap, beyond the source's own
  readonly legDepthError: number; // [m]
  readonly slideWarning: number; // [m] shift of a standing foot within one contact, beyond the source's own
  readonly slideError: number; // [m]
  readonly standingHeight: number; // [m] a foot this near to its height in a contact stands; higher, it lands or leaves
  readonly standingTrim: number; // [s] at both ends of a contact
  readonly sunkWarning: number; // [m] of a sole below the ground, deeper than the source's own
  readonly sunkError: number; // [m]
}

/** Changes of velocity are counted per 1/60 s, one picture of a game. */
export const PICTURE = 1 / 60; // [s]

export const MOTION_LIMITS: MotionLimits = {
  hipPop: 1, // chosen: people in 70 captured pushes reach 0.25; 1 m/s is 6 g, a pop to any eye
  joltWarning: 8.5, // the most of people who are pushed (SNU captures; 7.3 once resampled to 60 a second)
  joltError: 12, // chosen; the tables of reactive locomotion count the same as seen
  shakeHips: 0.25, // chosen: the most of captured pushes once, here to and fro; none of 7 captured clips shakes
  shakeJoint: 4, // chosen: half of joltWarning; none of 7 captured clips shakes
  shakeReversals: 3, // chosen; with shakeWindow: above 7.5 Hz
  shakeWindow: 0.2,
  shakeOpposed: -0.5, // chosen: within 60° of the opposite direction
  ownWindow: 0.1, // chosen: answers may run a little ahead of their source or behind it
  legCore: 0.6, // chosen: legs that brush each other stay out, crossed shins do not
  legDepthWarning: 0.005, // chosen: a third of a shin's core
  legDepthError: 0.02, // chosen: the outlines are seen to cross
  slideWarning: 0.005, // chosen
  slideError: 0.04, // as lint's rule "skate" warns
  standingHeight: 0.004, // chosen: above the noise of soles that stand
  standingTrim: 0.05, // 0.04 s of lint's rule "skate", in whole frames at 60 a second
  sunkWarning: 0.01, // chosen
  sunkError: 0.03, // as lint's rule "penetration" warns
};
