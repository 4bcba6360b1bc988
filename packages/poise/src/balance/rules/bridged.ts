/** Does everything move along straight lines, as where a gap was bridged between two poses? No body does: it speeds up and slows down all the time. */
import { coordinateCount } from '../../motion/skeleton.ts';
import type { Finding } from '../finding.ts';
import { type Rule, type RuleInput, runsWhere, whenInWords } from './rule.ts';
import { halfWay, turnBetween } from './turn-between.ts';

const REACH = 0.1; // [s] on each side of a frame, which lies half-way where the way is straight
/** Off half-way by less than this, in every joint and the place of the hips. People who move are off by 6 mm or 0.35° and more at the least. */
const STRAIGHT_TURN = 0.0015; // [rad]
const STRAIGHT_PLACE = 0.0005; // [m]
const MOVES = 0.3; // [m/s] of the hips, or [rad/s] of a joint
const SHORTEST = 0.25; // [s] from the first to the last frame of the straight way
const LASTING = 0.4; // [s] of a straight way that is seen

export const bridgedRule: Rule = {
  id: 'bridged',
  title: 'Gap bridged',
  help: 'For a while all joints move along straight lines at an even speed: a gap in the capture was bridged, or two keys are far apart. Capture or animate what happens in between.',
  check: ({ clip }: RuleInput): readonly Finding[] => {
    const { frameCount, frameTime } = clip;
    const reach = Math.max(1, Math.round(REACH / frameTime));
    const isStraight = (frame: number): boolean =>
      frame >= reach && frame < frameCount - reach && liesHalfWay(clip, frame, reach);
    return runsWhere(frameCount, isStraight)
      .map(({ start, end }) => ({ start: start - reach, end: end + reach }))
      .filter(({ start, end }) => (end - start) * frameTime >= SHORTEST)
      .map((run): Finding => {
        const seconds = (run.end - run.start) * frameTime;
        return {
          rule: 'bridged',
          severity: seconds >= LASTING ? 'error' : 'warning',
          ...run,
          worst: (run.start + run.end) >> 1,
          value: seconds,
          limit: LASTING,
          unit: 's',
          message: `All joints move along straight lines at an even speed for ${seconds.toFixed(2)} s, as where a gap was bridged, ${whenInWords(clip, run)}.`,
        };
      });
  },
};

/** Does the body move, and is all of it half-way between where it is `reach` frames before and after? */
function liesHalfWay({ q, skeleton, frameTime }: RuleInput['clip'], frame: number, reach: number): boolean {
  const nq = coordinateCount(skeleton);
  const [before, now, after] = [(frame - reach) * nq, frame * nq, (frame + reach) * nq];
  const way = Math.hypot(q[after] - q[before], q[after + 1] - q[before + 1], q[after + 2] - q[before + 2]);
  let off = 0;
  for (let k = 0; k < 3; k++) off += (q[now + k] - (q[before + k] + q[after + k]) / 2) ** 2;
  if (off > STRAIGHT_PLACE ** 2) return false;
  let turn = 0;
  for (let i = 3; i < nq; i += 4) {
    if (halfWay(q, before + i, after + i, now + i) > STRAIGHT_TURN) return false;
    turn = Math.max(turn, turnBetween(q, before + i, after + i));
  }
  return Math.max(way, turn) > MOVES * 2 * reach * frameTime;
}
