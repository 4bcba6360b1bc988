/** The mode while it is on, for its panel and lanes. */
import type { ModeHost } from '../mode.ts';
import type { MendController } from './controller.ts';

export const running: { host: ModeHost | undefined; controller: MendController | undefined } = {
  host: undefined,
  controller: undefined,
};
