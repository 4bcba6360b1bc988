/** What a walker or runner who is hit is like. SI units. */
import type { Ground } from '../../control/ground.ts';
import { shown, UsageError } from '../../errors.ts';
import { STEP_PLAN_OPTIONS } from '../../gait/steps/parameters.ts';
import type { StepPlanOptions } from '../../gait/steps/step-plan-types.ts';

/** loose: goes where the hit sends it and comes back by and by; firm: fights for its line from the first step on. */
export const BRACINGS = ['loose', 'usual', 'firm'] as const;
export type Bracing = (typeof BRACINGS)[number];

export interface LocomotionStyle {
  readonly bracing: Bracing;
  readonly beta: number; // β, 0 … 1: share of the lean that is gone after a step
  readonly delay: number; // [s] before a hit is answered
  readonly strength: number; // of legs and hips, against the model person
}

export interface LocomotionOptions extends LocomotionStyle {
  readonly ground: Ground | undefined; // where it is not the level floor of the clip
  readonly seconds: number; // [s] length of the result; 0: the clip's own, and until the character has recovered
}

const { beta, delay, strength, bracing: care, bracingError: fright } = STEP_PLAN_OPTIONS;
export const LOCOMOTION_STYLE: LocomotionStyle = { bracing: 'usual', beta, delay, strength };
export const LOCOMOTION_DEFAULTS: LocomotionOptions = { ...LOCOMOTION_STYLE, ground: undefined, seconds: 0 };

/** w₀ and e₀ of the step plan: half and double of what people were found to have. */
const CARES: Readonly<Record<Bracing, Pick<StepPlanOptions, 'bracing' | 'bracingError'>>> = {
  loose: { bracing: care / 2, bracingError: 2 * fright },
  usual: { bracing: care, bracingError: fright },
  firm: { bracing: 2 * care, bracingError: fright / 2 },
};

/** Least and most of each number, neither of them allowed where it is `open`. */
const RANGES = {
  beta: { least: 0, most: 1, open: true },
  delay: { least: 0, most: 1, open: false },
  strength: { least: 0, most: 100, open: true },
} as const;

/** The style; what is not given, or undefined, as it `stays`: by default. Throws UsageError for what nobody is like. */
export function checkedStyle(options: Partial<LocomotionStyle>, stays = LOCOMOTION_STYLE): LocomotionStyle {
  const given = Object.fromEntries(
    Object.entries(options).filter(([name, value]) => name in LOCOMOTION_STYLE && value !== undefined),
  );
  const style: LocomotionStyle = { ...stays, ...given };
  if (!BRACINGS.includes(style.bracing)) {
    throw new UsageError(`bracing must be ${BRACINGS.join(', ')}, found ${shown(style.bracing)}`);
  }
  for (const name of ['beta', 'delay', 'strength'] as const) {
    const value: unknown = style[name];
    const { least, most, open } = RANGES[name];
    const inside = typeof value === 'number' && value >= least && value <= most;
    if (inside && !(open && (value === least || value === most))) continue;
    throw new UsageError(`${name} must lie between ${least} and ${most}, found ${shown(value)}`);
  }
  return style;
}

/** The same as the step plan has it. */
export const planOptions = ({ bracing, ...style }: LocomotionStyle): Partial<StepPlanOptions> => ({
  ...style,
  ...CARES[bracing],
});
