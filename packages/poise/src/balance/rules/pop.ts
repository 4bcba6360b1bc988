/** Do joints jump from one frame to the next? */
import { relativeQuat } from '../../math/quat.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount, quatIndex } from '../../motion/skeleton.ts';
import type { Finding } from '../finding.ts';
import { type Rule, type RuleInput, runsWhere, whenInWords } from './rule.ts';

const FASTEST = 25; // [rad/s] the quickest human joints (a throwing shoulder excepted)
const JUMP = 0.35; // [rad] within one frame; smaller steps are not seen as a pop
const TOGETHER = 0.15; // [s] jumps this near in time are one event

interface Jump {
  readonly frame: number;
  readonly joint: number;
  readonly angle: number; // [rad]
}

export const popRule: Rule = {
  id: 'pop',
  title: 'Joint jumps',
  help: 'A joint turns in one frame farther than a person can. Usually a lost marker or a flipped key; smooth or re-key that frame.',
  check: ({ body, clip }: RuleInput): readonly Finding[] => {
    const limit = Math.max(JUMP, FASTEST * clip.frameTime);
    const jumps = findJumps(clip, new Set(Object.values(body.roles)), limit);
    const byFrame = new Map(jumps.map((jump) => [jump.frame, jump]));
    const gap = Math.round(TOGETHER / clip.frameTime);
    return runsWhere(clip.frameCount, (frame) => byFrame.has(frame), gap).map((run) => {
      const inside = jumps.filter(({ frame }) => frame >= run.start && frame <= run.end);
      const worst = inside.reduce((a, b) => (b.angle > a.angle ? b : a));
      const degrees = ((worst.angle * 180) / Math.PI).toFixed(0);
      const name = clip.skeleton.names[worst.joint];
      const more = inside.length > 1 ? `; ${inside.length} frames jump like this,` : ',';
      return {
        rule: 'pop',
        severity: 'warning',
        start: Math.max(0, run.start - 1),
        end: run.end,
        worst: worst.frame,
        value: worst.angle,
        limit,
        unit: 'rad',
        message: `"${name}" jumps by ${degrees}° in one frame${more} ${whenInWords(clip, run)}.`,
      };
    });
  },
};

/** The largest turn of a mapped joint from one frame to the next, where it passes the limit. */
function findJumps(clip: Clip, mapped: ReadonlySet<number>, limit: number): readonly Jump[] {
  const nq = coordinateCount(clip.skeleton);
  const turn = new Float64Array(4);
  const jumps: Jump[] = [];
  for (let frame = 1; frame < clip.frameCount; frame++) {
    let angle = 0;
    let worst = -1;
    for (const joint of mapped) {
      const i = quatIndex(joint);
      relativeQuat(turn, 0, clip.q, (frame - 1) * nq + i, clip.q, frame * nq + i);
      const size = 2 * Math.acos(Math.min(1, Math.abs(turn[3])));
      if (size > angle) {
        angle = size;
        worst = joint;
      }
    }
    if (angle > limit) jumps.push({ frame, joint: worst, angle });
  }
  return jumps;
}
