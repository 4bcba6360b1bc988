/** Ways up as files: what `poise library generate --get-up` writes. */
import { FormatError } from '../../errors.ts';
import { WAY_UP, type WayUp } from './library.ts';

const FORMAT = 'poise-way-up';
const VERSION = 1;

export interface WayFile {
  readonly body: { readonly height: number; readonly mass: number }; // [m], [kg] for which it was found
  readonly price: number; // of the search
  readonly way: WayUp;
}

export const printWayUp = ({ body, price, way }: WayFile): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, body, price, way }, undefined, 2)}\n`;

/** `name`: of the file, for complaints. */
export function readWayUp(text: string, name: string): WayUp {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw new FormatError(name, undefined, `expected JSON, found something else (${(error as Error).message})`);
  }
  const { format, version, way } = (found ?? {}) as { format?: unknown; version?: unknown; way?: unknown };
  if (format !== FORMAT || version !== VERSION) {
    const expected = `"format": "${FORMAT}" and "version": ${VERSION}`;
    throw new FormatError(name, undefined, `expected ${expected}, found ${JSON.stringify({ format, version })}`);
  }
  const values = (way ?? {}) as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(WAY_UP)) {
    const value = values[key];
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw new FormatError(name, undefined, `way.${key}: expected a number, found ${JSON.stringify(value)}`);
    }
  }
  return Object.fromEntries(Object.keys(WAY_UP).map((key) => [key, values[key]])) as unknown as WayUp;
}
