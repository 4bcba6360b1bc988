/** How finely somebody's reactions are computed: by their distance to the camera. */
import type { Detail } from 'poise/react';

const FAR = [11, 19] as const; // [m] beyond which it gets coarser
const SLACK = 1.1; // coarser only when clearly beyond, so that nobody flips at the border

/** @param coarsest that still answers well: steps of a gait are too quick for twenty a second */
export function detailAt(distance: number, before: Detail, coarsest: Detail): Detail {
  const wanted = Math.min(coarsest, distance > FAR[1] ? 2 : distance > FAR[0] ? 1 : 0) as Detail;
  if (wanted <= before) return wanted;
  return distance > SLACK * FAR[wanted - 1]! ? wanted : before;
}
