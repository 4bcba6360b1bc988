/** Damaged files: every one either parses without NaN or is refused with a FormatError. */
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.ts';
import { createRng } from '../../src/math/random.ts';
import { parseBvh } from '../../src/motion/formats/bvh-parse.ts';
import { bytesOf, TINY } from '../support/bvh-text.ts';
import { mutated, pick } from '../support/damage-bvh.ts';

const SEED = 20051;
const FILES = 10_000;

const BASES = [
  TINY,
  TINY.replaceAll('\n', '\r\n').replaceAll('CHANNELS 3', 'CHANNELS 3 '),
  'HIERARCHY ROOT a b { OFFSET 0 0 0 CHANNELS 1 Yrotation JOINT c{OFFSET 1 1 1\nCHANNELS 0 End Site{OFFSET 0 0 1}}}\nMOTION\nFrames: 2 Frame Time: 1 5 6',
];

/** True when the file was accepted. Throws on anything but a FormatError, and on numbers that are not finite. */
function survives(data: Uint8Array): boolean {
  try {
    const raw = parseBvh(data, 'fuzz.bvh');
    for (const track of [...raw.translations, ...raw.rotations]) {
      if (track && !track.every(Number.isFinite)) throw new Error('a track holds numbers that are not finite');
    }
    if (!(raw.frameTime > 0)) throw new Error(`frame time ${raw.frameTime}`);
    return true;
  } catch (error) {
    if (error instanceof FormatError && (error.line ?? 0) > 0) return false;
    throw error;
  }
}

describe('damaged BVH files', () => {
  it(`${FILES} of them, seed ${SEED}`, () => {
    let accepted = 0;
    for (let n = 0; n < FILES; n++) {
      const rng = createRng(SEED + n);
      const data = mutated(rng, bytesOf(pick(rng, BASES)));
      try {
        if (survives(data)) accepted++;
      } catch (error) {
        throw new Error(`seed ${SEED + n}: ${error}`, { cause: error });
      }
    }
    // Both outcomes must occur, or the mutations test nothing.
    expect(accepted).toBeGreaterThan(FILES / 50);
    expect(accepted).toBeLessThan(FILES * 0.9);
  });
});
