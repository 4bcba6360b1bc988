import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromClip } from '../../src/motion/from-clip.ts';
import type { BorderOptions, RawMotion } from '../../src/motion/raw-motion.ts';
import { createNodePose, parentsFirst, placeNodes } from '../../src/motion/raw-tree.ts';
import { toClip } from '../../src/motion/to-clip.ts';
import { jointPositions } from '../support/clip-positions.ts';
import { randomRawMotion } from '../support/raw-motions.ts';

const axis = fc.constantFrom('x', 'y', 'z', '-x', '-y', '-z');
const options: fc.Arbitrary<BorderOptions> = fc
  .record(
    {
      metresPerUnit: fc.constantFrom(1, 0.01, 0.0254 / 0.45),
      up: axis,
      forward: axis,
      groundHeight: fc.double({ min: -2, max: 2, noNaN: true }),
      referenceFrames: fc.integer({ min: 0, max: 2 }),
    },
    { requiredKeys: [] },
  )
  .map(({ forward, ...border }) =>
    // A front needs a known up that it does not lie along.
    forward && border.up && forward.at(-1) !== border.up.at(-1) ? { ...border, forward } : border,
  );

const motions = fc
  .record({ seed: fc.nat(), joints: fc.integer({ min: 1, max: 12 }), frames: fc.integer({ min: 2, max: 6 }) })
  .map(randomRawMotion);

function expectTracks(actual: readonly (Float64Array | undefined)[], expected: readonly (Float64Array | undefined)[]) {
  expect(actual.map((track) => track?.length)).toEqual(expected.map((track) => track?.length));
  actual.forEach((track, node) => {
    track?.forEach((value, i) => {
      expect(Math.abs(value - expected[node]![i])).toBeLessThan(1e-9);
    });
  });
}

/** Rotations are compared as rotations: q and −q are one. */
function expectRotations(actual: RawMotion, expected: RawMotion) {
  expect(actual.rotations.map((track) => track?.length)).toEqual(expected.rotations.map((track) => track?.length));
  actual.rotations.forEach((track, node) => {
    const other = expected.rotations[node]!;
    for (let i = 0; track && i < track.length; i += 4) {
      const dot =
        track[i] * other[i] + track[i + 1] * other[i + 1] + track[i + 2] * other[i + 2] + track[i + 3] * other[i + 3];
      for (let k = 0; k < 4; k++) expect(Math.abs(track[i + k] - Math.sign(dot) * other[i + k])).toBeLessThan(1e-9);
    }
  });
}

describe('fromClip ∘ toClip', () => {
  it('gives the file back: names, order, frame time, tracks, document', () => {
    fc.assert(
      fc.property(motions, options, (raw, border) => {
        const back = fromClip(toClip(raw, border));
        expect(back.joints).toEqual(raw.joints);
        expect(back.endSites).toEqual(raw.endSites);
        expect(back.document).toBe(raw.document);
        expect([back.format, back.file, back.animation, back.frameTime, back.frameCount]).toEqual([
          raw.format,
          raw.file,
          raw.animation,
          raw.frameTime,
          raw.frameCount,
        ]);
        expectTracks(back.translations, raw.translations);
        expectTracks(back.scales, raw.scales);
        expectRotations(back, raw);
      }),
      { numRuns: 150 },
    );
  });

  it('hands over extra tracks bit by bit', () => {
    fc.assert(
      fc.property(motions, options, (raw, border) => {
        const back = fromClip(toClip(raw, border));
        for (const extra of toClip(raw, border).extraTracks) {
          const kind = `${extra.kind}s` as const;
          expect(back[kind][extra.node]).toEqual(raw[kind][extra.node]);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('toClip', () => {
  it('puts every rigid joint where the file has it, in metres and Y up', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 12 }), options, (seed, joints, border) => {
        // Rotations move; translations only at the root of each tree, scales only at rest.
        const moving = randomRawMotion({ seed, joints, frames: 4 });
        const raw: RawMotion = {
          ...moving,
          translations: moving.translations.map((track, node) => (moving.joints[node].parent < 0 ? track : undefined)),
          scales: moving.scales.map(() => undefined),
        };
        const clip = toClip(raw, border);
        const { frame, nodeOfJoint, referenceFrames } = clip.source!;
        const leading = referenceFrames.length / (3 + 4 * nodeOfJoint.length);
        const pose = createNodePose(joints);
        for (let f = 0; f < clip.frameCount; f++) {
          placeNodes(pose, raw, parentsFirst(raw.joints), f + leading);
          const inClip = jointPositions(clip, f);
          nodeOfJoint.forEach((node, joint) => {
            const inFile = pose.positions.subarray(3 * node, 3 * node + 3);
            const [x, y, z] = turned(frame.worldFromFile, inFile).map((length) => length * frame.metresPerUnit);
            const scale = 1 + Math.hypot(x, y, z);
            expect(Math.abs(inClip[3 * joint] - x) / scale).toBeLessThan(1e-9);
            expect(Math.abs(inClip[3 * joint + 1] - (y - frame.groundHeight)) / scale).toBeLessThan(1e-9);
            expect(Math.abs(inClip[3 * joint + 2] - z) / scale).toBeLessThan(1e-9);
          });
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** Rotation by the textbook formula, apart from the kernels under test: v + 2w(u × v) + 2u × (u × v). */
function turned([x, y, z, w]: readonly [number, number, number, number], v: ArrayLike<number>): number[] {
  const cross = (a: ArrayLike<number>, b: ArrayLike<number>) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const u = [x, y, z];
  const once = cross(u, v);
  const twice = cross(u, once);
  return [0, 1, 2].map((k) => v[k] + 2 * w * once[k] + 2 * twice[k]);
}
