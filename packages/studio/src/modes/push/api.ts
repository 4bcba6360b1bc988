/** What the mode Push asks of its worker. */
import type { Body, Clip, ResponseLibrary } from 'poise';
import type { BodySettings } from '../../state/types.ts';
import type { ClipRequest, Progress } from '../../worker/api.ts';

export interface PrepareRequest {
  readonly clip: ClipRequest | undefined; // on stage: pushed where it stands still
  readonly shown: Clip | undefined; // the same as the page has it, so that it is not read or performed again
  readonly body: BodySettings; // set by hand for it
  readonly library: File | undefined; // undefined: the one that comes with Poise
}

export interface Prepared {
  readonly library: ResponseLibrary;
  readonly idle: Clip;
  readonly body: Body;
  readonly own: boolean; // the idle is the clip that was asked for
  readonly note: string | undefined; // why not
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

export interface PushWorker {
  prepare(request: PrepareRequest, onProgress: Progress): Promise<Prepared>;
  /** Of a response of the library prepared last. */
  curves(name: string): Promise<Curves | undefined>;
}
