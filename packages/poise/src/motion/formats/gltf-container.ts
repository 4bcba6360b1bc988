/**
 * The outside of a glTF file: a GLB's chunks, or JSON text with buffers beside it or in data URIs. Nothing is thrown
 * away, so that a file can be written back with everything Poise does not know.
 */
import { BOUNDS } from '../bounds.ts';
import { jsonError } from '../data-node.ts';
import type { ReadOptions } from './format.ts';
import { countAt, found, isObject, type JsonObject, objectsAt, refuse } from './gltf-json.ts';

export type Container = 'glb' | 'gltf';

/** A GLB chunk after the JSON: the BIN chunk or one that only an extension knows. */
export interface Chunk {
  readonly type: number;
  readonly data: Uint8Array;
}

export interface GltfFile {
  readonly file: string; // name, for messages
  readonly container: Container;
  readonly bytes: Uint8Array; // as read
  readonly text: string; // the JSON as read; writers parse it anew
  readonly json: JsonObject;
  readonly chunks: readonly Chunk[]; // empty for .gltf
  readonly buffers: readonly (Uint8Array | undefined)[]; // undefined: stored elsewhere and not found
}

const GLB_MAGIC = 0x46546c67; // "glTF", little-endian
const JSON_CHUNK = 0x4e4f534a;
export const BIN_CHUNK = 0x004e4942;

/** Opens a .glb or .gltf (told apart by content), fetching external buffers through `companion`. */
export async function openGltf(
  bytes: Uint8Array,
  file: string,
  companion?: ReadOptions['companion'],
): Promise<GltfFile> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const binary = bytes.length >= 4 && view.getUint32(0, true) === GLB_MAGIC;
  const chunks = binary ? readChunks(view, file) : [{ type: JSON_CHUNK, data: bytes }];
  if (chunks.length === 0 || chunks[0].type !== JSON_CHUNK)
    refuse(file, '', 'chunk 0: expected JSON, found a chunk of another kind');
  const text = decodeText(chunks[0].data, file, binary);
  const json = parseJson(text, file);
  const rest = chunks.slice(1);
  const buffers = await loadBuffers(json, rest, file, companion);
  return { file, container: binary ? 'glb' : 'gltf', bytes, text, json, chunks: rest, buffers };
}

function readChunks(view: DataView, file: string): Chunk[] {
  if (view.byteLength < 20) refuse(file, '', `a GLB has at least 20 bytes, found ${view.byteLength}`);
  const version = view.getUint32(4, true);
  if (version !== 2) refuse(file, '', `expected GLB version 2, found ${version}`);
  const length = view.getUint32(8, true);
  if (length > view.byteLength) {
    refuse(file, '', `the GLB is cut off: its header says ${length} bytes, found ${view.byteLength}`);
  }
  const chunks: Chunk[] = [];
  let at = 12;
  while (at + 8 <= length) {
    const size = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    if (size > length - at - 8) {
      refuse(file, `chunk ${chunks.length}`, `says ${size} bytes, but only ${length - at - 8} are left`);
    }
    chunks.push({ type, data: new Uint8Array(view.buffer, view.byteOffset + at + 8, size) });
    at += 8 + size;
  }
  return chunks;
}

function decodeText(data: Uint8Array, file: string, binary: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    return refuse(
      file,
      '',
      binary ? 'chunk 0: expected JSON in UTF-8, found other bytes' : 'neither a GLB nor JSON text',
    );
  }
}

function parseJson(text: string, file: string): JsonObject {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw jsonError(text, file, 'a glTF');
  }
  if (!isObject(json)) refuse(file, '', `expected a JSON object, found ${found(json)}`);
  if (isDeeper(json, BOUNDS.depth)) refuse(file, '', `the file nests values more than ${BOUNDS.depth} deep`);
  const asset = json['asset'];
  const version = isObject(asset) ? asset['version'] : undefined;
  if (typeof version !== 'string' || !/^2\./.test(version)) {
    refuse(file, 'asset', `expected glTF version 2.x, found ${found(version)}`);
  }
  return json;
}

/** JSON.parse takes any depth; what writes it out again does not. */
const isDeeper = (value: unknown, most: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (most === 0 || Object.values(value).some((inner) => isDeeper(inner, most - 1)));

async function loadBuffers(
  json: JsonObject,
  chunks: readonly Chunk[],
  file: string,
  companion: ReadOptions['companion'],
): Promise<(Uint8Array | undefined)[]> {
  const bin = chunks.length > 0 && chunks[0].type === BIN_CHUNK ? chunks[0].data : undefined;
  const loaded: (Uint8Array | undefined)[] = [];
  for (const [i, buffer] of objectsAt(file, json, 'buffers').entries()) {
    const place = `buffer ${i}`;
    const size = countAt(file, buffer, 'byteLength', place);
    const uri = buffer['uri'];
    const data = uri === undefined ? (i === 0 ? bin : undefined) : await fetchBuffer(uri, file, place, companion);
    if (data && data.length < size) refuse(file, place, `says ${size} bytes, found ${data.length}`);
    loaded.push(data?.subarray(0, size));
  }
  return loaded;
}

async function fetchBuffer(
  uri: unknown,
  file: string,
  place: string,
  companion: ReadOptions['companion'],
): Promise<Uint8Array | undefined> {
  if (typeof uri !== 'string') refuse(file, place, `"uri": expected text, found ${found(uri)}`);
  if (uri.startsWith('data:')) return decodeDataUri(uri, file, place);
  let name = uri;
  try {
    name = decodeURIComponent(uri);
  } catch {
    refuse(file, place, `"uri": ${found(uri)} is not a proper URI`);
  }
  // A motion file must not make us open arbitrary files or addresses.
  if (/^[a-z][a-z0-9+.-]*:|^[/\\]|(^|[/\\])\.\.([/\\]|$)/i.test(name)) {
    refuse(file, place, `"uri": ${found(uri)} lies outside the file's folder and is not read`);
  }
  return companion?.(name);
}

function decodeDataUri(uri: string, file: string, place: string): Uint8Array {
  const comma = uri.indexOf(',');
  if (comma < 0 || !/;base64$/i.test(uri.slice(0, comma))) refuse(file, place, 'expected a base64 data URI');
  let binary = '';
  try {
    binary = atob(uri.slice(comma + 1));
  } catch {
    refuse(file, place, 'the data URI is not proper base64');
  }
  const data = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) data[i] = binary.charCodeAt(i);
  return data;
}

/** The JSON text of a sound GLB and its further chunks. */
export function unpackGlb(bytes: Uint8Array): { readonly text: string; readonly rest: readonly Chunk[] } {
  const [json, ...rest] = readChunks(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 'a GLB');
  return { text: new TextDecoder().decode(json.data), rest };
}

/** A GLB from JSON text and chunks; JSON is padded with spaces, the rest with zeros, to multiples of 4 bytes. */
export function packGlb(text: string, chunks: readonly Chunk[]): Uint8Array {
  const all = [{ type: JSON_CHUNK, data: new TextEncoder().encode(text) }, ...chunks];
  const length = all.reduce((sum, { data }) => sum + 8 + align4(data.length), 12);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, GLB_MAGIC, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, length, true);
  let at = 12;
  for (const { type, data } of all) {
    const size = align4(data.length);
    view.setUint32(at, size, true);
    view.setUint32(at + 4, type, true);
    bytes.set(data, at + 8);
    if (type === JSON_CHUNK) bytes.fill(0x20, at + 8 + data.length, at + 8 + size);
    at += 8 + size;
  }
  return bytes;
}

export const align4 = (length: number): number => (length + 3) & ~3;

/** A base64 data URI; in slices, because a call takes only so many arguments. */
export function encodeDataUri(data: Uint8Array): string {
  let binary = '';
  for (let i = 0; i < data.length; i += 0x8000) binary += String.fromCharCode(...data.subarray(i, i + 0x8000));
  return `data:application/octet-stream;base64,${btoa(binary)}`;
}
