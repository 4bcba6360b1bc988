/** One way of going, for one body at one speed: timing, curves and how the feet meet the ground. SI, radians, phase 0…1 from
 *  the contact of the left foot. */
import type { ChannelName, Series } from './channel.ts';

export type GaitCurves = Readonly<Record<ChannelName | 'pelvisList', Series>>;

/** What counts as one unit of effort. */
export interface Effort {
  readonly acceleration: number; // [rad/s²] of knee and thigh …
  readonly foot: number; // … and of the foot, which is light
  readonly sole: number; // [rad] of the landing foot's pitch against people's
  readonly bend: number; // [rad] of second differences of that
}

/** The way of the centre of pressure under the foot, from the ankle [m]. */
export interface CopWay {
  readonly landing?: number; // where a run lands; a walk begins at the heel
  readonly heel: number;
  readonly toe: number;
  readonly toes: number; // once the heel is up
  readonly inward: number;
}

export interface Gait {
  readonly strideTime: number; // [s] two steps
  readonly stride: number; // [m] travel in that time
  readonly width: number; // [m] between the ankles
  readonly contact: number; // phase from which the foot stands still …
  readonly liftOff: number; // … and until which it does
  readonly carries: readonly [from: number, to: number]; // phases between which the foot carries weight
  readonly printAhead: number; // [m] of the prints against the hips' mean place when the foot lands
  readonly toeOut: number;
  readonly toeLimit: number; // the toes bend so far, then the foot rolls over their tips
  readonly fade: { readonly lift: number; readonly land: number }; // shares of the swing that lead from and to the prints
  readonly cop: CopWay;
  readonly likeness: { readonly knee: number; readonly thigh: number; readonly ankle: number; readonly pitch: number }; // [rad] that count as one unit of unlikeness to people
  readonly effort: Effort;
  readonly ahead: number; // [m] of the body's place over the feet that counts as much
  readonly harmonics: number; // of the hips' path
  readonly clearance: number; // [m] of the swinging foot …
  readonly airborne: readonly [lifted: number, lowered: number]; // … which it gains and loses in these shares of the swing
  readonly leastKnee: number; // [rad] of a standing leg
  readonly comRise: Series; // [m] how the CoM rises and falls about its mean
  readonly comGiven: boolean; // that is a law (flight), not a wish
  readonly curves: GaitCurves;
  readonly arms: readonly [left: number, right: number]; // gain of each arm's swing
}
