/** A character whose body and feet answer alone. */
import type { Tactics } from './reacting-character.ts';

export const NO_TACTICS: Tactics = {
  answer: () => undefined,
  posture: () => false,
  isActive: false,
  reset: () => {},
  save: () => null,
  restore: () => {},
};
