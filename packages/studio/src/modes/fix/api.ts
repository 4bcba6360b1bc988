/** What the mode Fix asks of its worker. */
import type { ClipRequest, JudgeOptions, Progress } from '../../worker/api.ts';
import type { FixSettings, Solved } from './types.ts';

export interface FixRequest {
  readonly clip: ClipRequest;
  readonly judge: JudgeOptions;
  readonly settings: FixSettings;
  readonly rejected: readonly number[]; // first frames of windows that are left as they were
  readonly loop: boolean; // the motion is a loop
}

export interface FixWorker {
  /** Reads or performs the clip ahead of the first solve. */
  warm(request: ClipRequest): Promise<void>;
  solve(request: FixRequest, onProgress: Progress): Promise<Solved>;
}
