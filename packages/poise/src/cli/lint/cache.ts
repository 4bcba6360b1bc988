/** Verdicts that are kept by what the files hold: the same bytes, options and version are not judged twice. */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SEVERITIES } from '../../balance/finding.ts';
import { fileError, readBytes, readText } from '../files.ts';
import { VERSION } from '../version.ts';
import { releaseSignals } from '../writing/unfinished.ts';
import { type FileToWrite, writeTogether } from '../writing/write-files.ts';
import { faultIn, type Schema } from './json-schema.ts';
import type { LintResult } from './lint-file.ts';

const FORM = 1; // of what is stored

interface Stored {
  readonly form: number;
  readonly reads: Readonly<Record<string, string>>; // further files that were read, and their hashes
  readonly result: LintResult;
}

const number: Schema = { type: 'number' };
const text: Schema = { type: 'string' };
const frame: Schema = { type: 'integer', minimum: 0 };

const finding: Schema = {
  type: 'object',
  required: ['rule', 'severity', 'start', 'end', 'worst', 'value', 'limit', 'unit', 'message'],
  properties: {
    rule: text,
    severity: { enum: SEVERITIES },
    start: frame,
    end: frame,
    worst: frame,
    value: number,
    limit: number,
    unit: text,
    message: text,
  },
};

const failures: Schema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['message'],
    properties: { message: text, line: frame, column: frame, animations: { type: 'array', items: text } },
  },
};

const storedSchema: Schema = {
  type: 'object',
  required: ['form', 'reads', 'result'],
  properties: {
    form: number,
    reads: { type: 'object', additionalProperties: text },
    result: {
      type: 'object',
      required: ['file', 'takes', 'failures', 'skipped'],
      properties: {
        file: text,
        takes: {
          type: 'array',
          items: {
            type: 'object',
            required: ['animation', 'frames', 'frameTime', 'findings'],
            properties: {
              animation: text,
              frames: frame,
              frameTime: { type: 'number', exclusiveMinimum: 0 },
              findings: { type: 'array', items: finding },
              firstLine: frame,
            },
          },
        },
        failures,
        skipped: failures,
      },
    },
  },
};

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
      const stored: unknown = JSON.parse(await readText(this.#path(key)));
      if (faultIn(stored, storedSchema)) return undefined;
      const { form, reads, result } = stored as Stored;
      if (form !== FORM) return undefined;
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
