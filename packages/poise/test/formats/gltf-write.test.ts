import { WebIO } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { openGltf } from '../../src/motion/formats/gltf-container.ts';
import { writeFresh } from '../../src/motion/formats/gltf-fresh.ts';
import { patchGltf } from '../../src/motion/formats/gltf-patch.ts';
import { gltfDocument, readMotions } from '../../src/motion/formats/gltf-read.ts';
import type { RawMotion } from '../../src/motion/raw-motion.ts';
import { makeGlb, packSample, type SampleFile, sampleParts, swingingChain, turnZ, unpackGlb } from '../support/glb.ts';
import { noLessValid, validGltf } from '../support/gltf-valid.ts';

const read = async (bytes: Uint8Array): Promise<RawMotion[]> => readMotions(await openGltf(bytes, 'sample.glb'));
async function patch(motion: RawMotion, container: 'glb' | 'gltf' = 'glb'): Promise<Uint8Array> {
  const document = gltfDocument(motion.document)!;
  return await noLessValid(patchGltf(motion, document, container), document.gltf.bytes);
}
/** A fresh file, valid. */
const fresh = async (motion: RawMotion, container: 'glb' | 'gltf' = 'glb'): Promise<Uint8Array> =>
  await validGltf(await writeFresh([motion], container));

/** A copy of the motion in which one joint turns about z by the given angle per frame. */
function turned(motion: RawMotion, joint: number, angle: (frame: number) => number): RawMotion {
  const values = Float64Array.from(Array.from({ length: motion.frameCount }, (_, f) => turnZ(angle(f))).flat());
  return { ...motion, rotations: motion.rotations.map((track, j) => (j === joint ? values : track)) };
}

/** The first frames of the motion. */
function cut(motion: RawMotion, frameCount: number): RawMotion {
  const rows = (tracks: readonly (Float64Array | undefined)[], width: number) =>
    tracks.map((track) => track?.slice(0, width * frameCount));
  return {
    ...motion,
    frameCount,
    translations: rows(motion.translations, 3),
    rotations: rows(motion.rotations, 4),
    scales: rows(motion.scales, 3),
  };
}

function expectNear(a: Float64Array, b: Float64Array, tolerance: number): void {
  expect(a.length).toBe(b.length);
  a.forEach((x, i) => {
    expect(Math.abs(x - b[i])).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(b[i])));
  });
}

/** Content that Poise knows nothing of. */
const STRANGE: SampleFile = {
  ...swingingChain(),
  more: {
    extensionsUsed: ['VRMC_vrm', 'EXT_unknown'],
    extensionsRequired: ['EXT_unknown'],
    extensions: { VRMC_vrm: { specVersion: '1.0', humanoid: { humanBones: { hips: { node: 0 } } } } },
    materials: [{ name: 'skin', extensions: { KHR_materials_unlit: {} }, extras: { a: [1, 2, 3] } }],
    cameras: [{ type: 'perspective', perspective: { yfov: 1, znear: 0.1 } }],
    extras: { note: 'kept' },
  },
};

describe('writing back', () => {
  it('gives the same bytes when nothing changed', async () => {
    const bytes = makeGlb(STRANGE);
    const [motion] = await read(bytes);
    expect(await patch(motion)).toEqual(bytes);
    // Rounding far below what a float32 holds is no change, nor is the sign of a quaternion.
    const rounded = { ...motion, rotations: motion.rotations.map((track) => track?.map((x) => -x * (1 + 1e-13))) };
    expect(await patch(rounded)).toEqual(bytes);
  });

  it('changes one channel and nothing else', async () => {
    const bytes = makeGlb(STRANGE);
    const [motion] = await read(bytes);
    const edited = turned(motion, 2, (frame) => 0.1 * frame - 0.3);
    const written = await patch(edited);
    const before = unpackGlb(bytes);
    const after = unpackGlb(written);
    // Old data comes first, bit for bit.
    const [{ byteLength }] = before.json['buffers'] as [{ byteLength: number }];
    expect(after.bin.subarray(0, byteLength)).toEqual(before.bin.subarray(0, byteLength));
    for (const key of ['accessors', 'bufferViews'] as const) {
      const old = before.json[key] as object[];
      expect((after.json[key] as object[]).slice(0, old.length)).toEqual(old);
    }
    const untouched = (json: Record<string, unknown>) => {
      const { accessors, bufferViews, buffers, animations, ...rest } = json;
      const [{ samplers, channels }] = animations as [{ samplers: object[]; channels: object[] }];
      return { rest, samplers: samplers.slice(0, 2), channels };
    };
    expect(untouched(after.json)).toEqual(untouched(before.json));
    // The change is there, the rest is identical.
    const [again] = await read(written);
    expectNear(again.rotations[2]!, edited.rotations[2]!, 1e-7);
    expect(again.rotations[1]).toEqual(motion.rotations[1]);
    expect(again.translations).toEqual(motion.translations);
    expect(again.joints).toEqual(motion.joints);
    expect(again.frameTime).toBe(motion.frameTime);
    // The document serves any number of writes.
    expect(await patch(edited)).toEqual(written);
    expect(await patch(motion)).toEqual(bytes);
  });

  it('adds a channel to a joint that had none', async () => {
    const nodes = [
      { name: 'top', matrix: [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1], children: [1] },
      { name: 'leaf', translation: [0, 1, 0] },
    ];
    const tracks = [{ node: 1, path: 'rotation', times: [0, 1], values: [...turnZ(0), ...turnZ(1)] }];
    const [motion] = await read(makeGlb({ nodes, animations: [{ tracks }] }));
    const edited = turned(motion, 0, (frame) => 0.02 * frame);
    const written = await patch(edited);
    const [top] = unpackGlb(written).json['nodes'] as [Record<string, unknown>];
    expect(top['matrix']).toBeUndefined();
    const [again] = await read(written);
    expectNear(again.rotations[0]!, edited.rotations[0]!, 1e-7);
    expect(again.joints[0].translation).toEqual([5, 6, 7]);
    expect(again.joints[0].scale).toBeCloseTo(2, 12);
  });

  it('leaves a sampler that other channels share to them', async () => {
    const { json, bin } = sampleParts(swingingChain());
    const [animation] = json['animations'] as [{ channels: { sampler: number }[] }];
    animation.channels[2].sampler = 1;
    const [motion] = await read(packSample(json, bin));
    const [again] = await read(await patch(turned(motion, 2, () => 0.5)));
    expect(again.rotations[1]).toEqual(motion.rotations[1]);
    expectNear(again.rotations[2]!.subarray(0, 4), Float64Array.from(turnZ(0.5)), 1e-7);
  });

  it('shortens and lengthens the animation with the clip', async () => {
    const [motion] = await read(makeGlb(swingingChain(40)));
    const short = cut(motion, 12);
    const [again] = await read(await patch(short));
    expect([again.frameCount, again.frameTime]).toEqual([12, motion.frameTime]);
    expect(again.rotations).toEqual(short.rotations);
    expect(again.translations).toEqual(short.translations);
    const slow = { ...motion, frameTime: 2 * motion.frameTime };
    const [slowed] = await read(await patch(slow));
    expect([slowed.frameCount, slowed.frameTime]).toEqual([slow.frameCount, slow.frameTime]);
    expect(slowed.rotations).toEqual(slow.rotations);
  });

  it('poses a file without animation, and animates it when there are frames', async () => {
    const bytes = makeGlb({ nodes: swingingChain().nodes });
    const [motion] = await read(bytes);
    expect(await patch(motion)).toEqual(bytes);
    const [posed] = await read(await patch(turned(motion, 1, () => 0.7)));
    expect(posed.frameCount).toBe(1);
    expectNear(Float64Array.from(posed.joints[1].rotation), Float64Array.from(turnZ(0.7)), 1e-12);
    const longer = { ...motion, frameCount: 5, animation: 'nod' };
    const [moving] = await read(await patch(turned(longer, 1, (frame) => 0.1 * frame)));
    expect([moving.animation, moving.frameCount]).toEqual(['nod', 5]);
  });

  it('changes the container and keeps the motion', async () => {
    const bytes = makeGlb(STRANGE);
    const [motion] = await read(bytes);
    const edited = turned(motion, 2, (frame) => 0.05 * frame);
    const text = await patch(edited, 'gltf');
    expect(JSON.parse(new TextDecoder().decode(text)).extensions).toEqual(STRANGE.more!['extensions' as never]);
    const [fromText] = await read(text);
    const [back] = await read(await patch(fromText, 'glb'));
    for (const again of [fromText, back]) {
      expectNear(again.rotations[2]!, edited.rotations[2]!, 1e-7);
      expect(again.translations).toEqual(motion.translations);
    }
    const [edited2] = await read(
      await patch(
        turned(fromText, 1, () => 0.25),
        'gltf',
      ),
    );
    expectNear(edited2.rotations[1]!.subarray(8, 12), Float64Array.from(turnZ(0.25)), 1e-7);
  });
});

describe('a fresh file', () => {
  it.each(['glb', 'gltf'] as const)('as %s holds joints, end sites and motion', async (container) => {
    const [source] = await read(makeGlb(swingingChain(25)));
    const motion = { ...source, endSites: [{ joint: 2, offset: [0, 0.25, 0] as const }], document: undefined };
    const bytes = await fresh(motion, container);
    const [again] = await read(bytes);
    expect(again.joints.map(({ name, parent }) => [name, parent])).toEqual(
      motion.joints.map(({ name, parent }) => [name, parent]),
    );
    expect(again.endSites).toEqual(motion.endSites);
    expect([again.frameTime, again.frameCount, again.animation]).toEqual([1 / 30, 25, 'swing']);
    expect(again.rotations).toEqual(motion.rotations);
    expect(again.translations).toEqual(motion.translations);
  });

  it.each([0.0083333, 1 / 37, 0.016667, 1 / 29.97, 0.05])('keeps a frame time of %d s exactly', async (frameTime) => {
    const [source] = await read(makeGlb(swingingChain(25)));
    const [again] = await read(await fresh({ ...source, frameTime }));
    expect([again.frameTime, again.frameCount]).toEqual([frameTime, 25]);
    expect(again.rotations).toEqual(source.rotations);
  });

  it('is sound in the eyes of another reader', async () => {
    const [motion] = await read(makeGlb(swingingChain(25)));
    const bytes = await fresh(motion);
    const document = await new WebIO().readBinary(bytes);
    const [animation] = document.getRoot().listAnimations();
    expect(animation.listChannels().map((channel) => channel.getTargetNode()!.getName())).toEqual([
      'hips',
      'spine',
      'head',
    ]);
    const { json } = unpackGlb(bytes);
    expect(json['asset']).toMatchObject({ generator: 'Poise', version: '2.0' });
    const accessors = json['accessors'] as { type: string; min?: number[]; max?: number[]; byteOffset?: number }[];
    const times = accessors.filter(({ type }) => type === 'SCALAR');
    expect(times).toHaveLength(1);
    expect([times[0].min, times[0].max]).toEqual([[0], [Math.fround(24 / 30)]]);
    for (const { byteOffset = 0 } of accessors) expect(byteOffset % 4).toBe(0);
  });
});
