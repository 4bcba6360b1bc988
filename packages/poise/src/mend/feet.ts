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

/** Plants feet; stretches that are held by something else stay as they are. `needed`: stretches that ask for it, which are all that is planted where most stands are not met
 *  by one. Without it feet are planted everywhere, and swings clear the floor.
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
  const plant = (isEverywhere: boolean) =>
    plantFeet(body, clip, {
      loop,
      // What stands well shows where the floor is.
      ground: isEverywhere ? 'fit' : 'keep',
      ...(isEverywhere && { clearance: swingClearance(body, clip) }),
      ...(analyse && { analyse }),
      ...(onProgress && { onProgress }),
    });
  let result = plant(needed === undefined);
  const isEverywhere = !needed || areMost(result.report, needed);
  if (isEverywhere && needed) result = plant(true);
  const { clip: planted, report } = result;
  if (planted === clip) return untouched(clip);
  const fade = Math.max(2, Math.round(MEND_PARAMETERS.blendTime / clip.frameTime));
  const lying = held.filter(({ why }) => why.includes('ground'));
  const left = [...lying, ...(isEverywhere ? [] : wellStanding(clip, report, needed, fade))];
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

/** Do so many stands ask for it that nothing is known of the others either? */
const areMost = ({ contacts }: PlantReport, needed: readonly Frames[]): boolean =>
  contacts.filter((contact) => needed.some((stretch) => meets(contact, stretch))).length >=
  MEND_PARAMETERS.standShare * contacts.length;

/** Stretches in which feet stand well enough, and nothing asks for more. */
function wellStanding(
  { frameCount, frameTime }: Clip,
  { contacts }: PlantReport,
  needed: readonly Frames[],
  fade: number,
): readonly Frames[] {
  const around = Math.round(MEND_PARAMETERS.blendTime / frameTime) + fade;
  const wanted = new Uint8Array(frameCount);
  const want = ({ start, end }: Frames): void => {
    wanted.fill(1, Math.max(0, start - around), Math.min(frameCount, end + around + 1));
  };
  for (const stretch of needed) {
    want(stretch);
    for (const contact of contacts) if (meets(contact, stretch)) want(contact);
  }
  return runsWhere(frameCount, (frame) => wanted[frame] === 0);
}

export const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith('.') ? '' : '.'}`;
