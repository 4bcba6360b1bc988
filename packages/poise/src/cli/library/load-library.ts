/** A library from a file of either form. */
import { parseLibrary } from '../../methods/push-response/library-file.ts';
import type { ResponseLibrary } from '../../methods/push-response/response.ts';
import { unpackLibrary } from '../../performer/responses/compact.ts';
import { readText } from '../files.ts';

export async function loadLibrary(file: string): Promise<ResponseLibrary> {
  const text = await readText(file);
  return text.startsWith('{"format":"poise-performed"') ? unpackLibrary(text, file) : parseLibrary(text, file);
}
