/** What the mode Walk & run asks of its workers. */
import type { Body, Clip, Push } from 'poise';
import type { BodySettings } from '../../state/types.ts';
import type { ClipRequest } from '../../worker/api.ts';
import type { Frames } from '../shared/stream.ts';
import type { HandOver } from './fall.ts';

export interface Prepared {
  readonly clip: Clip;
  readonly body: Body;
  readonly onSpot: boolean; // it walked on the spot, and was set moving
}

export interface GaitWorker {
  /** The clip that is walked on, and whose body it is. */
  prepare(request: ClipRequest, body: BodySettings): Promise<Prepared>;
}

export interface FallWorker {
  /** Loads the engine and falls a little, unseen. `q`: any pose. */
  warmUp(body: Body, q: Float64Array): Promise<void>;
  /** Ends the fall before. */
  begin(body: Body, from: HandOver): Promise<void>;
  frames(count: number): Promise<Frames>;
  /** From now on. */
  push(push: Push): Promise<void>;
}
