/** What a planner of standing is made of, for one person. */
import type { Body } from '../../body/body.ts';
import { MODEL_LEG, STANDING_DEFAULTS } from '../../gait/standing-parameters.ts';
import { StandingSteps } from '../../gait/standing-steps.ts';
import { swingOptions } from '../../gait/swing-course.ts';
import { Calm } from './calm.ts';
import { EvenGround } from './even-ground.ts';
import { FallWatch } from './fall-watch.ts';
import { HeightCourse } from './height-course.ts';
import type { StandingPlannerOptions } from './options.ts';
import { type StandingBalance, standingBalance } from './parameters.ts';
import { withOwnSoles } from './sole-room.ts';
import { Stance } from './stance.ts';
import { SwingFoot } from './swing-foot.ts';

/** Times of a planner [s]. */
export interface PlannerClock {
  phase: number; // in this mode
  length: number; // that the shift takes
  next: number; // until the next plan
}

export interface PlannerParts {
  readonly balance: StandingBalance;
  readonly steps: StandingSteps;
  readonly stance: Stance;
  readonly even: EvenGround;
  readonly fallWatch: FallWatch;
  readonly swingFoot: SwingFoot;
  readonly height: HeightCourse;
  readonly calm: Calm;
  readonly clock: PlannerClock;
  readonly from: Float64Array; // (ahead, left): balance point when a phase began
}

/** `legs` [m]: length of a leg. */
export function createPlannerParts(body: Body, legs: number, options: StandingPlannerOptions): PlannerParts {
  const { walkable } = options;
  const size = legs / MODEL_LEG;
  const balance = standingBalance(size);
  const parameters = withOwnSoles({ ...STANDING_DEFAULTS, ...options.parameters }, body, legs);
  const mayLand = walkable && ((a: number, l: number) => walkable(stance.worldX(a, l), stance.worldZ(a, l)));
  const steps = new StandingSteps(size, parameters, mayLand);
  const stance = new Stance(steps.parameters);
  const even = new EvenGround(legs, balance, stance.forward);
  return {
    balance,
    steps,
    stance,
    even,
    fallWatch: new FallWatch(steps, stance, even, balance),
    swingFoot: new SwingFoot(balance, swingOptions(size)),
    height: new HeightCourse(balance),
    calm: new Calm(balance),
    clock: { phase: 0, length: 0, next: 0 },
    from: new Float64Array(2),
  };
}
