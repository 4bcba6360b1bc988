/** What parts of a save must be, as data, and the one check of it. A save comes back from disks, networks and other characters. */
import { UsageError } from '../errors.ts';

/** Beyond it numbers of a save are made up: [m], [s], [rad/s] …; the largest number of all stands for Infinity. */
export const LARGEST_SAVED = 1e12;

export type Shape =
  | 'number'
  | 'moment' // a number, or endless
  | 'positive'
  | 'whole' // from −1 on
  | 'flag'
  | { readonly numbers: number | readonly number[] | 'any' } // how many there are
  | { readonly words: readonly string[] }
  | { readonly list: Shape }
  | { readonly maybe: Shape }
  | { readonly fields: Readonly<Record<string, Shape>> };

const LONGEST = 100_000; // parts of a list

const isSize = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= LARGEST_SAVED;

const isEndless = (value: unknown): boolean =>
  typeof value === 'number' && (Math.abs(value) === Number.POSITIVE_INFINITY || Math.abs(value) === Number.MAX_VALUE);

const isPlainList = (value: unknown): value is ArrayLike<unknown> =>
  (Array.isArray(value) || value instanceof Float64Array || value instanceof Int16Array) && value.length <= LONGEST;

/** The place of the first part that is not as it should be; undefined for a sound one. */
function faultIn(value: unknown, shape: Shape, place: string): string | undefined {
  const fault = (sound: boolean): string | undefined => (sound ? undefined : place);
  switch (shape) {
    case 'number':
      return fault(isSize(value));
    case 'moment':
      return fault(isSize(value) || isEndless(value));
    case 'positive':
      return fault(isSize(value) && value > 0);
    case 'whole':
      return fault(isSize(value) && Number.isInteger(value) && value >= -1);
    case 'flag':
      return fault(typeof value === 'boolean');
  }
  if ('words' in shape) return fault(typeof value === 'string' && shape.words.includes(value));
  if ('maybe' in shape) return value === undefined || value === null ? undefined : faultIn(value, shape.maybe, place);
  if ('fields' in shape) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return place;
    const own = value as Readonly<Record<string, unknown>>;
    for (const [key, part] of Object.entries(shape.fields)) {
      const found = faultIn(Object.hasOwn(own, key) ? own[key] : undefined, part, `${place}.${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isPlainList(value)) return place;
  if ('numbers' in shape) {
    const { numbers } = shape;
    if (numbers !== 'any' && ![numbers].flat().includes(value.length)) return place;
  }
  const part: Shape = 'list' in shape ? shape.list : 'number';
  for (let i = 0; i < value.length; i++) {
    const found = faultIn(value[i], part, `${place}[${i}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Throws UsageError where a part of a save is not of its shape. */
export function checkShape(value: unknown, shape: Shape, place: string): void {
  const fault = faultIn(value, shape, place);
  if (fault !== undefined) throw new UsageError(`restore: the save is not sound: ${fault}`);
}
