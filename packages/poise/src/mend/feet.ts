/** Feet that stand on the floor and stay there, with legs that reach: plantFeet, wherever the feet are what carries. */
import { plantFeet } from '../methods/plant-feet/index.ts';
import { blended, shareOf } from '../motion/stretches.ts';
import { swingClearance } from './clearance.ts';
import { MEND_PARAMETERS } from './parameters.ts';
import { type StageInput, type StageOutcome, untouched } from './stage.ts';
import { metres, plural } from './words.ts';

const LEAST_FRAMES = 4;
const WORTH = 1e-3; // [m] of a change that is worth a word

/** Plants feet; stretches that are held by something else stay as they are.
 *
 * ```ts
 * const { clip: planted, did } = standFeet({ body, clip, held: [], loop: false });
 * ```
 */
export function standFeet({ body, clip, held, loop, analyse, onProgress }: StageInput): StageOutcome {
  if (clip.frameCount < LEAST_FRAMES) return untouched(clip);
  const { clip: planted, report } = plantFeet(body, clip, {
    loop,
    clearance: swingClearance(body, clip),
    ...(analyse && { analyse }),
    ...(onProgress && { onProgress }),
  });
  if (planted === clip) return untouched(clip);
  const fade = Math.max(2, Math.round(MEND_PARAMETERS.blendTime / clip.frameTime));
  const lying = held.filter(({ why }) => why.includes('ground'));
  const kept = blended(planted, clip, shareOf(clip.frameCount, lying, fade));
  const count = report.contacts.filter((contact) => contact.planted).length;
  const did = [
    `${plural(count, 'contact')} of the feet were planted: they slid up to ${metres(report.slide.before)}, now ${metres(report.slide.after)}.`,
    ...(report.penetration.before > report.penetration.after + WORTH
      ? [`Soles were ${metres(report.penetration.before)} deep in the floor, now ${metres(report.penetration.after)}.`]
      : []),
    ...(Math.abs(report.height) > WORTH
      ? [`The clip was ${report.height > 0 ? 'raised' : 'lowered'} by ${metres(Math.abs(report.height))}.`]
      : []),
    ...(report.lowered > WORTH ? [`The hips came down by up to ${metres(report.lowered)} so that legs reach.`] : []),
  ];
  return { clip: kept, did, left: report.notes.map(sentence) };
}

export const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith('.') ? '' : '.'}`;
