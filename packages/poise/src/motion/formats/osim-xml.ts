/**
 * A small reader for the plain XML that OpenSim writes: elements, attributes, text, comments. There are no document types and
 * no entities but the five of XML itself, so a file can neither reach outside itself nor grow while it is read.
 */
import { FormatError } from '../../errors.ts';
import { BOUNDS } from '../bounds.ts';

const MAX_DEPTH = BOUNDS.depth;

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string; // all text directly inside, trimmed
  readonly at: number; // place in the source, for errors
}

interface Open {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  readonly texts: string[];
  readonly at: number;
}

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }),
);

/** Parses a document and returns its root element. */
export function parseXml(source: string, file: string): XmlElement {
  const stack: Open[] = [];
  let root: XmlElement | undefined;
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('<', at);
    if (open < 0) break;
    stack.at(-1)?.texts.push(decode(source.slice(at, open), source, at, file));
    at = skipMarkup(source, open, file);
    if (at > open) continue;
    const close = tagEnd(source, open);
    if (close < 0) throw errorAt(source, open, file, 'expected ">", found the end of the file');
    at = close + 1;
    if (source[open + 1] === '/') {
      const element = closeElement(stack, source.slice(open + 2, close).trim(), source, open, file);
      if (stack.length === 0) root = element;
      continue;
    }
    if (root) throw errorAt(source, open, file, 'expected one root element, found a second');
    const selfClosing = source[close - 1] === '/';
    const tag = openElement(source, open, selfClosing ? close - 1 : close, file);
    if (stack.length >= MAX_DEPTH) throw errorAt(source, open, file, `elements are nested deeper than ${MAX_DEPTH}`);
    stack.push(tag);
    if (selfClosing) {
      const element = closeElement(stack, tag.name, source, open, file);
      if (stack.length === 0) root = element;
    }
  }
  if (stack.length > 0) throw errorAt(source, stack.at(-1)!.at, file, `<${stack.at(-1)!.name}> is not closed`);
  if (!root) throw new FormatError(file, 1, 'expected an XML element, found none');
  return root;
}

/** Place of the ">" that ends a tag; those in the values of attributes do not. −1: none. */
function tagEnd(source: string, open: number): number {
  let quote = '';
  for (let at = open + 1; at < source.length; at++) {
    const sign = source[at];
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at;
  }
  return -1;
}

/** Behind a comment, CDATA section or processing instruction; the same place when there is none. */
function skipMarkup(source: string, open: number, file: string): number {
  const ends: readonly (readonly [string, string])[] = [
    ['<!--', '-->'],
    ['<?', '?>'],
    ['<![CDATA[', ']]>'],
  ];
  for (const [start, stop] of ends) {
    if (!source.startsWith(start, open)) continue;
    const end = source.indexOf(stop, open + start.length);
    if (end < 0) throw errorAt(source, open, file, `expected "${stop}", found the end of the file`);
    return end + stop.length;
  }
  if (source.startsWith('<!', open)) throw errorAt(source, open, file, 'document types are not read');
  return open;
}

function closeElement(stack: Open[], name: string, source: string, at: number, file: string): XmlElement {
  const open = stack.pop();
  if (!open || open.name !== name) {
    throw errorAt(
      source,
      at,
      file,
      open ? `expected </${open.name}>, found </${name}>` : `</${name}> was never opened`,
    );
  }
  const element: XmlElement = {
    name,
    attributes: open.attributes,
    children: open.children,
    text: open.texts.join('').trim(),
    at: open.at,
  };
  stack.at(-1)?.children.push(element);
  return element;
}

function openElement(source: string, open: number, end: number, file: string): Open {
  const inside = source.slice(open + 1, end);
  const name = /^[A-Za-z_][\w.:-]*/.exec(inside)?.[0];
  if (!name) throw errorAt(source, open, file, `expected an element name, found "${inside.slice(0, 20)}"`);
  const attributes = new Map<string, string>();
  // one attribute after the other, each from where the last one ended: time grows with the length of the tag, not faster
  const attribute = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
  let at = name.length;
  while (!isBlankFrom(inside, at)) {
    attribute.lastIndex = at;
    const match = attribute.exec(inside);
    if (!match) {
      const text = inside.slice(at).trim();
      const place = open + 1 + inside.length - inside.slice(at).trimStart().length;
      throw errorAt(source, place, file, `<${name}>: expected name="value", found "${text.slice(0, 30)}"`);
    }
    attributes.set(match[1], decode(match[2] ?? match[3], source, open, file));
    at = attribute.lastIndex;
  }
  return { name, attributes, children: [], texts: [], at: open };
}

function isBlankFrom(text: string, from: number): boolean {
  for (let i = from; i < text.length; i++) if (!/\s/.test(text[i])) return false;
  return true;
}

function decode(text: string, source: string, at: number, file: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x?[0-9a-fA-F]{1,6}|[A-Za-z]\w{0,9}|);?/g, (whole, name: string) => {
    const known = ENTITIES.get(name);
    if (known !== undefined) return known;
    const code = name.startsWith('#x')
      ? Number.parseInt(name.slice(2), 16)
      : name.startsWith('#')
        ? Number(name.slice(1))
        : Number.NaN;
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    throw errorAt(source, at, file, `unknown entity "${whole}"`);
  });
}

function errorAt(source: string, at: number, file: string, message: string): FormatError {
  const line = lineOf(source, at);
  return new FormatError(file, line, message, at - source.lastIndexOf('\n', at - 1));
}

/** 1-based line of a place in the source. */
export function lineOf(source: string, at: number): number {
  let line = 1;
  for (let i = source.indexOf('\n'); i >= 0 && i < at; i = source.indexOf('\n', i + 1)) line++;
  return line;
}

export const childNamed = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

export const childText = (element: XmlElement | undefined, name: string): string =>
  childNamed(element, name)?.text ?? '';

/** Children of <set><objects>…</objects></set>, the way OpenSim writes lists. */
export const objectsOf = (element: XmlElement | undefined): readonly XmlElement[] =>
  childNamed(element, 'objects')?.children ?? [];

export const nameOf = (element: XmlElement): string => element.attributes.get('name') ?? '';
