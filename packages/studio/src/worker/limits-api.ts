/** What the page asks of the worker that tries pushes. */
import type { PushRose } from 'poise/react';
import type { BodySettings } from '../state/types.ts';
import type { ClipRequest, Progress } from './api.ts';

/** The largest pushes [N·s] that the person of a clip takes at the chest: one rose per moment, ROSE_DIRECTIONS each. */
export type PushLimits = readonly PushRose[];

export const ROSE_DIRECTIONS = 16;

export interface LimitsWorker {
  /** From the file where it holds a map, else by trying pushes. */
  limits(request: ClipRequest, body: BodySettings, onProgress: Progress): Promise<PushLimits>;
}
