/** What responses keep in a save. */
import type { Shape } from '../save-shape.ts';
import { ADAPTATION_SHAPE } from './adapt.ts';
import { PACE_SHAPE } from './pace.ts';
import { type PosturePlay, SAVED_PLAY } from './posture-player.ts';

export const SAVED_TACTICS: Shape = {
  fields: {
    last: 'number',
    yaw: 'number',
    count: 'whole',
    recent: { numbers: 'any' },
    entry: 'whole',
    ...SAVED_PLAY,
    adaptation: { maybe: ADAPTATION_SHAPE },
    pace: { maybe: PACE_SHAPE },
  },
};

export interface SavedTactics {
  readonly last: number;
  readonly yaw: number;
  readonly count: number;
  readonly recent: readonly number[];
  readonly time: number;
  readonly from: readonly number[];
  readonly fromRate: readonly number[];
  readonly entry: number;
  readonly adaptation: PosturePlay['adaptation'] | undefined;
  readonly pace: PosturePlay['pace'] | undefined;
}
