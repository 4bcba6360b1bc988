/** A body of uniform density: every segment a cylinder, the trunk an elliptic one. Masses follow from the rig's own lengths. */

import { distance } from '../math/tuple.ts';
import type { Landmarks } from './landmarks.ts';
import {
  DE_LEVA_MALE,
  LENGTH_OVER_STATURE,
  type LimbName,
  type Rod,
  type SegmentTable,
  type TrunkPart,
} from './tables.ts';

/** Mean body of [deLeva96] men: 73.0 kg, 1.741 m, segment lengths in metres. Radii are those of cylinders of its masses and
 *  lengths at 1000 kg/m³, over stature. */
const MEAN_MASS = 73.0;
const MEAN_STATURE = 1.741;
const DENSITY = 1000;
const MEAN_LENGTHS: Readonly<Record<LimbName, number>> = {
  head: 0.2429,
  upperArm: 0.2817,
  lowerArm: 0.2689,
  hand: 0.1879,
  upperLeg: 0.4222,
  lowerLeg: 0.4403,
  foot: 0.2581,
};
const MEAN_TRUNK_LENGTH = 0.6033; // hip joints to C7
const TRUNK_WIDTH_OVER_DEPTH = 1.5;

/** Radius of a limb of the mean body, over stature. */
export const radiusOverStature = (name: LimbName): number =>
  Math.sqrt((DE_LEVA_MALE.limbs[name].mass * MEAN_MASS) / (DENSITY * Math.PI * MEAN_LENGTHS[name])) / MEAN_STATURE;

/** Area of the trunk of the mean body, across [m²]. */
const TRUNK_SECTION =
  (DE_LEVA_MALE.trunk.reduce((sum, part) => sum + part.mass, 0) * MEAN_MASS) / (DENSITY * MEAN_TRUNK_LENGTH);
const TRUNK_HALF_DEPTH = Math.sqrt(TRUNK_SECTION / (Math.PI * TRUNK_WIDTH_OVER_DEPTH));

/** Half axes of the trunk of the mean body, over stature. */
export const TRUNK_OVER_STATURE = {
  halfDepth: TRUNK_HALF_DEPTH / MEAN_STATURE,
  halfWidth: (TRUNK_WIDTH_OVER_DEPTH * TRUNK_HALF_DEPTH) / MEAN_STATURE,
} as const;

function cylinder(name: LimbName, length: number, height: number): { volume: number; rod: Rod } {
  const radius = radiusOverStature(name) * height;
  const slender = length > 1e-6 ? radius / length : 0;
  const across = Math.sqrt(1 / 12 + slender ** 2 / 4);
  const volume = Math.PI * radius ** 2 * length;
  return { volume, rod: { mass: 0, com: 0.5, gyration: [across, across, slender / Math.SQRT2] } };
}

/** The table for one rig: fractions by volume. */
export function cylinderTable(marks: Landmarks): SegmentTable {
  const { height, sides } = marks;
  const lengthOf = (name: 'upperArm' | 'lowerArm' | 'hand' | 'upperLeg' | 'lowerLeg'): number =>
    (distance(sides.left[name].near, sides.left[name].far) + distance(sides.right[name].near, sides.right[name].far)) /
    2;
  const limbs = {
    head: cylinder('head', LENGTH_OVER_STATURE.head * height, height),
    upperArm: cylinder('upperArm', lengthOf('upperArm'), height),
    lowerArm: cylinder('lowerArm', lengthOf('lowerArm'), height),
    hand: cylinder('hand', lengthOf('hand'), height),
    upperLeg: cylinder('upperLeg', lengthOf('upperLeg'), height),
    lowerLeg: cylinder('lowerLeg', lengthOf('lowerLeg'), height),
    foot: cylinder('foot', LENGTH_OVER_STATURE.foot * height, height),
  };
  const cervicale = DE_LEVA_MALE.cervicale;
  const trunkSection = TRUNK_SECTION * (height / MEAN_STATURE) ** 2; // [m²]
  const trunkVolume = trunkSection * cervicale * marks.trunkLength;
  const pairs = ['upperArm', 'lowerArm', 'hand', 'upperLeg', 'lowerLeg', 'foot'] as const;
  const volume = trunkVolume + limbs.head.volume + pairs.reduce((sum, name) => sum + 2 * limbs[name].volume, 0);
  const share = (name: LimbName): Rod => ({ ...limbs[name].rod, mass: limbs[name].volume / volume });
  // An ellipse of semi-axes a, b has standard deviations a/2, b/2.
  const depth = Math.sqrt(trunkSection / (Math.PI * TRUNK_WIDTH_OVER_DEPTH)) / marks.trunkLength;
  const trunk: TrunkPart = {
    mass: trunkVolume / volume,
    centre: cervicale / 2,
    spread: [(TRUNK_WIDTH_OVER_DEPTH * depth) / 2, cervicale / Math.sqrt(12), depth / 2],
  };
  return {
    trunk: [trunk],
    cervicale,
    trunkBack: DE_LEVA_MALE.trunkBack,
    limbs: {
      head: share('head'),
      upperArm: share('upperArm'),
      lowerArm: share('lowerArm'),
      hand: share('hand'),
      upperLeg: share('upperLeg'),
      lowerLeg: share('lowerLeg'),
      foot: share('foot'),
    },
  };
}
