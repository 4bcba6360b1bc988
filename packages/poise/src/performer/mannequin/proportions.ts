/**
 * Where the joints of an average adult are, over stature.
 *
 * [Winter09]  fig. 4.1 after Drillis and Contini: heights of ankle 0.039, knee 0.285, hip 0.530 and shoulder 0.818.
 * [deLeva96]  mean segment lengths of men (1.741 m) and women (1.735 m): arms, hands; women's trunk against men's.
 * Joints of the back: lumbosacral, T12/L1, T6/T7, C7/T1 and the base of the skull, at their usual shares of the trunk.
 * Breadths between joint centres: acromion to acromion less the thickness of the deltoid; hip joints 0.36 of the breadth
 * between the iliac spines from the middle.
 */
export type Sex = 'male' | 'female' | 'average';

/** All over stature. */
export interface Proportions {
  readonly ankleHeight: number;
  readonly kneeHeight: number;
  readonly hipHeight: number;
  readonly hipHalfBreadth: number;
  readonly shoulderRise: number; // mid-hip to mid-shoulder
  readonly shoulderHalfBreadth: number;
  readonly upperArm: number;
  readonly forearm: number;
  readonly hand: number; // wrist to the tip of the middle finger
}

const LEGS = { ankleHeight: 0.039, kneeHeight: 0.285, hipHeight: 0.53 };

const MEN: Proportions = {
  ...LEGS,
  hipHalfBreadth: 0.049,
  shoulderRise: 0.288,
  shoulderHalfBreadth: 0.103,
  upperArm: 281.7 / 1741,
  forearm: 268.9 / 1741,
  hand: 187.9 / 1741,
};

const WOMEN: Proportions = {
  ...LEGS,
  hipHalfBreadth: 0.051,
  shoulderRise: (0.288 * (497.9 / 1735)) / (515.5 / 1741),
  shoulderHalfBreadth: 0.095,
  upperArm: 275.1 / 1735,
  forearm: 264.3 / 1735,
  hand: 170.1 / 1735,
};

const mean = (key: keyof Proportions): number => (MEN[key] + WOMEN[key]) / 2;

const AVERAGE: Proportions = {
  ...LEGS,
  hipHalfBreadth: mean('hipHalfBreadth'),
  shoulderRise: mean('shoulderRise'),
  shoulderHalfBreadth: mean('shoulderHalfBreadth'),
  upperArm: mean('upperArm'),
  forearm: mean('forearm'),
  hand: mean('hand'),
};

export const PROPORTIONS: Readonly<Record<Sex, Proportions>> = { male: MEN, female: WOMEN, average: AVERAGE };

/** Joints of the trunk: height above the hip joints over mid-hip to mid-shoulder, and forward of the hip joints over stature.
 *  The back curves: hollow at the waist, round at the ribs. */
export const BACK = {
  hips: { rise: 0.08, ahead: 0 },
  spine: { rise: 0.2, ahead: -0.008 },
  chest: { rise: 0.46, ahead: -0.014 },
  upperChest: { rise: 0.73, ahead: -0.018 },
  neck: { rise: 1.16, ahead: -0.012 },
} as const;

/** Base of the skull over stature: at the height of the ears, a little ahead of the neck's root. */
export const HEAD = { height: 0.924, ahead: -0.002 };

/** Inner end of the collar bone: to the side over stature, and height as the joints of the trunk. */
export const COLLAR = { aside: 0.014, rise: 0.98, ahead: -0.004 };

/** Foot: over stature [Winter09]; toe joint and tip as the body's soles have them. */
export const FOOT = { length: 0.152, ball: 0.46, tip: 0.74, toeHeight: 0.0115 };
