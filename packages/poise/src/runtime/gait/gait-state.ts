/** How far a reaction in a gait has come. */
import type { Placement } from '../../gait/placement.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Shape } from '../../methods/save-shape.ts';
import type { StreamTrack } from './follow-stream.ts';

/** A pull as it was asked for, in the stream's world. */
export interface SteadyPull {
  readonly force: Vec3; // [N]
  readonly segment: number;
  readonly point: Vec3 | undefined; // in the segment
}

/** Plain data. */
export interface GaitState {
  gait: number; // index in the memory; −1: none
  time: number; // [s] of the stream
  move: Placement; // from the walker's world to the stream's
  lift: number; // [m] likewise, upward
  track: StreamTrack;
  pace: number; // at which it walks: 1 as the round was recorded
  behind: number; // [s] in its round, as last looked at
  hitAgo: number; // [s] since the last hit
  calmFor: number; // [s] since it recovered
  pull: SteadyPull | undefined;
  isOver: boolean;
}

/** Nothing happens. */
export const restingState = (): GaitState => ({
  gait: -1,
  time: 0,
  move: { yaw: 0, x: 0, z: 0 },
  lift: 0,
  track: { phase: 0, pace: 1, heading: 0, at: [0, 0], owed: [0, 0], lostFor: 0 },
  pace: 1,
  behind: 0,
  hitAgo: 0,
  calmFor: 0,
  pull: undefined,
  isOver: true,
});

export const PLACEMENT_SHAPE: Shape = { fields: { yaw: 'number', x: 'number', z: 'number' } };

/** What a save of it must be. */
export const GAIT_STATE_SHAPE: Shape = {
  fields: {
    gait: 'whole',
    time: 'number',
    move: PLACEMENT_SHAPE,
    lift: 'number',
    track: {
      fields: {
        phase: 'number',
        pace: 'number',
        heading: 'number',
        at: { numbers: 2 },
        owed: { numbers: 2 },
        lostFor: 'number',
      },
    },
    pace: 'number',
    behind: 'number',
    hitAgo: 'moment',
    calmFor: 'number',
    pull: { maybe: { fields: { force: { numbers: 3 }, segment: 'whole', point: { maybe: { numbers: 3 } } } } },
    isOver: 'flag',
  },
};
