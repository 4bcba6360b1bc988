/** Takes a saved state over into one of the same shape: what does not fit is refused, nothing else is added. */
import { shown, UsageError } from '../errors.ts';
import { LARGEST_SAVED } from '../methods/save-shape.ts';

/** Moments that have not come yet are infinitely far away. */
const ENDLESS: readonly string[] = ['liftedAt', 'wantedAt', 'landedAt', 'times', 'stamps'];

/** Fills `state`: numbers, texts, typed arrays, arrays of numbers and objects of them. A text stays one that `state` could have. */
export function adopt(state: object, saved: unknown, path: string): void {
  if (typeof saved !== 'object' || saved === null || Array.isArray(saved)) throw unsound(path, saved);
  const [target, from] = [state as Record<string, unknown>, saved as Record<string, unknown>];
  for (const key of Object.keys(target)) {
    const [now, value, at] = [target[key], Object.hasOwn(from, key) ? from[key] : undefined, `${path}.${key}`];
    if (now instanceof Float64Array) now.set(numbers(value, now.length, key, at));
    else if (Array.isArray(now)) target[key] = numbers(value, now.length, key, at);
    else if (typeof now === 'number') target[key] = number(value, key, at);
    else if (typeof now === 'object' && now !== null) adopt(now, value, at);
    else if (typeof now === 'boolean') target[key] = value === true;
  }
}

function numbers(value: unknown, length: number, key: string, at: string): number[] {
  if (!Array.isArray(value) || value.length !== length) throw unsound(at, value);
  return value.map((part) => number(part, key, at));
}

export function number(value: unknown, key: string, at: string): number {
  const isSound =
    typeof value === 'number' && (Math.abs(value) <= LARGEST_SAVED || (ENDLESS.includes(key) && !Number.isNaN(value)));
  if (!isSound) throw unsound(at, value);
  return value;
}

export const unsound = (path: string, value: unknown): UsageError =>
  new UsageError(
    `restore: the save is not sound: ${path} is ${Array.isArray(value) ? 'of another length' : shown(value)}`,
  );
