/**
 * The parameter section of a C3D file: named groups of named values. Damaged entries end the reading with a note; what was
 * read before stands.
 */
import { FormatError } from '../../errors.ts';
import type { ImportNote } from '../clip.ts';
import { createNumberReader, type NumberReader, PROCESSORS } from './c3d-numbers.ts';

const BLOCK = 512;

export interface C3dParameter {
  readonly dimensions: readonly number[];
  readonly numbers: Float64Array; // empty for text
  readonly texts: readonly string[]; // empty for numbers; one per entry of the last dimension, trimmed
}

export interface C3dParameters {
  readonly reader: NumberReader;
  readonly notes: readonly ImportNote[];
  /** 'POINT:LABELS' → value. Names are upper case. */
  readonly values: ReadonlyMap<string, C3dParameter>;
}

/** Reads the section that starts at the block named in the file's first byte. */
export function readParameters(data: Uint8Array, file: string): C3dParameters {
  const notes: ImportNote[] = [];
  const start = parameterStart(data, file, notes);
  const code = data[start + 3];
  const processor = PROCESSORS[code];
  if (!processor) {
    throw new FormatError(
      file,
      undefined,
      `byte ${start + 3}: expected a processor code 84 (Intel), 85 (DEC) or 86 (MIPS), found ${code}`,
    );
  }
  const reader = createNumberReader(data, processor);
  const values = new Map<string, C3dParameter>();
  readEntries(data, start + 4, reader, values, notes);
  return { reader, values, notes };
}

function parameterStart(data: Uint8Array, file: string, notes: ImportNote[]): number {
  if (data.length < 2 * BLOCK)
    throw new FormatError(file, undefined, `expected at least ${2 * BLOCK} bytes, found ${data.length}`);
  if (data[1] !== 0x50)
    throw new FormatError(file, undefined, `byte 1: expected the C3D mark 0x50, found 0x${data[1].toString(16)}`);
  const stated = (data[0] - 1) * BLOCK;
  const sound = (at: number): boolean => at >= 0 && at + 4 <= data.length && PROCESSORS[data[at + 3]] !== undefined;
  if (stated >= BLOCK && sound(stated)) return stated;
  if (sound(BLOCK)) {
    notes.push(damage(`the header points to block ${data[0]} for the parameters; they were found in block 2`));
    return BLOCK;
  }
  throw new FormatError(
    file,
    undefined,
    `byte 0: the header points to block ${data[0]} for the parameters, and none are there`,
  );
}

const damage = (text: string): ImportNote => ({ topic: 'content', confidence: 'sure', text });

/** Walks the chain of groups and parameters. Every step must move on, so the loop ends. */
function readEntries(
  data: Uint8Array,
  from: number,
  reader: NumberReader,
  values: Map<string, C3dParameter>,
  notes: ImportNote[],
): void {
  const groups = new Map<number, string>();
  const pending: { group: number; name: string; value: C3dParameter }[] = [];
  let at = from;
  while (at + 2 <= data.length) {
    const nameLength = Math.abs((data[at] << 24) >> 24);
    const group = (data[at + 1] << 24) >> 24;
    if (nameLength === 0 || group === 0) break;
    const name = text(data, at + 2, nameLength).toUpperCase();
    const offsetAt = at + 2 + nameLength;
    if (offsetAt + 3 > data.length || !/^[\x20-\x7e]+$/.test(name)) {
      notes.push(damage(`byte ${at}: the parameter section is damaged here; what came before is used`));
      break;
    }
    const next = reader.uint16(offsetAt);
    if (group < 0) groups.set(-group, name.trim());
    else {
      const value = readValue(data, offsetAt + 2, next === 0 ? data.length : offsetAt + next, reader);
      if (value) pending.push({ group, name: name.trim(), value });
      else notes.push(damage(`byte ${at}: parameter ${name} is damaged and left out`));
    }
    if (next === 0) break;
    if (next < 3) {
      notes.push(damage(`byte ${offsetAt}: parameter ${name} points back to itself; what came before is used`));
      break;
    }
    at = offsetAt + next;
  }
  for (const { group, name, value } of pending) values.set(`${groups.get(group) ?? group}:${name}`, value);
}

function readValue(data: Uint8Array, at: number, end: number, reader: NumberReader): C3dParameter | undefined {
  if (at + 2 > data.length) return undefined;
  const size = (data[at] << 24) >> 24;
  const rank = data[at + 1];
  if (rank > 7 || ![-1, 1, 2, 4].includes(size) || at + 2 + rank > data.length) return undefined;
  const dimensions = Array.from(data.subarray(at + 2, at + 2 + rank));
  const count = dimensions.reduce((product, n) => product * n, 1);
  const valuesAt = at + 2 + rank;
  // The declared count is checked against the file, and against the place of the next parameter, before anything is made.
  if (valuesAt + count * Math.abs(size) > Math.min(data.length, Math.max(end, valuesAt))) return undefined;
  if (size === -1) return { dimensions, numbers: new Float64Array(0), texts: readTexts(data, valuesAt, dimensions) };
  const numbers = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const byte = valuesAt + i * size;
    const value = size === 1 ? data[byte] : size === 2 ? reader.int16(byte) : reader.float32(byte);
    numbers[i] = Number.isNaN(value) ? 0 : value;
  }
  return { dimensions, numbers, texts: [] };
}

function readTexts(data: Uint8Array, at: number, dimensions: readonly number[]): string[] {
  const length = dimensions[0] ?? 1;
  if (length === 0) return []; // any number of empty texts takes no room in a file
  const count = dimensions.slice(1).reduce((product, n) => product * n, 1);
  return Array.from({ length: count }, (_, i) =>
    text(data, at + i * length, length)
      .replace(/\0.*$/s, '')
      .trim(),
  );
}

const text = (data: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...data.subarray(at, Math.min(at + length, data.length)));

/** All numbers of a parameter, or an empty array. */
export const numbersOf = (parameters: C3dParameters, name: string): Float64Array =>
  parameters.values.get(name)?.numbers ?? new Float64Array(0);

export const numberOf = (parameters: C3dParameters, name: string): number | undefined => numbersOf(parameters, name)[0];

/** All texts of a parameter and of its continuations (LABELS, LABELS2, …). */
export function textsOf(parameters: C3dParameters, name: string): string[] {
  const all = [...(parameters.values.get(name)?.texts ?? [])];
  for (let part = 2; parameters.values.has(`${name}${part}`); part++)
    for (const one of parameters.values.get(`${name}${part}`)!.texts) all.push(one);
  return all;
}
