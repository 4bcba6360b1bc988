/** Do feet, hands, knees and trunk stay above the floor? */

import type { Finding } from '../finding.ts';
import type { PartReport } from '../report.ts';
import { centimetres, type Rule, type RuleInput, runsWhere, whenInWords, worstIn } from './rule.ts';
import { lowerByTurning } from './sole-below.ts';
import { sunkDepth } from './sunk.ts';

export const DEPTH_WARNING = 0.03; // [m]
export const DEPTH_ERROR = 0.08;
const UNEVEN = 0.05; // [m] deeper on steps and rough ground, which is known only where somebody stood
/** Limits of other parts [m]. Hands of captures that lean on the floor reach 20 cm into it, since fingers bend and wrists are not measured. */
const PART_LIMITS = {
  trunk: { warning: 0.08, error: 0.15 },
  limb: { warning: 0.15, error: 0.25 },
};
const PART_WORDS: Readonly<Record<PartReport['part'], string>> = {
  head: 'head',
  chest: 'trunk',
  pelvis: 'seat',
  lowerArm: 'elbow',
  hand: 'hand',
  lowerLeg: 'knee',
};
const SHORTEST = 0.05; // [s]
/** [m] A foot that goes through the floor takes its ankle along. Captures twist feet: their soles point up to 12 cm into the floor below ankles that are 1 cm too low. */
const ANKLE_LOWER = DEPTH_ERROR / 2;

export const penetrationRule: Rule = {
  id: 'penetration',
  title: 'Body in the floor',
  help: 'The sole, or another part of the body, goes below the ground. Raise the foot or the hips, or set the ground height.',
  check: (input: RuleInput): readonly Finding[] => {
    const { report } = input;
    // A clip that is sunk as a whole is one finding, of the ground rule; here counts what goes deeper than that.
    const sunk = sunkDepth(report);
    const deeper = report.ground.kind === 'uneven' ? UNEVEN : 0;
    const below = (who: string, clearance: Float64Array, { warning, error }: Limits): readonly Finding[] =>
      sunkRuns(input, who, clearance, sunk, { warning: warning + deeper, error: error + deeper });
    const feet = report.feet.flatMap((foot, index) => {
      const limits = { warning: DEPTH_WARNING, error: DEPTH_ERROR };
      return below(`The ${foot.side} foot`, foot.clearance, limits).map((finding) => {
        if (finding.severity !== 'error') return finding;
        const lowered = finding.value - lowerByTurning(input.body, input.clip, input.body.soles[index], finding.worst);
        return lowered > ANKLE_LOWER ? finding : { ...finding, severity: 'warning' as const };
      });
    });
    const parts = report.parts.flatMap(({ part, side, clearance }) => {
      const limits = part === 'hand' || part === 'lowerArm' ? PART_LIMITS.limb : PART_LIMITS.trunk;
      return below(`The ${side ? `${side} ` : ''}${PART_WORDS[part]}`, clearance, limits);
    });
    return [...feet, ...parts];
  },
};

interface Limits {
  readonly warning: number; // [m]
  readonly error: number;
}

/** Runs in which something is deeper than the limits, counted from what the whole clip is sunk by. */
function sunkRuns(
  { clip }: RuleInput,
  who: string,
  clearance: Float64Array,
  sunk: number,
  limits: Limits,
): readonly Finding[] {
  const depth = (frame: number): number => -clearance[frame] - sunk;
  const shortest = SHORTEST / clip.frameTime;
  const floor = sunk > 0 ? 'the floor that it stands on' : 'the floor';
  return runsWhere(clip.frameCount, (frame) => depth(frame) > limits.warning, 2)
    .filter((run) => run.end - run.start + 1 >= shortest || run.end - run.start + 1 === clip.frameCount)
    .map((run): Finding => {
      const worst = worstIn(run, depth);
      const value = depth(worst);
      return {
        rule: 'penetration',
        severity: value > limits.error ? 'error' : 'warning',
        ...run,
        worst,
        value,
        limit: limits.error,
        unit: 'm',
        message: `${who} is ${centimetres(value)} below ${floor}, ${whenInWords(clip, run)}.`,
      };
    });
}
