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
  readonly reachTime: number; // hands and toes are put to the ground
  readonly headUp: number;
  readonly toePitch: number;
  readonly quadThigh: number; // hips ahead of the knees
  readonly quadPitch: number;
  readonly quadTime: number;
  readonly handAhead: number; // of the shoulders, arm lengths
  readonly handWide: number; // shoulder widths
  readonly handTurn: number; // of the fingers outward
  readonly elbowOut: number; // over back
  readonly backHand: number; // ahead of the knees, arm lengths
  readonly backBehind: number; // CoM behind the knees, shanks
  readonly backPitch: number;
  readonly backTrunk: number;
  readonly backTime: number;
  readonly kneelPitch: number;
  readonly kneelTrunk: number;
  readonly kneelBack: number; // CoM behind the knees, shanks
  readonly kneelAside: number; // CoM over the knee that stays, from between both
  readonly kneelLetGo: number; // share of the time until which hands push, at most
  readonly kneelTime: number;
  readonly footAhead: number; // leading ankle ahead of the hips, thighs
  readonly footWide: number; // hip widths
  readonly stepPitch: number;
  readonly stepTime: number;
  readonly armAhead: number;
  readonly lungeHeight: number; // hips, legs
  readonly lungeShare: number; // CoM between the ball behind and the sole ahead
  readonly lungePitch: number;
  readonly lungeHeel: number;
  readonly lungeTime: number;
  readonly riseHeight: number;
  readonly riseShare: number;
  readonly risePitch: number;
  readonly riseHeel: number;
  readonly riseTime: number;
  readonly followShare: number; // CoM over the leading foot until the other has come down
  readonly followTime: number;
  readonly standTime: number;
}

export const WAY_UP: WayUp = {
  sideHip: 0.5,
  sideKnee: 1.05,
  sideElbow: 0.966,
  sideTrunk: 0.217,
  sideTime: 0.5,
  pressLift: 0.022,
  pressArch: -0.082,
  pressTime: 0.3,
  reachTime: 0.36,
  headUp: 0.588,
  toePitch: 1.5,
  quadThigh: 0.2,
  quadPitch: 1.65,
  quadTime: 0.5,
  handAhead: 0.52,
  handWide: 1.3,
  handTurn: 0.3,
  elbowOut: 0.6,
  backHand: 0.65,
  backBehind: 0.08,
  backPitch: 1.15,
  backTrunk: 0.3,
  backTime: 0.42,
  kneelPitch: 0.4,
  kneelTrunk: 0.25,
  kneelBack: 0.25,
  kneelAside: 0.95,
  kneelLetGo: 0.2,
  kneelTime: 0.4,
  footAhead: 0.8,
  footWide: 1.2,
  stepPitch: 0.45,
  stepTime: 0.36,
  armAhead: 0.5,
  lungeHeight: 0.54,
  lungeShare: 0.75,
  lungePitch: 0.45,
  lungeHeel: 1.1,
  lungeTime: 0.36,
  riseHeight: 0.77,
  riseShare: 0.89,
  risePitch: 0.3,
  riseHeel: 0.95,
  riseTime: 0.26,
  followShare: 0.7,
  followTime: 0.3,
  standTime: 0.26,
};
