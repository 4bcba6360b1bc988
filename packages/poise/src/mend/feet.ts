/** Feet that stand on the floor and stay there, with legs that reach: plantFeet, wherever the feet are what carries. */
import { runsWhere } from '../balance/rules/rule.ts';
import { plantFeet } from '../methods/plant-feet/index.ts';
import type { PlantReport } from '../methods/plant-feet/options.ts';
import type { Clip } from '../motion/clip.ts';
import { blended, type Frames, shareOf } from '../motion/stretches.ts';
import { meets } from './blame.ts';
import { swingClearance } from './clearance.ts';
import { MEND_PARAMETERS } from './parameters.ts';
import { type StageInput, type StageOutcome, untouched } from './stage.ts';
import { metres, plural } from './words.ts';

const LEAST_FRAMES = 4;
const WORTH = 1e-3; // [m] of a change that is worth a word

/** Plants feet; stretches that are held by something else stay as they are. `needed`: stretches that ask for it; where most feet stand well, they and the stands that
 *  slide are all that is planted. Without it feet are planted everywhere.
 *
 * ```ts
 * const { clip: planted, did } = standFeet({ body, clip, held: [], loop: false });
 * ```
 */
export function standFeet(
  { body, clip, held, loop, analyse, onProgress }: StageInput,
  needed?: readonly Frames[],
): StageOutcome {
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
  const left = [...lying, ...wellStanding(clip, report, needed, fade)];
  const kept = blended(planted, clip, shareOf(clip.frameCount, left, fade));
  if (kept === clip) return untouched(clip);
  const isLeft = ({ start, end }: Frames): boolean => left.some((one) => one.start <= start && end <= one.end);
  const count = report.contacts.filter((contact) => contact.planted && !isLeft(contact)).length;
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

/** Stretches in which feet stand well enough, and nothing asks for more; none where they slide all along. */
function wellStanding(
  { frameCount, frameTime }: Clip,
  { contacts }: PlantReport,
  needed: readonly Frames[] | undefined,
  fade: number,
): readonly Frames[] {
  const { standSlide, standShare, blendTime } = MEND_PARAMETERS;
  const sliding = contacts.filter(({ slide }) => slide > standSlide);
  if (!needed || sliding.length >= standShare * contacts.length) return [];
  const around = Math.round(blendTime / frameTime) + fade;
  const wanted = new Uint8Array(frameCount);
  const want = ({ start, end }: Frames): void => {
    wanted.fill(1, Math.max(0, start - around), Math.min(frameCount, end + around + 1));
  };
  for (const stretch of needed) {
    want(stretch);
    for (const contact of contacts) if (meets(contact, stretch)) want(contact);
  }
  for (const contact of sliding) want(contact);
  return runsWhere(frameCount, (frame) => wanted[frame] === 0);
}

export const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith('.') ? '' : '.'}`;
