/** Ways up as files: what `poise library generate --get-up` writes. */
import { type NumberRange, parseData } from '../../motion/data-node.ts';
import { WAY_UP, type WayUp } from './library.ts';

const FORMAT = 'poise-way-up';
const VERSION = 3; // 1: ways up from hands and knees without kneeling; 2: hands are put down while the body is pressed up
/** What a way can hold: times of stages [s]; angles [rad] and shares of limbs. */
const TIME: NumberRange = { least: 0.05, most: 20 };
const SHARE: NumberRange = { least: -10, most: 10 };

export interface WayFile {
  readonly body: { readonly height: number; readonly mass: number }; // [m], [kg] for which it was found
  readonly price: number; // of the search
  readonly way: WayUp;
}

export const printWayUp = ({ body, price, way }: WayFile): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, body, price, way }, undefined, 2)}\n`;

/** `name`: of the file, for complaints. Throws FormatError. */
export function readWayUp(text: string, name: string): WayUp {
  const { format, version, way } = parseData(text, name, 'a way up').fields([
    'format',
    'version',
    'body',
    'price',
    'way',
  ]);
  format.choice([FORMAT]);
  version.number({ least: VERSION, most: VERSION });
  const names = Object.keys(WAY_UP) as (keyof WayUp)[];
  const given = way.fields(names);
  return Object.fromEntries(
    names.map((key) => [key, given[key].number(key.endsWith('Time') ? TIME : SHARE)]),
  ) as unknown as WayUp;
}
