import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.ts';
import { createRng } from '../../src/math/random.ts';
import { glb } from '../../src/motion/formats/gltf.ts';
import { openGltf } from '../../src/motion/formats/gltf-container.ts';
import { readMotions } from '../../src/motion/formats/gltf-read.ts';
import { makeGlb, packSample, type SampleFile, sampleParts, swingingChain, turnZ } from '../support/glb.ts';
import { isRefused } from '../support/refused.ts';

const read = async (bytes: Uint8Array) => readMotions(await openGltf(bytes, 'bad.glb'));

interface LooseJson {
  asset: { version: string };
  nodes: Record<string, unknown>[];
  animations: { samplers: Record<string, unknown>[]; channels: Record<string, unknown>[] }[];
  accessors: Record<string, unknown>[];
  bufferViews: Record<string, unknown>[];
  buffers: Record<string, unknown>[];
}

/** The sample with its JSON or data altered. */
function altered(change: (json: LooseJson, data: DataView) => void): Uint8Array {
  const { json, bin } = sampleParts(swingingChain());
  change(json as unknown as LooseJson, new DataView(bin.buffer));
  return packSample(json, bin);
}

const CASES: readonly (readonly [string, () => Uint8Array, RegExp])[] = [
  ['another magic', () => Uint8Array.from([0xff, 0xfe, 1, 2, 3]), /neither a GLB nor JSON/],
  ['version 1', () => withWord(makeGlb(swingingChain()), 4, 1), /GLB version 2, found 1/],
  ['a cut file', () => makeGlb(swingingChain()).slice(0, 300), /cut off: its header says \d+ bytes, found 300/],
  ['a chunk too long', () => withWord(makeGlb(swingingChain()), 12, 1e9), /chunk 0: says 1000000000 bytes/],
  [
    'broken JSON',
    () => packSample('{"asset": {', new Uint8Array(0)),
    /bad\.glb:1:13: expected a glTF as JSON, found the end/,
  ],
  ['a list for a file', () => packSample('[]', new Uint8Array(0)), /expected a JSON object/],
  [
    'nests of lists',
    () => packSample(`{"asset":{"version":${'['.repeat(2e5)}${']'.repeat(2e5)}}}`, new Uint8Array(0)),
    /nests values more than 100 deep/,
  ],
  ['glTF 1', () => altered((j) => Object.assign(j.asset, { version: '1.0' })), /glTF version 2\.x, found "1\.0"/],
  ['no nodes', () => altered((j) => Object.assign(j, { nodes: [], animations: [] })), /no nodes/],
  ['a loop', () => altered((j) => Object.assign(j.nodes[2], { children: [0] })), /is its own ancestor/],
  ['two parents', () => altered((j) => Object.assign(j.nodes[0], { children: [1, 2] })), /"head": has two parents/],
  ['a lost child', () => altered((j) => Object.assign(j.nodes[0], { children: [9] })), /child 9 does not exist/],
  ['a target out of range', () => altered((j) => target(j, 1, 7)), /"swing", channel 1: "node": node 7 does not exist/],
  ['a joint driven twice', () => altered((j) => target(j, 2, 1)), /channel 2: the rotation of node 1 is driven twice/],
  [
    'a huge count',
    () => altered((j) => Object.assign(j.accessors[0], { count: 2e9 })),
    /accessor 0.*2000000000 numbers/,
  ],
  ['a count too many', () => altered((j) => Object.assign(j.accessors[0], { count: 11 })), /11 elements need 44 bytes/],
  ['no keys', () => altered((j) => Object.assign(j.accessors[0], { count: 0 })), /accessor 0: holds no keys/],
  ['fewer values than keys', () => altered((j) => Object.assign(j.accessors[1], { count: 9 })), /10 key times need 10/],
  ['no type', () => altered((j) => Object.assign(j.accessors[3], { type: { toString: 1 } })), /found type an object/],
  ['a wrong type', () => altered((j) => Object.assign(j.accessors[3], { type: 'VEC3' })), /expected 4 numbers per key/],
  ['a view beyond the data', () => altered((j) => Object.assign(j.bufferViews[0], { byteOffset: 9e6 })), /lie outside/],
  [
    'a buffer too short',
    () => altered((j) => Object.assign(j.buffers[0], { byteLength: 9e6 })),
    /buffer 0: says 9000000/,
  ],
  ['NaN', () => altered((_, data) => data.setFloat32(0, Number.NaN, true)), /accessor 0: element 0: .*found NaN/],
  ['times in disorder', () => altered((_, data) => data.setFloat32(8, 0, true)), /must ascend: key 2 is at 0 s/],
  ['a day of frames', () => altered((_, data) => data.setFloat32(36, 1e9, true)), /sampled: asks for \d+ numbers/],
  [
    'a zero rotation',
    () => altered((j) => Object.assign(j.nodes[1], { rotation: [0, 0, 0, 0] })),
    /no unit quaternion/,
  ],
  ['unknown interpolation', () => altered((j) => sampler(j, { interpolation: 'MAGIC' })), /"MAGIC" is unknown/],
  ['packed animation', () => altered((j) => Object.assign(j.bufferViews[0], { extensions: PACKED })), /EXT_meshopt/],
];
const PACKED = { EXT_meshopt_compression: { buffer: 0 } };

function target(json: LooseJson, channel: number, node: number): void {
  json.animations[0].channels[channel]['target'] = { node, path: 'rotation' };
}
const sampler = (json: LooseJson, change: object) => Object.assign(json.animations[0].samplers[0], change);

function withWord(bytes: Uint8Array, at: number, word: number): Uint8Array {
  new DataView(bytes.buffer).setUint32(at, word, true);
  return bytes;
}

describe('broken glTF', () => {
  it('refuses scales that multiply beyond all numbers', async () => {
    const nodes = Array.from({ length: 20 }, (_, i) => ({
      translation: [1, 0, 0],
      scale: [1e30, 1e30, 1e30],
      ...(i < 19 && { children: [i + 1] }),
    }));
    await expect(glb.read!(makeGlb({ nodes }), 'bad.glb', {})).rejects.toThrow(FormatError);
  });

  it.each(CASES)('refuses %s', async (_, make, message) => {
    const error: unknown = await read(make()).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(FormatError);
    expect((error as FormatError).message).toMatch(message);
  });

  it('does not unfold a small file into endless numbers', async () => {
    const bytes = altered((json) => {
      const input = json.accessors.push({ componentType: 5126, count: 1e6, type: 'SCALAR' }) - 1;
      for (let i = 0; i < 20000; i++) {
        const output = json.accessors.push({ componentType: 5126, count: 1e6, type: 'VEC3' }) - 1;
        const sampler = json.animations[0].samplers.push({ input, output }) - 1;
        const node = json.nodes.push({}) - 1;
        json.animations[0].channels.push({ sampler, target: { node, path: 'translation' } });
      }
    });
    await expect(read(bytes)).rejects.toThrow(/more than a file of this size/);
  });

  it('survives 2000 seeded mutations: a FormatError or finite numbers', async () => {
    const seed = 20250;
    const rng = createRng(seed);
    const originals = [makeGlb(swingingChain()), makeGlb(SPLINE)];
    let refused = 0;
    for (let run = 0; run < 2000; run++) {
      const bytes = originals[run % 2].slice();
      const changes = 1 + Math.floor(rng.next() * 4);
      for (let k = 0; k < changes; k++) {
        // Half of the changes hit digits of the JSON, where counts, offsets and indices stand.
        const at = Math.floor(rng.next() * bytes.length);
        const digit = rng.next() < 0.5 ? bytes.findIndex((b, i) => i >= at && b >= 48 && b <= 57) : -1;
        if (digit >= 0) bytes[digit] = 48 + Math.floor(rng.next() * 10);
        else bytes[at] = Math.floor(rng.next() * 256);
      }
      const cut = rng.next() < 0.1 ? bytes.slice(0, Math.floor(rng.next() * bytes.length)) : bytes;
      if (await isRefused(glb, cut, `seed ${seed} run ${run}`)) refused++;
    }
    expect(refused).toBeGreaterThan(200);
    expect(refused).toBeLessThan(1900);
  });
});

/** Keys of every kind. */
const SPLINE: SampleFile = {
  nodes: [
    { name: 'a', children: [1] },
    { name: 'b', matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 2, 1, 1] },
  ],
  animations: [
    {
      name: 'spline',
      tracks: [
        {
          node: 0,
          path: 'rotation',
          times: [0, 1],
          values: [...turnZ(0), ...turnZ(0), ...turnZ(1), ...turnZ(1), ...turnZ(1), ...turnZ(0)],
          interpolation: 'CUBICSPLINE',
        },
        { node: 0, path: 'scale', times: [0, 0.5], values: [1, 1, 1, 2, 2, 2], interpolation: 'STEP' },
        { node: 0, path: 'translation', times: [0.1, 0.9], values: [0, 0, 0, 1, 1, 1] },
      ],
    },
  ],
};
