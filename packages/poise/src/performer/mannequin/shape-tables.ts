/**
 * The figure's shape as tables. Centimetres on a person of 1.75 m with body mass index 22.5, after circumferences of average
 * adults (calf 37, thigh 53, upper arm 30, wrist 17, waist 80, chest 95 cm). Limb rows: place along the bone (0 = near joint,
 * 1 = far joint), then radii to the outside, inside, front and back.
 */
import type { Vec3 } from '../../math/types.ts';
import type { Station } from './implicit.ts';

/** The person that the tables are written for: stature [m] and body mass index [kg/m²]. */
export const TABLE_STATURE = 1.75;
export const TABLE_BMI = 22.5;

/** Trunk from between the thighs to the root of the neck; 0 = hip joints, 1 = shoulder joints. */
export const TRUNK: readonly Station[] = [
  [-0.17, 2.2, 2.2, 3.6, 4.4],
  [-0.13, 4.8, 4.8, 6.2, 6.6],
  [-0.07, 9.2, 9.2, 8.4, 8.8],
  [-0.01, 12.6, 12.6, 9.3, 9.8],
  [0.06, 14.3, 14.3, 9.7, 10.2],
  [0.17, 14.9, 14.9, 9.8, 9.8], // iliac crests
  [0.32, 13.6, 13.6, 9.4, 7.8],
  [0.44, 12.8, 12.8, 9.4, 7.2], // waist
  [0.58, 13.8, 13.8, 10.0, 8.4],
  [0.74, 15.6, 15.6, 10.6, 10.2], // ribs
  [0.87, 15.6, 15.6, 9.6, 10.8],
  [0.98, 13.2, 13.2, 7.0, 9.6],
  [1.07, 8.0, 8.0, 4.6, 7.4],
  [1.14, 5.4, 5.4, 3.6, 6.0],
];

/** Thigh: full at the top, the quadriceps in front, the kneecap at the end. */
export const THIGH: readonly Station[] = [
  [-0.26, 4.4, 4.4, 4.4, 5.0],
  [-0.13, 7.0, 6.2, 6.4, 7.4],
  [0.0, 8.4, 7.9, 8.0, 8.8],
  [0.14, 8.8, 8.5, 8.7, 9.0],
  [0.3, 8.3, 8.0, 8.8, 8.3],
  [0.5, 7.3, 7.0, 8.2, 7.2],
  [0.7, 6.1, 5.9, 6.9, 6.2],
  [0.86, 5.2, 5.4, 5.7, 5.5],
  [1.0, 4.9, 5.0, 5.4, 5.0],
  [1.14, 5.0, 4.9, 5.0, 5.3],
];

/** Shank: straight shin, calf high on the back, slim above the ankle. */
export const SHANK: readonly Station[] = [
  [-0.13, 5.2, 5.4, 5.7, 5.4],
  [0.0, 4.9, 5.0, 5.4, 5.0],
  [0.1, 5.1, 5.0, 4.7, 5.8],
  [0.22, 5.9, 5.6, 4.6, 7.0],
  [0.32, 5.9, 5.9, 4.5, 7.4],
  [0.48, 4.9, 5.1, 4.2, 6.2],
  [0.66, 3.7, 3.8, 3.6, 4.3],
  [0.82, 3.1, 3.1, 3.3, 3.6],
  [0.95, 3.3, 3.3, 3.5, 3.7],
  [1.05, 3.3, 3.3, 3.5, 3.7],
];

/** Upper arm: deltoid to the outside, biceps in front, triceps behind. */
export const UPPER_ARM: readonly Station[] = [
  [-0.08, 3.6, 3.6, 4.4, 4.4],
  [0.02, 4.6, 4.2, 5.2, 5.2],
  [0.16, 5.3, 4.6, 5.4, 5.5],
  [0.3, 5.0, 4.6, 5.2, 5.4],
  [0.45, 4.5, 4.5, 5.1, 5.2],
  [0.6, 4.2, 4.2, 4.9, 4.9],
  [0.8, 3.9, 3.8, 4.2, 4.3],
  [1.0, 4.0, 3.9, 3.9, 4.1],
  [1.16, 4.1, 4.0, 4.4, 4.2],
];

/** Forearm: muscles below the elbow, a flat wrist. */
export const FOREARM: readonly Station[] = [
  [-0.16, 3.9, 3.8, 4.2, 4.3],
  [0.0, 4.0, 3.9, 3.9, 4.1],
  [0.12, 4.2, 4.1, 4.5, 4.3],
  [0.25, 4.1, 4.0, 4.7, 4.3],
  [0.45, 3.5, 3.4, 4.1, 3.8],
  [0.65, 2.9, 2.7, 3.5, 3.2],
  [0.85, 2.4, 2.3, 3.0, 2.8],
  [0.97, 2.2, 2.2, 2.9, 2.7],
  [1.03, 1.8, 1.8, 2.4, 2.3],
];

/** Neck from its root to inside the skull. */
export const NECK: readonly Station[] = [
  [-0.25, 6.4, 6.4, 5.6, 6.2],
  [0.0, 5.8, 5.8, 5.4, 5.8],
  [0.4, 5.2, 5.2, 5.2, 5.3],
  [0.75, 5.1, 5.1, 5.2, 5.3],
  [1.0, 5.0, 5.0, 4.8, 5.2],
];

/** The distances of hip and shoulder joints from the middle that the trunk's widths belong to [cm]. */
export const TRUNK_JOINTS = { hip: 8.75, shoulder: 17.3 };

/** Where a belly grows: its middle over mid-hip to mid-shoulder, and how far it reaches. */
export const BELLY = { height: 0.36, reach: 0.4 };

/** Muscles on the trunk, both sides alike: an ellipsoid at (aside, height over mid-hip to mid-shoulder, forward). */
export interface Muscle {
  readonly aside: number; // [cm]
  readonly height: number;
  readonly ahead: number; // [cm]
  readonly radii: Vec3; // [cm] aside, up, forward
  readonly blend: number; // [cm] how far it melts into the trunk
}

export const TRUNK_MUSCLES: readonly Muscle[] = [
  { aside: 7.2, height: 0.82, ahead: 4.2, radii: [7.8, 6.0, 6.0], blend: 3.5 }, // breast muscle
  { aside: 8.2, height: 0.8, ahead: -6.4, radii: [6.2, 8.5, 5.0], blend: 3 }, // shoulder blade
  { aside: 6.8, height: -0.03, ahead: -6.0, radii: [7.6, 8.2, 7.2], blend: 3 }, // buttock
  { aside: 1.2, height: -0.09, ahead: 3.6, radii: [4.2, 5.8, 4.6], blend: 4 }, // between the thighs
  { aside: 10.2, height: 0.6, ahead: -2.5, radii: [5.6, 12, 6.5], blend: 4 }, // broad muscle of the back
];

/** Slope from the neck to the shoulder joint: radii at both ends [cm], and where it starts. */
export const TRAPEZIUS = { aside: 2.5, height: 1.13, ahead: -3.4, radii: [4.2, 3.0], blend: 4.5 } as const;

/** How far [cm] parts melt into each other. */
export const BLENDS = { leg: 5.5, arm: 4.5, neck: 3, betweenLegs: 1.6 } as const;
