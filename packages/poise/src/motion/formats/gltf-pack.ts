/** Adds data to a glTF's JSON and packs it into its container again. */
import {
  align4,
  BIN_CHUNK,
  type Chunk,
  type Container,
  encodeDataUri,
  type GltfFile,
  packGlb,
} from './gltf-container.ts';

/** The parts of the JSON that are edited; it was checked when the file was read. */
export interface EditableJson {
  nodes: Record<string, unknown>[];
  animations?: EditableAnimation[];
  accessors?: Record<string, unknown>[];
  bufferViews?: Record<string, unknown>[];
  buffers?: EditableBuffer[];
}
export interface EditableAnimation {
  name?: string;
  extras?: unknown;
  samplers: Record<string, unknown>[];
  channels: { sampler: number; target: { node?: number; path: string } }[];
}
interface EditableBuffer {
  byteLength: number;
  uri?: string;
}

/** Data to be stored, and the buffer view that will point to it. */
export interface NewData {
  readonly bytes: Uint8Array;
  readonly bufferView: Record<string, unknown>;
}

export interface Appender {
  /** Adds an accessor over new data; returns its index. */
  append(values: Float32Array, width: number): number;
  finish(): NewData;
}

/** Collects new float data behind one new buffer view; `pack` gives it a buffer and an offset. */
export function createAppender(json: EditableJson): Appender {
  json.accessors ??= [];
  json.bufferViews ??= [];
  const { accessors } = json;
  const bufferView: Record<string, unknown> = { buffer: 0, byteOffset: 0, byteLength: 0 };
  const viewIndex = json.bufferViews.push(bufferView) - 1;
  const parts: Float32Array[] = [];
  let byteLength = 0;
  return {
    append(values, width) {
      const accessor: Record<string, unknown> = {
        bufferView: viewIndex,
        byteOffset: byteLength,
        componentType: 5126,
        count: values.length / width,
        type: width === 1 ? 'SCALAR' : `VEC${width}`,
      };
      // The specification wants the extent of key times.
      if (width === 1) Object.assign(accessor, { min: [values[0]], max: [values[values.length - 1]] });
      parts.push(values);
      byteLength += values.byteLength;
      return accessors.push(accessor) - 1;
    },
    finish() {
      bufferView['byteLength'] = byteLength;
      const view = new DataView(new ArrayBuffer(byteLength));
      let at = 0;
      for (const part of parts) {
        for (const value of part) {
          view.setFloat32(at, value, true);
          at += 4;
        }
      }
      return { bytes: new Uint8Array(view.buffer), bufferView };
    },
  };
}

/** The file again: new data goes behind the BIN chunk, or into a buffer of its own where there is none. */
export function pack(json: EditableJson, gltf: GltfFile, added: NewData | undefined, container: Container): Uint8Array {
  json.buffers ??= [];
  const chunks = [...gltf.chunks];
  if (container !== gltf.container) changeContainer(json.buffers, chunks, gltf, container);
  if (added && container === 'glb') addToChunk(json.buffers, chunks, added);
  else if (added) addBuffer(json.buffers, added);
  if (json.buffers.length === 0) delete json.buffers;
  if (container === 'glb') return packGlb(JSON.stringify(json), chunks);
  return new TextEncoder().encode(JSON.stringify(json, undefined, indentOf(gltf.text)));
}

/** Moves the first buffer into or out of the BIN chunk and carries the others in data URIs, so that one file holds all.
 *  Chunks that only an extension knows have no place in a .gltf. */
function changeContainer(buffers: EditableBuffer[], chunks: Chunk[], gltf: GltfFile, container: Container): void {
  chunks.length = 0;
  gltf.buffers.forEach((data, i) => {
    if (!data) return;
    if (container === 'glb' && i === 0) {
      delete buffers[0].uri;
      chunks.push({ type: BIN_CHUNK, data });
    } else {
      buffers[i].uri = encodeDataUri(data);
    }
  });
}

function addToChunk(buffers: EditableBuffer[], chunks: Chunk[], added: NewData): void {
  const inChunk = chunks[0]?.type === BIN_CHUNK && buffers[0] !== undefined && buffers[0].uri === undefined;
  if (!inChunk && buffers.length > 0) {
    addBuffer(buffers, added);
    return;
  }
  // The chunk may be padded beyond the buffer's own length.
  const old = inChunk ? chunks[0].data.subarray(0, buffers[0].byteLength) : new Uint8Array(0);
  const start = align4(old.length);
  const data = new Uint8Array(start + added.bytes.length);
  data.set(old);
  data.set(added.bytes, start);
  added.bufferView['byteOffset'] = start;
  buffers[0] = { ...buffers[0], byteLength: data.length };
  chunks.splice(0, inChunk ? 1 : 0, { type: BIN_CHUNK, data });
}

function addBuffer(buffers: EditableBuffer[], added: NewData): void {
  added.bufferView['buffer'] = buffers.push({ byteLength: added.bytes.length, uri: encodeDataUri(added.bytes) }) - 1;
}

/** The indentation that the file uses, so that a text comparison shows only what changed. */
const indentOf = (text: string): string => /^\s*\{\r?\n([ \t]{1,10})"/.exec(text)?.[1] ?? '';
