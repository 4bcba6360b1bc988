/**
 * glTF 2.0, binary (.glb) and text (.gltf). One clip per animation; a file without any gives its rest pose. Written back
 * into its own file, a clip changes only the channels that differ; meshes, skins, other animations and extensions stay.
 */
import type { Clip } from '../clip.ts';
import { fromClip } from '../from-clip.ts';
import { toClip } from '../to-clip.ts';
import type { MotionFormat, ReadOptions, WriteOptions } from './format.ts';
import { type Container, openGltf } from './gltf-container.ts';
import { writeFresh } from './gltf-fresh.ts';
import { patchGltf } from './gltf-patch.ts';
import { gltfDocument, readMotions } from './gltf-read.ts';

export async function readGltf(data: Uint8Array, file: string, options: ReadOptions): Promise<readonly Clip[]> {
  const gltf = await openGltf(data, file, options.companion);
  return readMotions(gltf).map((motion) => toClip(motion, options));
}

/** The glTF file that the clip is written into; undefined where a new one is made. */
const ownFile = (clip: Clip, { fresh, mesh, props }: WriteOptions) =>
  fresh || mesh || props ? undefined : gltfDocument(clip.source?.document);

async function write(clip: Clip, options: WriteOptions, container: Container): Promise<Uint8Array> {
  const document = ownFile(clip, options);
  if (document) return patchGltf(fromClip(clip), document, container);
  return await writeAll([clip], options, container);
}

async function writeAll(clips: readonly Clip[], options: WriteOptions, container: Container): Promise<Uint8Array> {
  const { mesh, props, metresPerUnit = 1 } = options;
  const [{ skeleton, frameCount }] = clips;
  const skinned = mesh && { mesh, skeleton, metresPerUnit };
  const beside = props && { props, frameCount, metresPerUnit };
  const motions = clips.map((clip) => fromClip(clip, { fresh: true, metresPerUnit }));
  return await writeFresh(motions, container, { skinned, props: beside });
}

const formatOf = (container: Container): Pick<MotionFormat, 'read' | 'write' | 'writeAll' | 'keepsFile'> => ({
  read: readGltf,
  write: (clip, options) => write(clip, options, container),
  writeAll: (clips, options) => writeAll(clips, options, container),
  keepsFile: (clip, options) => ownFile(clip, options) !== undefined,
});

export const glb: MotionFormat = { id: 'gltf', title: 'glTF binary', extensions: ['.glb'], ...formatOf('glb') };
export const gltf: MotionFormat = { id: 'gltf-json', title: 'glTF text', extensions: ['.gltf'], ...formatOf('gltf') };
