/** Do knees, elbows, hips, feet, the neck or the trunk bend as no person's do? */
import { anatomicalAngles } from '../../body/anatomical-angles.ts';
import type { Body } from '../../body/body.ts';
import type { Clip } from '../../motion/clip.ts';
import { type Role, SIDES } from '../../motion/roles.ts';
import { coordinateCount, quatIndex } from '../../motion/skeleton.ts';
import type { Finding } from '../finding.ts';
import { headAngles, NECK_ERROR, NECK_WARNING, TIP_ERROR, TIP_WARNING } from './neck.ts';
import { type Rule, type RuleInput, runsWhere, whenInWords, worstIn } from './rule.ts';
import { TRUNK_ERROR, TRUNK_WARNING, trunkTwists } from './trunk.ts';

const DEGREE = Math.PI / 180;

interface Bend {
  readonly part: 'LowerLeg' | 'LowerArm' | 'UpperLeg' | 'Foot';
  readonly axis: 0 | 1; // flexion, abduction
  readonly way: -1 | 1;
  readonly warning: number; // [°] beyond the body's limit
  readonly error: number;
  readonly words: string;
}

/** Rest poses and hinges of captures disagree by up to about 25°; errors begin beyond that. */
const BENDS: readonly Bend[] = [
  { part: 'LowerLeg', axis: 0, way: -1, warning: 10, error: 25, words: 'knee bends forward' },
  { part: 'LowerLeg', axis: 1, way: -1, warning: 25, error: 50, words: 'knee bends inward' },
  { part: 'LowerLeg', axis: 1, way: 1, warning: 25, error: 50, words: 'knee bends outward' },
  { part: 'LowerArm', axis: 0, way: -1, warning: 10, error: 25, words: 'elbow bends backward' },
  { part: 'UpperLeg', axis: 0, way: -1, warning: 30, error: 50, words: 'thigh is too far back' },
  { part: 'UpperLeg', axis: 0, way: 1, warning: 15, error: 30, words: 'thigh is bent into the trunk' },
  { part: 'Foot', axis: 0, way: -1, warning: 20, error: Infinity, words: 'foot points down' }, // one capture in twenty: seldom seen
  { part: 'Foot', axis: 0, way: 1, warning: 20, error: Infinity, words: 'foot is bent up' },
  // In 99 of 100 frames feet of captures are turned by up to 61°, in one of 142 by 84°: 20 to 45° beyond the limits.
  { part: 'Foot', axis: 1, way: -1, warning: 32, error: 52, words: 'foot is turned in' },
  { part: 'Foot', axis: 1, way: 1, warning: 32, error: 52, words: 'foot is turned out' },
];
const SHORTEST = 0.05; // [s] what is shorter is a pop
const GAP = 0.1; // [s]

export const jointRangeRule: Rule = {
  id: 'joint-range',
  title: 'Joint range',
  help: 'A knee, an elbow, a hip, a foot, the neck or the trunk bends in a way that no person can. Often a flipped limb, a wrong pole vector or a swapped axis; turn the joint back.',
  check: (input: RuleInput): readonly Finding[] => {
    const head = headAngles(input.body, input.clip);
    return [
      ...limbsBeyond(input),
      ...turnsBeyond(input, head?.turns, NECK_WARNING, NECK_ERROR, neckWords),
      ...turnsBeyond(input, head?.tips, TIP_WARNING, TIP_ERROR, tipWords),
      ...turnsBeyond(input, trunkTwists(input.body, input.clip), TRUNK_WARNING, TRUNK_ERROR, trunkWords),
    ];
  },
};

const longEnough = (clip: Clip): number => Math.max(2, Math.round(SHORTEST / clip.frameTime));

function limbsBeyond({ body, clip }: RuleInput): readonly Finding[] {
  return SIDES.flatMap((side) =>
    BENDS.flatMap((bend): Finding[] => {
      const joint = body.roles[`${side}${bend.part}` as Role];
      if (joint === undefined) return [];
      const beyond = beyondLimit({ body, clip }, joint, bend);
      return runsWhere(clip.frameCount, (frame) => beyond[frame] > bend.warning, Math.round(GAP / clip.frameTime))
        .filter(({ start, end }) => end - start + 1 >= longEnough(clip))
        .map((run) => {
          const worst = worstIn(run, (frame) => beyond[frame]);
          return {
            rule: 'joint-range',
            severity: beyond[worst] > bend.error ? 'error' : 'warning',
            ...run,
            worst,
            value: beyond[worst] * DEGREE,
            limit: (Number.isFinite(bend.error) ? bend.error : bend.warning) * DEGREE,
            unit: 'rad',
            message: `The ${side} ${bend.words}, by ${beyond[worst].toFixed(0)}° more than people can, ${whenInWords(clip, run)}.`,
          };
        });
    }),
  );
}

const neckWords = (degrees: string): string => `The head is turned ${degrees} on the trunk`;
const tipWords = (degrees: string): string => `The head is tipped ${degrees} on the trunk`;
const trunkWords = (degrees: string): string => `The shoulders are turned ${degrees} against the hips`;

/** A head on backwards, a neck that is bent away, a trunk that is wrung. */
function turnsBeyond(
  { clip }: RuleInput,
  turns: Float64Array | undefined,
  warning: number,
  error: number,
  words: (degrees: string) => string,
): readonly Finding[] {
  if (!turns) return [];
  return runsWhere(clip.frameCount, (frame) => turns[frame] > warning, Math.round(GAP / clip.frameTime))
    .filter(({ start, end }) => end - start + 1 >= longEnough(clip))
    .map((run) => {
      const worst = worstIn(run, (frame) => turns[frame]);
      return {
        rule: 'joint-range',
        severity: turns[worst] > error ? 'error' : 'warning',
        ...run,
        worst,
        value: turns[worst],
        limit: error,
        unit: 'rad',
        message: `${words(`${(turns[worst] / DEGREE).toFixed(0)}°`)}, ${whenInWords(clip, run)}.`,
      };
    });
}

/** Frames × sides: 1 where a foot is bent so far that its sole tells nothing about the floor. */
export function brokenFeet(body: Body, clip: Clip): Uint8Array {
  const broken = new Uint8Array(SIDES.length * clip.frameCount);
  SIDES.forEach((side, s) => {
    const joint = body.roles[`${side}Foot`];
    if (joint === undefined) return;
    for (const bend of BENDS.filter(({ part, axis }) => part === 'Foot' && axis === 0)) {
      const beyond = beyondLimit({ body, clip }, joint, bend);
      for (let frame = 0; frame < clip.frameCount; frame++)
        if (beyond[frame] > bend.warning) broken[SIDES.length * frame + s] = 1;
    }
  });
  return broken;
}

/** How far [°] a joint is beyond its limit, per frame; negative within. */
function beyondLimit(
  { body, clip }: Pick<RuleInput, 'body' | 'clip'>,
  joint: number,
  { axis, way }: Bend,
): Float64Array {
  const { limits } = body;
  const nq = coordinateCount(clip.skeleton);
  const angles = new Float64Array(3);
  const turn = new Float64Array(4);
  const at = 3 * joint + axis;
  const beyond = new Float64Array(clip.frameCount);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    anatomicalAngles(angles, 0, limits, joint, clip.q, frame * nq + quatIndex(joint), turn);
    beyond[frame] = (way < 0 ? limits.lower[at] - angles[axis] : angles[axis] - limits.upper[at]) / DEGREE;
  }
  return beyond;
}
