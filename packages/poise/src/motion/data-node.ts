/** Reads unknown JSON piece by piece; every complaint names the file, the place inside it (a JSON pointer), what was
 *  found and what was expected. What comes out is made anew, so that no key of the file reaches further than it is asked for. */
import { FormatError } from '../errors.ts';
import { faultInJson } from '../math/json-fault.ts';

export interface NumberRange {
  readonly least?: number;
  readonly most?: number;
  readonly above?: number; // not itself
}

/** A value for complaints. */
export function shown(value: unknown): string {
  try {
    const text = JSON.stringify(value) ?? String(value);
    return text.length > 60 ? `${text.slice(0, 57)}…` : text;
  } catch {
    return 'something nested too deeply to print'; // the stack of JSON.stringify ends before that of JSON.parse
  }
}

const LONGEST_KEY = 60; // shown

/** The whole of a JSON file. Throws FormatError with line and column where the text is not JSON. */
export function parseData(text: string, file: string, what: string): DataNode {
  try {
    return new DataNode(file, '', JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw jsonError(String(text), file, what);
  }
}

/** The complaint about a text that is not JSON. */
export function jsonError(text: string, file: string, what: string): FormatError {
  const at = faultInJson(text) ?? text.length;
  const lines = text.slice(0, at).split('\n');
  const found = at >= text.length ? 'the end of the file' : JSON.stringify(text.slice(at, at + 20));
  return new FormatError(file, lines.length, `expected ${what} as JSON, found ${found}`, lines.at(-1)!.length + 1);
}

/** One place in a file. */
export class DataNode {
  readonly file: string;
  readonly path: string; // JSON pointer (RFC 6901): '' at the top, then '/moves/1/to/hip'
  readonly value: unknown;

  constructor(file: string, path: string, value: unknown) {
    this.file = file;
    this.path = path;
    this.value = value;
  }

  fail(expected: string): never {
    const found = this.value === undefined ? 'nothing' : shown(this.value);
    throw new FormatError(this.file, undefined, `${this.path || 'the file'}: expected ${expected}, found ${found}`);
  }

  get present(): boolean {
    return this.value !== undefined;
  }

  /** The fields of an object; unknown ones are refused, so that a misspelt one is not overlooked. */
  fields<Name extends string>(names: readonly Name[]): Readonly<Record<Name, DataNode>> {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.fail('an object { … }');
    const known: readonly string[] = names;
    for (const key of Object.keys(value as object)) {
      if (known.includes(key)) continue;
      throw new FormatError(this.file, undefined, `${this.below(key)}: unknown field; known: ${names.join(', ')}`);
    }
    return this.#named(names);
  }

  /** As `fields`, of an object that may hold more: what a later version adds is passed over. */
  some<Name extends string>(names: readonly Name[]): Readonly<Record<Name, DataNode>> {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.fail('an object { … }');
    return this.#named(names);
  }

  #named<Name extends string>(names: readonly Name[]): Readonly<Record<Name, DataNode>> {
    const own = this.value as Readonly<Record<string, unknown>>;
    const nodes = names.map((name): [Name, DataNode] => [
      name,
      new DataNode(this.file, this.below(name), Object.hasOwn(own, name) ? own[name] : undefined),
    ]);
    return Object.fromEntries(nodes) as Record<Name, DataNode>;
  }

  private below(key: string): string {
    return `${this.path}/${key.replaceAll('~', '~0').replaceAll('/', '~1').slice(0, LONGEST_KEY)}`;
  }

  /** The entries of a list. */
  items(most: number): readonly DataNode[] {
    const { value } = this;
    if (!Array.isArray(value)) this.fail('a list [ … ]');
    const list = value as readonly unknown[];
    if (list.length > most) this.fail(`no more than ${most} entries`);
    return list.map((entry, i) => new DataNode(this.file, `${this.path}/${i}`, entry));
  }

  number(range: NumberRange = {}, fallback?: number): number {
    const { value } = this;
    if (value === undefined && fallback !== undefined) return fallback;
    const {
      least = Number.NEGATIVE_INFINITY,
      most = Number.POSITIVE_INFINITY,
      above = Number.NEGATIVE_INFINITY,
    } = range;
    if (typeof value === 'number' && Number.isFinite(value) && value >= least && value <= most && value > above) {
      return value;
    }
    if (least === most) return this.fail(`${least}`);
    const from = range.above !== undefined ? ` above ${above}` : range.least !== undefined ? ` from ${least}` : '';
    return this.fail(`a number${from}${range.most !== undefined ? ` up to ${most}` : ''}`);
  }

  /** A whole number. */
  whole(range: NumberRange = {}, fallback?: number): number {
    const value = this.number(range, fallback);
    return Number.isInteger(value) ? value : this.fail('a whole number');
  }

  numbers(count: number, range: NumberRange = {}): number[] {
    const list = this.items(count);
    if (list.length !== count) this.fail(`${count} numbers`);
    return list.map((entry) => entry.number(range));
  }

  text(pattern?: RegExp, fallback?: string): string {
    const { value } = this;
    if (value === undefined && fallback !== undefined) return fallback;
    if (typeof value !== 'string' || value.length > 2000) return this.fail('a text');
    if (pattern && !pattern.test(value)) return this.fail(`a text like ${pattern.source}`);
    return value;
  }

  choice<Choice extends string>(choices: readonly Choice[], fallback?: Choice): Choice {
    const { value } = this;
    if (value === undefined && fallback !== undefined) return fallback;
    if (choices.includes(value as Choice)) return value as Choice;
    return this.fail(`${choices.length > 1 ? 'one of ' : ''}${choices.map((choice) => `"${choice}"`).join(', ')}`);
  }

  flag(fallback: boolean): boolean {
    if (this.value === undefined) return fallback;
    return typeof this.value === 'boolean' ? this.value : this.fail('true or false');
  }
}
