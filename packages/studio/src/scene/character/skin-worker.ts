/** Makes the mannequin's skin beside the page: it takes about a second. */
import type { Body } from 'poise';
import type { SkinnedMesh } from 'poise/io';
import { meshFor } from 'poise/perform';

export interface SkinAnswer {
  readonly skin: SkinnedMesh | undefined; // undefined: no skin fits on this rig
}

export interface SkinWish {
  readonly body: Body;
  readonly reference: Float64Array; // coordinates in which the person stands
}

self.onmessage = ({ data }: MessageEvent<SkinWish>) => {
  let skin: SkinnedMesh | undefined;
  try {
    skin = meshFor(data.body, data.body.roles, data.body.skeleton, data.reference);
  } catch {
    // A rig that no skin fits on: the wooden figure stands in.
    skin = undefined;
  }
  self.postMessage({ skin } satisfies SkinAnswer);
};
