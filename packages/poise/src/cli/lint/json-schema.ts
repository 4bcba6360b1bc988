/** The part of JSON Schema that Poise's own files need, and a check of a value against it: one description for editors and for us. */
import { UsageError } from '../../errors.ts';
import { nearestWord } from '../../math/nearest-word.ts';
import { jsonError } from '../../motion/data-node.ts';
import { GLOB_WANTED, isModestGlob } from './modest-glob.ts';

export interface Schema {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly format?: 'glob';
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | Schema; // of keys that are not named; absent: anything
  readonly anyOf?: readonly Schema[];
}

export interface SchemaFault {
  readonly pointer: string; // JSON pointer, RFC 6901; '' is the whole
  readonly expected: string;
  readonly found: string;
}

/** Text of a file as what its schema describes; `what`: that it should hold, in words. Throws UsageError with the file, the place and
 *  what was expected. */
export function parseAs<T>(text: string, file: string, schema: Schema, what: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(jsonError(text, file, what).message);
  }
  const fault = faultIn(value, schema);
  if (!fault) return value as T;
  throw new UsageError(`${file}: ${fault.pointer || 'the whole'}: expected ${fault.expected}, found ${fault.found}`);
}

/** The first thing that is wrong with `value`, or undefined. */
export function faultIn(value: unknown, schema: Schema, pointer = ''): SchemaFault | undefined {
  if (schema.anyOf) {
    const faults = schema.anyOf.map((one) => faultIn(value, one, pointer));
    if (faults.includes(undefined)) return undefined;
    // something inside is wrong: that says more than "neither this nor that"
    const inside = faults.find((fault) => fault && fault.pointer !== pointer);
    return inside ?? { pointer, expected: schema.anyOf.map(wordsFor).join(' or '), found: said(value) };
  }
  const fault = { pointer, expected: wordsFor(schema), found: said(value) };
  if (schema.enum) return typeof value === 'string' && schema.enum.includes(value) ? undefined : fault;
  switch (schema.type) {
    case 'object':
      return isObject(value) ? faultInObject(value, schema, pointer) : fault;
    case 'array':
      return Array.isArray(value) ? faultInArray(value, schema, pointer) : fault;
    case 'string':
      return typeof value === 'string' && isText(value, schema) ? undefined : fault;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : fault;
    case 'null':
      return value === null ? undefined : fault;
    default:
      return isNumber(value, schema) ? undefined : fault;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: string, { minLength = 0, format }: Schema): boolean =>
  value.length >= minLength && (format !== 'glob' || isModestGlob(value));

function isNumber(value: unknown, { type, minimum, exclusiveMinimum }: Schema): boolean {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  if (type === 'integer' && !Number.isInteger(value)) return false;
  if (minimum !== undefined && value < minimum) return false;
  return exclusiveMinimum === undefined || value > exclusiveMinimum;
}

function faultInObject(
  value: Readonly<Record<string, unknown>>,
  { properties = {}, required = [], additionalProperties }: Schema,
  pointer: string,
): SchemaFault | undefined {
  for (const key of Object.keys(value)) {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (Object.hasOwn(properties, key)) {
      const fault = faultIn(value[key], properties[key]!, at);
      if (fault) return fault;
    } else if (additionalProperties === false) {
      const near = nearestWord(key, Object.keys(properties));
      const expected = near ? `"${near}"` : `one of ${Object.keys(properties).join(', ')}`;
      return { pointer: at, expected, found: `the unknown key "${key}"` };
    } else if (additionalProperties) {
      const fault = faultIn(value[key], additionalProperties, at);
      if (fault) return fault;
    }
  }
  const missing = required.find((key) => !Object.hasOwn(value, key));
  return missing === undefined ? undefined : { pointer, expected: `the key "${missing}"`, found: 'none' };
}

function faultInArray(value: readonly unknown[], { items }: Schema, pointer: string): SchemaFault | undefined {
  if (!items) return undefined;
  for (const [i, item] of value.entries()) {
    const fault = faultIn(item, items, `${pointer}/${i}`);
    if (fault) return fault;
  }
  return undefined;
}

function wordsFor({ type, enum: options, minimum, exclusiveMinimum, minLength, format }: Schema): string {
  if (format === 'glob') return GLOB_WANTED;
  if (options) return `one of ${options.map((option) => `"${option}"`).join(', ')}`;
  const from = minimum !== undefined ? ` from ${minimum} on` : '';
  const above = exclusiveMinimum !== undefined ? ` above ${exclusiveMinimum}` : '';
  const words = {
    object: 'an object',
    array: 'a list',
    string: minLength ? 'a text that is not empty' : 'a text',
    number: 'a number',
    integer: 'a whole number',
    boolean: 'true or false',
    null: 'null',
  };
  return `${type ? words[type] : 'a value'}${from}${above}`;
}

function said(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
