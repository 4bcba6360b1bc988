/** The GLB of a performed motion, byte by byte as the glTF 2.0 specification wants it. Nothing of Poise reads it here. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { motionFolder, poise } from '../cli/support.ts';
import { validGltf } from '../support/gltf-valid.ts';

interface Accessor {
  readonly bufferView: number;
  readonly byteOffset?: number;
  readonly componentType: number;
  readonly count: number;
  readonly type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4';
  readonly min?: readonly number[];
  readonly max?: readonly number[];
}

interface Gltf {
  readonly asset: { readonly version: string };
  readonly scenes: readonly { readonly nodes: readonly number[] }[];
  readonly nodes: readonly { readonly name?: string; readonly children?: readonly number[]; readonly mesh?: number }[];
  readonly buffers: readonly { readonly byteLength: number }[];
  readonly bufferViews: readonly {
    readonly byteOffset?: number;
    readonly byteLength: number;
    readonly byteStride?: number;
  }[];
  readonly accessors: readonly Accessor[];
  readonly meshes: readonly {
    readonly primitives: readonly { readonly attributes: Record<string, number>; readonly indices: number }[];
  }[];
  readonly skins: readonly { readonly joints: readonly number[]; readonly inverseBindMatrices: number }[];
  readonly animations: readonly {
    readonly samplers: readonly { readonly input: number; readonly output: number; readonly interpolation?: string }[];
    readonly channels: readonly {
      readonly sampler: number;
      readonly target: { readonly node: number; readonly path: string };
    }[];
  }[];
}

const WIDTH = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 } as const;
const READ: Readonly<Record<number, readonly [bytes: number, read: (view: DataView, at: number) => number]>> = {
  5121: [1, (view, at) => view.getUint8(at)],
  5123: [2, (view, at) => view.getUint16(at, true)],
  5125: [4, (view, at) => view.getUint32(at, true)],
  5126: [4, (view, at) => view.getFloat32(at, true)],
};

const folder = motionFolder();

describe.each(['walk', 'kick'])('%s.glb', (motion) => {
  let json: Gltf;
  let binary: DataView;

  beforeAll(async () => {
    const file = folder.path(`${motion}.glb`);
    expect((await poise('perform', motion, '-o', file)).code).toBe(0);
    const bytes = await readFile(file);
    await validGltf(bytes);
    expect(bytes.toString('latin1', 0, 4)).toBe('glTF');
    expect([bytes.readUInt32LE(4), bytes.readUInt32LE(8)]).toEqual([2, bytes.length]);
    const length = bytes.readUInt32LE(12);
    expect(length % 4).toBe(0);
    json = JSON.parse(bytes.toString('utf8', 20, 20 + length)) as Gltf;
    const start = 28 + length;
    expect(bytes.readUInt32LE(20 + length) + start).toBe(bytes.length);
    binary = new DataView(bytes.buffer, bytes.byteOffset + start, bytes.length - start);
  });

  const rowsOf = (index: number): number[][] => {
    const { bufferView, byteOffset = 0, componentType, count, type } = json.accessors[index]!;
    const view = json.bufferViews[bufferView]!;
    const [size, read] = READ[componentType]!;
    const stride = view.byteStride ?? size * WIDTH[type];
    const start = (view.byteOffset ?? 0) + byteOffset;
    expect(start % size).toBe(0);
    expect(byteOffset + (count - 1) * stride + size * WIDTH[type]).toBeLessThanOrEqual(view.byteLength);
    return Array.from({ length: count }, (_, row) =>
      Array.from({ length: WIDTH[type] }, (_, k) => read(binary, start + row * stride + k * size)),
    );
  };

  it('has accessors within their buffers, finite, with true least and most', () => {
    expect(json.asset.version).toBe('2.0');
    for (const { byteOffset = 0, byteLength } of json.bufferViews) {
      expect(byteOffset + byteLength).toBeLessThanOrEqual(json.buffers[0]!.byteLength);
    }
    json.accessors.forEach(({ min, max }, index) => {
      const rows = rowsOf(index);
      expect(rows.every((row) => row.every(Number.isFinite))).toBe(true);
      for (const [bounds, pick, from] of [
        [min, Math.min, Infinity],
        [max, Math.max, -Infinity],
      ] as const) {
        const found = bounds?.map((_, k) => rows.reduce((most, row) => pick(most, row[k]!), from));
        found?.forEach((bound, k) => {
          expect(bounds![k]).toBeCloseTo(bound, 6);
        });
      }
    });
  });

  it('has a skin whose weights and joints make sense', () => {
    const [skin] = json.skins as [Gltf['skins'][number]];
    expect(json.accessors[skin.inverseBindMatrices]!.count).toBe(skin.joints.length);
    for (const { attributes, indices } of json.meshes.flatMap(({ primitives }) => primitives)) {
      const positions = json.accessors[attributes['POSITION']!]!;
      expect(positions.min).toHaveLength(3);
      expect(positions.max).toHaveLength(3);
      for (const accessor of Object.values(attributes)) expect(json.accessors[accessor]!.count).toBe(positions.count);
      expect(Math.max(...rowsOf(attributes['JOINTS_0']!).flat())).toBeLessThan(skin.joints.length);
      for (const row of rowsOf(attributes['WEIGHTS_0']!)) expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
      for (const row of rowsOf(attributes['NORMAL']!)) expect(Math.hypot(...row)).toBeCloseTo(1, 4);
      const corners = rowsOf(indices).flat();
      expect(corners.length % 3).toBe(0);
      expect(corners.reduce((most, corner) => Math.max(most, corner), 0)).toBeLessThan(positions.count);
    }
  });

  it('has an animation of growing times and unit quaternions, for nodes that exist', () => {
    const [animation] = json.animations as [Gltf['animations'][number]];
    for (const { sampler, target } of animation.channels) {
      expect(json.nodes[target.node]).toBeDefined();
      const { input, output } = animation.samplers[sampler]!;
      const times = rowsOf(input).flat();
      expect(json.accessors[input]!.min).toHaveLength(1);
      expect(times.every((t, k) => k === 0 || t > times[k - 1]!)).toBe(true);
      const values = rowsOf(output);
      expect(values).toHaveLength(times.length);
      if (target.path !== 'rotation') continue;
      expect(values.every((q) => Math.abs(Math.hypot(...q) - 1) < 1e-4)).toBe(true);
    }
  });
});
