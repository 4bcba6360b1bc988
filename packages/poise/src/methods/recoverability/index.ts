/** Recoverability: how hard a character can be pushed, by direction, moment and height. */

import type { Body } from '../../body/body.ts';
import { measureSituation } from '../../gait/situation.ts';
import { filledWith } from '../../math/options.ts';
import { type Clip, durationOf } from '../../motion/clip.ts';
import { type CellQuestion, searchFor } from './map-cell.ts';
import type { MapCell, MapHeight, RecoverabilityMap } from './types.ts';

export { type CellQuestion, mapCell } from './map-cell.ts';
export {
  canTake,
  checkMap,
  MAP_HEIGHTS,
  type MapCell,
  type MapHeight,
  mapRoses,
  type PushFate,
  type PushQuestion,
  type PushRose,
  type RecoverabilityMap,
} from './types.ts';

export interface MapOptions {
  readonly directions: number;
  readonly moments: number; // of a clip that does not stand; one is enough for one that does
  readonly heights: readonly MapHeight[];
}

export const MAP_DEFAULTS: MapOptions = { directions: 8, moments: 4, heights: ['chest'] };

const MARGIN = 0.5; // [s] at both ends of a clip in which nobody is pushed: speeds are not known there

/** The cells that a map has to fill. */
export function mapQuestions(body: Body, clip: Clip, options: Partial<MapOptions> = {}): readonly CellQuestion[] {
  const { directions, moments, heights } = filledWith(MAP_DEFAULTS, options);
  const count = measureSituation(body, clip).kind === 'stands' ? 1 : moments;
  const [from, to] = [
    Math.min(MARGIN, durationOf(clip) / 2),
    Math.max(durationOf(clip) - MARGIN, durationOf(clip) / 2),
  ];
  const times = Array.from({ length: count }, (_, i) => (count === 1 ? from : from + ((to - from) * i) / (count - 1)));
  return times.flatMap((time) =>
    heights.flatMap((height) =>
      Array.from({ length: directions }, (_, i) => ({ time, height, direction: (2 * Math.PI * i) / directions })),
    ),
  );
}

/** The map of a clip from its cells. */
export const createMap = (body: Body, clip: Clip, cells: readonly MapCell[]): RecoverabilityMap => ({
  poiseMap: 1,
  mass: body.totalMass,
  stature: body.height,
  situation: measureSituation(body, clip).kind,
  most: searchFor(body).most,
  cells,
});
