/** Which method answers where none is asked for. */
import { describe, expect, it } from 'vitest';
import { motionFolder, poise } from './support.ts';

const PUSH = 't=0.4 at=chest impulse=20,0,0';

describe('a walk too short to be gone on with', () => {
  const folder = motionFolder();
  const out = folder.path;

  it('is answered on the way, not by stopping on one leg', async () => {
    await poise('perform', 'walk', '-o', out('walk.bvh'));
    await poise('convert', out('walk.bvh'), out('short.bvh'), '--start', '2', '--end', '2.9');
    const asked = ['react', out('short.bvh'), '--push', PUSH, '-o', out('pushed.bvh'), '--json'];
    const { stdout } = await poise(...asked);
    const { method, notes } = JSON.parse(stdout);
    expect(method).toBe('reactive-blend');
    expect(notes[0]).toMatch(/^answered by reactive-blend: a gait needs two whole steps/);
    // Options of the walking method, or its name, still choose it.
    for (const more of [
      ['--method', 'reactive-locomotion'],
      ['--seconds', '2'],
    ]) {
      expect(JSON.parse((await poise(...asked, ...more)).stdout).method).toBe('reactive-locomotion');
    }
  });
});
