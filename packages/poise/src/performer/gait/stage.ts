import type { PoseRequest } from '../pose/request.ts';

/** A motion as planned, frame by frame. */
export interface Stage {
  readonly frames: number;
  readonly frameTime: number; // [s]
  /** Fills and returns the request of a frame, hips where planned. */
  readonly requestAt: (frame: number) => PoseRequest;
  readonly standing: (frame: number) => readonly [left: boolean, right: boolean];
  /** Where the ZMP should be [m]; undefined: anywhere in the support. */
  readonly cop?: (frame: number) => readonly [x: number, z: number] | undefined;
  /** Height of the CoM [m]; undefined: as the hips bring it. */
  readonly comHeight?: (frame: number) => number;
}

/** The request of a frame with the shift added. */
export function shiftedRequest(stage: Stage, shift: Float64Array, frame: number): PoseRequest {
  const request = stage.requestAt(frame);
  for (let k = 0; k < 3; k++) request.hips[k] += shift[3 * frame + k];
  return request;
}
