/** Files of one JSON value per line: appended by one process, read line by line. */
import { closeSync, createReadStream, fsyncSync, openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileError } from '../files.ts';

export interface Line<T> {
  readonly value: T;
  readonly text: string; // without its end
}

/** What a line may hold. */
export type Accepts<T> = (value: unknown) => value is T;

/** Values of a file, with the lines that hold them. A line that was not written to its end, because the process was killed or the disk
 *  full, is none; neither is one that holds something else. */
export async function* readTexts<T>(file: string, accepts: Accepts<T>): AsyncGenerator<Line<T>> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  try {
    for await (const text of lines) {
      const value = parsed(text);
      if (accepts(value)) yield { value, text };
    }
  } catch (error) {
    throw fileError(file, error);
  }
}

/** Values of a file. */
export async function* readLines<T>(file: string, accepts: Accepts<T>): AsyncGenerator<T> {
  for await (const { value } of readTexts(file, accepts)) yield value;
}

function parsed(line: string): unknown {
  if (line === '') return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const LINES_PER_FLUSH = 64;

/** A file that only grows. What `append` was given is with the system when it returns, so that the end of this process takes nothing
 *  away; a power cut may cost the last lines. */
export class LineWriter {
  readonly #file: string;
  readonly #linesPerFlush: number;
  #descriptor: number | undefined;
  #unflushed = 0;

  /** `linesPerFlush`: after so many the file is flushed to the disk. */
  constructor(file: string, linesPerFlush = LINES_PER_FLUSH) {
    this.#file = file;
    this.#linesPerFlush = linesPerFlush;
  }

  /** Adds lines. Throws FileError. */
  append(...values: readonly unknown[]): void {
    const bytes = new TextEncoder().encode(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
    try {
      this.#descriptor ??= openSync(this.#file, 'a');
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#descriptor, bytes, done);
      this.#unflushed += values.length;
      if (this.#unflushed >= this.#linesPerFlush) this.flush();
    } catch (error) {
      throw fileError(this.#file, error);
    }
  }

  flush(): void {
    if (this.#descriptor !== undefined) fsyncSync(this.#descriptor);
    this.#unflushed = 0;
  }

  close(): void {
    if (this.#descriptor === undefined) return;
    try {
      this.flush();
    } finally {
      closeSync(this.#descriptor);
      this.#descriptor = undefined;
    }
  }
}
