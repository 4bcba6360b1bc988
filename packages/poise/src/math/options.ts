/** Options that callers give: the defaults filled in, and names that nobody knows refused with what was probably meant. */
import { shown, UsageError } from '../errors.ts';
import { nearestWord } from './nearest-word.ts';

/** The defaults with what is given in place of them; what is given as undefined stays the default. `also`: options without a default.
 *  Throws UsageError for other names. */
export function withDefaults<Options extends object>(
  what: string,
  defaults: Options,
  given: Partial<Options>,
  also: readonly (keyof Options & string)[] = [],
): Options {
  refuseUnknown(what, given, [...Object.keys(defaults), ...also]);
  return filledWith(defaults, given);
}

/** The same for options whose names were looked at already. */
export function filledWith<Options extends object>(defaults: Options, given: Partial<Options>): Options {
  const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...defaults, ...(stated as Partial<Options>) };
}

/** Throws where an object has a key that is none of the known ones. `what`: whose keys they are. */
export function refuseUnknown(what: string, given: object, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null) throw new UsageError(`expected ${what}, found ${shown(given)}`);
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    const near = nearestName(key, known);
    throw new UsageError(`${what} has no option "${key}"${near || `: known are ${known.join(', ')}`}`);
  }
}

/** '; did you mean "…"?', or nothing where no name is near. */
export function nearestName(name: unknown, known: readonly string[]): string {
  const near = nearestWord(typeof name === 'string' ? name : shown(name), known);
  return near === undefined ? '' : `; did you mean "${near}"?`;
}
