/** A library from a file of either form. */
import { parseLibrary } from '../../methods/push-response/read-library.ts';
import type { ResponseLibrary } from '../../methods/push-response/response.ts';
import { unpackLibrary } from '../../performer/responses/compact.ts';
import { readText } from '../files.ts';

export async function loadLibrary(file: string): Promise<ResponseLibrary> {
  const text = await readText(file);
  return /^\s*\{\s*"format"\s*:\s*"poise-performed"/.test(text.slice(0, 200))
    ? unpackLibrary(text, file)
    : parseLibrary(text, file);
}
