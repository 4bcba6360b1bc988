/** Acclaim files written, and the pair as one format. */
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { asfAmc, writeAsfAmc } from '../../src/motion/formats/asf-amc.ts';
import { parseAmc } from '../../src/motion/formats/asf-amc-parse.ts';
import { printAmc, printAsf } from '../../src/motion/formats/asf-amc-print.ts';
import { bvh } from '../../src/motion/formats/bvh.ts';
import { parseBvh } from '../../src/motion/formats/bvh-parse.ts';
import type { RawMotion } from '../../src/motion/raw-motion.ts';
import { AMC, ASF } from '../support/asf-text.ts';
import { bytesOf, TINY, textOf } from '../support/bvh-text.ts';
import { rawDifference, worldPositions } from '../support/raw-compare.ts';

const parse = (amc = AMC, asf = ASF): RawMotion => parseAmc(bytesOf(amc), 'x.amc', bytesOf(asf), 'x.asf');

describe('writing', () => {
  it('gives untouched files back', () => {
    expect(textOf(printAmc(parse()))).toBe(AMC);
    expect(textOf(printAsf(parse().document))).toBe(ASF);
  });

  it('changes only what was changed', () => {
    const raw = parse();
    const root = raw.translations[0]!.slice();
    root[4] = 20;
    const changed = { ...raw, translations: [root, ...raw.translations.slice(1)] };
    expect(textOf(printAmc(changed))).toBe(AMC.replace('17.25', '20'));
  });

  it('expresses another rotation within the axes and freedoms of the bone', () => {
    const raw = parse();
    const thigh = raw.rotations[2]!.slice();
    const turn = new Float64Array(4);
    quatFromAxisAngle(turn, 0, 0.6, 0, 0.8, 0.5);
    for (let i = 0; i < thigh.length; i += 4) multiplyQuat(thigh, i, turn, 0, thigh, i);
    const changed = { ...raw, rotations: raw.rotations.map((track, n) => (n === 2 ? thigh : track)) };
    expect(rawDifference(changed, parse(textOf(printAmc(changed))))).toBeLessThan(1e-11);
  });

  it('states another rate', () => {
    const text = textOf(printAmc({ ...parse(), frameTime: 1 / 60 }));
    expect(text).toContain(':DEGREES\n:SAMPLES-PER-SECOND 60\n1\n');
    expect(parse(text).frameTime).toBe(1 / 60);
  });

  it('refuses what the skeleton cannot do', () => {
    const raw = parse();
    const shin = raw.rotations[3]!.slice();
    quatFromAxisAngle(shin, 4, 0, 0, 1, 0.2);
    const bent = { ...raw, rotations: raw.rotations.map((track, n) => (n === 3 ? shin : track)) };
    expect(() => printAmc(bent)).toThrow(UsageError);
    expect(() => printAmc(bent)).toThrow('joint "shin", frame 1');
    const hip = { ...raw, rotations: raw.rotations.map((track, n) => (n === 1 ? shin : track)) };
    expect(() => printAmc(hip)).toThrow('joint "hip", frame 0');
    const moved = { ...raw, translations: raw.translations.map((track, n) => (n === 3 ? new Float64Array(9) : track)) };
    expect(() => printAmc(moved)).toThrow('bone "shin", frame 0: moves against its parent');
  });
});

describe('the ASF/AMC format', () => {
  const folder = (files: Record<string, string>) => ({
    neighbours: Object.keys(files),
    companion: async (name: string) => (name in files ? bytesOf(files[name]) : undefined),
  });

  it.each([
    ['the same name', 'walk.amc', { 'walk.asf': ASF, 'other.asf': 'x' }],
    ['the only skeleton', 'walk.amc', { 'person.asf': ASF, 'run.amc': AMC }],
    ['the subject number', '02_01.amc', { '02.asf': ASF, '03.asf': 'x' }],
    ['the longest beginning', 'a/b/charleston1.amc', { 'charleston.asf': ASF, 'c.asf': 'x' }],
  ])('finds the skeleton by %s', async (_, file, files) => {
    const [clip] = await asfAmc.read!(bytesOf(AMC), file, folder(files as Record<string, string>));
    expect(clip.frameCount).toBe(3);
  });

  it('finds the skeleton without a list of neighbours', async () => {
    const { companion } = folder({ '02.asf': ASF });
    expect((await asfAmc.read!(bytesOf(AMC), '02_01.amc', { companion })).length).toBe(1);
  });

  it('says which skeleton is missing', async () => {
    await expect(asfAmc.read!(bytesOf(AMC), 'walk.amc', {})).rejects.toThrow(
      'walk.amc: expected the skeleton walk.asf beside the motion, found none',
    );
    await expect(asfAmc.read!(bytesOf(AMC), 'walk.amc', folder({ 'a.asf': ASF, 'b.asf': ASF }))).rejects.toThrow(
      'found a.asf, b.asf, none of which is named like it',
    );
  });

  it('round-trips through a clip', async () => {
    const [clip] = await asfAmc.read!(bytesOf(AMC), 'x.amc', folder({ 'x.asf': ASF }));
    const back = parse(textOf(await asfAmc.write!(clip, {})));
    expect(rawDifference(parse(), back)).toBeLessThan(1e-9);
  });

  it('writes a fresh pair for a clip from another format', async () => {
    const [clip] = await bvh.read!(bytesOf(TINY), 'x.bvh', { metresPerUnit: 0.01, up: 'y', groundHeight: 0 });
    const { asf, amc } = writeAsfAmc(clip);
    const raw = parseAmc(amc, 'y.amc', asf, 'y.asf');
    expect(raw.statedMetresPerUnit).toBeCloseTo(0.056444, 6);
    expect(1 / raw.frameTime).toBeCloseTo(1 / clip.frameTime, 9);
    const [again] = await asfAmc.read!(amc, 'y.amc', folder({ 'y.asf': textOf(asf) }));
    expect(again.frameCount).toBe(clip.frameCount);
    // Every joint of the clip stands where it stood, whatever links were put between.
    const reference = scaled(TINY);
    const names = raw.joints.map(({ name }) => name);
    for (let frame = 0; frame < 3; frame++) {
      const positions = worldPositions(raw, frame);
      const expected = worldPositions(reference, frame);
      reference.joints.forEach(({ name }, joint) => {
        const n = joint === 0 ? 0 : names.indexOf(name);
        for (let k = 0; k < 3; k++)
          expect(positions[3 * n + k], `${name} ${k}`).toBeCloseTo(expected[3 * joint + k], 9);
      });
    }
  });
});

/** The small BVH in CMU units. */
function scaled(text: string): RawMotion {
  const raw = parseBvh(bytesOf(text), 'x.bvh');
  const unit = 0.01 / (0.0254 / 0.45);
  return {
    ...raw,
    joints: raw.joints.map((joint) => ({
      ...joint,
      translation: [unit * joint.translation[0], unit * joint.translation[1], unit * joint.translation[2]],
    })),
    translations: raw.translations.map((track) => track?.map((value) => unit * value)),
  };
}
