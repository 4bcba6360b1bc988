/** Text FBX → tree, in one pass over the characters. */
import { FormatError } from '../../errors.ts';
import { DEEPEST, type FbxFile, type FbxNode, type FbxValue } from './fbx-tree.ts';

/** Begins like an FBX in text: a comment that says so, or its first record. */
export const isTextFbx = (head: string): boolean => /^\uFEFF?\s*(; FBX|FBXHeaderExtension:)/.test(head);

interface Cursor {
  readonly file: string;
  readonly text: string;
  at: number;
}

export function parseTextFbx(bytes: Uint8Array, file: string): FbxFile {
  const cursor: Cursor = { file, text: new TextDecoder('utf-8').decode(bytes), at: 0 };
  const nodes = readNodes(cursor, 0);
  if (cursor.at < cursor.text.length) fail(cursor, 'found "}" without its "{"');
  const header = nodes.find(({ name }) => name === 'FBXHeaderExtension');
  const stated = header?.children.find(({ name }) => name === 'FBXVersion')?.values[0];
  const version = typeof stated === 'number' ? stated : 0;
  if (version < 7000 || version >= 8000) {
    const found = version === 0 ? 'none' : `${version / 1000}`;
    throw new FormatError(file, undefined, `expected FBX version 7.x, found ${found}; save it as FBX 2011 or later`);
  }
  return { file, version, text: true, nodes };
}

function fail(cursor: Cursor, message: string): never {
  const before = cursor.text.slice(0, cursor.at).split('\n');
  throw new FormatError(cursor.file, before.length, message, before[before.length - 1].length + 1);
}

/** Passes over blanks, and with `lines` also over line ends and comments. */
function skipBlank(cursor: Cursor, lines: boolean): void {
  const { text } = cursor;
  for (; cursor.at < text.length; cursor.at++) {
    const c = text[cursor.at];
    if (c === ' ' || c === '\t' || c === '\r' || c === '\uFEFF') continue;
    if (lines && c === '\n') continue;
    if (c !== ';' || !lines) return;
    const end = text.indexOf('\n', cursor.at);
    cursor.at = end < 0 ? text.length - 1 : end;
  }
}

function readNodes(cursor: Cursor, depth: number): FbxNode[] {
  if (depth > DEEPEST) fail(cursor, `records lie more than ${DEEPEST} deep in each other`);
  const nodes: FbxNode[] = [];
  for (;;) {
    skipBlank(cursor, true);
    if (cursor.at >= cursor.text.length || cursor.text[cursor.at] === '}') return nodes;
    nodes.push(readNode(cursor, depth));
  }
}

const NAME = /[^\s:{}",;]+(?=\s*:)/y;

function readNode(cursor: Cursor, depth: number): FbxNode {
  NAME.lastIndex = cursor.at;
  const name = NAME.exec(cursor.text)?.[0];
  if (name === undefined) fail(cursor, `expected a record ("Name: values"), found ${excerpt(cursor)}`);
  cursor.at = cursor.text.indexOf(':', cursor.at + name.length) + 1;
  const values = readValues(cursor);
  if (cursor.text[cursor.at] !== '{') return { name, values, children: [] };
  cursor.at++;
  const children = readNodes(cursor, depth + 1);
  if (cursor.at >= cursor.text.length) fail(cursor, `the file ends inside "${name}"`);
  cursor.at++;
  return { name, values: listed(values, children) ?? values, children };
}

/** `KeyTime: *3 { a: 1,2,3 }` is one value: the list. */
function listed(values: readonly FbxValue[], children: readonly FbxNode[]): FbxValue[] | undefined {
  const [list] = children;
  if (typeof values[0] !== 'string' || values[0][0] !== '*' || list?.name !== 'a') return undefined;
  const numbers = Float64Array.from(list.values, (value) => (typeof value === 'object' ? Number.NaN : Number(value)));
  const bytes = new Uint8Array(0);
  return [{ kind: 'array', type: 'text', count: numbers.length, deflated: false, bytes, numbers }];
}

/** Values up to the end of the line; a comma at its end carries on to the next. Stops at "{" or the line's end. */
function readValues(cursor: Cursor): FbxValue[] {
  const values: FbxValue[] = [];
  for (;;) {
    skipBlank(cursor, false);
    const c = cursor.text[cursor.at];
    if (c === undefined || c === '\n' || c === '{' || c === '}' || c === ';') return values;
    if (c === ',') {
      cursor.at++;
      skipBlank(cursor, true);
      continue;
    }
    values.push(c === '"' ? readQuoted(cursor) : readBare(cursor));
  }
}

function readQuoted(cursor: Cursor): string {
  const end = cursor.text.indexOf('"', cursor.at + 1);
  if (end < 0) fail(cursor, 'the text that begins here has no closing quote');
  const value = cursor.text.slice(cursor.at + 1, end);
  cursor.at = end + 1;
  return value.replaceAll('&quot;', '"');
}

const BARE = /[^\s,{}";]+/y;

function readBare(cursor: Cursor): number | bigint | string {
  BARE.lastIndex = cursor.at;
  const word = BARE.exec(cursor.text)?.[0];
  if (word === undefined) fail(cursor, `expected a value, found ${excerpt(cursor)}`);
  cursor.at += word.length;
  const value = Number(word);
  if (Number.isNaN(value)) return word;
  // Object ids may have 19 digits; as a double they would run into each other.
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d{1,20}$/.test(word) ? BigInt(word) : value;
}

const excerpt = (cursor: Cursor): string => JSON.stringify(cursor.text.slice(cursor.at, cursor.at + 20));
