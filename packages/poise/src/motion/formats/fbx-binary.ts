/** Binary FBX → tree. Offsets are checked against the enclosing record, so every loop ends within the file. */
import { FormatError } from '../../errors.ts';
import { DEEPEST, type FbxFile, type FbxNode, type FbxValue } from './fbx-tree.ts';

const MAGIC = 'Kaydara FBX Binary  ';
const HEADER_BYTES = 27; // magic, 3 bytes, version
const FOOTER_BYTES = 16; // of the part that belongs to the file's id

export function isBinaryFbx(bytes: Uint8Array): boolean {
  return bytes.length >= HEADER_BYTES && [...MAGIC].every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

interface Source {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly wide: boolean; // 64-bit offsets, since FBX 7.5
  readonly text: { decode(bytes: Uint8Array): string };
}

export function parseBinaryFbx(bytes: Uint8Array, file: string): FbxFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(23, true);
  if (version < 7000 || version >= 8000) {
    throw new FormatError(
      file,
      undefined,
      `expected FBX 7.x, found version ${version / 1000}; save it as FBX 2011 or later`,
    );
  }
  const source: Source = { file, bytes, view, wide: version >= 7500, text: new TextDecoder('utf-8') };
  const nodes: FbxNode[] = [];
  let at = HEADER_BYTES;
  for (;;) {
    const record = readRecord(source, at, bytes.length, 0);
    if (!record) break;
    nodes.push(record.node);
    at = record.end;
  }
  const end = at + (source.wide ? 25 : 13); // after the empty record
  const footer = bytes.subarray(end, end + FOOTER_BYTES);
  return { file, version, text: false, nodes, ...(footer.length === FOOTER_BYTES && { footer }) };
}

function fail(source: Source, at: number, message: string): never {
  throw new FormatError(source.file, undefined, `byte ${at}: ${message}`);
}

/** Reads the record at `at`; undefined for the empty record that ends a list. `limit`: end of the enclosing record. */
function readRecord(
  source: Source,
  at: number,
  limit: number,
  depth: number,
): { node: FbxNode; end: number } | undefined {
  const { view, wide, bytes } = source;
  const headBytes = wide ? 25 : 13;
  if (at + headBytes > limit)
    fail(source, at, `the file is cut off: ${limit - at} bytes left, a record needs ${headBytes}`);
  const word = (index: number): number =>
    wide ? Number(view.getBigUint64(at + 8 * index, true)) : view.getUint32(at + 4 * index, true);
  const end = word(0);
  const valueCount = word(1);
  const valueBytes = word(2);
  const nameBytes = bytes[at + headBytes - 1];
  if (end === 0) return undefined;
  if (depth > DEEPEST) fail(source, at, `records lie more than ${DEEPEST} deep in each other`);
  const valuesAt = at + headBytes + nameBytes;
  if (end > limit || valuesAt + valueBytes > end) {
    fail(source, at, `a record says it ends at byte ${end}, expected ${valuesAt + valueBytes}…${limit}`);
  }
  const name = source.text.decode(bytes.subarray(at + headBytes, valuesAt));
  const values = readValues(source, valuesAt, valuesAt + valueBytes, valueCount);
  const children: FbxNode[] = [];
  let next = valuesAt + valueBytes;
  while (next < end) {
    const child = readRecord(source, next, end, depth + 1);
    if (!child) break;
    children.push(child.node);
    next = child.end;
  }
  const nested = end > valuesAt + valueBytes;
  const stored = { bytes: bytes.subarray(valuesAt, valuesAt + valueBytes), count: valueCount, nested };
  return { node: { name, values, children, stored }, end };
}

function readValues(source: Source, start: number, end: number, count: number): FbxValue[] {
  const values: FbxValue[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    if (at >= end) fail(source, at, `expected ${count} values, found ${i}`);
    const type = String.fromCharCode(source.bytes[at]);
    const { value, next } = readValue(source, type, at + 1, end);
    values.push(value);
    at = next;
  }
  return values;
}

const SCALAR_BYTES: Readonly<Record<string, number>> = { C: 1, B: 1, Y: 2, I: 4, F: 4, D: 8, L: 8 };

function readValue(source: Source, type: string, at: number, end: number): { value: FbxValue; next: number } {
  const { view, bytes } = source;
  const need = (length: number) => {
    if (at + length > end) fail(source, at, `a value of type "${type}" needs ${length} bytes, ${end - at} are left`);
  };
  const size = SCALAR_BYTES[type];
  if (size !== undefined) {
    need(size);
    return { value: readScalar(view, type, at), next: at + size };
  }
  if (type === 'S' || type === 'R') {
    need(4);
    const length = view.getUint32(at, true);
    need(4 + length);
    const raw = bytes.subarray(at + 4, at + 4 + length);
    return { value: type === 'S' ? source.text.decode(raw) : '', next: at + 4 + length };
  }
  if ('fdilbc'.includes(type)) {
    need(12);
    const stored = view.getUint32(at + 8, true);
    need(12 + stored);
    const deflated = view.getUint32(at + 4, true) === 1;
    const data = bytes.subarray(at + 12, at + 12 + stored);
    return {
      value: { kind: 'array', type, count: view.getUint32(at, true), deflated, bytes: data },
      next: at + 12 + stored,
    };
  }
  return fail(source, at - 1, `value type ${JSON.stringify(type)} is unknown`);
}

function readScalar(view: DataView, type: string, at: number): number | bigint {
  if (type === 'Y') return view.getInt16(at, true);
  if (type === 'I') return view.getInt32(at, true);
  if (type === 'F') return view.getFloat32(at, true);
  if (type === 'D') return view.getFloat64(at, true);
  if (type === 'L') return view.getBigInt64(at, true);
  return view.getUint8(at);
}
