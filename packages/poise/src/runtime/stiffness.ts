/** How firmly parts of the body hold the animation's posture, as values of the one body. */
import { REACTION_DEFAULTS, type ReactionParameters } from '../control/parameters.ts';
import { UsageError } from '../errors.ts';
import { refuseUnknown } from '../math/options.ts';

/** Times the usual stiffness: 2 is firm, 0.5 loose. */
export interface Stiffness {
  readonly trunk?: number;
  readonly head?: number;
  readonly arms?: number;
  readonly legs?: number;
}

const PARTS = { trunk: 'trunk', head: 'neck', arms: 'arm', legs: 'leg' } as const;
const [LEAST, MOST] = [0.1, 5];

/** Damping goes with the square root, so that what swings through once does so still. */
export function stiffnessParameters(stiffness: Stiffness): Partial<ReactionParameters> {
  refuseUnknown('stiffness', stiffness, Object.keys(PARTS));
  const out: { -readonly [K in keyof ReactionParameters]?: ReactionParameters[K] } = {};
  for (const [part, name] of Object.entries(PARTS) as [keyof typeof PARTS, (typeof PARTS)[keyof typeof PARTS]][]) {
    const times = stiffness[part];
    if (times === undefined) continue;
    if (!(times >= LEAST && times <= MOST)) {
      throw new UsageError(`stiffness.${part}: expected ${LEAST} to ${MOST} times the usual, found ${times}`);
    }
    out[`${name}Stiffness`] = times * REACTION_DEFAULTS[`${name}Stiffness`];
    out[`${name}Damping`] = Math.sqrt(times) * REACTION_DEFAULTS[`${name}Damping`];
  }
  return out;
}
