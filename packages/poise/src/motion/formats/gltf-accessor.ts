/** Numbers out of a glTF accessor: any component type, stride, normalisation, sparse overrides. */
import { BOUNDS } from '../bounds.ts';
import { type Budget, spend } from './budget.ts';
import type { GltfFile } from './gltf-container.ts';
import { countAt, found, indexAt, isObject, type JsonObject, objectsAt, refuse } from './gltf-json.ts';

interface Component {
  readonly size: number;
  readonly scale: number; // of a normalised integer
  readonly read: (view: DataView, at: number) => number;
}

const COMPONENTS: Readonly<Record<number, Component>> = {
  5120: { size: 1, scale: 1 / 127, read: (view, at) => view.getInt8(at) },
  5121: { size: 1, scale: 1 / 255, read: (view, at) => view.getUint8(at) },
  5122: { size: 2, scale: 1 / 32767, read: (view, at) => view.getInt16(at, true) },
  5123: { size: 2, scale: 1 / 65535, read: (view, at) => view.getUint16(at, true) },
  5125: { size: 4, scale: 1 / 4294967295, read: (view, at) => view.getUint32(at, true) },
  5126: { size: 4, scale: 1, read: (view, at) => view.getFloat32(at, true) },
};
const FLOAT = 5126;

const WIDTHS: ReadonlyMap<unknown, number> = new Map([
  ['SCALAR', 1],
  ['VEC2', 2],
  ['VEC3', 3],
  ['VEC4', 4],
]);

/**
 * All numbers of an accessor, count × width.
 *
 * @param width components per element that the use needs: 1 for times, 3 or 4 for values
 * @param place who asks, for messages
 */
export function readAccessor(
  gltf: GltfFile,
  index: number,
  width: number,
  place: string,
  budget: Budget,
): Float64Array {
  const { file } = gltf;
  const accessor = objectsAt(file, gltf.json, 'accessors')[index];
  const here = `${place}, accessor ${index}`;
  const component = componentAt(gltf, accessor, here);
  if (WIDTHS.get(accessor['type']) !== width) {
    refuse(file, here, `expected ${width} numbers per key, found type ${found(accessor['type'])}`);
  }
  const count = countAt(file, accessor, 'count', here);
  if (count === 0) refuse(file, here, 'holds no keys');
  spend(budget, count * width, file, here);

  const values = new Float64Array(count * width);
  if (accessor['bufferView'] !== undefined) {
    // The view is checked against the buffer before the loop, so a wrong count costs nothing more.
    readRows(values, gltf, accessor, component, count, width, here);
  }
  if (accessor['sparse'] !== undefined) applySparse(values, gltf, accessor, component, count, width, here);
  if (accessor['normalized'] === true && accessor['componentType'] !== FLOAT) {
    for (let i = 0; i < values.length; i++) values[i] = Math.max(-1, values[i] * component.scale);
  }
  const bad = values.findIndex((x) => !(Math.abs(x) <= BOUNDS.number));
  if (bad >= 0) {
    refuse(
      file,
      here,
      `element ${Math.floor(bad / width)}: expected a number from −1e12 to 1e12, found ${values[bad]}`,
    );
  }
  return values;
}

function componentAt(gltf: GltfFile, holder: JsonObject, place: string): Component {
  const type = holder['componentType'];
  const component = typeof type === 'number' ? COMPONENTS[type] : undefined;
  return component ?? refuse(gltf.file, place, `"componentType" ${found(type)} is unknown`);
}

/** Fills `out` with rows of a buffer view, honouring its stride. */
function readRows(
  out: Float64Array,
  gltf: GltfFile,
  holder: JsonObject, // carries bufferView and byteOffset
  component: Component,
  count: number,
  width: number,
  place: string,
): void {
  const { file } = gltf;
  const views = objectsAt(file, gltf.json, 'bufferViews');
  const viewIndex = indexAt(file, holder, 'bufferView', views.length, 'buffer view', place);
  const here = `${place}, buffer view ${viewIndex}`;
  const bufferView = views[viewIndex];
  refuseCompressed(file, bufferView, here);
  const bufferIndex = indexAt(file, bufferView, 'buffer', gltf.buffers.length, 'buffer', here);
  const buffer = gltf.buffers[bufferIndex] ?? refuse(file, here, missingBuffer(gltf, bufferIndex));
  const start = countAt(file, bufferView, 'byteOffset', here, 0);
  const length = countAt(file, bufferView, 'byteLength', here);
  if (start + length > buffer.length) {
    refuse(file, here, `bytes ${start}…${start + length} lie outside buffer ${bufferIndex} (${buffer.length} bytes)`);
  }
  const rowBytes = component.size * width;
  const stride = countAt(file, bufferView, 'byteStride', here, rowBytes);
  const offset = countAt(file, holder, 'byteOffset', place, 0);
  const needed = offset + stride * (count - 1) + rowBytes;
  if (stride < rowBytes || needed > length) {
    refuse(file, here, `${count} elements need ${needed} bytes, the view has ${length}`);
  }
  const view = new DataView(buffer.buffer, buffer.byteOffset + start, length);
  for (let row = 0; row < count; row++) {
    for (let k = 0; k < width; k++) {
      out[row * width + k] = component.read(view, offset + row * stride + k * component.size);
    }
  }
}

function missingBuffer(gltf: GltfFile, index: number): string {
  const uri = objectsAt(gltf.file, gltf.json, 'buffers')[index]['uri'];
  return uri === undefined ? `buffer ${index} has no data` : `needs ${found(uri)}, which was not found beside the file`;
}

function refuseCompressed(file: string, bufferView: JsonObject, place: string): void {
  const extensions = bufferView['extensions'];
  const packed = isObject(extensions) && Object.keys(extensions).find((name) => name.endsWith('_meshopt_compression'));
  if (packed) refuse(file, place, `animation data is compressed with ${packed}; unpack the file first`);
}

function applySparse(
  out: Float64Array,
  gltf: GltfFile,
  accessor: JsonObject,
  component: Component,
  count: number,
  width: number,
  place: string,
): void {
  const { file } = gltf;
  const here = `${place}, sparse`;
  const sparse = accessor['sparse'];
  const places = isObject(sparse) ? sparse['indices'] : undefined;
  const rows = isObject(sparse) ? sparse['values'] : undefined;
  if (!isObject(sparse) || !isObject(places) || !isObject(rows)) refuse(file, here, 'expected indices and values');
  const changed = countAt(file, sparse, 'count', here);
  if (changed > count) refuse(file, here, `changes ${changed} elements of ${count}`);
  if (changed === 0) return;
  const at = new Float64Array(changed);
  const values = new Float64Array(changed * width);
  readRows(at, gltf, places, componentAt(gltf, places, here), changed, 1, here);
  readRows(values, gltf, rows, component, changed, width, here);
  for (let i = 0; i < changed; i++) {
    if (!(at[i] < count)) refuse(file, here, `element ${at[i]} does not exist, the accessor has ${count}`);
    out.set(values.subarray(i * width, (i + 1) * width), at[i] * width);
  }
}
