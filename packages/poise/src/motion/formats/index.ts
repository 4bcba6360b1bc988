/**
 * The formats Poise knows. A new one is one file beside this and one line in `formats`; reading, writing, the command
 * line and the studio iterate over the list.
 */
import { FormatError, UsageError } from '../../errors.ts';
import { checkBounds, faultInClip } from '../bounds.ts';
import type { Clip } from '../clip.ts';
import { asfAmc } from './asf-amc.ts';
import { bvh } from './bvh.ts';
import { c3d } from './c3d.ts';
import { fbx } from './fbx.ts';
import type { MotionFormat, NamedFile, ReadOptions, WriteOptions } from './format.ts';
import { glb, gltf } from './gltf.ts';
import { mot } from './mot.ts';
import { npy, numpy } from './numpy/numpy.ts';
import { osim } from './osim.ts';
import { checkReadable } from './read-back.ts';
import { sniffFormat } from './sniff.ts';
import { clipsTogether } from './together.ts';
import { trc } from './trc.ts';
import { vrma } from './vrma.ts';

export const formats: readonly MotionFormat[] = [bvh, glb, gltf, vrma, asfAmc, fbx, trc, mot, c3d, osim, numpy, npy];

/** The last extension of a file name in lower case, with its dot; '' when there is none. */
export function extensionOf(file: string): string {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}

/** All extensions that can be read. */
export const readableExtensions = (): readonly string[] =>
  formats.filter((format) => format.read).flatMap((format) => format.extensions);

/** The format of a file by its extension. Throws UsageError naming those that are wanted. */
export function formatForFile(file: string, wanted: readonly string[] = readableExtensions()): MotionFormat {
  const extension = extensionOf(file);
  const format = formats.find((candidate) => candidate.extensions.includes(extension));
  if (format) return format;
  const found = extension === '' ? 'no extension' : `"${extension}"`;
  throw new UsageError(`${file || '""'}: expected a motion file (${wanted.join(', ')}), found ${found}`);
}

/** The format of a file by its extension or, where that says nothing, by how the content begins. */
export function formatForData(data: Uint8Array, file: string): MotionFormat {
  const extension = extensionOf(file);
  if (formats.some((format) => format.extensions.includes(extension))) return formatForFile(file);
  const id = sniffFormat(data);
  return formats.find((format) => format.id === id) ?? formatForFile(file);
}

/** Reads all takes of a motion file.
 *
 * ```ts
 * const [clip] = await readClips(new Uint8Array(await file.arrayBuffer()), file.name);
 * ```
 */
export async function readClips(data: Uint8Array, file: string, options: ReadOptions = {}): Promise<readonly Clip[]> {
  const format = formatForData(data, file);
  if (!format.read) throw new UsageError(`${file}: ${format.title} can be written, not read`);
  if (data.length === 0) throw new FormatError(file, undefined, 'the file is empty');
  if (data.every((byte) => byte === 0)) throw new FormatError(file, undefined, 'the file holds nothing but zero bytes');
  const clips = await format.read(data, file, options);
  return clips.map((clip) => checkBounds(clip, file));
}

/** The format that a file with this name is written in. Throws UsageError where none can. */
export function writableFormat(file: string): MotionFormat & Required<Pick<MotionFormat, 'write'>> {
  const format = formatForFile(file, writableExtensions());
  const [extension] = format.extensions;
  if (format.write && extensionOf(file) === extension) return { ...format, write: format.write };
  if (format.write) throw new UsageError(`${file}: ${format.title} is written as ${extension}`);
  throw new UsageError(`${file}: ${format.title} can be read, not written; use ${writableExtensions().join(', ')}`);
}

/** All extensions that can be written. */
export const writableExtensions = (): readonly string[] =>
  formats.filter((format) => format.write).flatMap((format) => format.extensions.slice(0, 1));

/** The bytes of a motion file with this name; the format follows from the extension.
 *
 * ```ts
 * const bytes = await writeClip(clip, 'walk.glb');
 * ```
 */
export async function writeClip(clip: Clip, file: string, options: WriteOptions = {}): Promise<Uint8Array> {
  const format = writableFormat(file);
  checkSound(clip, file, options);
  return await written(clip, file, format, options);
}

async function written(
  clip: Clip,
  file: string,
  format: ReturnType<typeof writableFormat>,
  options: WriteOptions,
): Promise<Uint8Array> {
  const data = await format.write(clip, options);
  await checkReadable([clip], file, data, format, options);
  return data;
}

/** The bytes of a file that holds several clips of one skeleton as named animations. Clips without a name get that of their
 *  file. Throws UsageError where the format holds one clip only or the skeletons differ.
 *
 * ```ts
 * const bytes = await writeClips([walk, run], 'person.glb');
 * ```
 */
export async function writeClips(
  clips: readonly Clip[],
  file: string,
  options: WriteOptions = {},
): Promise<Uint8Array> {
  const format = writableFormat(file);
  if (clips.length === 0) throw new UsageError(`${file}: expected at least one clip, found none`);
  for (const clip of clips) checkSound(clip, file, options);
  if (clips.length === 1) return await written(clips[0], file, format, options);
  if (!format.writeAll) {
    const several = formats.flatMap(({ writeAll, extensions }) => (writeAll ? extensions.slice(0, 1) : []));
    throw new UsageError(`${file}: ${format.title} holds one clip; ${several.join(', ')} hold several`);
  }
  const together = clipsTogether(clips, file);
  const data = await format.writeAll(together, options);
  await checkReadable(together, file, data, format, options);
  return data;
}

function checkSound(clip: Clip, file: string, { metresPerUnit }: WriteOptions): void {
  const fault = faultInClip(clip, metresPerUnit);
  if (fault !== undefined) throw new UsageError(`${file}: a file cannot hold this clip: ${fault}`);
}

/** What a file of this name cannot keep of the layout of the clip's own file, in words; mostly nothing. */
export const writeNotes = (clip: Clip, file: string, options: WriteOptions = {}): readonly string[] =>
  formatForFile(file).writeNotes?.(clip, options) ?? [];

/** Files that belong beside a written one, such as the .asf of an .amc; mostly none. */
export async function writeCompanions(
  clip: Clip,
  file: string,
  options: WriteOptions = {},
): Promise<readonly NamedFile[]> {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  return (await formatForFile(file).writeCompanions?.(clip, name, options)) ?? [];
}
