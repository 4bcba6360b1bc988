/** Small glTF files made by code, packed by hand so that the library's own packing is not tested against itself. */

export interface SampleTrack {
  readonly node: number;
  readonly path: string;
  readonly times: readonly number[];
  readonly values: readonly number[];
  readonly interpolation?: string;
  /** Integers of this type, normalised, instead of floats. */
  readonly integers?: 'byte' | 'short';
}

export interface SampleFile {
  readonly nodes: readonly object[];
  readonly animations?: readonly { readonly name?: string; readonly tracks: readonly SampleTrack[] }[];
  readonly more?: object; // further top-level JSON
}

export interface SampleParts {
  readonly json: Record<string, unknown>;
  readonly bin: Uint8Array;
}

/** JSON and binary data; every track has its own sampler, input and output. */
export function sampleParts({ nodes, animations = [], more = {} }: SampleFile): SampleParts {
  const accessors: object[] = [];
  const bufferViews: object[] = [];
  const bytes: number[] = [];
  const add = (values: readonly number[], width: number, integers?: 'byte' | 'short') => {
    while (bytes.length % 4 !== 0) bytes.push(0);
    const size = integers === 'byte' ? 1 : integers === 'short' ? 2 : 4;
    const view = new DataView(new ArrayBuffer(size * values.length));
    values.forEach((x, i) => {
      if (integers === 'byte') view.setInt8(i, Math.round(x * 127));
      else if (integers === 'short') view.setInt16(2 * i, Math.round(x * 32767), true);
      else view.setFloat32(4 * i, x, true);
    });
    bufferViews.push({ buffer: 0, byteOffset: bytes.length, byteLength: view.byteLength });
    bytes.push(...new Uint8Array(view.buffer));
    return accessors.push({
      bufferView: bufferViews.length - 1,
      componentType: { byte: 5120, short: 5122, float: 5126 }[integers ?? 'float'],
      count: values.length / width,
      type: width === 1 ? 'SCALAR' : `VEC${width}`,
      ...(integers && { normalized: true }),
      ...(width === 1 && { min: [Math.fround(Math.min(...values))], max: [Math.fround(Math.max(...values))] }),
    });
  };
  const animationDefs = animations.map(({ name, tracks }) => ({
    ...(name !== undefined && { name }),
    samplers: tracks.map((track) => ({
      input: add(track.times, 1) - 1,
      output: add(track.values, track.path === 'rotation' ? 4 : track.path === 'weights' ? 1 : 3, track.integers) - 1,
      ...(track.interpolation && { interpolation: track.interpolation }),
    })),
    channels: tracks.map(({ node, path }, sampler) => ({ sampler, target: { node, path } })),
  }));
  const json = {
    asset: { version: '2.0', generator: 'test' },
    scene: 0,
    scenes: [{ nodes: rootsOf(nodes) }],
    nodes,
    ...(animationDefs.length > 0 && { animations: animationDefs }),
    ...(accessors.length > 0 && { accessors, bufferViews, buffers: [{ byteLength: bytes.length }] }),
    ...more,
  };
  return { json, bin: Uint8Array.from(bytes) };
}

function rootsOf(nodes: readonly object[]): number[] {
  const children = new Set(nodes.flatMap((node) => (node as { children?: number[] }).children ?? []));
  return nodes.flatMap((_, i) => (children.has(i) ? [] : [i]));
}

/** A GLB of JSON (an object or raw text) and a BIN chunk; absent when empty. */
export function packSample(json: object | string, bin: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json));
  const padded = (length: number) => Math.ceil(length / 4) * 4;
  const length = 20 + padded(text.length) + (bin.length > 0 ? 8 + padded(bin.length) : 0);
  const out = new Uint8Array(length);
  const view = new DataView(out.buffer);
  [0x46546c67, 2, length, padded(text.length), 0x4e4f534a].forEach((word, i) => {
    view.setUint32(4 * i, word, true);
  });
  out.fill(0x20, 20, 20 + padded(text.length));
  out.set(text, 20);
  if (bin.length > 0) {
    const at = 20 + padded(text.length);
    view.setUint32(at, padded(bin.length), true);
    view.setUint32(at + 4, 0x004e4942, true);
    out.set(bin, at + 8);
  }
  return out;
}

export function makeGlb(sample: SampleFile): Uint8Array {
  const { json, bin } = sampleParts(sample);
  return packSample(json, bin);
}

/** JSON and BIN of a GLB, by hand. */
export function unpackGlb(bytes: Uint8Array): SampleParts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + size))) as Record<string, unknown>;
  return { json, bin: bytes.subarray(Math.min(bytes.length, 28 + size)) };
}

/** The same GLB with its first animation under several names. */
export function withTakes(bytes: Uint8Array, names: readonly string[]): Uint8Array {
  const { json, bin } = unpackGlb(bytes);
  const [animation] = json['animations'] as object[];
  return packSample({ ...json, animations: names.map((name) => ({ ...animation, name })) }, bin);
}

/** Quaternion of a turn about z [rad], as x y z w. */
export const turnZ = (angle: number): [number, number, number, number] => [
  0,
  0,
  Math.sin(angle / 2),
  Math.cos(angle / 2),
];

/** Times of n frames at a rate [Hz]. */
export const frameTimes = (n: number, rate: number, start = 0): number[] =>
  Array.from({ length: n }, (_, k) => start + k / rate);

/** Three joints in a row; the root walks along z and the others swing, at 30 Hz for n frames. */
export function swingingChain(n = 10): SampleFile {
  const times = frameTimes(n, 30);
  return {
    nodes: [
      { name: 'hips', translation: [0, 1, 0], children: [1] },
      { name: 'spine', translation: [0, 0.3, 0], rotation: turnZ(0.1), children: [2] },
      { name: 'head', translation: [0, 0.4, 0] },
    ],
    animations: [
      {
        name: 'swing',
        tracks: [
          { node: 0, path: 'translation', times, values: times.flatMap((t) => [0, 1, t]) },
          { node: 1, path: 'rotation', times, values: times.flatMap((t) => turnZ(Math.sin(3 * t))) },
          { node: 2, path: 'rotation', times, values: times.flatMap((t) => turnZ(0.5 * Math.cos(5 * t))) },
        ],
      },
    ],
  };
}
