/** When somebody counts as fallen: one rule for all who watch a simulation. */

export type FallReason = 'touched the ground' | 'sank' | 'off the support';

export interface FallLimits {
  readonly lowest: number; // height of the CoM over what it should be
  readonly farthest: number; // [m] of the CoM from the centre of support, horizontally
}

export const FALL_LIMITS: FallLimits = { lowest: 0.65, farthest: 0.35 };

/** The reasons as they are told. */
export const FALL_WORDS: Readonly<Record<FallReason, string>> = {
  'touched the ground': 'fell to the ground',
  sank: 'sank down',
  'off the support': 'fell over',
};

/** What is looked at, all of it at one moment. */
export interface FallSigns {
  readonly touchesGround: boolean; // with more than the feet
  readonly height: number; // [m] of the CoM
  readonly expectedHeight: number; // [m] of the CoM, were all well
  readonly away: number; // [m] of the CoM from the centre of support; 0 where the support moves on, as in a walk
}

/** Why this is a fall; undefined where it is none. */
export function fallReason(signs: FallSigns, { lowest, farthest }: FallLimits = FALL_LIMITS): FallReason | undefined {
  if (signs.touchesGround) return 'touched the ground';
  if (signs.height < lowest * signs.expectedHeight) return 'sank';
  return signs.away > farthest ? 'off the support' : undefined;
}
