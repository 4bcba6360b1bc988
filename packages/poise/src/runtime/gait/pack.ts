/** Data that holds typed arrays anywhere, as plain data and back with its arrays. */
import { revived, toPlain } from '../../methods/reactive-blend/plain-data.ts';
import { checkShape } from '../../methods/save-shape.ts';

const TAG = 'float64';

export function packed(value: unknown): unknown {
  if (value instanceof Float64Array) return { [TAG]: toPlain(value) };
  if (value instanceof Int16Array) return value;
  if (Array.isArray(value)) return value.map(packed);
  if (typeof value !== 'object' || value === null) return toPlain(value);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, packed(part)]));
}

export function unpacked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpacked);
  if (typeof value !== 'object' || value === null) return revived(value);
  if (Object.hasOwn(value, TAG)) {
    const numbers = revived((value as Readonly<Record<string, unknown>>)[TAG]);
    checkShape(numbers, { list: 'moment' }, TAG);
    return Float64Array.from(numbers as number[]);
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unpacked(part)]));
}
