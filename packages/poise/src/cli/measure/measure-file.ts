/** Measures one file; the unit of work of `poise measure`. */
import type { Judgement } from '../../balance/judge.ts';
import { levelGround } from '../../control/ground.ts';
import { measureEffort } from '../../control/rise/effort.ts';
import { percentile } from '../../math/order-statistics.ts';
import { type MeasureValues, measureMotion } from '../../measures/published.ts';
import { type Clip, frameAt } from '../../motion/clip.ts';
import { judgeTakes, type TakeFlags } from '../lint/judge-takes.ts';

/** Poise's own measures, beside those of others. */
export const OWN_MEASURES = [
  { id: 'poise-zmp-outside', title: 'ZMP outside', unit: '' },
  { id: 'poise-skate', title: 'skate in contact', unit: 'm/s' },
  { id: 'poise-float', title: 'floating', unit: 'm' },
  { id: 'poise-penetration', title: 'penetration', unit: 'm' },
  { id: 'poise-flight', title: 'flight', unit: '' },
  { id: 'poise-momentum', title: 'angular momentum about the centre of mass over mass, mean', unit: 'm²/s' },
  { id: 'poise-torque', title: 'largest joint torque over that of strong adults, 95th percentile', unit: '' },
] as const;

const LEAST_FRAMES = 8;
const TORQUE_EVERY = 0.1; // [s] a frame that torques are looked at

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
    'poise-momentum': spinOf(report),
    'poise-torque': torqueOf(clip, body, report),
  };
}

/** Mean size of the angular momentum over mass [m²/s]. */
function spinOf({ angularMomentum: h, frameCount, mass }: Judgement['report']): number | undefined {
  if (frameCount === 0) return undefined;
  let sum = 0;
  for (let i = 0; i < 3 * frameCount; i += 3) sum += Math.hypot(h[i], h[i + 1], h[i + 2]);
  return sum / (mass * frameCount);
}

/** What the ground gives is shared so that torques are least; so no frame asks for more than this. */
function torqueOf(clip: Clip, body: Judgement['body'], { ground }: Judgement['report']): number | undefined {
  if (clip.frameCount < LEAST_FRAMES) return undefined;
  const poses = Array.from({ length: clip.frameCount }, (_, frame) => frameAt(clip, frame) as Float64Array);
  const stride = Math.max(1, Math.round(TORQUE_EVERY / clip.frameTime));
  const { torque } = measureEffort(body, poses, clip.frameTime, levelGround(ground.height), stride);
  return percentile(Array.from(torque), 0.95);
}
