/** Contacts of feet that a model wrote beside its motion: known, and not looked for. */
import type { Clip } from '../../clip.ts';
import { coordinateCount } from '../../skeleton.ts';
import { numpyDocument } from './document.ts';
import { CONTACTS, HUMANML_WIDTH, isDenormalised } from './humanml.ts';
import type { NumberArray } from './numbers.ts';

/** In the order in which files have them: ankle or heel, then toe joint, left before right. Kimodo's six have the tips of the toes as well. */
const COLUMNS: Readonly<Record<number, readonly number[]>> = { 4: [0, 1, 2, 3], 6: [0, 1, 3, 4] };
const SURE = 0.5; // models write numbers near 0 and 1

/** frames × (left ankle, left toe, right ankle, right toe), 1: the file says that it touches. Undefined where the clip's own file says nothing, or has other frames.
 *
 * ```ts
 * const labels = contactLabels(clip);
 * const leftToeStands = labels?.[4 * frame + 1] === 1;
 * ```
 */
export function contactLabels({ source, frameCount, q, skeleton }: Clip): Uint8Array | undefined {
  const document = numpyDocument(source?.document);
  if (!document) return undefined;
  const leading = (source?.referenceFrames.length ?? 0) / coordinateCount(skeleton);
  const frames = q.length / coordinateCount(skeleton) + leading;
  for (const [name, array] of document.arrays) {
    if (array.kind !== 'numbers') continue;
    const found = name === 'foot_contacts' ? columnsOf(array) : featureColumns(array);
    if (!found || array.values.length !== frames * found.width) continue;
    const at = (f: number, k: number): number => array.values[(f + leading) * found.width + found.columns[k]];
    return Uint8Array.from({ length: 4 * frameCount }, (_, i) => (at(i >> 2, i & 3) > SURE ? 1 : 0));
  }
  return undefined;
}

interface Columns {
  readonly width: number;
  readonly columns: readonly number[];
}

function columnsOf({ shape }: NumberArray): Columns | undefined {
  const width = shape.length === 2 ? shape[1] : 0;
  return COLUMNS[width] && { width, columns: COLUMNS[width] };
}

function featureColumns(array: NumberArray): Columns | undefined {
  const { shape } = array;
  if (shape[shape.length - 1] !== HUMANML_WIDTH || shape.length < 2 || !isDenormalised(array)) return undefined;
  return { width: HUMANML_WIDTH, columns: COLUMNS[4].map((k) => CONTACTS + k) };
}
