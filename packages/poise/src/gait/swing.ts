/** A foot in the air passes clear of the other leg. Distances are between ankles (or soles), seen from above. */
import { smoothstep } from '../math/ease.ts';

/** How much a foot is beside the other leg, 1 … 0, when it is `ahead` [m] of it or behind: fully up to `near`, no more from `clear` on. */
export const besideShare = (ahead: number, near: number, clear: number): number =>
  1 - smoothstep((Math.abs(ahead) - near) / (clear - near));

/** How far [m] a foot must go to its own side to be `least` from the other one; where the motion's own feet are nearer (`own`), that is
 *  enough. `apart`: how far it is, negative where legs cross. */
export const lackingGap = (least: number, own: number, apart: number): number =>
  Math.max(0, Math.min(least, own) - apart);
