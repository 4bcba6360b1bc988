/** Measures one file; the unit of work of `poise measure`. */
import type { Judgement } from '../../balance/judge.ts';
import { type MeasureValues, measureMotion } from '../../measures/published.ts';
import type { Clip } from '../../motion/clip.ts';
import { judgeTakes, type TakeFlags } from '../lint/judge-takes.ts';

/** Poise's own measures, beside those of others. */
export const OWN_MEASURES = [
  { id: 'poise-zmp-outside', title: 'ZMP outside', unit: '' },
  { id: 'poise-skate', title: 'skate in contact', unit: 'm/s' },
  { id: 'poise-float', title: 'floating', unit: 'm' },
  { id: 'poise-penetration', title: 'penetration', unit: 'm' },
  { id: 'poise-flight', title: 'flight', unit: '' },
] as const;

export type MeasureReference = Parameters<typeof measureMotion>[2];

export interface MeasuredTake {
  readonly file: string;
  readonly animation: string;
  readonly values: MeasureValues;
}

/** Calls `done` with every take of a file. Throws where the file cannot be read or a take holds nobody. */
export async function measureFile(
  file: string,
  flags: TakeFlags,
  reference: MeasureReference,
  done: (take: MeasuredTake) => void,
): Promise<void> {
  for await (const { clip, animation, judgement, error } of judgeTakes(file, flags)) {
    if (!judgement) throw error;
    done({ file, animation, values: measureValues(clip, judgement, reference) });
  }
}

/** All measures of a judged clip. */
export function measureValues(clip: Clip, { body, report }: Judgement, reference?: MeasureReference): MeasureValues {
  const { zmpOutsideFraction, skate, float, penetration, flightFraction } = report.summary;
  return {
    ...measureMotion(body, clip, reference),
    'poise-zmp-outside': zmpOutsideFraction,
    'poise-skate': skate,
    'poise-float': float,
    'poise-penetration': penetration,
    'poise-flight': flightFraction,
  };
}
