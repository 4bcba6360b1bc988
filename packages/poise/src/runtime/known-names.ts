/** Names that callers may give, and what they have probably meant. */
import { UsageError } from '../errors.ts';
import { nearestWord } from '../math/nearest-word.ts';

/** Throws where an object has a key that is none of the known ones. `what`: whose keys they are. */
export function refuseUnknown(what: string, given: object, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null) throw new UsageError(`expected ${what}, found ${String(given)}`);
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    const near = nearestName(key, known);
    throw new UsageError(`${what} has no option "${key}"${near || `: known are ${known.join(', ')}`}`);
  }
}

/** '; did you mean "…"?', or nothing where no name is near. */
export function nearestName(name: unknown, known: readonly string[]): string {
  const near = nearestWord(String(name), known); // callers without types give anything
  return near === undefined ? '' : `; did you mean "${near}"?`;
}
