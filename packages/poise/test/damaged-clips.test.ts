/** Damaged files of a person, all the way to the verdict: refused with a typed error, or judged without NaN. */
import { describe, expect, it } from 'vitest';
import { madeUpMotion } from '../../../examples/support/made-up-person.ts';
import { analyse } from '../src/balance/analyse.ts';
import { fitBody } from '../src/balance/fit-body.ts';
import { lint } from '../src/balance/lint.ts';
import { FormatError, RigError, UsageError } from '../src/errors.ts';
import { createRng, type Rng } from '../src/math/random.ts';
import { type Clip, frameRate } from '../src/motion/clip.ts';
import { bvh } from '../src/motion/formats/bvh.ts';
import { resample } from '../src/motion/resample.ts';
import { trim } from '../src/motion/trim.ts';
import { bytesOf } from './support/bvh-text.ts';
import { mutated } from './support/damage-bvh.ts';

const SEED = 5003;
const FILES = 500;

/** Numbers of the motion changed, so that the file stays readable and the motion does not stay human. */
function shaken(rng: Rng, bytes: Uint8Array): Uint8Array {
  const [head, rows] = new TextDecoder().decode(bytes).split(/(?<=Frame Time:.*\n)/) as [string, string];
  const change = (word: string): string =>
    rng.next() < 0.01 ? `${(rng.next() - 0.5) * 10 ** (8 * rng.next())}` : word;
  return bytesOf(head + rows.replace(/[^\s]+/g, change));
}

function expectSoundVerdict(clip: Clip): void {
  const body = fitBody(clip);
  const report = analyse(body, clip);
  const findings = lint(body, clip, report);
  for (const key of ['com', 'comVelocity', 'grf', 'imbalance', 'angularMomentum'] as const) {
    if (!report[key].every(Number.isFinite)) throw new Error(`${key} holds numbers that are not finite`);
  }
  for (const [key, value] of Object.entries(report.summary)) {
    if (!Number.isFinite(value)) throw new Error(`summary.${key} is ${value}`);
  }
  for (const { message } of findings) if (/NaN|Infinity|undefined/.test(message)) throw new Error(message);
}

/** What became of the file. Throws on anything but the library's own errors. */
async function outcomeOf(data: Uint8Array): Promise<'refused' | 'nobody' | 'judged'> {
  try {
    const [clip] = await bvh.read!(data, 'fuzz.bvh', {});
    if (clip.roles.status === 'refused' || clip.frameCount === 0) return 'nobody';
    expectSoundVerdict(clip);
    return 'judged';
  } catch (error) {
    if (error instanceof FormatError || error instanceof RigError || error instanceof UsageError) return 'refused';
    throw error;
  }
}

describe('damaged BVH files of a person', () => {
  it(`${FILES} of them to the verdict, seed ${SEED}`, async () => {
    const motion = madeUpMotion();
    const base = await bvh.write!(resample(trim(motion, 0, Math.round(2.4 * frameRate(motion))), 1 / 20), {});
    const counts = { refused: 0, nobody: 0, judged: 0 };
    for (let n = 0; n < FILES; n++) {
      const rng = createRng(SEED + n);
      const data = n % 2 === 0 ? shaken(rng, base) : mutated(rng, base);
      try {
        counts[await outcomeOf(data)]++;
      } catch (error) {
        throw new Error(`seed ${SEED + n}: ${error}`, { cause: error });
      }
    }
    // Both must occur often, or the damages test nothing.
    expect(counts.judged).toBeGreaterThan(FILES / 4);
    expect(counts.refused).toBeGreaterThan(FILES / 20);
  });
});
