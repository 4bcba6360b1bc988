/** A way to make a sound capture wrong by construction, at three strengths. */
import type { BalanceReport } from '../../src/balance/report.ts';
import type { Run } from '../../src/balance/rules/rule.ts';
import type { Body } from '../../src/body/body.ts';
import type { Rng } from '../../src/math/random.ts';
import type { Clip } from '../../src/motion/clip.ts';

export const STRENGTHS = ['mild', 'middle', 'strong'] as const;

export interface Damaged {
  readonly clip: Clip;
  readonly wrong: Run; // frames of the damaged clip
}

export interface DamageInput {
  readonly body: Body;
  readonly clip: Clip;
  readonly report: BalanceReport;
  readonly rng: Rng; // the same for all strengths, so that they differ by nothing else
}

export interface Damage {
  readonly id: string;
  readonly text: string; // what is done, with the sizes
  readonly sizes: readonly [mild: number, middle: number, strong: number];
  /** undefined where the clip offers no place for it. */
  readonly apply: (input: DamageInput, size: number) => Damaged | undefined;
}
