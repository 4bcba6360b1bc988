/** What the mode Walk & run asks of its worker. */
import type { Body, Clip } from 'poise';
import type { BodySettings } from '../../state/types.ts';
import type { ClipRequest } from '../../worker/api.ts';

export interface Prepared {
  readonly clip: Clip;
  readonly body: Body;
  readonly onSpot: boolean; // it walked on the spot, and was set moving
}

export interface GaitWorker {
  /** The clip that is walked on, and whose body it is. */
  prepare(request: ClipRequest, body: BodySettings): Promise<Prepared>;
}
