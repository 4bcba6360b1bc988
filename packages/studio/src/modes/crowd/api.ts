/** What the mode Crowd asks of its worker. */
import type { Body, Clip, Push } from 'poise';
import type { Progress } from '../../worker/api.ts';
import type { CrowdSkin } from './coarse.ts';
import type { Command } from './crowd.ts';
import type { Counts, CrowdSettings } from './types.ts';

/** The people of the crowd: made once. */
export interface CrowdWorld {
  readonly body: Body; // of the one in the middle
  readonly clip: Clip; // that they stand in
  readonly skins: readonly [near: CrowdSkin, far: CrowdSkin];
}

/** What a frame brought, beside its numbers. */
export interface FrameNews {
  readonly frame: number;
  readonly numbers: Float32Array; // see frame.ts
  readonly lead: Float64Array; // coordinates of the one in the middle
  readonly hits: readonly Push[]; // that they got
  readonly counts: Counts;
  readonly digest: string | undefined; // of everybody, every half second
}

export interface CrowdWorker {
  prepare(onProgress: Progress): Promise<CrowdWorld>;
  /** Puts everybody where they begin. Returns the first frame. */
  start(settings: CrowdSettings): FrameNews;
  /** Obeys, then goes on by a frame. `numbers` comes back filled. */
  advance(commands: readonly Command[], numbers: Float32Array): FrameNews;
  /** A frame of the last seconds, or the oldest that is kept. */
  past(frame: number, numbers: Float32Array): Float32Array;
}
