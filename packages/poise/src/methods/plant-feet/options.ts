/** What can be asked of plantFeet, and what it says it did. SI units; frames count from 0. */
import type { AnalyseOptions } from '../../balance/analyse.ts';
import type { Side } from '../../motion/roles.ts';

export interface PlantOptions {
  /** fit: the whole clip is raised or lowered until what stands stands on y = 0. keep: the floor that `analyse` finds. */
  readonly ground: 'fit' | 'keep';
  /** [m] A foot that would have to move farther than this to stand still slides on purpose, and is left sliding. */
  readonly mostShift: number;
  /** [rad] The same for turning on the spot. */
  readonly mostTurn: number;
  /** [m] Height at which swinging feet pass over a plane floor, once they are away from where they stand; 0: they are only lifted out of it. */
  readonly clearance: number;
  readonly loop: boolean; // the last frame leads on to the first; it still does afterwards
  readonly analyse: Partial<AnalyseOptions>; // known floor, contacts corrected by hand
  /** Called with the share done, 0 … 1; throw from it to cancel. */
  readonly onProgress?: (done: number) => void;
}

export const PLANT_DEFAULTS: PlantOptions = {
  ground: 'fit',
  mostShift: 0.3,
  mostTurn: 0.35,
  clearance: 0,
  loop: false,
  analyse: {},
};

/** A stretch of frames in which a foot carries, both ends included. */
export interface Contact {
  readonly side: Side;
  readonly start: number;
  readonly end: number;
  readonly slide: number; // [m] it slid by
  readonly planted: boolean; // false: left as it is, see mostShift
}

export interface PlantReport {
  readonly contacts: readonly Contact[];
  readonly height: number; // [m] the whole clip was raised by; negative: lowered
  readonly slide: BeforeAfter; // [m] largest net shift of one contact
  readonly skate: BeforeAfter; // [m/s] mean speed of standing feet over the floor
  readonly penetration: BeforeAfter; // [m] 99th percentile depth of the lowest sole point
  readonly moved: number; // [m] most that a foot was moved
  readonly lowered: number; // [m] most that the hips came down so that a leg reaches
  readonly reach: { readonly missed: number; readonly frame: number }; // [m] most that a leg was too short by; −1: never
  readonly notes: readonly string[];
}

export interface BeforeAfter {
  readonly before: number;
  readonly after: number;
}
