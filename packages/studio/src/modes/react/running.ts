/** The controller while the mode is on, for its panels. */
import type { ReactController } from './controller.ts';

export const running: { controller: ReactController | undefined } = { controller: undefined };
