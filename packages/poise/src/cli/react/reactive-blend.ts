/** Any character answers by momentum, steps and the postures of a library: asked for by name. */
import { reactToPushes } from '../../methods/reactive-blend/as-method.ts';
import { builtInLibrary } from '../library/built-in.ts';
import { loadLibrary } from '../library/load-library.ts';
import { fixed } from '../text.ts';
import type { Reactor } from './reactors.ts';

export const reactiveBlendReactor: Reactor = {
  id: 'reactive-blend',
  situation: 'moving',
  react: async (input, flags) => {
    const library = flags.library === undefined ? await builtInLibrary() : await loadLibrary(flags.library);
    const result = reactToPushes(input, { library });
    const answers = result.events.map((event) => {
      const { kind, time } = event;
      const more =
        kind === 'strategy'
          ? `${event.name}: ${event.reason}`
          : kind === 'step'
            ? `${event.foot} foot at ${event.position.map((value) => fixed(value, 2)).join(', ')} m`
            : kind === 'fall'
              ? event.reason
              : '';
      return { ...event, text: `${fixed(time, 2)} s: ${kind}${more === '' ? '' : `, ${more}`}` };
    });
    return { ...result, answers };
  },
};
