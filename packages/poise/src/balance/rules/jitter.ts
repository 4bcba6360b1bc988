/** Do the joints tremble from frame to frame? */
import type { Finding } from '../finding.ts';
import { centimetres, type Rule, type RuleInput, runsWhere, whenInWords, worstIn } from './rule.ts';
import { measureSpikes } from './spikes.ts';

const WINDOW = 0.5; // [s]
/** RMS distance [m] of the joints from the middle of their neighbours in time, at most this far each. The accelerations [m/s²] are what people
 *  reach over a frame at low rates. */
const TREMBLE_WARNING = { distance: 0.004, acceleration: 24 };
const TREMBLE_ERROR = { distance: 0.012, acceleration: 72 };
const MOST = 0.1;
/** Neighbouring frames are off in opposite directions: −0.67 for noise, above 0 for motion. */
const OPPOSED = -0.4;

export const jitterRule: Rule = {
  id: 'jitter',
  title: 'Jitter',
  help: 'The joints tremble from frame to frame: noise of a capture or of a model. Smooth the clip.',
  check: ({ body, clip }: RuleInput): readonly Finding[] => {
    const frames = clip.frameCount;
    const { joints, size, offset } = measureSpikes(body, clip);
    if (joints.length === 0 || frames < 8) return [];
    const squares = new Float64Array(frames + 1);
    const products = new Float64Array(frames + 1);
    for (let frame = 0; frame < frames; frame++) {
      let square = 0;
      let product = 0;
      for (let k = 0; k < joints.length; k++) {
        const i = frame * joints.length + k;
        square += Math.min(size[i], MOST) ** 2;
        if (frame + 1 >= frames) continue;
        const j = 3 * (i + joints.length);
        for (let c = 0; c < 3; c++) product += offset[3 * i + c] * offset[j + c];
      }
      squares[frame + 1] = squares[frame] + square / joints.length;
      products[frame + 1] = products[frame] + product / joints.length;
    }
    const half = Math.max(3, Math.round(WINDOW / 2 / clip.frameTime));
    const tremble = new Float64Array(frames);
    for (let frame = 0; frame < frames; frame++) {
      const [a, b] = [Math.max(0, frame - half), Math.min(frames, frame + half + 1)];
      const square = squares[b] - squares[a];
      if (products[b] - products[a] < OPPOSED * square) tremble[frame] = Math.sqrt(square / (b - a));
    }
    const limitOf = ({ distance, acceleration }: typeof TREMBLE_ERROR): number =>
      Math.max(distance, (acceleration * clip.frameTime ** 2) / 2);
    const [warning, error] = [limitOf(TREMBLE_WARNING), limitOf(TREMBLE_ERROR)];
    const gap = Math.round(0.3 / clip.frameTime);
    return runsWhere(frames, (frame) => tremble[frame] > warning, gap).map((run) => {
      const worst = worstIn(run, (frame) => tremble[frame]);
      return {
        rule: 'jitter',
        severity: tremble[worst] > error ? 'error' : 'warning',
        ...run,
        worst,
        value: tremble[worst],
        limit: error,
        unit: 'm',
        message: `The joints tremble by ${centimetres(tremble[worst])} from frame to frame, ${whenInWords(clip, run)}.`,
      };
    });
  },
};
