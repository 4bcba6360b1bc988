/** How far the hips must come down so that both legs reach their feet: smoothly, and never more than that. */
import { envelope } from '../../math/envelope.ts';
import type { FootTrace } from './trace-feet.ts';

const STRAIGHT = 0.9999; // of the leg's length that is used at most …
const BENT = 0.996; // … and beyond this no more than in the clip: a knee near its end snaps straight within millimetres
const AROUND = 0.06; // [s] half-width of the means that smooth the drop

/** Drop [m] per frame. `ankles`: frames × 3 per foot, where they shall be; `rise`: what the hips are raised by already. */
export function neededDrop(
  feet: readonly FootTrace[],
  ankles: readonly Float64Array[],
  rise: Float64Array,
  frameTime: number,
): Float64Array {
  const drop = new Float64Array(rise.length);
  feet.forEach(({ hip, ankle, leg }, side) => {
    const target = ankles[side];
    for (let frame = 0; frame < rise.length; frame++) {
      const i = 3 * frame;
      const was = Math.hypot(ankle[i] - hip[i], ankle[i + 1] - hip[i + 1], ankle[i + 2] - hip[i + 2]);
      const reach = Math.min(STRAIGHT * leg, Math.max(BENT * leg, was));
      const aside = Math.hypot(hip[i] - target[i], hip[i + 2] - target[i + 2]);
      const above = hip[i + 1] + rise[frame] - target[i + 1];
      if (aside < reach) drop[frame] = Math.max(drop[frame], above - Math.sqrt(reach * reach - aside * aside));
    }
  });
  return envelope(drop, Math.max(1, Math.round(AROUND / frameTime)));
}
