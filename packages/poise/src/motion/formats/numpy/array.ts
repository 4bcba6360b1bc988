/** Arrays of numpy's .npy files: a short header in Python's notation, then the numbers. */
import { FormatError } from '../../../errors.ts';
import { type Budget, spend } from '../budget.ts';
import { type NumberArray, readNumbers, toRowOrder } from './numbers.ts';
import { readPickle } from './pickle.ts';

export interface TextArray {
  readonly kind: 'texts';
  readonly shape: readonly number[];
  readonly texts: readonly string[];
}

/** An array of Python objects: what the pickle inside holds, as plain values. */
export interface ObjectArray {
  readonly kind: 'objects';
  readonly shape: readonly number[];
  readonly value: unknown;
}

export type NumpyArray = NumberArray | TextArray | ObjectArray;

const MAGIC = '\u0093NUMPY';
const MOST_DIMENSIONS = 8;

export const isNpy = (data: Uint8Array): boolean =>
  data.length > 10 && [...MAGIC].every((sign, i) => data[i] === sign.charCodeAt(0));

interface Header {
  readonly descr: string;
  readonly fortran: boolean;
  readonly shape: readonly number[];
  readonly start: number; // of the data
}

export function readNpy(data: Uint8Array, file: string, place: string, budget: Budget): NumpyArray {
  const header = readHeader(data, file, place);
  const { descr, shape, start } = header;
  const count = shape.reduce((product, size) => product * size, 1);
  if (descr === '|O') return { kind: 'objects', shape, value: readPickle(data.subarray(start), file, place, budget) };
  spend(budget, count, file, place);
  const content = data.subarray(start);
  const text = /^[<>|=]?([SU])(\d+)$/.exec(descr);
  if (text) return { kind: 'texts', shape, texts: readTexts(content, count, text[1], Number(text[2]), file, place) };
  const values = readNumbers(content, descr, count, file, place);
  const type = descr.replace(/^[<>|=]/, '');
  return { kind: 'numbers', shape, values: header.fortran ? toRowOrder(values, shape) : values, type };
}

function readHeader(data: Uint8Array, file: string, place: string): Header {
  if (!isNpy(data)) throw new FormatError(file, undefined, `${place}: expected an array of numpy, found other data`);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const long = data[6] >= 2;
  const length = long ? view.getUint32(8, true) : view.getUint16(8, true);
  const start = (long ? 12 : 10) + length;
  if (!(start <= data.length)) throw new FormatError(file, undefined, `${place}: the header is cut off`);
  const text = new TextDecoder('latin1').decode(data.subarray(long ? 12 : 10, start));
  const descr = /'descr'\s*:\s*'([^']{1,8})'/.exec(text)?.[1];
  const fortran = /'fortran_order'\s*:\s*(True|False)/.exec(text)?.[1];
  const sizes = /'shape'\s*:\s*\(([\d\s,L]{0,200})\)/.exec(text)?.[1];
  if (descr === undefined || fortran === undefined || sizes === undefined) {
    throw new FormatError(
      file,
      undefined,
      `${place}: expected a header with descr, fortran_order and shape of one kind of number`,
    );
  }
  const shape = (sizes.match(/\d+/g) ?? []).map(Number);
  if (shape.length > MOST_DIMENSIONS || !shape.every(Number.isSafeInteger)) {
    throw new FormatError(
      file,
      undefined,
      `${place}: expected at most ${MOST_DIMENSIONS} dimensions, found (${sizes})`,
    );
  }
  return { descr, fortran: fortran === 'True', shape, start };
}

function readTexts(
  data: Uint8Array,
  count: number,
  kind: string,
  length: number,
  file: string,
  place: string,
): readonly string[] {
  const bytes = kind === 'U' ? 4 * length : length;
  if (!(count * bytes <= data.length)) throw new FormatError(file, undefined, `${place}: the texts are cut off`);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Array.from({ length: count }, (_, i) => {
    let text = '';
    for (let k = 0; k < length; k++) {
      const code = kind === 'U' ? view.getUint32(i * bytes + 4 * k, true) : view.getUint8(i * bytes + k);
      if (code === 0 || code > 0x10ffff) break;
      text += String.fromCodePoint(code);
    }
    return text;
  });
}
