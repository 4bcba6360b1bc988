/** Damaged Acclaim files: every one either parses without NaN or is refused with a FormatError. */
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.ts';
import { createRng, type Rng } from '../../src/math/random.ts';
import { parseAmc } from '../../src/motion/formats/asf-amc-parse.ts';
import { AMC, ASF } from '../support/asf-text.ts';
import { bytesOf } from '../support/bvh-text.ts';

const SEED = 30051;
const PAIRS = 4000;
const WORDS = [
  'NaN',
  '1e999',
  '-',
  ':root',
  ':bonedata',
  ':hierarchy',
  'begin',
  'end',
  'dof rx rx',
  'dof l',
  'axis 1 2 3 ZYX',
  'root',
  'shin',
  '7',
  '99999999999',
  ':RADIANS',
  '#',
];

const below = (rng: Rng, n: number) => Math.floor(rng.next() * n);

function damaged(rng: Rng, text: string): Uint8Array {
  const kind = below(rng, 6);
  if (kind === 0) return bytesOf(text).map((byte) => (rng.next() < 0.01 ? below(rng, 256) : byte));
  if (kind === 1) return bytesOf(text.slice(0, below(rng, text.length)));
  const words = text.split(/(?<=\s)/);
  const at = below(rng, words.length);
  if (kind === 2) return bytesOf(words.toSpliced(at, below(rng, 3), `${WORDS[below(rng, WORDS.length)]}\n`).join(''));
  if (kind === 3)
    return bytesOf(
      words
        .toSpliced(
          at,
          0,
          words
            .slice(at, at + 30)
            .join('')
            .repeat(below(rng, 50)),
        )
        .join(''),
    );
  const lines = text.split('\n');
  const [a, b] = [below(rng, lines.length), below(rng, lines.length)];
  if (kind === 4) [lines[a], lines[b]] = [lines[b], lines[a]];
  else lines.splice(a, 1);
  return bytesOf(lines.join('\n'));
}

describe('damaged ASF/AMC pairs', () => {
  it(`${PAIRS} of them, seed ${SEED}`, () => {
    let accepted = 0;
    for (let n = 0; n < PAIRS; n++) {
      const rng = createRng(SEED + n);
      const asf = n % 3 === 0 ? bytesOf(ASF) : damaged(rng, ASF);
      const amc = n % 3 === 1 ? bytesOf(AMC) : damaged(rng, AMC);
      try {
        const raw = parseAmc(amc, 'fuzz.amc', asf, 'fuzz.asf');
        const tracks = [
          ...raw.translations,
          ...raw.rotations,
          ...raw.joints.map(({ translation }) => Float64Array.from(translation)),
        ];
        if (!tracks.every((track) => track?.every(Number.isFinite) ?? true))
          throw new Error('numbers that are not finite');
        accepted++;
      } catch (error) {
        if (!(error instanceof FormatError)) throw new Error(`seed ${SEED + n}: ${error}`, { cause: error });
      }
    }
    expect(accepted).toBeGreaterThan(PAIRS / 50);
    expect(accepted).toBeLessThan(PAIRS * 0.9);
  });
});
