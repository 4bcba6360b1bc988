/** Words of the form "t=1 at=chest", as --push and --ball take them. */
import { UsageError } from '../errors.ts';

/** What one option says: which keys it knows, and an example for whoever errs. */
export interface FieldRules {
  readonly flag: string;
  readonly keys: readonly string[];
  readonly example: string;
}

/** Values by key. Throws UsageError for what is no key=value, an unknown key, and a duplicate key. */
export function parseFields(text: string, { flag, keys, example }: FieldRules): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const field of text.trim().split(/\s+/)) {
    const [key, value, ...rest] = field.split('=');
    if (!key || !value || rest.length > 0) {
      throw new UsageError(`${flag}: expected key=value as in ${example}, found "${field}"`);
    }
    if (!keys.includes(key)) {
      throw new UsageError(`${flag}: unknown "${key}"; expected ${keys.join(', ')} as in ${example}`);
    }
    if (fields.has(key)) throw new UsageError(`${flag}: duplicate key "${key}" in "${text}"`);
    fields.set(key, value);
  }
  return fields;
}

/** A finite number, or undefined; nothing at all is no number. */
export function finite(text: string): number | undefined {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value;
}
