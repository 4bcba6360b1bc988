/** The controller while the mode is on, for its panels. */
import type { PushController } from './controller.ts';

export const running: { controller: PushController | undefined } = { controller: undefined };
