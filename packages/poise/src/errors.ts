/** A file that cannot be understood: where, what was found, what was expected. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly file: string;
  /** 1-based; undefined for binary files, whose messages name the chunk or byte instead. */
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(file: string, line: number | undefined, message: string, column?: number) {
    const place = line === undefined ? file : column === undefined ? `${file}:${line}` : `${file}:${line}:${column}`;
    super(`${place}: ${message}`);
    this.file = file;
    this.line = line;
    this.column = column;
  }
}

/** A clip or skeleton that is sound as data, but is not the person that a function needs. */
export class RigError extends Error {
  override readonly name = 'RigError';
}

/** A value in a message. Callers without types and JSON give anything, also objects that have no text. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}

/** A caller's mistake: what was passed, what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
