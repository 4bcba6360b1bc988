/**
 * glTF 2.0, binary (.glb) and text (.gltf). One clip per animation; a file without any gives its rest pose. Written back
 * into its own file, a clip changes only the channels that differ; meshes, skins, other animations and extensions stay.
 */
import type { Clip } from '../clip.ts';
import { fromClip } from '../from-clip.ts';
import { toClip } from '../to-clip.ts';
import { checkFinite } from './check-finite.ts';
import type { MotionFormat, ReadOptions, WriteOptions } from './format.ts';
import { type Container, openGltf } from './gltf-container.ts';
import { writeFresh } from './gltf-fresh.ts';
import { patchGltf } from './gltf-patch.ts';
import { gltfDocument, readMotions } from './gltf-read.ts';

async function read(data: Uint8Array, file: string, options: ReadOptions): Promise<readonly Clip[]> {
  const gltf = await openGltf(data, file, options.companion);
  return readMotions(gltf).map((motion) => checkFinite(toClip(motion, options), file));
}

async function write(clip: Clip, options: WriteOptions, container: Container): Promise<Uint8Array> {
  const { mesh, props, metresPerUnit = 1 } = options;
  const document = options.fresh || mesh || props ? undefined : gltfDocument(clip.source?.document);
  if (document) return patchGltf(fromClip(clip), document, container);
  const skinned = mesh && { mesh, skeleton: clip.skeleton, metresPerUnit };
  const beside = props && { props, frameCount: clip.frameCount, metresPerUnit };
  return await writeFresh(fromClip(clip, { fresh: true, metresPerUnit }), container, { skinned, props: beside });
}

export const glb: MotionFormat = {
  id: 'gltf',
  title: 'glTF binary',
  extensions: ['.glb'],
  read,
  write: (clip, options) => write(clip, options, 'glb'),
};

export const gltf: MotionFormat = {
  id: 'gltf-json',
  title: 'glTF text',
  extensions: ['.gltf'],
  read,
  write: (clip, options) => write(clip, options, 'gltf'),
};
