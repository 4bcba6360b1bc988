/** The Khronos validator on glTF files that tests write: one door for all of them. */
import { validateBytes } from 'gltf-validator';
import { expect } from 'vitest';
import type { Clip } from '../../src/motion/clip.ts';
import type { WriteOptions } from '../../src/motion/formats/format.ts';
import { writeClip } from '../../src/motion/formats/index.ts';

/** What the validator has to say against a file, one line per error. */
export async function gltfErrors(bytes: Uint8Array): Promise<readonly string[]> {
  const { issues } = await validateBytes(bytes.slice(), { maxIssues: 0, writeTimestamp: false });
  return issues.messages
    .filter(({ severity }) => severity === 0)
    .map(({ code, message, pointer }) => `${code} ${pointer ?? ''}: ${message}`);
}

/** The bytes, once the validator has found no error in them. */
export async function validGltf(bytes: Uint8Array): Promise<Uint8Array> {
  expect(await gltfErrors(bytes)).toEqual([]);
  return bytes;
}

/** The bytes, once the validator has found no error in them that the file did not have before. */
export async function noLessValid(bytes: Uint8Array, before: Uint8Array): Promise<Uint8Array> {
  const known = new Set(await gltfErrors(before));
  expect((await gltfErrors(bytes)).filter((error) => !known.has(error))).toEqual([]);
  return bytes;
}

/** As `writeClip`, for .glb, .gltf and .vrma: what is written is valid. */
export const writeValid = async (clip: Clip, file: string, options: WriteOptions = {}): Promise<Uint8Array> =>
  await validGltf(await writeClip(clip, file, options));
