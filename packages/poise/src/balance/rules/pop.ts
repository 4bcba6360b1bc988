/** Does the body, or a limb, jump for a frame? */
import type { Finding } from '../finding.ts';
import { centimetres, type Rule, type RuleInput, runsWhere, whenInWords, worstIn } from './rule.ts';
import { measureSpikes } from './spikes.ts';

/** Distance [m] of a joint from the middle of its neighbours in time: what is seen, and what nobody does; the hips move less. The accelerations [m/s²] are what
 *  people reach over a frame: at 30 frames a second a quick hand is as far off the middle as a pop is at 120. */
export const LIMB = { warning: 0.025, error: 0.06, acceleration: 120 };
export const HIPS = { warning: 0.012, error: 0.04, acceleration: 45 };
const ABOVE = 5; // times the mean of the frames around, so that a quick motion is no pop
const NEAR = 2; // frames on each side that the pop itself reaches …
const AROUND = 9; // … and that it is compared with
const TOGETHER = 0.15; // [s] jumps this near in time are one event

export const popRule: Rule = {
  id: 'pop',
  title: 'Pop',
  help: 'For a frame the body or a limb is elsewhere, farther off than a person can move. Usually a lost marker or a flipped key; smooth or re-key that frame.',
  check: ({ body, clip }: RuleInput): readonly Finding[] => {
    const frames = clip.frameCount;
    const { joints, size } = measureSpikes(body, clip);
    const ratio = new Float64Array(frames); // of the error limit
    const which = new Int32Array(frames);
    const half = clip.frameTime ** 2 / 2;
    for (let k = 0; k < joints.length; k++) {
      const limits = joints[k] === body.roles.hips ? HIPS : LIMB;
      const error = Math.max(limits.error, 2 * limits.acceleration * half);
      const warning = Math.max(limits.warning, limits.acceleration * half);
      for (let frame = 1; frame < frames - 1; frame++) {
        const value = size[frame * joints.length + k];
        if (value <= warning || value <= ratio[frame] * error || !standsOut(size, joints.length, k, frame)) continue;
        ratio[frame] = value / error;
        which[frame] = k;
      }
    }
    const gap = Math.round(TOGETHER / clip.frameTime);
    return runsWhere(frames, (frame) => ratio[frame] > 0, gap).map((run) => {
      const worst = worstIn(run, (frame) => ratio[frame]);
      const value = size[worst * joints.length + which[worst]];
      const isHips = joints[which[worst]] === body.roles.hips;
      const what = isHips ? 'The whole body' : `"${clip.skeleton.names[joints[which[worst]]]}"`;
      return {
        rule: 'pop',
        severity: ratio[worst] > 1 ? 'error' : 'warning',
        start: Math.max(0, run.start - 1),
        end: Math.min(frames - 1, run.end + 1),
        worst,
        value,
        limit: value / ratio[worst],
        unit: 'm',
        message: `${what} jumps by ${centimetres(value)} for a frame, ${whenInWords(clip, run)}.`,
      };
    });
  },
};

/** Is the value of this frame far above those around it? */
function standsOut(values: Float64Array, width: number, k: number, frame: number): boolean {
  const frames = values.length / width;
  let sum = 0;
  let count = 0;
  for (let d = NEAR + 1; d <= AROUND; d++) {
    if (frame - d > 0) sum += values[(frame - d) * width + k];
    if (frame + d < frames - 1) sum += values[(frame + d) * width + k];
    count += (frame - d > 0 ? 1 : 0) + (frame + d < frames - 1 ? 1 : 0);
  }
  return count > 0 && values[frame * width + k] * count > ABOVE * sum;
}
