/** The library of push responses that comes with the package: in a page, `fetch` its address instead. */
import { readFile } from 'node:fs/promises';

export const libraryText = (): Promise<string> =>
  readFile(new URL(import.meta.resolve('poise/push-library.json')), 'utf8');
