/** The controller while the mode is on, for its panels. */
import type { AnticipateController } from './controller.ts';

export const running: { controller: AnticipateController | undefined } = { controller: undefined };
