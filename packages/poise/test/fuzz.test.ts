/** A short slice of `npm run fuzz`, the defects it has found, and the law it rests on: everything written can be read. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FuzzOptions, fuzz } from '../fuzz/run.ts';
import { makeSeeds } from '../fuzz/seeds.ts';
import { studioDoors } from '../fuzz/studio-doors.ts';
import { isAnswer, targets } from '../fuzz/targets.ts';
import { FormatError, UsageError } from '../src/errors.ts';
import { createClip } from '../src/motion/clip.ts';
import { formats, readClips, writeClip, writeCompanions } from '../src/motion/formats/index.ts';
import { markersToClip } from '../src/motion/markers/markers-to-clip.ts';
import { toClip } from '../src/motion/to-clip.ts';
import { walkingFigure, without } from './motion/markers-sample.ts';
import { randomRawMotion } from './support/raw-motions.ts';

const INPUTS = 700;
const SEED = 21;
const CUTS = 120; // places of a file
const LARGE = 20_000; // bytes of saves and libraries that are not cut one by one

describe('damaged data', () => {
  it(`(${INPUTS} inputs, seed ${SEED}) is read or refused in words, by every entry point`, async () => {
    const { studioTargets, studioSeeds } = await studioDoors();
    const entries = { ...targets, ...studioTargets };
    const seeds = [...(await makeSeeds()), ...studioSeeds()];
    const kinds = new Set(seeds.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(Object.keys(entries).sort());
    const defects: string[] = [];
    const options: FuzzOptions = {
      seed: SEED,
      before: (_, __, done) => done < INPUTS,
      found: ({ kind, error }) => defects.push(`${kind}: ${error}`),
    };
    const { count, accepted } = await fuzz(seeds, options, entries);
    expect(defects).toEqual([]);
    // both outcomes occur, or the damage tests nothing
    expect(count).toBe(INPUTS);
    expect(accepted).toBeGreaterThan(count / 50);
    expect(accepted).toBeLessThan(0.9 * count);
  });

  it('cut off at any place is read or refused in words, whatever the file', async () => {
    const defects: string[] = [];
    for (const { kind, data } of await makeSeeds()) {
      if (!kind.startsWith('.') && data.length > LARGE) continue;
      const step = Math.max(1, Math.ceil(data.length / CUTS));
      for (let end = 0; end < data.length; end += step) {
        await targets[kind]!(data.slice(0, end), false).catch((error: unknown) => {
          if (!isAnswer(kind, error)) defects.push(`${kind} cut at ${end}: ${error}`);
        });
      }
    }
    expect(defects).toEqual([]);
  });

  it('is a defect where a reader throws anything else, or gives numbers that are none', async () => {
    const [seed] = await makeSeeds();
    const defects: string[] = [];
    const broken: typeof targets = {
      '.bvh': async (data) => {
        if (data[0] === 'H'.charCodeAt(0)) return 'sound';
        throw new TypeError('raw');
      },
    };
    let left = 200;
    const options = { seed: 1, before: () => left-- > 0, found: ({ error }: { error: string }) => defects.push(error) };
    await fuzz([seed!], options, broken);
    expect(defects.length).toBe(1); // told once
    expect(defects[0]).toContain('raw');
    expect(isAnswer('.bvh', new FormatError('a', 1, 'b'))).toBe(true);
    expect(isAnswer('.bvh', new RangeError('b'))).toBe(false);
  });
});

describe('defects that were found', () => {
  it('a marker that stands in for the toe and is never seen', () => {
    const { recording } = walkingFigure({ frames: 8 });
    const untoed = without(recording, /TOE$/);
    const at = untoed.names.indexOf('LMT5');
    const present = untoed.present.map((seen, i) => (i % untoed.names.length === at ? 0 : seen));
    expect(() => markersToClip({ ...untoed, present })).toThrow(FormatError);
  });

  it('a table whose times lie a thousand million seconds apart', async () => {
    const seeds = await makeSeeds();
    const osim = seeds.find(({ kind }) => kind === '.osim')!.data;
    const mot = new TextEncoder().encode('motion\nnRows=2\nendheader\ntime\thip\n0\t1\n1e9\t2\n');
    const options = { companion: async () => osim, neighbours: ['a.osim'] };
    await expect(readClips(mot, 'a.mot', options)).rejects.toThrow(FormatError);
  });
});

describe('everything written can be read', () => {
  const writable = formats.filter(({ write }) => write).map(({ extensions }) => extensions[0]!);
  /** Formats of people and of models: other clips are refused (people: formats/closure.test.ts). */
  const choosy = ['.vrma', '.npz', '.npy', '.trc', '.mot'];

  it.each(writable)('%s', async (extension) => {
    const raws = fc.record({
      seed: fc.nat(1e6),
      joints: fc.integer({ min: 1, max: 12 }),
      frames: fc.integer({ min: 1, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(
        raws,
        fc.constantFrom(1, 0.01, 0.0254),
        fc.constantFrom(1e-4, 1 / 120, 1 / 30, 1000),
        async (raw, unit, frameTime) => {
          const clip = createClip({
            ...toClip(randomRawMotion(raw), { metresPerUnit: 1 }),
            frameTime,
            source: undefined,
          });
          const name = `b${extension}`;
          if (choosy.includes(extension)) {
            await expect(writeClip(clip, name, { metresPerUnit: unit })).rejects.toThrow(UsageError);
            return;
          }
          const data = await writeClip(clip, name, { metresPerUnit: unit });
          const beside = await writeCompanions(clip, name, { metresPerUnit: unit });
          const [again] = await readClips(data, name, {
            metresPerUnit: unit,
            companion: async (wanted) => beside.find((file) => file.name === wanted)?.data,
            neighbours: beside.map((file) => file.name),
          });
          expect(again!.q.every(Number.isFinite)).toBe(true);
          if (clip.frameCount > 1) expect(again!.frameCount).toBe(clip.frameCount);
        },
      ),
      { seed: 3, numRuns: 60 },
    );
  });

  it.each(writable)('%s without frames, or it is refused before anything is written', async (extension) => {
    const none = createClip({
      ...toClip(randomRawMotion({ seed: 1, joints: 3, frames: 1 })),
      q: new Float64Array(0),
      source: undefined,
    });
    const data = await writeClip(none, `b${extension}`).catch((error: unknown) => error);
    if (data instanceof Uint8Array) expect(await readClips(data, `b${extension}`)).toHaveLength(1);
    else expect(data).toBeInstanceOf(UsageError);
  });
});
