/** JSON as every command prints it: indented, but rows of numbers stay on one line; null for numbers that are not finite. */

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Rows of scalars, and rows of such short rows (a path of points), read better on one line. */
function isFlat(value: readonly unknown[]): boolean {
  return value.every((item) => isScalar(item) || (Array.isArray(item) && item.length <= 4 && item.every(isScalar)));
}

/** Text of a plain value; typed arrays must have been turned into arrays before. */
export function toJson(value: unknown, indent = ''): string {
  if (isScalar(value)) return JSON.stringify(value ?? null);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (isFlat(value)) return JSON.stringify(value);
    return `[\n${value.map((item) => inner + toJson(item, inner)).join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value as object).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return '{}';
  return `{\n${entries.map(([key, item]) => `${inner}${JSON.stringify(key)}: ${toJson(item, inner)}`).join(',\n')}\n${indent}}`;
}

/** Rounded to 9 significant digits: below every error of measurement, half the size of the exact number. */
export const tidy = (value: number): number | null => (Number.isFinite(value) ? Number(value.toPrecision(9)) : null);

export const tidyList = (values: ArrayLike<number>): (number | null)[] => Array.from(values, tidy);

/** Groups of three; null where any of the three is undefined. */
export function tidyVectors(values: ArrayLike<number>): ((number | null)[] | null)[] {
  return Array.from({ length: values.length / 3 }, (_, i) => {
    const vector = [tidy(values[3 * i]), tidy(values[3 * i + 1]), tidy(values[3 * i + 2])];
    return vector.includes(null) ? null : vector;
  });
}
