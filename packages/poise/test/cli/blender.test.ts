/** The add-on for Blender in Blender itself: integrations/blender/check_blender.py exports, judges, mends and compares. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { withCoordinates } from '../../src/motion/clip.ts';
import { writeClip } from '../../src/motion/formats/index.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { possibleMotion } from './support.ts';

const bin = fileURLToPath(new URL('../../bin/poise.js', import.meta.url));
const check = fileURLToPath(new URL('../../../../integrations/blender/check_blender.py', import.meta.url));
const built = existsSync(fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)));
const hasBlender = spawnSync('blender', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'poise-blender-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!hasBlender || !built)('the add-on for Blender (needs `blender` and `npm run build`)', () => {
  it('exports exactly, marks what is wrong, and brings a floating motion to the floor', async () => {
    const clip = possibleMotion();
    const q = Float64Array.from(clip.q);
    for (let at = 1; at < q.length; at += coordinateCount(clip.skeleton)) q[at] += 0.12;
    const file = join(folder, 'float.fbx');
    writeFileSync(file, await writeClip(withCoordinates(clip, q), 'float.fbx'));
    const { stdout, stderr } = spawnSync(
      'blender',
      ['--background', '--factory-startup', '--python', check, '--', file],
      {
        encoding: 'utf8',
        env: { ...process.env, POISE_COMMAND: `"${process.execPath}" "${bin}"` },
      },
    );
    const line = stdout.split('\n').find((one) => one.startsWith('RESULT '));
    expect(line, stderr).toBeDefined();
    const found = JSON.parse(line!.slice(7));
    expect(found.same).toBeLessThan(1e-4); // [m] through the add-on's own files and back
    expect(found.headline).toMatch(/^Physically impossible/);
    expect(found.markers.length).toBeGreaterThan(0);
    expect(found.moved).toBeGreaterThan(0.1);
    expect(found.moved).toBeLessThan(0.15);
    expect(found.after).toMatch(/^Plausible/);
  });
});
