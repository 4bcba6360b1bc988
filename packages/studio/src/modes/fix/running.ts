/** The mode while it is on, for its panel and lanes. */
import type { ModeHost } from '../mode.ts';
import type { FixController } from './controller.ts';

export const running: { host: ModeHost | undefined; controller: FixController | undefined } = {
  host: undefined,
  controller: undefined,
};
