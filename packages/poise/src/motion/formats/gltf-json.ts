/** Careful access to a glTF's JSON, which comes from strangers: every list, object and index is checked before use. */
import { FormatError } from '../../errors.ts';
import { BOUNDS } from '../bounds.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws a FormatError; `place` names the part of the file ("animation 2 "walk"", "accessor 7"). */
export function refuse(file: string, place: string, message: string): never {
  throw new FormatError(file, undefined, place === '' ? message : `${place}: ${message}`);
}

/** A short picture of what was found, for messages; large or nested content is only named. */
export function found(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) {
    const plain = value.length <= 4 && value.every((item) => typeof item !== 'object' || item === null);
    return plain ? `[${value.map(found).join(', ')}]` : `a list of ${value.length}`;
  }
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** Lists whose entries were looked at: they are asked for once per channel. */
const checkedLists = new WeakSet<object>();

/** The list of objects under a key; absent lists are empty. */
export function objectsAt(file: string, holder: JsonObject, key: string, place = ''): readonly JsonObject[] {
  const list = holder[key];
  if (list === undefined) return [];
  if (!Array.isArray(list)) refuse(file, place, `"${key}": expected a list, found ${found(list)}`);
  if (checkedLists.has(list)) return list;
  for (let i = 0; i < list.length; i++) {
    if (!isObject(list[i])) refuse(file, place, `"${key}" ${i}: expected an object, found ${found(list[i])}`);
  }
  checkedLists.add(list);
  return list;
}

/** A whole number ≥ 0; `otherwise` stands in for an absent one. */
export function countAt(file: string, holder: JsonObject, key: string, place: string, otherwise?: number): number {
  const value = holder[key] ?? otherwise;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    refuse(file, place, `"${key}": expected a whole number, found ${found(value)}`);
  }
  return value;
}

/** An index into a list of `length` items, called `what` in the message. */
export function indexAt(
  file: string,
  holder: JsonObject,
  key: string,
  length: number,
  what: string,
  place: string,
): number {
  const index = countAt(file, holder, key, place);
  if (index >= length) refuse(file, place, `"${key}": ${what} ${index} does not exist, the file has ${length}`);
  return index;
}

const isSound = (x: unknown): boolean => typeof x === 'number' && Math.abs(x) <= BOUNDS.number;

/** `length` finite numbers, or undefined when the key is absent. */
export function numbersAt(
  file: string,
  holder: JsonObject,
  key: string,
  length: number,
  place: string,
): number[] | undefined {
  const list = holder[key];
  if (list === undefined) return undefined;
  if (!Array.isArray(list) || list.length !== length || !list.every(isSound)) {
    refuse(file, place, `"${key}": expected ${length} numbers from −1e12 to 1e12, found ${found(list)}`);
  }
  return list;
}

export const textAt = (holder: JsonObject, key: string): string | undefined => {
  const value = holder[key];
  return typeof value === 'string' ? value : undefined;
};
