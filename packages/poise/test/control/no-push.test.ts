/** Without a push, with the engine at work: what comes out is what went in. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { ClipSource } from '../../src/control/clip-source.ts';
import { ReactionBody } from '../../src/control/reaction-body.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { difference } from '../../src/motion/coordinates.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { coordinateCount, freedomCount } from '../../src/motion/skeleton.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';
import { feedback } from './reacting.ts';

const SEED = 16;
const SAME = 1e-9; // [rad], [m]
const LONGEST = 8; // [s] of a capture

/** Largest distance between the clip and the body that follows it [rad, m]; ticks as a running character makes them. */
function farthest(clip: Clip): { readonly worst: number; readonly where: string; readonly failed: number } {
  const reaction = new ReactionBody(new ClipSource(fitBody(clip), clip));
  const ticks = Math.max(1, Math.ceil(clip.frameTime * 120 - 0.25));
  const h = clip.frameTime / ticks;
  const nq = coordinateCount(clip.skeleton);
  const apart = new Float64Array(freedomCount(clip.skeleton));
  const frames = Math.min(clip.frameCount, Math.ceil(LONGEST / clip.frameTime));
  let [worst, failed, where] = [0, 0, ''];
  reaction.begin(0, h);
  for (let frame = 1; frame < frames; frame++) {
    for (let k = 0; k < ticks; k++) {
      reaction.tick(h, feedback);
      if (reaction.failed) failed++;
    }
    difference(apart, clip.skeleton, clip.q, frame * nq, reaction.q, 0, 1);
    for (let i = 0; i < apart.length; i++) {
      if (Math.abs(apart[i]) <= worst) continue;
      worst = Math.abs(apart[i]);
      where = `${i < 3 ? 'root' : clip.skeleton.names[Math.floor((i - 3) / 3)]}, frame ${frame}`;
    }
  }
  return { worst, where, failed };
}

function expectSame(clip: Clip): void {
  const { worst, where, failed } = farthest(clip);
  expect(worst, where).toBeLessThan(SAME);
  expect(failed).toBe(0);
}

describe('with no push the body follows', () => {
  it.each(['idle', 'walk', 'run', 'kick'])('the performed %s', (name) => {
    expectSame(perform(motionNamed(name)));
  });
});

describeWithMocap('with no push the body follows captures', () => {
  const rng = createRng(SEED);
  const drawn = (folder: string, count: number): string[] => {
    const files = globSync('*.bvh', { cwd: mocapPath(folder) }).sort();
    return Array.from({ length: count }, () => {
      const [file] = files.splice(Math.floor(uniform(rng, 0, files.length)), 1);
      return mocapPath(folder, file);
    });
  };
  // the last three once drifted away by 1e-6 to 1e-3 rad
  const files = [
    ...drawn('cmu-random', 5),
    ...drawn('cmu-bvh', 3),
    ...drawn('snu-ys2010', 3),
    ...drawn('bandai-namco', 1),
    ...['wd2_falling_down.bvh', 'wd2_PushBackStepLeft00.bvh'].map((file) => mocapPath('snu-ys2010', file)),
    mocapPath('cmu-random', '05_17.bvh'),
  ];

  it.each(files.map((file) => [basename(file), file]))(`%s (drawn with seed ${SEED})`, async (_, file) => {
    const [clip] = await readClips(new Uint8Array(readFileSync(file)), file);
    expectSame(clip);
  });
});
