/** `poise/lint`: the rules and contacts behind a verdict, the check of reactions, and measures of motion as others define them. */
export type { ContactOptions, ContactOverride } from '../balance/contacts.ts';
export { forceAt } from '../balance/force-track.ts';
export { rules } from '../balance/lint.ts';
export {
  checkMotion,
  MOTION_LIMITS,
  MOTION_RULES,
  type MotionCheck,
  type MotionCheckOptions,
  type MotionFinding,
  type MotionLimits,
  type MotionRule,
  type WorstFrame,
} from '../balance/motion-check.ts';
export { type Ground, phaseAt, SUPPORT_PHASES, type SupportPhase } from '../balance/report.ts';
export type { Rule, RuleInput } from '../balance/rules/rule.ts';
export { type Measure, measures } from '../measures/published.ts';
