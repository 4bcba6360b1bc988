/** A save comes back from disks, networks and other characters: what is none is refused before anything of it is used. */
import { UsageError } from '../errors.ts';

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
  if (!Array.isArray(coordinates)) throw new UsageError(`restore needs what save() gave, found ${named(saved)}`);
  if (coordinates.length !== count) {
    throw new UsageError(`a save of another character: expected ${count} coordinates, found ${coordinates.length}`);
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const named = (value: unknown): string =>
  isRecord(value) ? `an object with ${Object.keys(value).slice(0, 5).join(', ') || 'nothing'}` : String(value);
