import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quatFromAxisAngle } from '../../src/math/quat.ts';
import { createClip } from '../../src/motion/clip.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { body, naturalStance } from '../sim/support.ts';
import { poise } from './support.ts';

let folder = '';
const path = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'poise-simulate-'));
  const pose = naturalStance();
  const nq = coordinateCount(body.skeleton);
  const q = new Float64Array(31 * nq);
  for (let frame = 0; frame < 31; frame++) q.set(pose, frame * nq);
  const still = createClip({ name: 'still', skeleton: body.skeleton, frameTime: 1 / 30, q });
  await writeFile(path('still.bvh'), await writeClip(still, 'still.bvh'));
}, 60_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('poise simulate', () => {
  it('follows a clip and says how closely', async () => {
    const { code, stdout } = await poise('simulate', path('still.bvh'), '-o', path('out.bvh'));
    expect(stdout).toMatch(/out\.bvh: stands, 31 frames at 30\.00 per second/);
    expect(stdout).toMatch(
      /joints 0\.\d° from the clip on average, CoM 0\.\d cm, trunk \d° at most, 0 steps of its own/,
    );
    expect(code).toBe(0);
    const [clip] = await readClips(await readFile(path('out.bvh')), 'out.bvh');
    expect(clip!.frameCount).toBe(31);
  });

  it('does not say that somebody stands who is not in the pose of the clip at the end', async () => {
    const pose = naturalStance();
    const nq = coordinateCount(body.skeleton);
    const q = new Float64Array(31 * nq);
    for (let frame = 0; frame < 31; frame++) q.set(pose, frame * nq);
    // in its last quarter of a second the clip lies back by 100°, from one frame to the next
    const { spine = 0 } = body.roles;
    for (let frame = 23; frame < 31; frame++) {
      quatFromAxisAngle(q, frame * nq + quatIndex(spine), -1, 0, 0, (100 * Math.PI) / 180);
    }
    const bent = createClip({ name: 'bent', skeleton: body.skeleton, frameTime: 1 / 30, q });
    await writeFile(path('bent.bvh'), await writeClip(bent, 'bent.bvh'));
    const { code, stdout } = await poise('simulate', path('bent.bvh'), '-o', path('strays.bvh'));
    expect(stdout).toMatch(/strays\.bvh: strayed/);
    expect(stdout).toMatch(/the trunk leans otherwise than in the clip at the end/);
    expect(code).toBe(1);
  });

  it('leans against a push that is known, and stands where it would fall', async () => {
    const known = ['--push', 't=0.9 at=chest impulse=0,0,45', '--no-step', '--json', '-o', path('known.bvh')];
    const told = async (...more: string[]) =>
      JSON.parse((await poise('simulate', path('still.bvh'), ...known, ...more)).stdout);
    expect((await told()).status).toBe('fell');
    const { status, steps, anticipated } = await told('--anticipate', '--tries', '10');
    expect(status).toBe('stands');
    expect(steps).toBe(0);
    expect(anticipated.tries).toBe(10);
    expect(Math.min(...anticipated.cmrt.forward)).toBeLessThan(-0.03); // away from where the push goes
  });

  it('refuses to prepare for nothing', async () => {
    const { code, stderr } = await poise('simulate', path('still.bvh'), '--anticipate', '-o', path('out.bvh'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/no push to prepare for/);
  });

  it('is the same to the byte, and tells everything as JSON', async () => {
    const run = async (name: string) => {
      const push = 't=0.3 at=chest impulse=0,0,20';
      const out = path(name);
      const { stdout } = await poise(
        'simulate',
        path('still.bvh'),
        '--push',
        push,
        '--seconds',
        '1',
        '--json',
        '-o',
        out,
      );
      return { told: JSON.parse(stdout), bytes: await readFile(out) };
    };
    const [a, b] = [await run('a.glb'), await run('b.glb')];
    expect(a.told).toMatchObject({ status: 'stands', fellAt: null, steps: 0, seconds: 1 });
    expect(a.bytes.equals(b.bytes)).toBe(true);
  });

  it('is honest about a fall', async () => {
    const push = ['--push', 't=0.2 at=chest impulse=0,0,90', '--no-step', '--seconds', '2'];
    const { code, stdout } = await poise('simulate', path('still.bvh'), ...push, '-o', path('fall.bvh'));
    expect(stdout).toMatch(/fall\.bvh: fell/);
    expect(stdout).toMatch(/at [01]\.\d+ s/);
    expect(code).toBe(1);
  });

  it('refuses what it cannot do', async () => {
    const late = await poise('simulate', path('still.bvh'), '--push', 't=9 impulse=0,0,9', '-o', path('late.bvh'));
    expect(late.code).toBe(2);
    expect(late.stderr).toContain('comes after the end');
    const idle = await poise('simulate', path('still.bvh'), '--tries', '9', '-o', path('late.bvh'));
    expect([idle.code, idle.stderr]).toEqual([2, expect.stringContaining('belong to --anticipate')]);
    const nowhere = await poise('simulate', path('still.bvh'), '-o', path('no/such/folder.bvh'));
    expect([nowhere.code, nowhere.stderr]).toEqual([3, expect.stringContaining('the folder does not exist')]);
  });
});
