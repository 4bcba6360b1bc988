/** Planting feet as one of the methods. It answers no pushes: it mends the clip itself. */
import { SLIDE_ERROR } from '../../balance/rules/skate.ts';
import { checkInput } from '../check-input.ts';
import { describeEvent } from '../describe-event.ts';
import type { Method, MethodInput, MethodOutcome, MethodResult } from '../method.ts';
import { plantFeet } from './index.ts';
import { PLANT_DEFAULTS, type PlantOptions, type PlantReport } from './options.ts';

const STILL = 0.01; // [m] a foot that slides less stands still

/** How it went. A fall or a slip is seen as contact by lint and not by the planter: what lint would call an error is not planted. */
export function plantOutcome({ contacts, slide }: PlantReport): MethodOutcome {
  const slides = contacts.some(({ planted }) => !planted) || slide.after > SLIDE_ERROR;
  const status = contacts.length === 0 ? 'no-contact' : slides ? 'left-sliding' : 'planted';
  return { status, achieved: status === 'planted', reason: reasonOf(contacts.length, slide) };
}

function reasonOf(contacts: number, { before, after }: PlantReport['slide']): string {
  const far = (metres: number): string =>
    metres >= 0.01 || metres === 0 ? `${(100 * metres).toFixed(1)} cm` : `${(1000 * metres).toFixed(1)} mm`;
  if (contacts === 0) return 'No foot ever stands.';
  if (before < STILL) return `Feet stood already: they slid ${far(before)} at most.`;
  return `Feet that stand slide ${far(after)} at most, ${far(before)} before.`;
}

export const plantFeetMethod: Method<PlantOptions> = {
  id: 'plant-feet',
  title: 'Planted feet',
  summary: 'Returns the clip with standing feet that stand still and on the floor.',
  defaults: PLANT_DEFAULTS,
  tolerance: 0.06, // on a known floor: toes that a performed walk has 2 mm in it are lifted, and nearly straight knees bend
  fits: ({ kind, pushes }) => {
    if (pushes > 0) return { fit: 0, reason: 'It mends the clip itself and answers no pushes.' };
    if (kind === 'other') return { fit: 0.3, reason: 'The character is not on its feet for most of the time.' };
    return { fit: 1, reason: `The character ${kind} on its feet.` };
  },
  run: (input: MethodInput, options: Partial<PlantOptions> = {}): MethodResult => {
    checkInput(input);
    const { clip, report } = plantFeet(input.body, input.clip, {
      ...options,
      onProgress: (done) => {
        options.onProgress?.(done);
        input.onProgress?.(done);
      },
    });
    return { clip, outcome: plantOutcome(report), events: [], notes: report.notes };
  },
  describe: describeEvent,
};
