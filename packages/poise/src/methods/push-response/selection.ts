/** What a search is asked and what it answers: plain data, so that a page can show why this response was chosen. */
import type { TimeWarp } from './adapt.ts';
import type { PolarImpulse, Strategy } from './response.ts';

export type Point = readonly [x: number, z: number];

export interface SelectOptions {
  readonly allowed: readonly Strategy[]; // on a beam: hip and arm
  readonly poseWeight: number; // w of [Yin05] eq. 6
  readonly angleWeight: number; // k of [Yin05] eq. 5
  readonly flinch: number; // [N·s] below which nobody answers with more than a sway
  readonly leastShare: number; // α below which a response is not scaled
  readonly overload: number; // least ρ/R with which a too strong push is still tried
  readonly tie: number; // relative: costs this close are equal
  readonly tieCost: number; // absolute
  readonly warp: TimeWarp;
}

export const SELECT_DEFAULTS: SelectOptions = {
  allowed: ['hip', 'arm', 'step'],
  poseWeight: 1,
  angleWeight: 4,
  flinch: 2,
  leastShare: 0.3,
  overload: 0.9,
  tie: 0.05,
  tieCost: 0.0015,
  warp: 'tail',
};

/** A foot as a search sees it, heading frame, from the point the person stands on. */
export interface FootPlace {
  readonly ball: Point; // [m] now
  readonly neutral: Point; // [m] in the neutral stance
  readonly heel: Point; // [m] from the ball to the heel, now
  readonly height: number; // [m] over where it is in the neutral stance
  readonly planted: boolean;
}

export interface Query {
  readonly carried: Point; // [N·s] m(Q): momentum already to be taken up
  readonly push: Point; // [N·s]
  readonly neutral: boolean; // standing: only first frames are looked at
  readonly features: Float64Array | undefined; // of the pose now; needed when not neutral
  readonly feet: readonly [left: FootPlace, right: FootPlace];
  /** Ground that carries, convex polygons of the heading frame; empty: everywhere. */
  readonly walkable: readonly (readonly Point[])[];
  readonly recent: readonly number[]; // entries used lately, last one first
  readonly chance?: (entry: number) => number; // decides between equals, the smaller one wins; default: the cheaper one
}

export interface Candidate {
  readonly entry: number;
  readonly name: string;
  readonly strategy: Strategy;
  readonly mirrored: boolean;
  readonly angle: number; // [rad] of the response
  readonly frame: number; // where it is entered; may lie between frames
  readonly radius: number; // ρ [N·s] it offers in the direction asked for
  readonly alpha: number;
  readonly epsilon: number;
  readonly amplitude: number; // of all turns and ways
  readonly lambda: number;
  readonly psi: number; // [rad]
  readonly poseCost: number; // w · d_p and what contacts add
  readonly momentumCost: number; // d_m
  readonly cost: number;
}

/** Why entries were passed over. */
export const REJECTIONS = [
  'strategy',
  'direction',
  'weak',
  'strong',
  'contact',
  'stance',
  'ground',
  'crossing',
] as const;
export type Rejection = (typeof REJECTIONS)[number];

/** 'sway': too little to answer, or less than what is under way takes up anyway. 'overloaded': a little more than the library knows, answered with its strongest.
 *  'beyond': the library knows nothing; `chosen` is the strongest it has towards there, if any. */
export type SelectionStatus = 'found' | 'sway' | 'overloaded' | 'beyond';

export interface Selection {
  readonly status: SelectionStatus;
  readonly reason: string;
  readonly carried: Point; // [N·s]
  readonly push: Point;
  readonly target: PolarImpulse; // T = m + P
  readonly chosen: Candidate | undefined;
  readonly candidates: readonly Candidate[]; // the best ones looked at, best first
  readonly rejected: Readonly<Record<Rejection, number>>;
}

/** What is selected where there is nothing to select from. */
export const NO_LIBRARY: Omit<Selection, 'carried' | 'push' | 'target'> = {
  status: 'sway',
  reason: 'there is no library of responses: posture is left to the body',
  chosen: undefined,
  candidates: [],
  rejected: { strategy: 0, direction: 0, weak: 0, strong: 0, contact: 0, stance: 0, ground: 0, crossing: 0 },
};
