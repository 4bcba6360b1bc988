/** How high a foot is and on what it stands, frame by frame. Heights in the level frame: the floor is y = 0. */
import { ease } from '../../math/ease.ts';
import type { FootTrace } from './trace-feet.ts';

const PITCHED = 0.05; // [m] the heel above the ball by this: the foot rolls over its toes
const SOFT = 0.006; // [m] points within about this of the lowest carry with it

export interface SoleHeights {
  readonly low: Float64Array; // frames [m] lowest point that carries
  readonly flat: Float64Array; // frames, 1 the sole lies flat … 0 it rolls
  readonly shares: Float64Array; // frames × m: how much each point carries, sum 1
}

/** Toes that hang down from a flat foot do not carry: they will be bent up. Those of a foot that rolls over them do. */
export function soleHeights({ sole, points }: FootTrace): SoleHeights {
  const m = sole.parts.length;
  const frames = points.length / (3 * m);
  const low = new Float64Array(frames);
  const flat = new Float64Array(frames);
  const shares = new Float64Array(frames * m);
  const bends = (i: number): boolean => sole.toes !== sole.foot && sole.segments[i] === sole.toes;
  const lowest = (frame: number, which: (i: number) => boolean): number => {
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < m; i++) if (which(i)) least = Math.min(least, points[3 * (frame * m + i) + 1]);
    return least;
  };
  for (let frame = 0; frame < frames; frame++) {
    const heel = lowest(frame, (i) => sole.parts[i] === 'heel');
    const ball = lowest(frame, (i) => sole.parts[i] === 'ball');
    const stiff = lowest(frame, (i) => !bends(i));
    const toe = lowest(frame, bends);
    const pitched = ease((heel - ball) / PITCHED);
    const raise = (1 - pitched) * Math.max(0, stiff - toe);
    low[frame] = Math.min(stiff, toe + raise);
    flat[frame] = 1 - ease(Math.abs(heel - ball) / PITCHED);
    let sum = 0;
    for (let i = 0; i < m; i++) {
      const height = points[3 * (frame * m + i) + 1] + (bends(i) ? raise : 0);
      shares[frame * m + i] = Math.exp((low[frame] - Math.max(low[frame], height)) / SOFT);
      sum += shares[frame * m + i];
    }
    for (let i = 0; i < m; i++) shares[frame * m + i] /= sum;
  }
  return { low, flat, shares };
}
