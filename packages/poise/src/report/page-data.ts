/**
 * What the report page carries for its own script: plan coordinates are (forward, left) from the ground under the first
 * frame's CoM, `forward` being the mean heading of the clip. Types only: the script in client/ shares them.
 */

/** Numbers as base64 of little-endian Uint16 codes: value = low + step · code; code 65535 stands for "undefined". */
export interface Packed {
  readonly low: number;
  readonly step: number;
  readonly codes: string;
}

export const SERIES = [
  'comForward', // [m]
  'comLeft',
  'comHeight',
  'zmpForward', // [m]
  'zmpLeft',
  'supportBack', // [m] extent of the support polygon along the two plan axes
  'supportFront',
  'supportRight',
  'supportLeft',
  'margin', // [m]
  'deviation', // [m] of the margin
  'momentumForward', // [kg·m/s]
  'momentumLeft',
  'momentumUp',
  'spinForward', // [kg·m²/s] about the axis
  'spinLeft',
  'spinUp',
  'forceForward', // [body weights]
  'forceLeft',
  'forceUp',
  'imbalance', // [m]
  'unsupported', // [body weights]
] as const;
export type SeriesName = (typeof SERIES)[number];

export interface PageFinding {
  readonly severity: string;
  readonly start: number; // [s]
  readonly end: number; // [s]
  readonly worst: number; // [s]
}

export interface Footprint {
  readonly side: 'left' | 'right';
  readonly points: readonly number[]; // forward, left, forward, left, … [m]
}

/** The person as points and lines, for every `stride`-th sample. */
export interface FigureData {
  readonly stride: number;
  readonly pointCount: number;
  readonly bones: readonly number[]; // pairs of points
  readonly soles: readonly (readonly number[])[]; // points of each sole
  readonly head: number; // point in the middle of the head, −1 without one
  readonly forward: Packed; // figure frames × points [m]
  readonly up: Packed;
  readonly left: Packed;
}

export interface PageData {
  readonly sampleCount: number;
  readonly frameTime: number; // [s] of the clip
  readonly leadingFrames: number; // that the file's own application counts before the clip's first frame
  readonly frames: string; // base64 of Uint32: frame of each sample
  readonly series: Readonly<Record<SeriesName, Packed>>;
  readonly phase: string; // base64 of Uint8: index into SUPPORT_PHASES
  readonly contacts: string; // base64 of Uint8: bits heel, ball, toe of the left foot, then of the right; 64: judged
  readonly polygonStart: string; // base64 of Uint32, samples + 1
  readonly polygonForward: Packed;
  readonly polygonLeft: Packed;
  readonly footprints: readonly Footprint[];
  readonly figure: FigureData;
  readonly findings: readonly PageFinding[];
  readonly height: number; // [m] of the person
  readonly travels: boolean; // goes so far that plots of places are drawn about the CoM
}
