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

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['NaN', Number.NaN],
  ['-0', -0],
]);

/** Numbers that were written as text are numbers again. */
export function revived(value: unknown): unknown {
  if (typeof value === 'string') return NUMBERS.get(value) ?? value;
  if (Array.isArray(value)) return value.map(revived);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revived(part)]));
}
