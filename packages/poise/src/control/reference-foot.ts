/** A foot of the source at a tick: where it is, how it moves, and the level axis about which its heel lifts. */
import type { Body } from '../body/body.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { createFootFrame, type FootFrame, footPoint } from './foot-frame.ts';

/** One foot of the reference at the start of a tick. */
export interface ReferenceFoot {
  readonly frame: FootFrame;
  readonly ball: Float64Array; // 3 [m]
  readonly pivot: Float64Array; // 3 [m] that a heel which lifts turns about: feet are held there
  readonly rotation: Float64Array; // 4 world-from-foot
  readonly velocity: Float64Array; // 6 of the pivot and of the foot's turn after the tick, v[k]
  readonly velocityBefore: Float64Array; // 6 the same before it, v[k−1]
  readonly bias: Float64Array; // 6 acceleration that v[k−1] alone makes
  readonly pitchAxis: Float64Array; // 3 level, to the left of the foot: a heel that lifts turns about it
  readonly toesRotation: Float64Array; // 4
  firmness: number; // of its firmest point
  firmnessNext: number; // the same at the end of the tick
}

export function createReferenceFoot(body: Body, foot: 0 | 1): ReferenceFoot {
  return {
    frame: createFootFrame(body, foot),
    ball: new Float64Array(3),
    pivot: new Float64Array(3),
    rotation: new Float64Array(4),
    velocity: new Float64Array(6),
    velocityBefore: new Float64Array(6),
    bias: new Float64Array(6),
    pitchAxis: new Float64Array(3),
    toesRotation: new Float64Array(4),
    firmness: 0,
    firmnessNext: 0,
  };
}

/** Level and square to the foot, so that a turn about it lifts the heel. */
export function writePitchAxis(foot: ReferenceFoot, ws: Workspace): void {
  const { pitchAxis, ball, frame } = foot;
  footPoint(pitchAxis, 0, ws, frame, frame.heel);
  const x = ball[0] - pitchAxis[0];
  const z = ball[2] - pitchAxis[2];
  const size = Math.sqrt(x * x + z * z) || 1;
  pitchAxis[0] = z / size;
  pitchAxis[1] = 0;
  pitchAxis[2] = -x / size;
}
