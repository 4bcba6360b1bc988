/** What the mode Push asks of its worker. */
import type { ResponseLibrary } from 'poise';
import type { Progress } from '../../worker/api.ts';
import type { Standing, StandRequest } from '../shared/who-stands.ts';

export interface PrepareRequest extends StandRequest {
  readonly library: File | undefined; // undefined: the one that comes with Poise
}

export interface Prepared extends Standing {
  readonly library: ResponseLibrary;
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
