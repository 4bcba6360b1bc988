/** What the mode Simulate asks of its worker. The worker holds the simulation; the page asks for frames as it plays them. */
import type { Body, Clip, Push } from 'poise';
import type { BodySettings } from '../../state/types.ts';
import type { ClipRequest } from '../../worker/api.ts';
import type { RunSettings } from './run.ts';
import type { SimStatus } from './types.ts';

export interface BeginRequest {
  readonly clip: ClipRequest | undefined; // on stage
  readonly body: BodySettings;
  readonly settings: RunSettings;
}

export interface Begun {
  readonly clip: Clip; // that is followed
  readonly body: Body;
  readonly start: Float64Array; // nq
  readonly own: boolean; // it is the one that was asked for
  readonly note: string | undefined; // why not
}

/** Frames that follow each other. */
export interface FrameBatch {
  readonly first: number; // number of the first, the start is 0
  readonly q: Float64Array; // frames × nq
  readonly turns: readonly { readonly frame: number; readonly status: SimStatus; readonly words: string }[];
  readonly over: boolean; // nothing comes after
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
