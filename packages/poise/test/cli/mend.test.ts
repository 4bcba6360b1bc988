/** poise mend, in process, on made-up motions. */
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Clip, createClip, withCoordinates } from '../../src/motion/clip.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { resample } from '../../src/motion/resample.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { motionFolder, poise } from './support.ts';

const folder = motionFolder();
const walking = resample(perform(walk, { values: { strides: 2 } }), 1 / 30);

/** A walk whose hips sway to and fro with standing feet. */
function sliding(): Clip {
  const nq = coordinateCount(walking.skeleton);
  const q = walking.q.slice();
  for (let i = 0, frame = 0; i < q.length; i += nq, frame++) q[i] += 0.08 * Math.sin(4 * frame * walking.frameTime);
  return createClip({ ...withCoordinates(walking, q), source: undefined });
}

async function file(name: string, clip: Clip): Promise<string> {
  const path = folder.path(name);
  await writeFile(path, await writeClip(clip, path));
  return path;
}

describe('poise mend', () => {
  it('mends feet that slide and says what each stage did', async () => {
    const input = await file('sliding.bvh', sliding());
    const out = folder.path('mended.bvh');
    const { code, stdout } = await poise('mend', input, '-o', out, '--skip', 'balance,flight');
    expect(code).toBe(0);
    expect(stdout).toMatch(/mended\.bvh: Mended: no error is left; joints moved by/);
    expect(stdout).toMatch(/floor: The body slid along with its standing feet, by up to \d/);
    const [before, after] = await Promise.all(
      [input, out].map(async (path) => (await readClips(await readFile(path), path))[0]!),
    );
    expect(after.skeleton.names).toEqual(before.skeleton.names);
    expect(after.frameCount).toBe(before.frameCount);
  });

  it('writes a clip that is fine as it is, and tells it in JSON', async () => {
    const input = await file('walk.bvh', walking);
    const out = folder.path('same.bvh');
    const { code, stdout } = await poise('mend', input, '-o', out, '--json');
    expect(code).toBe(0);
    const [result] = JSON.parse(stdout);
    expect(result).toMatchObject({ status: 'fine', achieved: true, stages: [], change: { mean: 0 } });
    expect(await readFile(out, 'utf8')).toBe(await readFile(input, 'utf8'));
  });

  it('runs the stages that are asked for, and refuses words that are none', async () => {
    const input = await file('sliding.bvh', sliding());
    const asked = ['mend', input, '-o', folder.path('floor.bvh'), '--json', '--only'];
    const [result] = JSON.parse((await poise(...asked, 'floor')).stdout);
    expect(result.stages.every(({ stage }: { stage: string }) => stage === 'floor')).toBe(true);
    const { code, stderr } = await poise(...asked, 'feets');
    expect(code).toBe(2);
    expect(stderr).toMatch(/"feets" is no stage; did you mean "feet"\?/);
  });
});
