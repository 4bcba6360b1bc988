/** Do joints jump from one frame to the next? */
import { relativeQuat } from '../../math/quat.ts';
import { coordinateCount, jointCount, quatIndex } from '../../motion/skeleton.ts';
import type { Finding } from '../finding.ts';
import { type Rule, type RuleInput, whenInWords } from './rule.ts';

const FASTEST = 25; // [rad/s] the quickest human joints (a throwing shoulder excepted)
const JUMP = 0.35; // [rad] within one frame; smaller steps are not seen as a pop
const MOST = 20; // findings; more say no more

export const popRule: Rule = {
  id: 'pop',
  title: 'Joint jumps',
  help: 'A joint turns in one frame farther than a person can. Usually a lost marker or a flipped key; smooth or re-key that frame.',
  check: ({ body, clip }: RuleInput): readonly Finding[] => {
    const { skeleton } = clip;
    const nq = coordinateCount(skeleton);
    const limit = Math.max(JUMP, FASTEST * clip.frameTime);
    const turn = new Float64Array(4);
    const mapped = new Set(Object.values(body.roles));
    const findings: Finding[] = [];
    for (let frame = 1; frame < clip.frameCount && findings.length < MOST; frame++) {
      let worstAngle = 0;
      let worstJoint = -1;
      for (let joint = 0; joint < jointCount(skeleton); joint++) {
        if (!mapped.has(joint)) continue;
        const i = quatIndex(joint);
        relativeQuat(turn, 0, clip.q, (frame - 1) * nq + i, clip.q, frame * nq + i);
        const angle = 2 * Math.acos(Math.min(1, Math.abs(turn[3])));
        if (angle > worstAngle) {
          worstAngle = angle;
          worstJoint = joint;
        }
      }
      if (worstAngle <= limit) continue;
      const degrees = (worstAngle * 180) / Math.PI;
      findings.push({
        rule: 'pop',
        severity: 'warning',
        start: frame - 1,
        end: frame,
        worst: frame,
        value: worstAngle,
        limit,
        unit: 'rad',
        message: `"${skeleton.names[worstJoint]}" jumps by ${degrees.toFixed(0)}° in one frame, ${whenInWords(clip, { start: frame, end: frame })}.`,
      });
    }
    return findings;
  },
};
