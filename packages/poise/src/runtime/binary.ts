/** Plain data (numbers, texts, booleans, arrays, objects) as bytes and back, to the bit. Whatever is not a sound save is refused. */

import { UsageError } from '../errors.ts';
import { power } from '../math/power.ts';
import { BitReader, BitWriter } from './packed-numbers.ts';
import { SAVE_KEYS } from './save-keys.ts';

const VERSION = 2;
const HEADER = 9; // "Pz", version, coordinates (2), checksum (4)
const DEEPEST = 16;
const LONGEST_TEXT = 255;
/** Kinds of values, four bits each. */
const KINDS = ['undefined', 'null', 'false', 'true', 'number', 'text', 'numbers', 'wholes', 'list', 'object'] as const;
type Kind = (typeof KINDS)[number];
const KIND_BITS = 4;
const SHORT = 7; // bits of a count below 128; one bit before it says which
const LONG = 24;
/** Never keys of a save. */
const REFUSED = ['__proto__', 'constructor', 'prototype'];

/** `coordinates`: of the body whose state it is. */
export function encodeSave(value: unknown, coordinates: number): Uint8Array<ArrayBuffer> {
  const out = new BitWriter();
  write(out, value);
  const body = out.bytes();
  const bytes = new Uint8Array(HEADER + body.length);
  bytes.set([0x50, 0x7a, VERSION, coordinates & 255, coordinates >> 8]);
  bytes.set(body, HEADER);
  new DataView(bytes.buffer).setUint32(5, checksum(body));
  return bytes;
}

/** Throws UsageError for anything that encodeSave has not made of a body with as many coordinates. */
export function decodeSave(saved: unknown, coordinates: number): unknown {
  const bytes = bytesOf(saved);
  if (bytes.length < HEADER || bytes[0] !== 0x50 || bytes[1] !== 0x7a)
    throw damaged('it does not begin as a save does');
  if (bytes[2] !== VERSION) throw damaged(`version ${VERSION} is expected, found ${bytes[2]}`);
  const found = bytes[3] | (bytes[4] << 8);
  if (found !== coordinates) {
    throw new UsageError(`restore: a save of another body: expected ${coordinates} coordinates, found ${found}`);
  }
  const body = bytes.subarray(HEADER);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(5) !== checksum(body)) throw damaged('its checksum is wrong');
  const reader = new BitReader(body);
  const value = read(reader, 0);
  if (reader.left >= 8) throw damaged('there is more in it than a save');
  return value;
}

const damaged = (why: string): UsageError => new UsageError(`restore: the save is damaged: ${why}`);

function bytesOf(saved: unknown): Uint8Array {
  if (saved instanceof ArrayBuffer) return new Uint8Array(saved);
  if (ArrayBuffer.isView(saved)) return new Uint8Array(saved.buffer, saved.byteOffset, saved.byteLength);
  const kind = saved === null ? 'null' : Array.isArray(saved) ? 'an array' : typeof saved;
  throw new UsageError(`restore: expected the bytes that save() gave (Uint8Array or ArrayBuffer), found ${kind}`);
}

/** FNV-1a. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return hash >>> 0;
}

function kindOf(value: unknown): Kind {
  if (value === undefined) return 'undefined';
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'string') return 'text';
  if (value instanceof Int16Array) return 'wholes';
  if (value instanceof Float64Array) return 'numbers';
  if (!Array.isArray(value)) return 'object';
  return value.every((part) => typeof part === 'number') ? 'numbers' : 'list';
}

function write(out: BitWriter, value: unknown): void {
  const kind = kindOf(value);
  out.bits(KINDS.indexOf(kind), KIND_BITS);
  if (kind === 'number') out.number(value as number);
  else if (kind === 'text') writeText(out, value as string);
  else if (kind === 'object') writeObject(out, value as object);
  else if (kind === 'numbers' || kind === 'wholes' || kind === 'list') {
    const parts = value as ArrayLike<unknown>;
    writeCount(out, parts.length);
    for (let i = 0; i < parts.length; i++) {
      if (kind === 'numbers') out.number(parts[i] as number);
      else if (kind === 'wholes') out.bits((parts[i] as number) & 0xffff, 16);
      else write(out, parts[i]);
    }
  }
}

function writeObject(out: BitWriter, value: object): void {
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  writeCount(out, entries.length);
  for (const [key, part] of entries) {
    const known = SAVE_KEYS.indexOf(key) + 1;
    out.bits(known, 8);
    if (known === 0) writeText(out, key);
    write(out, part);
  }
}

function writeText(out: BitWriter, text: string): void {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > LONGEST_TEXT) throw new UsageError(`a text of ${bytes.length} bytes cannot be saved`);
  out.bits(bytes.length, 8);
  for (const byte of bytes) out.bits(byte, 8);
}

function writeCount(out: BitWriter, count: number): void {
  const isShort = count < power(2, SHORT);
  out.bits(isShort ? 0 : 1, 1);
  out.bits(count, isShort ? SHORT : LONG);
}

function read(from: BitReader, depth: number): unknown {
  if (depth > DEEPEST) throw damaged('it is nested too deeply');
  const kind = KINDS[bits(from, KIND_BITS)];
  switch (kind) {
    case 'undefined':
      return undefined;
    case 'null':
      return null;
    case 'false':
      return false;
    case 'true':
      return true;
    case 'number':
      return readNumber(from);
    case 'text':
      return readText(from);
    case 'numbers':
      return Array.from({ length: readCount(from, 2) }, () => readNumber(from));
    case 'wholes':
      return Array.from({ length: readCount(from, 16) }, () => (bits(from, 16) << 16) >> 16);
    case 'list':
      return Array.from({ length: readCount(from, KIND_BITS) }, () => read(from, depth + 1));
    case 'object':
      return readObject(from, depth);
    default:
      throw damaged('it holds something that saves do not');
  }
}

function readObject(from: BitReader, depth: number): Record<string, unknown> {
  const count = readCount(from, 8 + KIND_BITS);
  const out: Record<string, unknown> = {};
  for (let k = 0; k < count; k++) {
    const index = bits(from, 8);
    const key = index === 0 ? readText(from) : SAVE_KEYS[index - 1];
    if (key === undefined || REFUSED.includes(key) || Object.hasOwn(out, key)) throw damaged(`it has a key "${key}"`);
    out[key] = read(from, depth + 1);
  }
  return out;
}

function readNumber(from: BitReader): number {
  const x = from.number();
  if (x === undefined) throw damaged('it is cut off');
  if (Number.isNaN(x)) throw damaged('it holds NaN');
  return x;
}

const readText = (from: BitReader): string =>
  new TextDecoder().decode(Uint8Array.from({ length: bits(from, 8) }, () => bits(from, 8)));

/** A number of parts, each of which takes at least so many bits. */
function readCount(from: BitReader, least: number): number {
  const count = bits(from, bits(from, 1) === 0 ? SHORT : LONG);
  if (count * least > from.left) throw damaged('it is cut off');
  return count;
}

function bits(from: BitReader, count: number): number {
  const value = from.bits(count);
  if (value === undefined) throw damaged('it is cut off');
  return value;
}
