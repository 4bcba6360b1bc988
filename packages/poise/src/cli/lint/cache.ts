/** Verdicts that are kept by what the files hold: the same bytes, options and version are not judged twice. */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileError, readBytes, readText } from '../files.ts';
import { VERSION } from '../version.ts';
import { releaseSignals } from '../writing/unfinished.ts';
import { type FileToWrite, writeTogether } from '../writing/write-files.ts';
import type { LintResult } from './lint-file.ts';

const FORM = 1; // of what is stored

interface Stored {
  readonly form: number;
  readonly reads: Readonly<Record<string, string>>; // further files that were read, and their hashes
  readonly result: LintResult;
}

const hashOf = (...parts: readonly (Uint8Array | string)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex');
};

export class LintCache {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  keyOf(data: Uint8Array, file: string, options: unknown): string {
    return hashOf(VERSION, String(FORM), file, JSON.stringify(options), data);
  }

  /** The verdict that was stored, if all that it rests on is as it was. A damaged entry is none. */
  async find(key: string): Promise<LintResult | undefined> {
    try {
      const { form, reads, result } = JSON.parse(await readText(this.#path(key))) as Stored;
      if (form !== FORM || !Array.isArray(result.takes) || !Array.isArray(result.failures)) return undefined;
      for (const [path, hash] of Object.entries(reads)) {
        if (hashOf(await readBytes(path)) !== hash) return undefined;
      }
      return result;
    } catch {
      return undefined;
    }
  }

  /** What `keepVerdict` writes. */
  async entryOf(key: string, result: LintResult, reads: readonly string[]): Promise<FileToWrite> {
    const hashes: Record<string, string> = {};
    for (const path of reads) hashes[path] = hashOf(await readBytes(path));
    const stored: Stored = { form: FORM, reads: hashes, result };
    return { file: this.#path(key), data: JSON.stringify(stored) };
  }

  #path(key: string): string {
    return join(this.#folder, `${key}.json`);
  }
}

/** Stores a verdict. Only the main thread does: it hears signals, and leaves nothing half written when one comes. */
export async function keepVerdict(entry: FileToWrite): Promise<void> {
  await mkdir(dirname(entry.file), { recursive: true }).catch((error: unknown) => {
    throw fileError(dirname(entry.file), error);
  });
  await writeTogether([entry]);
  await releaseSignals();
}
