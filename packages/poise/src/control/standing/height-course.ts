/** How high the body is to be: it goes up and down with its lower foot, and sinks when its feet are far apart. */
import type { StepChoice } from '../../gait/step-choice.ts';
import type { Plan } from '../plan.ts';
import type { ReactionBody } from '../reaction-body.ts';
import type { StandingBalance } from './parameters.ts';
import type { StandingNow } from './stance.ts';

export class HeightCourse {
  height = 0; // [m] against the source's
  rate = 0; // [m/s]
  readonly #balance: StandingBalance;

  constructor(balance: StandingBalance) {
    this.#balance = balance;
  }

  reset(): void {
    this.height = 0;
    this.rate = 0;
  }

  /** Goes on by h towards `goal` [m]. */
  advance(plan: Plan, goal: number, h: number): void {
    const w = this.#balance.heightRate;
    const acceleration = w * w * (goal - this.height) - 2 * w * this.rate;
    plan.height = this.height;
    plan.heightRate = this.rate;
    plan.heightAcceleration = acceleration;
    this.rate += h * acceleration;
    this.height += h * this.rate;
  }
}

/** [m] against the source: with the lower foot, which may be one that is about to land `landing` [m] higher or lower (`choice`), less what
 *  legs that are far apart sink. */
export function heightGoal(
  { feet }: ReactionBody,
  now: StandingNow,
  choice: StepChoice | undefined,
  landing: number,
  legs: number,
  balance: StandingBalance,
): number {
  const left = choice?.foot === 0 ? landing : feet[0].place[1];
  const right = choice?.foot === 1 ? landing : feet[1].place[1];
  return Math.min(left, right) - sinkOf(now, choice, legs, balance);
}

/** [m] that legs of one length come down when they stand farther apart than in the source's stance. `choice`: of a foot in the air. */
function sinkOf(
  { feet, stance }: StandingNow,
  choice: StepChoice | undefined,
  legs: number,
  balance: StandingBalance,
): number {
  const other = choice ? 1 - choice.foot : 0;
  const a = choice ? choice.place[0] - feet[2 * other] : feet[0] - feet[2];
  const l = choice ? choice.place[1] - feet[2 * other + 1] : feet[1] - feet[3];
  return sunkBy(Math.sqrt(a * a + l * l), Math.sqrt(stance[0] * stance[0] + stance[1] * stance[1]), legs, balance);
}

/** [m] that legs of one length come down when they stand so far apart [m], `own` in the source. */
export function sunkBy(
  apart: number,
  own: number,
  legs: number,
  { widestSink, sinkShare }: Pick<StandingBalance, 'widestSink' | 'sinkShare'>,
): number {
  const far = Math.min(widestSink * legs, apart);
  const near = Math.min(far, own);
  // two legs that stand d apart are lower by l − √(l² − d²/4)
  const sunk = Math.sqrt(legs * legs - (near * near) / 4) - Math.sqrt(legs * legs - (far * far) / 4);
  return Math.max(0, sinkShare * sunk);
}
