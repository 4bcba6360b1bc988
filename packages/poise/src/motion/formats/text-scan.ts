/**
 * Walks over the bytes of a text file. Blank is every byte up to the space (tabs, CR, LF, also NUL and Ctrl-Z, which old
 * tools leave at the end). Lines end at LF, CR or CR LF; line and column are counted only when an error needs them.
 */
import { FormatError } from '../../errors.ts';

export interface TextScanner {
  readonly bytes: Uint8Array;
  readonly file: string;
  at: number;
}

export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;

/** Starts after a UTF-8 byte order mark; UTF-16 with its mark is converted first. */
export function createScanner(data: Uint8Array, file: string): TextScanner {
  const wide =
    data[0] === 0xff && data[1] === 0xfe ? 'utf-16le' : data[0] === 0xfe && data[1] === 0xff ? 'utf-16be' : '';
  if (wide) return { bytes: new TextEncoder().encode(new TextDecoder(wide).decode(data)), file, at: 0 };
  const marked = data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf;
  return { bytes: data, file, at: marked ? 3 : 0 };
}

const isLineEnd = (byte: number): boolean => byte === LINE_FEED || byte === CARRIAGE_RETURN;

export function skipBlank(s: TextScanner): void {
  while (s.at < s.bytes.length && s.bytes[s.at] <= SPACE) s.at++;
}

/** Skips blanks, but not over the end of the line. */
function skipBlankInLine(s: TextScanner): void {
  while (s.at < s.bytes.length && s.bytes[s.at] <= SPACE && !isLineEnd(s.bytes[s.at])) s.at++;
}

/** True when nothing but blanks is left; moves to what is left otherwise. */
export function atEnd(s: TextScanner): boolean {
  skipBlank(s);
  return s.at >= s.bytes.length;
}

/** True when nothing but blanks is left on this line; moves to what is left otherwise. */
export function atLineEnd(s: TextScanner): boolean {
  skipBlankInLine(s);
  return s.at >= s.bytes.length || isLineEnd(s.bytes[s.at]);
}

/** The next run of bytes without blanks, ending also before any of `stops`; '' at the end. Not consumed. */
export function peekWord(s: TextScanner, stops = ''): string {
  skipBlank(s);
  return textBetween(s, s.at, wordEnd(s, stops));
}

/** As peekWord, and moves behind it. A word that starts with a stop is that one character. */
export function readWord(s: TextScanner, stops = ''): string {
  skipBlank(s);
  const start = s.at;
  s.at = wordEnd(s, stops);
  return textBetween(s, start, s.at);
}

/** The rest of the line without surrounding blanks, ending also before any of `stops`. */
export function readLine(s: TextScanner, stops = ''): string {
  skipBlankInLine(s);
  const start = s.at;
  while (s.at < s.bytes.length && !isLineEnd(s.bytes[s.at]) && !isStop(s.bytes[s.at], stops)) s.at++;
  return textBetween(s, start, s.at).trim();
}

function wordEnd(s: TextScanner, stops: string): number {
  let end = s.at;
  if (end < s.bytes.length && isStop(s.bytes[end], stops)) return end + 1;
  while (end < s.bytes.length && s.bytes[end] > SPACE && !isStop(s.bytes[end], stops)) end++;
  return end;
}

const isStop = (byte: number, stops: string): boolean => stops !== '' && stops.includes(String.fromCharCode(byte));

export function textBetween(s: TextScanner, start: number, end: number): string {
  return new TextDecoder().decode(s.bytes.subarray(start, end));
}

/** What stands here, for an error message. */
export function foundAt(s: TextScanner, at: number): string {
  const place = { ...s, at };
  if (atEnd(place)) return 'the end of the file';
  const word = peekWord(place);
  return `"${word.length > 40 ? `${word.slice(0, 40)}…` : word}"`;
}

/** An error at the first thing that is not blank from `at` on. */
export function errorAt(s: TextScanner, at: number, message: string): FormatError {
  const place = { ...s, at };
  skipBlank(place);
  let line = 1;
  let lineStart = 0;
  for (let i = 0; i < place.at; i++) {
    const byte = s.bytes[i];
    if (byte === LINE_FEED || (byte === CARRIAGE_RETURN && s.bytes[i + 1] !== LINE_FEED)) {
      line++;
      lineStart = i + 1;
    }
  }
  return new FormatError(s.file, line, message, place.at - lineStart + 1);
}

/** "expected …, found …" at this place. */
export function unexpected(s: TextScanner, at: number, expected: string): FormatError {
  return errorAt(s, at, `expected ${expected}, found ${foundAt(s, at)}`);
}
