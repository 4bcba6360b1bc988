/** What a clip remembers of the FBX that it came from, so that it can be written into it. */
import type { FrameGrid } from './key-times.ts';

export interface FbxDocument {
  readonly kind: 'fbx';
  readonly bytes: Uint8Array; // of a binary file
  readonly stack: string | undefined; // id of the take; undefined: the file has none
  readonly grid: FrameGrid; // the frames of the clip in the take's own time
}

/** The document of a clip that was read from a binary FBX, else undefined. */
export function fbxDocument(document: unknown): FbxDocument | undefined {
  const isFbx = typeof document === 'object' && document !== null && 'kind' in document && document.kind === 'fbx';
  return isFbx ? (document as FbxDocument) : undefined;
}
