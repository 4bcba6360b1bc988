/** Does a body that moves stop dead, as no body can? */
import { coordinateCount, quatIndex } from '../../motion/skeleton.ts';
import type { Finding } from '../finding.ts';
import { type Rule, type RuleInput, runsWhere, whenInWords } from './rule.ts';

const STILL_TURN = 0.01; // [rad/s] of every joint: people who stand still sway more than this
const STILL_SHIFT = 0.002; // [m/s]
const SHORTEST = 0.08; // [s]
const LASTING = 0.25; // [s] that no one takes for a held key
const MOVING = 0.3; // [m/s] of the CoM just before or after: nothing that moves stops from one frame to the next
const BESIDE = 0.12; // [s]

export const frozenRule: Rule = {
  id: 'frozen',
  title: 'Frozen',
  help: 'The body moves, then stands perfectly still from one frame to the next: frames are missing or were repeated. Fill the gap, or cut it out.',
  check: ({ clip, report }: RuleInput): readonly Finding[] => {
    const { frameTime, frameCount: frames } = clip;
    const beside = Math.max(2, Math.round(BESIDE / frameTime));
    const nq = coordinateCount(clip.skeleton);
    const speed = (frame: number): number => {
      const [a, b] = [Math.max(0, frame - 1), Math.min(frames - 1, frame + 1)];
      const move = [0, 1, 2].map((k) => clip.q[b * nq + k] - clip.q[a * nq + k]);
      return b > a ? Math.hypot(...move) / ((b - a) * frameTime) : 0;
    };
    const fastest = (from: number, to: number): number => {
      let most = 0;
      for (let frame = Math.max(0, from); frame <= Math.min(frames - 1, to); frame++)
        most = Math.max(most, speed(frame));
      return most;
    };
    return runsWhere(frames - 1, (frame) => isHeld(clip, frame))
      .map(({ start, end }) => ({ start, end: end + 1 }))
      .filter(({ start, end }) => (end - start) * frameTime >= SHORTEST)
      .flatMap((run): Finding[] => {
        const before = run.start > 0 ? fastest(run.start - beside, run.start - 1) : 0;
        const after = run.end < frames - 1 ? fastest(run.end + 1, run.end + beside) : 0;
        const value = Math.max(before, after);
        if (value < MOVING) return [];
        const seconds = (run.end - run.start) * report.frameTime;
        return [
          {
            rule: 'frozen',
            severity: seconds >= LASTING ? 'error' : 'warning',
            ...run,
            worst: before >= after ? run.start : run.end,
            value,
            limit: MOVING,
            unit: 'm/s',
            message: `The body stands perfectly still for ${seconds.toFixed(2)} s, though it moves at ${value.toFixed(1)} m/s just ${before >= after ? 'before' : 'after'}, ${whenInWords(clip, run)}.`,
          },
        ];
      });
  },
};

/** Is the next frame the same? */
function isHeld({ q, skeleton, frameTime }: RuleInput['clip'], frame: number): boolean {
  const nq = coordinateCount(skeleton);
  const [a, b] = [frame * nq, (frame + 1) * nq];
  for (let k = 0; k < 3; k++) if (Math.abs(q[b + k] - q[a + k]) > STILL_SHIFT * frameTime) return false;
  const most = (STILL_TURN * frameTime) / 2;
  for (let joint = 0; joint < skeleton.names.length; joint++) {
    const i = quatIndex(joint);
    let far = 0;
    let near = 0;
    for (let k = 0; k < 4; k++) {
      far += (q[b + i + k] - q[a + i + k]) ** 2;
      near += (q[b + i + k] + q[a + i + k]) ** 2;
    }
    if (Math.min(far, near) > most * most) return false;
  }
  return true;
}
