/**
 * Segment tables: how a person's mass is spread. A limb is a rod between two joint centres, a trunk is three boxes on the
 * line from the middle of the hip joints to the middle of the shoulder joints.
 *
 * [deLeva96]  P. de Leva, Adjustments to Zatsiorsky-Seluyanov's segment inertia parameters, J. Biomech. 29 (1996) 1223-1230,
 *             table 4. Mean segment lengths (men 1.741 m, women 1.735 m tall) were set down from memory; they make the table's
 *             alternative end points agree on each CoM to 0.1 mm (test/body/tables.test.ts).
 * [Winter09]  D. A. Winter, Biomechanics and Motor Control of Human Movement, 4th ed. (2009), table 4.1, after Dempster.
 * [Tak00]     table 1: figures from Winter for a person of 50 kg.
 */

/** A limb: fractions of body mass and of its own length. */
export interface Rod {
  readonly mass: number;
  readonly com: number; // from the proximal joint
  /** Radii of gyration about the CoM over the length, about the fore-aft, the lateral and the long axis. */
  readonly gyration: readonly [sagittal: number, transverse: number, long: number];
}

/** A piece of the trunk: mass over body mass; heights and spreads over the distance mid-hip to mid-shoulder. */
export interface TrunkPart {
  readonly mass: number;
  readonly centre: number; // height of the CoM above the hip joints
  readonly spread: readonly [lateral: number, vertical: number, foreAft: number]; // standard deviations of the mass
}

export type LimbName = 'head' | 'upperArm' | 'lowerArm' | 'hand' | 'upperLeg' | 'lowerLeg' | 'foot';

/** Names of the segment tables a body can be built from. */
export type TableName = 'de-leva' | 'winter' | 'cylinders' | 'tak2000';
export const TABLE_NAMES: readonly TableName[] = ['de-leva', 'winter', 'cylinders', 'tak2000'];

export interface SegmentTable {
  readonly trunk: readonly TrunkPart[];
  readonly limbs: Readonly<Record<LimbName, Rod>>;
  readonly cervicale: number; // height of C7 above the hip joints, over mid-hip to mid-shoulder
  readonly trunkBack: number; // how far the trunk's centre lies behind the line mid-hip to mid-shoulder, over that length
}

/** Tables give the trunk's centre along its axis only. On that axis itself the computed ZMP lies 1.2–2.5 cm ahead of the
 *  measured centre of pressure in four people of five on force plates (docs/validation.md); 2.7 cm behind it at 1.75 m
 *  stature, the mean error is gone. The trunk's joints run along its front; the spine's muscles and the back do not. */
const TRUNK_BACK = 0.052;

/** Lengths over stature. [deLeva96] men: head from C7 to the vertex, hand from wrist to middle finger tip, forearm, and ankle
 *  to hip to mid-shoulder. [Winter09] fig. 4.1 (Drillis and Contini): foot, and ankle to knee to hip. */
export const LENGTH_OVER_STATURE = {
  head: 242.9 / 1741,
  hand: 187.9 / 1741,
  forearm: 268.9 / 1741,
  legAndTrunk: (422.2 + 440.3 + 515.5) / 1741,
  foot: 0.152,
  leg: 0.491,
};

interface TrunkRow {
  readonly mass: number;
  readonly com: number; // from the upper end
  readonly gyration: readonly [number, number, number];
  readonly length: number; // [mm]
}

/** A box with the row's mass, centre and three radii of gyration; `bottom` is the height of its lower end [mm]. */
function trunkPart({ mass, com, gyration, length }: TrunkRow, bottom: number, shoulderHeight: number): TrunkPart {
  const [s, t, l] = gyration.map((k) => k * k);
  const spread = (variance: number): number => (length * Math.sqrt(variance)) / shoulderHeight;
  return {
    mass,
    centre: (bottom + (1 - com) * length) / shoulderHeight,
    spread: [spread((s + l - t) / 2), spread((s + t - l) / 2), spread((t + l - s) / 2)],
  };
}

/** Lower, middle and upper trunk stacked from the hip joints; all lengths in mm. */
function trunkOf(lower: TrunkRow, middle: TrunkRow, upper: TrunkRow, shoulderHeight: number): readonly TrunkPart[] {
  return [
    trunkPart(lower, 0, shoulderHeight),
    trunkPart(middle, lower.length, shoulderHeight),
    trunkPart(upper, lower.length + middle.length, shoulderHeight),
  ];
}

const rod = (mass: number, com: number, sagittal: number, transverse: number, long: number): Rod => ({
  mass,
  com,
  gyration: [sagittal, transverse, long],
});

/** Head from C7 up (the table measures from the vertex), upper trunk from C7, hand to the finger tip, foot from the heel. */
export const DE_LEVA_MALE: SegmentTable = {
  trunk: trunkOf(
    { mass: 0.1117, com: 0.6115, gyration: [0.615, 0.551, 0.587], length: 145.7 },
    { mass: 0.1633, com: 0.4502, gyration: [0.482, 0.383, 0.468], length: 215.5 },
    { mass: 0.1596, com: 0.5066, gyration: [0.505, 0.32, 0.465], length: 242.1 },
    515.5,
  ),
  cervicale: 603.3 / 515.5,
  trunkBack: TRUNK_BACK,
  limbs: {
    head: rod(0.0694, 1 - 0.5002, 0.303, 0.315, 0.261),
    upperArm: rod(0.0271, 0.5772, 0.285, 0.269, 0.158),
    lowerArm: rod(0.0162, 0.4574, 0.276, 0.265, 0.121),
    hand: rod(0.0061, 0.3624, 0.288, 0.235, 0.184),
    upperLeg: rod(0.1416, 0.4095, 0.329, 0.329, 0.149),
    lowerLeg: rod(0.0433, 0.4395, 0.251, 0.246, 0.102),
    foot: rod(0.0137, 0.4415, 0.257, 0.245, 0.124),
  },
};

export const DE_LEVA_FEMALE: SegmentTable = {
  trunk: trunkOf(
    { mass: 0.1247, com: 0.492, gyration: [0.433, 0.402, 0.444], length: 181.5 },
    { mass: 0.1465, com: 0.4512, gyration: [0.433, 0.354, 0.415], length: 205.3 },
    { mass: 0.1545, com: 0.505, gyration: [0.466, 0.314, 0.449], length: 228.0 },
    497.9,
  ),
  cervicale: 614.8 / 497.9,
  trunkBack: TRUNK_BACK,
  limbs: {
    head: rod(0.0668, 1 - 0.4841, 0.271, 0.295, 0.261),
    upperArm: rod(0.0255, 0.5754, 0.278, 0.26, 0.148),
    lowerArm: rod(0.0138, 0.4559, 0.261, 0.257, 0.094),
    hand: rod(0.0056, 0.3427, 0.244, 0.208, 0.154),
    upperLeg: rod(0.1478, 0.3612, 0.369, 0.364, 0.162),
    lowerLeg: rod(0.0481, 0.4352, 0.267, 0.263, 0.092),
    foot: rod(0.0129, 0.4014, 0.299, 0.279, 0.139),
  },
};

/** Landmarks of the trunk above the hip joints, over mid-hip to mid-shoulder. The book gives no heights: these make pelvis,
 *  abdomen and thorax agree with its own rows for the whole trunk (CoM at 0.5) and for abdomen + pelvis (0.27 from T12). */
const WINTER_L4L5 = 0.359;
const WINTER_T12L1 = 0.531;
const WINTER_C7T1 = 603.3 / 515.5;

/** Winter's trunk rows have no radii: the heights are uniform, widths and depths those of [deLeva96] men. */
function winterTrunkPart(mass: number, centre: number, height: number, like: TrunkPart): TrunkPart {
  return { mass, centre, spread: [like.spread[0], height / Math.sqrt(12), like.spread[2]] };
}

const winterLimb = (mass: number, com: number, gyration: number, like: Rod): Rod =>
  rod(mass, com, gyration, gyration, like.gyration[2]);

const men = DE_LEVA_MALE.limbs;

/** [Winter09] table 4.1; radii about the long axis, which it lacks, from [deLeva96]. Its hand ends at the knuckle and its foot
 *  runs from ankle to ball: both are re-expressed for wrist to finger tip and heel to toe tip. */
export const WINTER: SegmentTable = {
  trunk: [
    winterTrunkPart(0.142, 0.895 * WINTER_L4L5, WINTER_L4L5, DE_LEVA_MALE.trunk[0]),
    winterTrunkPart(0.139, 0.56 * WINTER_T12L1 + 0.44 * WINTER_L4L5, WINTER_T12L1 - WINTER_L4L5, DE_LEVA_MALE.trunk[1]),
    winterTrunkPart(0.216, 0.18 * WINTER_C7T1 + 0.82 * WINTER_T12L1, WINTER_C7T1 - WINTER_T12L1, DE_LEVA_MALE.trunk[2]),
  ],
  cervicale: WINTER_C7T1,
  trunkBack: TRUNK_BACK,
  limbs: {
    // The CoM lies at the ear, which is half-way from C7 (0.867 of stature) to the vertex (ear 0.936, [Winter09] fig. 4.1).
    head: rod(0.081, 0.5, 0.303, 0.315, 0.261),
    upperArm: winterLimb(0.028, 0.436, 0.322, men.upperArm),
    lowerArm: winterLimb(0.016, 0.43, 0.303, men.lowerArm),
    hand: winterLimb(0.006, 0.506 * 0.5, 0.297 * 0.5, men.hand),
    upperLeg: winterLimb(0.1, 0.433, 0.323, men.upperLeg),
    lowerLeg: winterLimb(0.0465, 0.433, 0.302, men.lowerLeg),
    foot: winterLimb(0.0145, 0.26 + 0.5 * 0.46, 0.257, men.foot),
  },
};

/** Body mass of [Tak00] table 1 [kg]. */
export const TAK2000_MASS = 50;

/** Heights of [Tak00] table 1 over pelvis + torso (15.5 + 48 cm). */
const TAK_WAIST = 15.5 / 63.5;

/** [Tak00] table 1 is [Winter09] with pelvis | torso as trunk and the hand counted with the lower arm. */
export const TAK2000: SegmentTable = {
  trunk: [
    winterTrunkPart(0.142, TAK_WAIST / 2, TAK_WAIST, DE_LEVA_MALE.trunk[0]),
    // CoM at 0.63 from C7 down to the waist; the box reaches down to the waist, so that all of it moves with the torso.
    winterTrunkPart(0.355, 1 - 0.63 * (1 - TAK_WAIST), 0.74 * (1 - TAK_WAIST), DE_LEVA_MALE.trunk[2]),
  ],
  cervicale: 1,
  trunkBack: 0,
  limbs: {
    ...WINTER.limbs,
    lowerArm: winterLimb(0.022, 0.682, 0.468, men.lowerArm),
    hand: rod(0, 0.5, 0, 0, 0),
  },
};

const meanOf = (a: number, b: number): number => (a + b) / 2;

const meanRod = (a: Rod, b: Rod): Rod =>
  rod(
    meanOf(a.mass, b.mass),
    meanOf(a.com, b.com),
    meanOf(a.gyration[0], b.gyration[0]),
    meanOf(a.gyration[1], b.gyration[1]),
    meanOf(a.gyration[2], b.gyration[2]),
  );

const meanPart = (a: TrunkPart, b: TrunkPart): TrunkPart => ({
  mass: meanOf(a.mass, b.mass),
  centre: meanOf(a.centre, b.centre),
  spread: [meanOf(a.spread[0], b.spread[0]), meanOf(a.spread[1], b.spread[1]), meanOf(a.spread[2], b.spread[2])],
});

/** Midway between the men and the women of [deLeva96]. */
export const DE_LEVA_AVERAGE: SegmentTable = {
  trunk: DE_LEVA_MALE.trunk.map((part, k) => meanPart(part, DE_LEVA_FEMALE.trunk[k])),
  cervicale: meanOf(DE_LEVA_MALE.cervicale, DE_LEVA_FEMALE.cervicale),
  trunkBack: TRUNK_BACK,
  limbs: {
    head: meanRod(men.head, DE_LEVA_FEMALE.limbs.head),
    upperArm: meanRod(men.upperArm, DE_LEVA_FEMALE.limbs.upperArm),
    lowerArm: meanRod(men.lowerArm, DE_LEVA_FEMALE.limbs.lowerArm),
    hand: meanRod(men.hand, DE_LEVA_FEMALE.limbs.hand),
    upperLeg: meanRod(men.upperLeg, DE_LEVA_FEMALE.limbs.upperLeg),
    lowerLeg: meanRod(men.lowerLeg, DE_LEVA_FEMALE.limbs.lowerLeg),
    foot: meanRod(men.foot, DE_LEVA_FEMALE.limbs.foot),
  },
};
