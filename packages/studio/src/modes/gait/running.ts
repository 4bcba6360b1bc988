/** The controller while the mode is on, for its panels. */
import type { GaitController } from './controller.ts';

export const running: { controller: GaitController | undefined } = { controller: undefined };
