/** A save comes back from disks, networks and other characters: what is none is refused before anything of it is used. */
import { shown, UsageError } from '../errors.ts';

/** Refuses what is no save of a character with this many coordinates. `keys` are those that every save has, `q` leads to its
 *  coordinates. Throws UsageError. */
export function checkSaved(
  saved: unknown,
  { keys, q, count }: { readonly keys: readonly string[]; readonly q: readonly string[]; readonly count: number },
): void {
  const whole = isRecord(saved) && keys.every((key) => key in saved);
  const coordinates = whole
    ? q.reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), saved)
    : undefined;
  if (!Array.isArray(coordinates)) throw noSave(saved);
  if (coordinates.length !== count) {
    throw new UsageError(`a save of another character: expected ${count} coordinates, found ${coordinates.length}`);
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export function noSave(found: unknown): UsageError {
  const named = isRecord(found)
    ? `an object with ${Object.keys(found).slice(0, 5).join(', ') || 'nothing'}`
    : shown(found);
  return new UsageError(`restore needs what save() gave, found ${named}`);
}
