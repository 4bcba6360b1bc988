/** Small files that would unfold to anything: parts named many times, sizes that take no room, lists that every channel walks through again. */
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { readPickle } from '../../src/motion/formats/numpy/pickle.ts';
import { smplJoints } from '../../src/motion/formats/numpy/smpl.ts';
import { bytesOf } from '../support/bvh-text.ts';
import { type FbxSampleNode, fbxBinary } from '../support/fbx.ts';
import { joined, npy, npz } from '../support/numpy-file.ts';
import { type C3dSampleParameter, makeC3d } from './c3d-sample.ts';

const LIMIT = 5; // [s] of the processor

/** What reading ends in: a refusal in words, or the count of clips; within the limit. */
async function outcome(data: Uint8Array, file: string): Promise<number | FormatError> {
  const began = process.cpuUsage();
  const found = await readClips(data, file).then(
    ({ length }) => length,
    (error: unknown) => error,
  );
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1e6, `${found}`).toBeLessThan(LIMIT);
  if (typeof found !== 'number') expect(found).toBeInstanceOf(FormatError);
  return found as number | FormatError;
}

const signs = (text: string): number[] => [...text].map((sign) => sign.charCodeAt(0));
const little = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** i) & 255);
const pickle = (...parts: readonly (readonly number[])[]): Uint8Array =>
  Uint8Array.from([0x80, 3, ...parts.flat(), 0x2e]);
const LEVELS = 60; // 2^60 entries

describe('a pickle', () => {
  const call = (of: string, name: string): number[] => signs(`c${of}\n${name}\n`);
  /** Each holds the one before it twice. */
  const levels = (first: string, level: (before: number) => number[]): number[] => [
    ...signs(first),
    ...signs('q'),
    0,
    ...Array.from({ length: LEVELS }, (_, k) => [...level(k), ...signs('q'), k + 1]).flat(),
  ];
  const lists = levels(']', (k) => [...signs('](h'), k, ...signs('h'), k, ...signs('e')]);

  it('of lists that hold one another is read once per list', async () => {
    expect(await outcome(pickle(lists), 'a.pkl')).toBeInstanceOf(FormatError);
  });

  it('of dictionaries that hold one another, and themselves, is read once per dictionary', async () => {
    const maps = levels('}', (k) => [...signs('}(K\x01h'), k, ...signs('K\x02h'), k, ...signs('u')]);
    expect(await outcome(pickle(maps), 'a.pkl')).toBeInstanceOf(FormatError);
    expect(await outcome(pickle(signs('}q\0K\x01h\0s')), 'a.pkl')).toBeInstanceOf(FormatError);
  });

  it('whose lists stand where a name belongs is refused, not printed', async () => {
    expect(await outcome(pickle(call('numpy', 'dtype'), lists, [0x85], signs('R')), 'a.pkl')).toBeInstanceOf(
      FormatError,
    );
    expect(await outcome(pickle(signs('}'), lists, signs('K\x01s')), 'a.pkl')).toBeInstanceOf(FormatError);
  });

  it('that makes bytes of one text again and again stops', async () => {
    const text = [...signs('X'), ...little(50_000, 4), ...signs('a'.repeat(50_000)), ...signs('q\0')];
    const again = Array.from({ length: 20_000 }, () => [...signs('h\x01h\0'), 0x85, ...signs('R0')]).flat();
    const error = await outcome(pickle(text, call('_codecs', 'encode'), signs('q\x01'), again), 'a.pkl');
    expect(String(error)).toMatch(/more than a file of this size may unfold to/);
  });

  it('of an array with very many dimensions is refused', async () => {
    const shell = [...call('numpy.core.multiarray', '_reconstruct'), ...call('numpy', 'ndarray')];
    const sizes = Array.from({ length: 20_000 }, () => signs('K\x01')).flat();
    const dtype = [...call('numpy', 'dtype'), ...signs('X'), ...little(2, 4), ...signs('u1'), 0x85, ...signs('R')];
    const made = [...shell, ...signs('K\0'), 0x85, ...signs('C\x01b'), 0x87, ...signs('R(K\x01(J')];
    const content = [0x88, ...signs('B'), ...little(20_000, 4), ...Array<number>(20_000).fill(1), ...signs('tb')];
    const whole = pickle(made, little(20_000, 4), sizes, signs('t'), dtype, content);
    expect(String(await outcome(whole, 'a.pkl'))).toMatch(/the pickle is damaged/);
  });

  it('that names a value twice still gives it twice', () => {
    const budget = { left: 1e6 };
    const value = readPickle(pickle(signs('}(K\x01](K\x07eq\0K\x02h\0u')), 'a.pkl', 'the pickle', budget) as Map<
      number,
      unknown
    >;
    expect([...value.entries()]).toEqual([
      [1, [7]],
      [2, [7]],
    ]);
  });
});

describe('a zip file', () => {
  it('whose thousands of entries are one pickle stops', async () => {
    const body = Uint8Array.from([0x80, 3, ...Array<number>(200_000).fill(0x4e), 0x2e]);
    const dict = "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }".padEnd(117, ' ').concat('\n');
    const array = joined(Uint8Array.from([0x93, ...signs('NUMPY'), 1, 0, dict.length, 0]), bytesOf(dict), body);
    const one = npz({ a: array });
    const from = one.length - 22 - 51;
    const entry = one.subarray(from, from + 51);
    const out = joined(one.subarray(0, from), ...Array.from({ length: 4000 }, () => entry), one.subarray(-22));
    new DataView(out.buffer).setUint16(out.length - 12, 4000, true);
    expect(String(await outcome(out, 'a.npz'))).toMatch(/more than a file of this size may unfold to/);
  });

  it('with an array that has no name beside others is read, and what is written of it again', async () => {
    const joints = smplJoints(52)!.length;
    const [poses, trans] = [npy(new Float64Array(2 * 3 * joints), [2, 3 * joints]), npy(new Float64Array(6), [2, 3])];
    const [clip] = await readClips(npz({ poses, trans, '': poses }), 'a.npz');
    expect(await readClips(await writeClip(clip!, 'b.npz'), 'b.npz')).toHaveLength(1);
  });
});

describe('a C3D file', () => {
  const c3d = (parameter: Partial<C3dSampleParameter>, more: number): Uint8Array =>
    joined(
      makeC3d({
        processor: 'intel',
        real: true,
        labels: ['a'],
        rate: 50,
        frames: [[[1, 2, 3]]],
        parameters: [{ group: 'POINT', name: 'LABELS2', type: 'text', dimensions: [1], values: [], ...parameter }],
      }),
      new Uint8Array(more),
    );

  it.each([
    ['three thousand million million empty texts', { dimensions: [0, 255, 255, 255, 255, 255, 255] }, 0],
    ['16 million empty texts', { dimensions: [0, 255, 255, 255] }, 0],
    ['65,025 texts', { dimensions: [1, 255, 255] }, 70_000],
    ['195,075 scales', { group: 'ANALOG', name: 'SCALE2', type: 'int', dimensions: [255, 255, 3] }, 400_000],
    ['195,075 labels of one sign', { dimensions: [1, 255, 255, 3] }, 200_000],
  ] as const)('that says it has %s is read as any other', async (_, parameter, more) => {
    expect(String(await outcome(c3d(parameter as Partial<C3dSampleParameter>, more), 'a.c3d'))).toMatch(
      /unknown marker set/,
    );
  });
});

describe('a glTF', () => {
  const gltf = (json: object): Uint8Array => bytesOf(JSON.stringify({ asset: { version: '2.0' }, ...json }));
  const nodes = (count: number): object[] => Array.from({ length: count }, (_, i) => ({ name: `LeftFoot${i}` }));
  const numbers = {
    bufferViews: [{ buffer: 0, byteLength: 16 }],
    buffers: [{ byteLength: 16, uri: `data:;base64,${btoa('\0'.repeat(16))}` }],
  };

  it('with as many accessors as channels is read in one go', async () => {
    const accessor = { componentType: 5126, count: 1, bufferView: 0 };
    const accessors = [
      { ...accessor, type: 'SCALAR' },
      { ...accessor, type: 'VEC3' },
      ...Array.from({ length: 400_000 }, () => ({})),
    ];
    const channels = nodes(9000).map((_, node) => ({ sampler: 0, target: { node, path: 'translation' } }));
    const animations = [{ samplers: [{ input: 0, output: 1 }], channels }];
    expect(await outcome(gltf({ nodes: nodes(9000), accessors, animations, ...numbers }), 'a.gltf')).toBe(1);
  });

  it('with hundreds of takes of thousands of nodes is refused; one with a few is read', async () => {
    const takes = (count: number): object[] => Array.from({ length: count }, () => ({ samplers: [], channels: [] }));
    expect(String(await outcome(gltf({ nodes: nodes(9000), animations: takes(700) }), 'a.gltf'))).toMatch(
      /more than a file/,
    );
    expect(await outcome(gltf({ nodes: nodes(300), animations: takes(300) }), 'a.gltf')).toBe(300);
  });

  it.each(['extras', 'extensions'])(
    'whose "%s" nest without end is refused: it could not be written again',
    async (key) => {
      const text = `{"asset":{"version":"2.0"},"nodes":[{"name":"a","${key}":${'[{"a":'.repeat(30_000)}1${'}]'.repeat(30_000)}}]}`;
      expect(String(await outcome(bytesOf(text), 'a.gltf'))).toMatch(/nests values more than 100 deep/);
    },
  );
});

describe('an FBX file', () => {
  it('whose takes share thousands of curve nodes is refused', async () => {
    const objects: FbxSampleNode[] = [];
    const links: FbxSampleNode[] = [];
    const link = (child: number, parent: number, property?: string): void => {
      links.push([
        'C',
        [['S', property ? 'OP' : 'OO'], ['L', child], ['L', parent], ...(property ? [['S', property] as const] : [])],
      ]);
    };
    const object = (kind: string, id: number, subtype = '', children: FbxSampleNode[] = []): void => {
      objects.push([
        kind,
        [
          ['L', id],
          ['S', `a\0\u0001${kind}`],
          ['S', subtype],
        ],
        children,
      ]);
    };
    object('AnimationLayer', 1);
    object('Model', 2, 'LimbNode');
    link(2, 0);
    object('AnimationCurve', 3, '', [
      ['KeyTime', [['l', [0, 46_186_158]]]],
      ['KeyValueFloat', [['f', [1, 2]]]],
    ]);
    for (let i = 0; i < 3000; i++) {
      object('AnimationStack', 10_000 + i);
      link(1, 10_000 + i);
      object('AnimationCurveNode', 20_000 + i);
      link(20_000 + i, 1);
      link(20_000 + i, 2, 'Lcl Translation');
      link(3, 20_000 + i, 'd|X');
    }
    const data = fbxBinary([
      ['Objects', [], objects],
      ['Connections', [], links],
    ]);
    expect(String(await outcome(data, 'a.fbx'))).toMatch(/more than a file of this size may unfold to/);
  });
});
