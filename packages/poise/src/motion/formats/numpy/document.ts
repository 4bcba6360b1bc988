/** What a clip keeps of its numpy file. */
import type { NumpyArray } from './array.ts';

/** How the arrays of a file hold a motion. */
export type ReadLayout = 'kimodo' | 'smpl' | 'columns' | 'points' | 'features';

export interface NumpyDocument {
  readonly kind: 'numpy';
  readonly layout: ReadLayout;
  readonly arrays: ReadonlyMap<string, NumpyArray>;
}

/** The document of a clip that was read from a numpy file, else undefined. */
export function numpyDocument(document: unknown): NumpyDocument | undefined {
  const isNumpy = typeof document === 'object' && document !== null && 'kind' in document && document.kind === 'numpy';
  return isNumpy ? (document as NumpyDocument) : undefined;
}
