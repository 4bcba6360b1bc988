/** What the mode React asks of its worker: who reacts, and where they are simulated, the simulation itself. */
import type { Body, Clip, Push, ResponseLibrary, Vec3 } from 'poise';
import type { BodySettings } from '../../state/types.ts';
import type { ClipRequest, Progress } from '../../worker/api.ts';
import type { Frames } from '../shared/stream.ts';
import type { SimulationSettings } from './simulated/run.ts';
import type { Motion, Status } from './types.ts';

export interface PrepareRequest {
  readonly clip: ClipRequest | undefined; // on stage; undefined: the idle that comes with Poise
  readonly shown: Clip | undefined; // the same as the page has it, so that it is not read or performed again
  readonly body: BodySettings; // set by hand for it
  readonly library: File | undefined; // undefined: the one that comes with Poise
}

/** The reacting character, or the reason why there is none. */
export interface Prepared {
  readonly performer: Performer | undefined;
  readonly unfit: string; // the rest of a sentence that begins with the clip's name
}

export interface Performer {
  readonly clip: Clip;
  readonly body: Body;
  readonly motion: Motion;
  readonly notes: readonly string[];
  readonly floor: { readonly height: number; readonly normal: Vec3 }; // [m] at the origin
  readonly library: ResponseLibrary | undefined; // of somebody who stands
}

/** A response by itself, per frame. */
export interface Curves {
  readonly frameTime: number; // [s]
  readonly forward: Float64Array; // [N·s] linear momentum
  readonly left: Float64Array;
  readonly pitch: Float64Array; // [N·m·s] angular momentum about the CoM
  readonly roll: Float64Array;
  readonly recoverable: Float64Array; // [N·s] r(Q)
  readonly contacts: readonly [left: Uint8Array, right: Uint8Array];
  readonly start: number; // frame in which the push begins
}

export interface FrameBatch extends Frames {
  readonly first: number; // number of the first, the start is 0
  readonly turns: readonly { readonly frame: number; readonly status: Status; readonly words: string }[];
}

export interface ReactWorker {
  /** Unpacks the library ahead of the first request. */
  warm(): Promise<void>;
  prepare(request: PrepareRequest, onProgress: Progress): Promise<Prepared>;
  /** Of a response of the library prepared last. */
  curves(name: string): Promise<Curves | undefined>;
  /** Simulates whoever was prepared last; answers with the first pose (nq). */
  simulate(settings: SimulationSettings): Promise<Float64Array>;
  /** The next frames; fewer where it is over. */
  frames(count: number): Promise<FrameBatch>;
  /** A push from now on; answers with the frame it begins in. */
  push(push: Push): Promise<number>;
  /** Back to a frame; what was pushed after it is forgotten. */
  goBack(frame: number): Promise<void>;
}
