/** Standing characters answer from a library of push responses. */
import { answerPushes } from '../../methods/push-response/as-method.ts';
import type { Answer } from '../../methods/push-response/responder.ts';
import { builtInLibrary } from '../library/built-in.ts';
import { loadLibrary } from '../library/load-library.ts';
import { fixed } from '../text.ts';
import type { Reactor } from './reactors.ts';

const DEGREE = Math.PI / 180;

export const pushResponseReactor: Reactor = {
  id: 'push-response',
  situation: 'standing',
  react: async (input, flags) => {
    const library = flags.library === undefined ? await builtInLibrary() : await loadLibrary(flags.library);
    const result = answerPushes(input, {
      library,
      ...(flags.allow && { allowed: flags.allow }),
      ...(flags.walkable && { walkable: flags.walkable }),
    });
    return { ...result, answers: result.answers.map(describe) };
  },
};

function describe({ time, impact, selection }: Answer) {
  const { target, chosen, status, reason } = selection;
  const asked = `${fixed(target.radius, 1)} N·s at ${fixed(target.angle / DEGREE, 0)}°`;
  const how = chosen
    ? `${chosen.name}${chosen.mirrored ? ' (mirrored)' : ''}: ${chosen.strategy}, ${fixed(100 * chosen.alpha, 0)} % of it${turnOf(chosen.psi)}`
    : reason;
  const text = `${fixed(time, 2)} s: ${asked}, ${status === 'found' ? '' : `${status}, `}${how}`;
  return { text, time, impulse: impact.real, ...selection };
}

const turnOf = (psi: number): string => (Math.abs(psi) < DEGREE / 2 ? '' : `, turned by ${fixed(psi / DEGREE, 0)}°`);
