/** Running state as plain data: objects of numbers, strings and typed arrays, to JSON and back without loss. */

/** A deep copy with arrays of numbers in place of typed arrays; what JSON has no number for (∞, −0) as text. */
export function toPlain(value: unknown): unknown {
  if (value instanceof Float64Array || value instanceof Int16Array) return Array.from(value, toPlain);
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    return String(Object.is(value, -0) ? '-0' : value);
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toPlain(part)]));
}

const NUMBERS: Readonly<Record<string, number>> = { Infinity, '-Infinity': -Infinity, NaN: Number.NaN, '-0': -0 };

/** Numbers that were written as text are numbers again. */
export function revived(value: unknown): unknown {
  if (typeof value === 'string') return NUMBERS[value] ?? value;
  if (Array.isArray(value)) return value.map(revived);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revived(part)]));
}

/** Writes saved data into a state of the same shape; typed arrays are filled in place. */
export function fromPlain(state: object, saved: unknown): void {
  const target = state as Record<string, unknown>;
  for (const [key, value] of Object.entries(saved as Record<string, unknown>)) {
    const now = target[key];
    if (now instanceof Float64Array) now.set(revived(value) as number[]);
    else if (Array.isArray(now) || typeof now !== 'object' || now === null) target[key] = copyOf(value);
    else fromPlain(now, value);
  }
  for (const key of Object.keys(target)) if (!(key in (saved as object))) target[key] = undefined;
}

const copyOf = (value: unknown): unknown => revived(value);
