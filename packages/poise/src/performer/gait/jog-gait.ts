/** A run, for one body at one speed: timing, curves and how the feet meet the ground. SI, radians, phase 0…1 from
 *  the contact of the left foot. */
import type { Series } from './channel.ts';
import type { GaitCurves } from './gait.ts';

export interface Gait {
  readonly strideTime: number; // [s] two steps
  readonly stride: number; // [m] travel in that time
  readonly width: number; // [m] between the ankles
  readonly contact: number; // phase from which the foot stands still …
  readonly liftOff: number; // … and until which it does
  readonly printAhead: number; // [m] of prints against the mean ankle
  readonly toeOut: number;
  readonly toeLimit: number; // the toes bend so far, then the foot rolls over their tips
  readonly swingDrop: number; // [rad] by which the toes hang lower in mid-swing than the mean curve has them
  readonly heelRise: { readonly by: number; readonly from: number; readonly over: number }; // advance of the heel's rise
  readonly fade: { readonly lift: number; readonly land: number }; // shares of the swing that correct towards the prints
  readonly reach: { readonly limit: number; readonly softness: number; readonly ends: number }; // of the swinging leg
  readonly longest: number; // the standing leg over thigh + shank
  readonly softLanding: number; // a landing leg is so much shorter: landing straight, it would snap
  readonly comShape?: Series; // [m] how the CoM rises and falls about its mean, where that is given
  readonly curves: GaitCurves;
  readonly arms: readonly [left: number, right: number]; // gain of each arm's swing
}
