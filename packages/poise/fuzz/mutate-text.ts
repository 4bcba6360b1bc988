/** Damage of JSON and XML as texts: keys and attributes twice, elements moved into one another, spellings of numbers, escapes, depth. What a
 *  parser makes of it stays mostly sound and is not what the file seemed to say. */
import type { Rng } from '../src/math/random.ts';
import { below, pick } from './mutate.ts';

const KEYS = ['__proto__', '\\u005f\\u005fproto__', 'constructor', 'toString', '', 'length', '0', '\\ud800', 'İ'];
const VALUES = [
  'null',
  '1e400',
  '-1e400',
  '1E-400',
  '0.1e1',
  '-0',
  '9007199254740993',
  '"\\u0000"',
  '"\\u202e"',
  '[]',
  '{}',
  '{"__proto__":null}',
  '[[[[[[[[1]]]]]]]]',
  '"NaN"',
  'true',
];
const DEEP = [50, 99, 101, 1000, 20_000];

const decoder = new TextDecoder('latin1');
const bytes = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0) & 255);

/** Puts a text in the place of one match. */
function atMatch(rng: Rng, text: string, pattern: RegExp, by: (match: RegExpMatchArray) => string): string {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return text;
  const match = pick(rng, found);
  return `${text.slice(0, match.index)}${by(match)}${text.slice(match.index + match[0].length)}`;
}

const PAIR = /"((?:[^"\\]|\\.)*)"\s*:\s*(-?[\d.eE+-]+|"(?:[^"\\]|\\.)*"|true|false|null)/g;

type Damage = (rng: Rng, text: string) => string;

const IN_JSON: readonly Damage[] = [
  (rng, text) => atMatch(rng, text, PAIR, ([pair, key]) => `${pair},"${key}":${pick(rng, VALUES)}`), // the later one counts
  (rng, text) => atMatch(rng, text, PAIR, ([pair, , value]) => `"${pick(rng, KEYS)}":${value},${pair}`),
  (rng, text) => atMatch(rng, text, PAIR, ([, key]) => `"${key}":${pick(rng, VALUES)}`),
  (rng, text) => atMatch(rng, text, PAIR, ([, key]) => `"${key}":${'['.repeat(pick(rng, DEEP))}`),
  (rng, text) => {
    const depth = pick(rng, DEEP);
    return atMatch(
      rng,
      text,
      PAIR,
      ([, key, value]) => `"${key}":${'[{"a":'.repeat(depth)}${value}${'}]'.repeat(depth)}`,
    );
  },
  (rng, text) =>
    atMatch(
      rng,
      text,
      /"([A-Za-z])([\w-]*)"/g,
      ([, first, rest]) => `"\\u00${first!.charCodeAt(0).toString(16)}${rest}"`,
    ),
  (rng, text) => atMatch(rng, text, /\[(?=\s*[-\d])/g, () => `[${pick(rng, VALUES)},`),
  (rng, text) => `${text}${pick(rng, [' ', '\n\n', '\u0000', ',', '{}', '//x', '\u00ef\u00bb\u00bf'])}`,
  (_, text) => `\u00ef\u00bb\u00bf${text}`,
];

const ELEMENT = /<(\w+)[^<>]*>[^<>]*<\/\1>/g;

const IN_XML: readonly Damage[] = [
  (rng, text) => atMatch(rng, text, ELEMENT, ([whole]) => `${whole}${whole}`),
  (rng, text) => atMatch(rng, text, ELEMENT, () => ''),
  (rng, text) =>
    atMatch(
      rng,
      text,
      ELEMENT,
      ([, name]) => `<${name}>${pick(rng, [...VALUES, '1e308 1e308 1e308', '', '0 0', 'NaN NaN NaN'])}</${name}>`,
    ),
  (rng, text) => {
    const others = [...text.matchAll(ELEMENT)];
    return atMatch(rng, text, ELEMENT, ([, name]) => `<${name}>${pick(rng, others)[0]}</${name}>`);
  },
  (rng, text) => {
    const depth = pick(rng, DEEP);
    return atMatch(
      rng,
      text,
      ELEMENT,
      ([whole, name]) => `${`<${name}>`.repeat(depth)}${whole}${`</${name}>`.repeat(depth)}`,
    );
  },
  (rng, text) => atMatch(rng, text, /(\w+)="[^"]*"/g, ([pair]) => `${pair} ${pair}`),
  (rng, text) =>
    atMatch(
      rng,
      text,
      /(\w+)="[^"]*"/g,
      ([, name]) => `${name}="${pick(rng, ['', '/', '../..', 'ground', '__proto__', '&lt;', '&#x110000;', '&a;'])}"`,
    ),
  (rng, text) =>
    atMatch(rng, text, /\/[\w/]+/g, ([path]) =>
      pick(rng, ['/ground', '/bodyset/pelvis', '/bodyset/shin', `${path}${path}`, '..', '/__proto__']),
    ),
  (_, text) =>
    text.replace(/<\?xml[^>]*>/, '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]>'),
  (rng, text) => atMatch(rng, text, />[^<>]+</g, ([inner]) => `><![CDATA[${inner.slice(1, -1)}]]><`),
];

/** A mutant, or undefined where the data is neither JSON nor XML. */
export function mutateText(rng: Rng, data: Uint8Array): Uint8Array | undefined {
  const first = data.find((byte) => byte > 32 && byte < 128);
  const damages = first === 0x7b || first === 0x5b ? IN_JSON : first === 0x3c ? IN_XML : undefined;
  if (!damages) return undefined;
  let text = decoder.decode(data);
  for (let times = 1 + below(rng, 3); times > 0; times--) text = pick(rng, damages)(rng, text);
  return bytes(text);
}
