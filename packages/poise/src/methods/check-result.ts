/** Every reaction is looked at before it is written: a result that pops, shakes or goes through itself has failed, and says so. */
import { checkMotion, type MotionFinding, type MotionRule, type WorstFrame } from '../balance/motion-check.ts';
import type { Clip } from '../motion/clip.ts';
import { trim } from '../motion/trim.ts';
import type { MethodInput, MethodOutcome } from './method.ts';

const LEAST = 4; // frames that tell of speeds and their changes

/** As `--json` prints it. */
export interface ResultCheck {
  readonly passed: boolean;
  readonly findings: readonly MotionFinding[];
  readonly worst: Readonly<Record<MotionRule, WorstFrame>>;
}

export interface CheckedResult {
  readonly outcome: MethodOutcome; // not achieved where the check failed
  readonly check: ResultCheck;
  readonly lines: readonly string[]; // for people: what else failed besides the worst, which the reason names
}

/** Checks what a method made of a clip, up to a fall at `fell` [s]: bodies that hit the ground stop at once, and are right to. */
export function checkResult(
  { body, clip }: MethodInput,
  answered: Clip,
  outcome: MethodOutcome,
  fell?: number,
): CheckedResult {
  const until = fell === undefined ? answered.frameCount : Math.max(LEAST, Math.ceil(fell / answered.frameTime) + 1);
  const checked = until < answered.frameCount ? trim(answered, 0, until) : answered;
  const { passed, findings, worst } = checkMotion(body, checked, { source: clip });
  const check = { passed, findings, worst };
  if (passed) return { outcome, check, lines: [] };
  const failed = findings
    .filter(({ severity }) => severity === 'error')
    .sort((a, b) => b.value / b.limit - a.value / a.limit);
  const reason = `The result failed its check (${failed.length} problem${failed.length === 1 ? '' : 's'}). ${failed[0].message}`;
  return {
    outcome: outcome.achieved
      ? { status: 'failed', achieved: false, reason }
      : { ...outcome, reason: `${outcome.reason} ${reason}` },
    check,
    lines: failed.slice(1).map(({ message }) => `failed: ${message}`),
  };
}
