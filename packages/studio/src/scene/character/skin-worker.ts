/** Makes the mannequin's skin beside the page: it takes about a second. */
import { type Body, meshFor, type SkinnedMesh } from 'poise';

export type SkinAnswer = { readonly id: number; readonly skin: SkinnedMesh | undefined };

self.onmessage = ({ data }: MessageEvent<{ readonly id: number; readonly body: Body }>) => {
  let skin: SkinnedMesh | undefined;
  try {
    skin = meshFor(data.body, data.body.roles, data.body.skeleton);
  } catch {
    // A rig that no skin fits on: the wooden figure stays.
    skin = undefined;
  }
  self.postMessage({ id: data.id, skin } satisfies SkinAnswer);
};
