/** The controller while the mode is on, for its panels and its layer. */
import type { CrowdController } from './controller.ts';

export const running: { controller: CrowdController | undefined } = { controller: undefined };
