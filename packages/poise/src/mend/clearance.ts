/** How high swinging feet pass, so that nobody takes them for feet that stand. */

import type { Body } from '../body/body.ts';
import { percentile } from '../math/order-statistics.ts';
import { trackJoints } from '../measures/joint-tracks.ts';
import { KIMODO_HEIGHT } from '../measures/published.ts';
import type { Clip } from '../motion/clip.ts';
import { MEND_PARAMETERS } from './parameters.ts';

const ON_FLOOR = 0.01; // [m] a sole this low stands
const SPARE = 0.003; // [m] courses of feet are met to about this

/** [m] that soles pass over the floor by: judges of contacts look at soles, measures of skating at the joints of toes. */
export function swingClearance(body: Body, clip: Clip): number {
  const { feet, soles, solePoints, frames } = trackJoints(body, clip);
  const toes: number[] = [];
  for (let frame = 0; frame < frames; frame++) {
    let first = frame * solePoints;
    body.soles.forEach(({ parts }, side) => {
      const low = Math.min(...parts.map((_, i) => soles[3 * (first + i) + 1]));
      first += parts.length;
      if (Math.abs(low) < ON_FLOOR) toes.push(feet[3 * (4 * frame + side) + 1] - low);
    });
  }
  const standing = toes.length > 0 ? percentile(toes, 0.2) : KIMODO_HEIGHT;
  return Math.max(MEND_PARAMETERS.clearance, KIMODO_HEIGHT + SPARE - standing);
}
