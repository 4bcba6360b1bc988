/**
 * The built-in library as the command line gets it. For the default body it comes with the build. For other bodies, and where
 * there is no build, it is performed once and kept in the user's cache folder, under a name that holds the body and a hash of
 * the code that performs: changed code performs again.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FormatError } from '../../errors.ts';
import type { ResponseLibrary } from '../../methods/push-response/response.ts';
import type { MannequinOptions } from '../../performer/mannequin/skeleton.ts';
import { unpackLibrary } from '../../performer/responses/compact.ts';
import { resolveBody } from '../../performer/responses/library.ts';
import { releaseSignals } from '../writing/unfinished.ts';
import { writeWhole } from '../writing/write-files.ts';
import { performLibrary } from './perform-library.ts';

/** Written by scripts/build-library.js. */
export const BUILT = new URL('../../push-library.json', import.meta.url);
/** Folders whose code decides what is performed. */
const SOURCES = [
  '.',
  '../../math',
  '../../motion',
  '../../performer',
  '../../methods/push-response',
  '../../dynamics',
  '../../body',
  '../../balance',
];

/** The library for a body; the mannequin's default when absent.
 *
 * ```ts
 * const library = await builtInLibrary({ height: 1.68, mass: 61 });
 * ```
 */
export async function builtInLibrary(asked: Partial<MannequinOptions> = {}): Promise<ResponseLibrary> {
  const body = resolveBody(asked);
  const isDefault = JSON.stringify(body) === JSON.stringify(resolveBody());
  const built = isDefault ? await readText(BUILT) : undefined;
  if (built !== undefined) return unpackLibrary(built, 'push-library.json');
  const folder = cacheFolder();
  const { height, mass, sex } = body;
  const prefix = `push-library-${height}-${mass}-${sex}-`;
  const file = join(folder, `${prefix}${await generatorHash()}.json`);
  const cached = await readCached(file);
  if (cached) return cached;
  const { text } = await performLibrary(body, threadsHere());
  // A cache that cannot be written costs time, not the answer.
  await keep(folder, prefix, file, text).catch(() => {});
  return unpackLibrary(text, file);
}

/** A cached library that is not there, or is damaged, is performed again. */
async function readCached(file: string): Promise<ResponseLibrary | undefined> {
  const text = await readText(file);
  try {
    return text === undefined ? undefined : unpackLibrary(text, file);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Writes the library and removes those of the same body that older code performed. */
async function keep(folder: string, prefix: string, file: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeWhole(file, text);
  await releaseSignals();
  for (const name of await readdir(folder)) {
    const old = join(folder, name);
    if (name.startsWith(prefix) && old !== file) await rm(old, { force: true });
  }
}

/** Workers are built files; sources that run unbuilt do the work themselves. */
const threadsHere = (): number | undefined => (import.meta.url.endsWith('.ts') ? 1 : undefined);

const readText = (file: URL | string): Promise<string | undefined> => readFile(file, 'utf8').catch(() => undefined);

const cacheFolder = (): string => join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'poise');

/** Of all code that decides what is performed, 16 digits. */
export async function generatorHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of SOURCES) {
    const path = fileURLToPath(new URL(folder, import.meta.url));
    const files = (await readdir(path, { recursive: true })).filter((name) => /\.(ts|js)$/.test(name)).sort();
    for (const name of files) hash.update(name).update(await readFile(join(path, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
