/** poise retarget, in process. */
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { resample } from '../../src/motion/resample.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { motionFolder, poise } from './support.ts';

const folder = motionFolder();

describe('poise retarget', () => {
  it('plays a clip on the character of another file, in that file’s own layout', async () => {
    const motion = folder.path('steps.bvh');
    await writeFile(motion, await writeClip(resample(perform(walk, { values: { strides: 2 } }), 1 / 30), motion));
    const out = folder.path('hero-walk.glb');
    const { code, stdout } = await poise('retarget', motion, folder.path('squat.glb'), '-o', out);
    expect(code).toBe(0);
    expect(stdout).toMatch(/hero-walk\.glb: \d+ frames .*times as long/);
    expect(stdout).toMatch(/before: Plausible.*after: Plausible/);
    const [[result], [hero], [steps]] = await Promise.all(
      [out, folder.path('squat.glb'), motion].map(async (path) => await readClips(await readFile(path), path)),
    );
    expect(result!.skeleton.names).toEqual(hero!.skeleton.names);
    expect(result!.frameCount).toBe(steps!.frameCount);
    const again = await poise('retarget', motion, folder.path('squat.glb'), '-o', folder.path('squat.glb'));
    expect(again.code).toBe(2);
  });
});
