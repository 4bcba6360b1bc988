/** What the mode Simulate asks of its worker. The worker holds the simulation; the page asks for frames as it plays them. */
import type { Push } from 'poise';
import type { Frames } from '../shared/stream.ts';
import type { Standing, StandRequest } from '../shared/who-stands.ts';
import type { RunSettings } from './run.ts';
import type { SimStatus } from './types.ts';

export interface BeginRequest extends StandRequest {
  readonly settings: RunSettings;
}

export interface Begun extends Standing {
  readonly start: Float64Array; // nq
}

export interface FrameBatch extends Frames {
  readonly first: number; // number of the first, the start is 0
  readonly turns: readonly { readonly frame: number; readonly status: SimStatus; readonly words: string }[];
}

export interface SimulateWorker {
  begin(request: BeginRequest): Promise<Begun>;
  /** The next frames; fewer where it is over. */
  frames(count: number): Promise<FrameBatch>;
  /** A push from now on; answers with the frame it begins in. */
  push(push: Push): Promise<number>;
  /** Back to a frame; what was pushed after it is forgotten. */
  goBack(frame: number): Promise<void>;
}
