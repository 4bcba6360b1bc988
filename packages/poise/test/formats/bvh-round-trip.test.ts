import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import { withCoordinates } from '../../src/motion/clip.ts';
import { bvh } from '../../src/motion/formats/bvh.ts';
import { parseBvh } from '../../src/motion/formats/bvh-parse.ts';
import { printBvh } from '../../src/motion/formats/bvh-print.ts';
import type { RawMotion } from '../../src/motion/raw-motion.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { bytesOf, TINY, TINY_HEADER, textOf } from '../support/bvh-text.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';
import { rawDifference } from '../support/raw-compare.ts';

const parse = (text: string): RawMotion => parseBvh(bytesOf(text), 'x.bvh');

describe('printBvh', () => {
  it('gives an untouched file back', () => {
    expect(textOf(printBvh(parse(TINY)))).toBe(TINY);
    const windows = TINY.replaceAll('\n', '\r\n');
    expect(textOf(printBvh(parse(windows)))).toBe(windows);
  });

  it('keeps the frame time as printed, and prints a new one exactly', () => {
    expect(textOf(printBvh(parse(TINY.replace('0.0333333', '3.33333E-02'))))).toContain('Frame Time: 3.33333E-02\n');
    for (const frameTime of [1 / 30, 1 / 120, 1e-4]) {
      const text = textOf(printBvh({ ...parse(TINY), frameTime }));
      expect(text).not.toMatch(/Time:.*e/i);
      expect(parse(text).frameTime).toBe(frameTime);
    }
  });

  it('changes only the rows that were changed', () => {
    const raw = parse(TINY);
    const leg = raw.rotations[2]!.slice();
    quatFromAxisAngle(leg, 4, 1, 0, 0, (45 * Math.PI) / 180);
    const text = textOf(printBvh({ ...raw, rotations: [raw.rotations[0], raw.rotations[1], leg] }));
    expect(text).toBe(TINY.replace('21 31 6', '21 31 45'));
  });

  it('expresses random rotations in every channel order (seed 21)', () => {
    const rng = createRng(21);
    for (const order of ['XYZ', 'XZY', 'YXZ', 'YZX', 'ZXY', 'ZYX', 'XYX', 'ZXZ', 'YZY']) {
      const channels = `CHANNELS 3 ${[...order].map((axis) => `${axis}rotation`).join(' ')}`;
      const raw = parse(TINY.replace('CHANNELS 3 Zrotation Xrotation Yrotation', channels));
      const spine = raw.rotations[1]!.map(() => uniform(rng, -1, 1));
      for (let i = 0; i < spine.length; i += 4) {
        const size = Math.hypot(...spine.subarray(i, i + 4));
        for (let k = 0; k < 4; k++) spine[i + k] /= size;
      }
      const changed = { ...raw, rotations: [raw.rotations[0], spine, raw.rotations[2]] };
      expect(rawDifference(changed, parseBvh(printBvh(changed), 'x.bvh')), order).toBeLessThan(1e-11);
    }
  });

  it('prints another number of frames', () => {
    const raw = parse(TINY);
    const cut = {
      ...raw,
      frameCount: 2,
      translations: raw.translations.map((track) => track?.slice(3)),
      rotations: raw.rotations.map((track) => track?.slice(4)),
    };
    const back = parseBvh(printBvh(cut), 'x.bvh');
    expect(back.notes).toEqual([]);
    expect(rawDifference(cut, back)).toBeLessThan(1e-9);
  });

  it('refuses a rotation that the channels cannot hold, naming joint and frame', () => {
    const raw = parse(TINY);
    const leg = raw.rotations[2]!.slice();
    quatFromAxisAngle(leg, 8, 0, 1, 0, 0.1);
    const bent = { ...raw, rotations: [raw.rotations[0], raw.rotations[1], leg] };
    expect(() => printBvh(bent)).toThrow(UsageError);
    expect(() => printBvh(bent)).toThrow('joint "Leg", frame 2: 5.73° of its rotation');
  });

  it('refuses a translation that the channels cannot hold', () => {
    const raw = parse(TINY);
    const moved = {
      ...raw,
      translations: [raw.translations[0], Float64Array.of(0, 10, 0, 0, 10, 0, 0, 11, 0), undefined],
    };
    expect(() => printBvh(moved)).toThrow('joint "Spine", frame 2: moves along y');
  });

  it('keeps positions that are added to the OFFSET', () => {
    const still = ' 0 0 0 0 0 0 0';
    const text = TINY.replace('OFFSET 0 0 0', 'OFFSET 0 41 0').replace(/0 90 0 [\s\S]*/, `0.1 0.25 0.3${still}\n`);
    const once = text.replace('Frames: 3', 'Frames: 1');
    expect(textOf(printBvh(parse(once)))).toBe(once);
  });

  it('writes a file without frames', () => {
    const empty = `${TINY_HEADER}\nFrames: 0\nFrame Time: 0.1\n`;
    expect(textOf(printBvh(parse(empty)))).toBe(empty);
  });
});

describe('the BVH format', () => {
  it('round-trips through a clip', async () => {
    const [clip] = await bvh.read!(bytesOf(TINY), 'x.bvh', {});
    expect(textOf(await bvh.write!(clip, {}))).toBe(TINY);
  });

  it('writes fresh files: Z X Y, centimetres, the same motion', async () => {
    const [clip] = await bvh.read!(bytesOf(TINY), 'x.bvh', { metresPerUnit: 0.01, up: 'y', groundHeight: 0 });
    const text = textOf(await bvh.write!(clip, { fresh: true }));
    expect(text).toContain('CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation');
    const back = parse(text);
    expect(back.joints.map(({ name, parent }) => [name, parent])).toEqual([
      ['Hips', -1],
      ['Spine', 0],
      ['Leg', 0],
    ]);
    expect(rawDifference(parse(TINY), back)).toBeLessThan(1e-9);
  });

  it('keeps curves continuous where a clip was edited (seed 22)', async () => {
    const frames = 400;
    const rows = Array.from({ length: frames }, (_, n) => `0 90 0 0 0 0 ${n % 360} ${n / 4} 0 0`).join('\n');
    const [clip] = await bvh.read!(
      bytesOf(`${TINY_HEADER}\nFrames: ${frames}\nFrame Time: 0.01\n${rows}`),
      'x.bvh',
      {},
    );
    const q = clip.q.slice();
    const turn = new Float64Array(4);
    for (let frame = 0; frame < clip.frameCount; frame++) {
      const at = frame * coordinateCount(clip.skeleton) + quatIndex(1);
      quatFromAxisAngle(turn, 0, 0, 0, 1, 0.3 + frame / 50);
      multiplyQuat(q, at, q, at, turn, 0);
    }
    const document = parseBvh(await bvh.write!(withCoordinates(clip, q), {}), 'x.bvh').document as {
      values: Float64Array;
    };
    let jump = 0;
    for (let frame = 1; frame < frames; frame++) {
      for (let k = 6; k < 9; k++)
        jump = Math.max(jump, Math.abs(document.values[10 * frame + k] - document.values[10 * (frame - 1) + k]));
    }
    expect(jump).toBeGreaterThan(0.1);
    expect(jump).toBeLessThan(30);
  });
});

describeWithMocap('captured files come back from a clip within 1e-9', () => {
  const folders = ['snu-ys2010', 'bandai-namco', 'reactidle', 'genoview', 'threejs-examples'];
  const files = folders.flatMap((folder) =>
    readdirSync(mocapPath(folder))
      .filter((name) => name.endsWith('.bvh'))
      .slice(0, 4)
      .map((name) => [folder, name]),
  );
  it.each([...files, ['cmu-bvh', '02_01.bvh'], ['cmu-bvh', '49_20.bvh']])('%s/%s', async (folder, name) => {
    const data = readFileSync(mocapPath(folder, name));
    const raw = parseBvh(data, name);
    const [clip] = await bvh.read!(data, name, {});
    const written = await bvh.write!(clip, {});
    const back = parseBvh(written, name);
    expect(back.joints).toEqual(raw.joints);
    expect(back.endSites).toEqual(raw.endSites);
    expect(back.frameTime).toBe(raw.frameTime);
    expect(rawDifference(raw, back)).toBeLessThan(1e-9);
  });
});
