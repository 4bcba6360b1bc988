/** The controller while the mode is on, for its panels. */
import type { SimulateController } from './controller.ts';

export const running: { controller: SimulateController | undefined } = { controller: undefined };
