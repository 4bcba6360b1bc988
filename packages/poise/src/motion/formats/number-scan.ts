/**
 * Decimal numbers straight from bytes to a Float64Array, each the same double as Number() of its text.
 */
import type { FormatError } from '../../errors.ts';
import { BOUNDS } from '../bounds.ts';
import { errorAt, foundAt, peekWord, SPACE, type TextScanner, textBetween } from './text-scan.ts';

const MINUS = 45;
const PLUS = 43;
const POINT = 46;
const ZERO = 48;
const LOWER_E = 101;
const LARGEST_EXACT = 2 ** 53 - 1;
const LARGEST_POWER = 22; // the largest power of ten that is a double
const POWERS_OF_TEN = Float64Array.from({ length: LARGEST_POWER + 1 }, (_, n) => Number(`1e${n}`));

/** Larger numbers are damage, not motion, and would overflow further on. */
export const LARGEST_NUMBER = BOUNDS.number;
/** … as it is said to people. */
const LARGEST = '1e12';

/**
 * Fills out[from] … out[to − 1]; returns the index after the last number written. Fewer than asked: s.at stands at the end
 * of the data or at the first word that is not a number up to LARGEST_NUMBER.
 */
export function scanNumbers(s: TextScanner, out: Float64Array, from: number, to: number): number {
  const { bytes } = s;
  const end = bytes.length;
  let at = s.at;
  let index = from;
  while (index < to) {
    while (at < end && bytes[at] <= SPACE) at++;
    if (at >= end) break;
    const start = at;
    let byte = bytes[at];
    if (byte === MINUS || byte === PLUS) byte = ++at < end ? bytes[at] : 0;
    // Digits before and after the point, as one integer.
    let mantissa = 0;
    let digits = 0;
    let pointAfter = -1;
    for (;;) {
      const digit = byte - ZERO;
      if (digit >= 0 && digit <= 9) {
        mantissa = mantissa * 10 + digit;
        digits++;
      } else if (byte === POINT && pointAfter < 0) pointAfter = digits;
      else break;
      byte = ++at < end ? bytes[at] : 0;
    }
    let power = pointAfter < 0 ? 0 : pointAfter - digits;
    if ((byte | 32) === LOWER_E) {
      const exponentStart = at + 1;
      at = wordEnd(bytes, at);
      power += shortExponent(bytes, exponentStart, at);
      byte = SPACE;
    }
    // An integer below 2⁵³ times or over a power of ten up to 10²² is rounded once: exact. All else the long way.
    let value = Number.NaN;
    if (digits > 0 && byte <= SPACE && mantissa <= LARGEST_EXACT && Math.abs(power) <= LARGEST_POWER) {
      value = power <= 0 ? mantissa / POWERS_OF_TEN[-power] : mantissa * POWERS_OF_TEN[power];
      if (bytes[start] === MINUS) value = -value;
    } else {
      at = wordEnd(bytes, start);
      value = slowNumber(s, start, at);
    }
    if (!(value <= LARGEST_NUMBER && value >= -LARGEST_NUMBER)) {
      at = start;
      break;
    }
    out[index++] = value;
  }
  s.at = at;
  return index;
}

/** One number, or undefined (and no step) where none stands. */
export function scanNumber(s: TextScanner): number | undefined {
  const one = new Float64Array(1);
  return scanNumbers(s, one, 0, 1) === 1 ? one[0] : undefined;
}

/** What was expected where a number could not be taken, for an error message; the limit only where it is the reason. */
export const numberWanted = (s: TextScanner): string =>
  isTooLarge(s) ? `a number from −${LARGEST} to ${LARGEST}` : 'a finite number';

/** The error for fewer numbers than `wanted` ("3 offsets") says; `whose` they are stands first. */
export function tooFewNumbers(s: TextScanner, whose: string, wanted: string, read: number): FormatError {
  const beyond = isTooLarge(s) ? `, which is beyond ${LARGEST}` : '';
  return errorAt(s, s.at, `${whose}: expected ${wanted}, found ${read} and then ${foundAt(s, s.at)}${beyond}`);
}

function isTooLarge(s: TextScanner): boolean {
  const word = peekWord({ ...s });
  return /\d/.test(word) && Math.abs(Number(word)) > LARGEST_NUMBER;
}

function wordEnd(bytes: Uint8Array, start: number): number {
  let end = start;
  while (end < bytes.length && bytes[end] > SPACE) end++;
  return end;
}

/** An exponent of one to three digits; anything else gives a number beyond every fast path. */
function shortExponent(bytes: Uint8Array, start: number, end: number): number {
  const signed = bytes[start] === MINUS || bytes[start] === PLUS;
  const first = signed ? start + 1 : start;
  if (end <= first || end - first > 3) return 1000;
  let value = 0;
  for (let at = first; at < end; at++) {
    const digit = bytes[at] - ZERO;
    if (digit < 0 || digit > 9) return 1000;
    value = value * 10 + digit;
  }
  return bytes[start] === MINUS ? -value : value;
}

/** Long numbers, far exponents, and the decimal comma (1,5) or trailing comma (1.5,) of some exporters; NaN if none. */
function slowNumber(s: TextScanner, start: number, end: number): number {
  if (end - start > 1000) return Number.NaN;
  const match = /^([-+]?)(\d*)(?:[.,](\d*))?(?:[eE]([-+]?\d+))?,?$/.exec(textBetween(s, start, end));
  if (!match || (!match[2] && !match[3])) return Number.NaN;
  return Number(`${match[1]}${match[2] || '0'}.${match[3] || '0'}e${match[4] ?? '0'}`);
}
