/** Does time run backwards? Where it turns round, a moving body goes back through the very poses that it came from. */
import { coordinateCount } from '../../motion/skeleton.ts';
import type { Finding } from '../finding.ts';
import { type Rule, type RuleInput, runsWhere, whenInWords } from './rule.ts';
import { turnBetween } from './turn-between.ts';

const REACH = 0.08; // [s] to each side over which poses are the same …
const LEAST_FRAMES = 2;
/** … but for so much, in every joint and the place of the hips. People who move, and turn back as they can, are off by 0.075 at the least. */
const SAME = 0.015; // [rad], [m]
const MOVES = 0.3; // [m/s] of the hips

export const reversedRule: Rule = {
  id: 'reversed',
  title: 'Played backwards',
  help: 'From one frame to the next a moving body goes back through the poses that it came from: a part of the clip is played backwards, or a loop goes to and fro. Cut the part out, or blend into another motion.',
  check: ({ clip }: RuleInput): readonly Finding[] =>
    runsWhere(clip.frameCount, (frame) => turnsBack(clip, frame, 0) || turnsBack(clip, frame, 1), 1).map(
      (run): Finding => ({
        rule: 'reversed',
        severity: 'error',
        ...run,
        worst: run.start,
        value: speedBefore(clip, run.start),
        limit: MOVES,
        unit: 'm/s',
        message: `Time turns round: the body goes back through the poses that it came from, ${whenInWords(clip, run)}.`,
      }),
    ),
};

const reachOf = (frameTime: number): number => Math.max(LEAST_FRAMES, Math.round(REACH / frameTime));

/** Mean speed of the hips [m/s] before a frame. */
function speedBefore(
  { q, skeleton, frameTime }: Pick<RuleInput['clip'], 'q' | 'skeleton' | 'frameTime'>,
  frame: number,
): number {
  const nq = coordinateCount(skeleton);
  const reach = reachOf(frameTime);
  const [first, own] = [(frame - reach) * nq, frame * nq];
  return Math.hypot(q[own] - q[first], q[own + 1] - q[first + 1], q[own + 2] - q[first + 2]) / (reach * frameTime);
}

/** Are the frames after this one those before it, in reverse? With `twice` 1 the frame itself is repeated. */
function turnsBack({ q, skeleton, frameTime, frameCount }: RuleInput['clip'], frame: number, twice: 0 | 1): boolean {
  const nq = coordinateCount(skeleton);
  const reach = reachOf(frameTime);
  if (frame < reach || frame + reach + twice >= frameCount) return false;
  const isSame = (a: number, b: number): boolean => {
    for (let k = 0; k < 3; k++) if (Math.abs(q[a + k] - q[b + k]) > SAME) return false;
    for (let i = 3; i < nq; i += 4) if (turnBetween(q, a + i, b + i) > SAME) return false;
    return true;
  };
  if (speedBefore({ q, skeleton, frameTime }, frame) < MOVES) return false;
  for (let k = reach; k > 0; k--) if (!isSame((frame - k) * nq, (frame + twice + k) * nq)) return false;
  return true;
}
