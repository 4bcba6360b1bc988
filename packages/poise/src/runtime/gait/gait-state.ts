/** How far a reaction in a gait has come. */
import type { Placement } from '../../gait/placement.ts';
import type { StreamTrack } from './follow-stream.ts';
import type { HandBackState } from './hand-back.ts';

/** Plain data. */
export interface GaitState {
  gait: number; // index in the memory; −1: none
  time: number; // [s] of the stream
  move: Placement; // from the walker's world to the stream's
  track: StreamTrack;
  pace: number; // at which it walks: 1 as the round was recorded
  hitAgo: number; // [s] since the last hit
  calmFor: number; // [s] since it recovered
  fallen: Placement | undefined; // where the stream is shown after a fall
  back: HandBackState | undefined; // while it becomes the stream again
  floor: Float64Array; // 2 [m] of the stream's feet, as they were watched
  isOver: boolean;
}

/** Nothing happens. */
export const restingState = (): GaitState => ({
  gait: -1,
  time: 0,
  move: { yaw: 0, x: 0, z: 0 },
  track: { phase: 0, pace: 1, heading: 0, at: [0, 0], owed: [0, 0], lostFor: 0 },
  pace: 1,
  hitAgo: 0,
  calmFor: 0,
  fallen: undefined,
  back: undefined,
  floor: new Float64Array(2),
  isOver: true,
});
