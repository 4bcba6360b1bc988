/** What a numpy file or a pickle holds, as named arrays: one way to ask for them, whatever the container was. */
import { FormatError } from '../../../errors.ts';
import { budgetFor } from '../budget.ts';
import { isNpy, type NumpyArray, readNpy } from './array.ts';
import type { NumberArray } from './numbers.ts';
import { readPickle } from './pickle.ts';
import { isZip, readEntry, zipEntries } from './zip.ts';

export interface NumpyContent {
  readonly arrays: ReadonlyMap<string, NumpyArray>; // one array without a name has the name ''
}

export async function readContent(data: Uint8Array, file: string): Promise<NumpyContent> {
  const budget = budgetFor(data.length);
  if (isZip(data)) {
    const arrays = new Map<string, NumpyArray>();
    const entries = zipEntries(data, file);
    if (entries.some(({ name }) => name.endsWith('data.pkl'))) {
      throw new FormatError(
        file,
        undefined,
        'this is a file of PyTorch, which Poise does not read; save its arrays as .npz',
      );
    }
    for (const entry of entries) {
      if (!entry.name.endsWith('.npy')) continue;
      const name = entry.name.slice(0, -4);
      arrays.set(name, readNpy(await readEntry(data, entry, file, budget), file, `"${name}"`, budget));
    }
    return { arrays: unfolded(arrays) };
  }
  if (isNpy(data)) return { arrays: unfolded(new Map([['', readNpy(data, file, 'the array', budget)]])) };
  if (data[0] === 0x80) {
    const value = readPickle(data, file, 'the pickle', budget);
    return { arrays: unfolded(new Map([['', { kind: 'objects', shape: [], value }]])) };
  }
  throw new FormatError(
    file,
    undefined,
    'expected an array of numpy, a zip file of such or a pickle, found other data',
  );
}

/** Dictionaries inside object arrays become names beside the others. */
function unfolded(arrays: ReadonlyMap<string, NumpyArray>): ReadonlyMap<string, NumpyArray> {
  const out = new Map<string, NumpyArray>();
  const seen = new Set<unknown>(); // dictionaries may hold one another, and themselves
  const put = (name: string, value: unknown): void => {
    if (value instanceof Map) {
      if (seen.has(value)) return;
      seen.add(value);
      for (const [key, item] of value) if (typeof key === 'string' || typeof key === 'number') put(`${key}`, item);
    } else if (isArray(value)) out.set(name, value);
    else if (typeof value === 'number') out.set(name, { kind: 'numbers', shape: [], values: Float64Array.of(value) });
    else if (typeof value === 'string') out.set(name, { kind: 'texts', shape: [], texts: [value] });
    else if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number')) {
      out.set(name, { kind: 'numbers', shape: [value.length], values: Float64Array.from(value) });
    } else out.set(name, { kind: 'objects', shape: [], value });
  };
  for (const [name, array] of arrays) {
    if (array.kind === 'objects') put(name, array.value);
    else out.set(name, array);
  }
  return out;
}

const isArray = (value: unknown): value is NumpyArray =>
  typeof value === 'object' && value !== null && 'kind' in value && 'shape' in value;

/** The array of numbers that has one of these names. */
export function numbersNamed({ arrays }: NumpyContent, ...names: readonly string[]): NumberArray | undefined {
  for (const name of names) {
    const array = arrays.get(name);
    if (array?.kind === 'numbers') return array;
  }
  return undefined;
}
