/** What the mode Mend asks of its worker. */
import type { ClipRequest, JudgeOptions, Progress } from '../../worker/api.ts';
import type { MendSettings, Solved } from './types.ts';

export interface MendRequest {
  readonly clip: ClipRequest;
  readonly judge: JudgeOptions;
  readonly settings: MendSettings;
  readonly rejected: readonly number[]; // first frames of windows that are left as they were
  readonly loop: boolean; // the motion is a loop
  readonly coarse: boolean; // what comes before balance alone, for a first look
  readonly fine: boolean; // the clip is judged fine, and nothing was asked for: it is left as it is
}

export interface MendWorker {
  /** Reads or performs the clip ahead of the first solve. */
  warm(request: ClipRequest): Promise<void>;
  solve(request: MendRequest, onProgress: Progress): Promise<Solved>;
}
