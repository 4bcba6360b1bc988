/** How hard a person can be pushed, as the page has it. */
import type { PushRose } from 'poise/react';

/** The largest pushes [N·s] that the person of a clip takes at the chest: one rose per moment, ROSE_DIRECTIONS each. */
export type PushLimits = readonly PushRose[];

export const ROSE_DIRECTIONS = 16;
