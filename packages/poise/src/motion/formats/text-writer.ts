/** Text built as bytes: a growing buffer, and decimal numbers without exponents. */
import { power } from '../../math/power.ts';

export interface TextWriter {
  bytes: Uint8Array;
  at: number;
}

/** Digits after the point: half a unit there is 5e-11 file units, or 9e-13 rad for degrees. */
const DECIMALS = 10;
const HALF_SCALE = power(10, DECIMALS / 2);
/** Beyond this the product with 10^DECIMALS is no longer exact enough for the fast way. */
const LARGEST_FAST = 1e5;
const LONGEST_NUMBER = 32;

const encoder = new TextEncoder();

export const createWriter = (capacity: number): TextWriter => ({
  bytes: new Uint8Array(Math.max(64, capacity)),
  at: 0,
});

export const writtenBytes = (w: TextWriter): Uint8Array => w.bytes.slice(0, w.at);

export function writeBytes(w: TextWriter, bytes: Uint8Array): void {
  reserve(w, bytes.length);
  w.bytes.set(bytes, w.at);
  w.at += bytes.length;
}

export const writeText = (w: TextWriter, text: string): void => writeBytes(w, encoder.encode(text));

function reserve(w: TextWriter, count: number): void {
  if (w.at + count <= w.bytes.length) return;
  const larger = new Uint8Array(Math.max(2 * w.bytes.length, w.at + count));
  larger.set(w.bytes);
  w.bytes = larger;
}

/** A number to 10 decimals without trailing zeros: 12.5, -0.0000000001, 3. */
export function writeNumber(w: TextWriter, value: number): void {
  const size = Math.abs(value);
  if (!(size < LARGEST_FAST)) {
    writeText(w, plainNumber(value));
    return;
  }
  reserve(w, LONGEST_NUMBER);
  let whole = Math.floor(size);
  // Two groups of five digits, each small enough for integer arithmetic.
  const scaled = Math.round((size - whole) * HALF_SCALE * HALF_SCALE);
  let high = Math.floor(scaled / HALF_SCALE);
  const low = scaled - high * HALF_SCALE;
  if (high === HALF_SCALE) {
    whole++;
    high = 0;
  }
  const { bytes } = w;
  if (value < 0 && (whole > 0 || scaled > 0)) bytes[w.at++] = 45;
  writeDigits(
    w,
    whole,
    whole < 10 ? 1 : whole < 100 ? 2 : whole < 1000 ? 3 : whole < 10000 ? 4 : whole < 100000 ? 5 : 6,
  );
  if (high === 0 && low === 0) return;
  bytes[w.at++] = 46;
  writeDigits(w, high, 5);
  if (low > 0) writeDigits(w, low, 5);
  while (bytes[w.at - 1] === 48) w.at--;
}

/** The digits of a whole number, with leading zeros to the given width. */
function writeDigits(w: TextWriter, whole: number, width: number): void {
  let rest = whole | 0;
  for (let n = width - 1; n >= 0; n--) {
    const tenth = (rest / 10) | 0;
    w.bytes[w.at + n] = 48 + rest - 10 * tenth;
    rest = tenth;
  }
  w.at += width;
}

/** As writeNumber, for any size. */
export function plainNumber(value: number): string {
  if (Math.abs(value) >= 1e21) return BigInt(value).toString();
  const text = value.toFixed(DECIMALS).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}

/** The shortest decimal that reads back as the same double, without an exponent: for frame times and offsets. */
export function exactNumber(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([-+]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign, first, rest = '', exponent] = match;
  const digits = first + rest;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, '0')}`;
}
