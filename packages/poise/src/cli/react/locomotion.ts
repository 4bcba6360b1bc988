/** Walking and running characters answer with body and footfalls. */
import { answerHits, type LocomotionResult, startLocomotion } from '../../methods/reactive-locomotion/as-method.ts';
import { fixed } from '../text.ts';
import type { Reactor } from './reactors.ts';

export const locomotionReactor: Reactor = {
  id: 'reactive-locomotion',
  situation: 'moving',
  // Without a gait it would stop and sway, whatever pace it had.
  unfit: (input) => startLocomotion(input).noGait,
  react: async (input, flags) => {
    const result = answerHits(input, {
      ...(flags.beta !== undefined && { beta: flags.beta }),
      ...(flags.recovery !== undefined && { recovery: flags.recovery }),
      ...(flags.seconds !== undefined && { seconds: flags.seconds }),
    });
    return { ...result, answers: result.steps.map((step, k) => describe(step, result.footprints[k])) };
  },
};

type Step = LocomotionResult['steps'][number];

function describe(step: Step, footprint: LocomotionResult['footprints'][number] | undefined) {
  const { side, foot, nominalFoot, support, after, saturated, early, crossed, time } = step;
  const cm = (k: 0 | 1): string => {
    const by = 100 * (foot[k] - nominalFoot[k]);
    const words = k === 0 ? ['longer', 'shorter'] : ['to the left', 'to the right'];
    return `${fixed(Math.abs(by), 0)} cm ${words[by >= 0 ? 0 : 1]}`;
  };
  const marks = [saturated && 'at its limits', early && 'early', crossed && 'across'].filter(Boolean);
  const times = `${fixed(support, 2)} + ${fixed(after, 2)} s`;
  const text = `${fixed(time, 2)} s: ${side} foot, ${cm(0)}, ${cm(1)}, ${times}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
  return { text, ...step, ...(footprint && { place: footprint.place, original: footprint.original }) };
}
