/** Ways up as data: a few angles, shares of limbs and times, found by search (see generate). */

/** Angles [rad], times [s], lengths as shares of the limb that is named. */
export interface WayUp {
  readonly sideHip: number;
  readonly sideKnee: number;
  readonly sideElbow: number;
  readonly sideTrunk: number;
  readonly sideTime: number;
  readonly pressLift: number; // of the trunk while the hands are put down
  readonly pressArch: number;
  readonly pressTime: number;
  readonly headUp: number;
  readonly toePitch: number;
  readonly quadThigh: number; // hips ahead of the knees
  readonly quadPitch: number;
  readonly quadTime: number;
  readonly handAhead: number; // of the shoulders, arm lengths
  readonly handWide: number; // shoulder widths
  readonly halfThigh: number;
  readonly halfPitch: number;
  readonly halfTrunk: number;
  readonly halfTime: number;
  readonly releaseTime: number;
  readonly footAhead: number; // ankle ahead of the knees, thighs
  readonly footWide: number; // hip widths
  readonly armAhead: number;
  readonly lungeHeight: number; // hips, legs
  readonly lungeShare: number; // hips between the ball behind and the ankle ahead
  readonly lungePitch: number;
  readonly lungeHeel: number;
  readonly lungeTime: number;
  readonly riseHeight: number;
  readonly riseShare: number;
  readonly risePitch: number;
  readonly riseHeel: number;
  readonly riseTime: number;
  readonly standTime: number;
}

export const WAY_UP: WayUp = {
  sideHip: 0.755,
  sideKnee: 2.164,
  sideElbow: 0.966,
  sideTrunk: 0.217,
  sideTime: 0.612,
  pressLift: 0.022,
  pressArch: -0.082,
  pressTime: 0.34,
  headUp: 0.588,
  toePitch: 1.556,
  quadThigh: -0.17,
  quadPitch: 1.742,
  quadTime: 0.625,
  handAhead: 0.368,
  handWide: 1.146,
  halfThigh: -0.019,
  halfPitch: 1.274,
  halfTrunk: 0.38,
  halfTime: 0.468,
  releaseTime: 0.3,
  footAhead: 0.492,
  footWide: 1.382,
  armAhead: 0.515,
  lungeHeight: 0.814,
  lungeShare: 0.9,
  lungePitch: 0.85,
  lungeHeel: 1.207,
  lungeTime: 0.781,
  riseHeight: 0.865,
  riseShare: 0.793,
  risePitch: 0.37,
  riseHeel: 0.895,
  riseTime: 0.523,
  standTime: 0.741,
};
