/** Files of the user: dropped, judged in the background, refused in words. One page for all of them, as one has it. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { writeClip } from 'poise';
import { bodyOf } from 'poise/dynamics';
import { meshFor } from 'poise/perform';
import { describe, expect, it } from 'vitest';
import { madeUpMotion } from '../../../examples/support/made-up-person.ts';
import { drawn } from './support/pictures.ts';
import { drop, judged, showMotion, startStudio } from './support/studio.ts';

const studio = startStudio();
const mocap = process.env['POISE_MOCAP'] ?? fileURLToPath(new URL('../../../../shared/mocap', import.meta.url));

const clip = madeUpMotion(30);
const bvh = async (name: string) => ({ name, data: await writeClip(clip, 'x.bvh') });
const text = (name: string, content: string) => ({ name, data: new TextEncoder().encode(content) });

const NO_FRAMES = `HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  End Site
  {
    OFFSET 0 1 0
  }
}
MOTION
Frames: 0
Frame Time: 0.01
`;
const NOBODY = NO_FRAMES.replace('Frames: 0', 'Frames: 2').concat('0 0 0\n0 0 1\n');

const rowOf = (page: Page, name: string) => page.locator('.entry', { hasText: name });

describe('a drop', () => {
  it('puts a BVH on stage and finds what is wrong with it', async () => {
    const page = await studio.shared();
    await drop(page, [await bvh('made-up.bvh')]);
    await judged(page, 'made-up.bvh');
    expect(await page.textContent('.verdict')).toContain('Physically impossible');
    // A click on the finding goes to its worst frame and says which part of the body is to blame.
    await page.locator('.finding-head').first().click();
    await page.waitForSelector('.explanation li');
    expect(await page.textContent('.explanation')).toMatch(
      /balance point \(ZMP\) lies .* forward of the middle.*Trunk/s,
    );
    expect(await page.textContent('.moment')).toContain('outside the support');
    expect(studio.complaints()).toEqual([]);
  });

  it('shows a GLB with its own skin', async () => {
    const body = bodyOf(clip);
    const mesh = meshFor(body, body.roles, clip.skeleton);
    const page = await studio.shared();
    await drop(page, [{ name: 'made-up.glb', data: await writeClip(clip, 'x.glb', { fresh: true, mesh }) }]);
    await judged(page, 'made-up.glb');
    await drawn(page, 10); // the skin's shaders too
    expect(studio.complaints()).toEqual([]);
  });

  it('lists many files with their verdicts, found in the background', async () => {
    const page = await studio.shared();
    // The first cannot be read: the next comes on stage in its place.
    await drop(page, [
      text('c.bvh', 'HIERARCHY\nROOT'),
      await bvh('a.bvh'),
      await bvh('b.bvh'),
      text('d.bvh', NOBODY),
      text('readme.txt', 'hello'),
    ]);
    await rowOf(page, 'b.bvh').locator('.mark.bad').waitFor();
    await expect.poll(() => rowOf(page, 'c.bvh').textContent()).toMatch(/c\.bvh:2/);
    await rowOf(page, 'd.bvh').locator('.mark.unjudged').waitFor();
    expect(await page.textContent('.clip-name')).toContain('a.bvh');
    expect(await page.textContent('.notices')).toContain('passed over');
    // Search and remove.
    await page.getByRole('searchbox').fill('b.bvh');
    expect(await page.locator('.entry').count()).toBe(1);
    await rowOf(page, 'b.bvh').hover();
    await page.getByRole('button', { name: 'Remove b.bvh from the list' }).click();
    expect(await page.locator('.entry').count()).toBe(0);
    await page.getByRole('searchbox').fill('');
    expect(studio.complaints()).toEqual([]);
  });

  it('says in words what is wrong with broken, empty and foreign files, and keeps what was on stage', async () => {
    const page = await studio.shared();
    await showMotion(page, 'Walk');
    const broken: readonly (readonly [name: string, content: string, words: RegExp])[] = [
      ['broken.bvh', 'HIERARCHY\nROOT Hips\n{\n  OFFSET 0 zero 0\n}\n', /broken\.bvh:4:\d+: /],
      ['empty.bvh', '', /empty\.bvh: the file is empty/],
      ['notes.txt', 'hello', /expected a motion file \(\.bvh/],
      ['bad.glb', 'glTFxxxxxxxx', /bad\.glb/],
      ['still.bvh', NO_FRAMES, /still\.bvh: the motion has no frames/],
    ];
    for (const [name, content, words] of broken) {
      await drop(page, [text(name, content)]);
      await expect
        .poll(() => page.locator('.notice.error').allTextContents())
        .toContainEqual(expect.stringMatching(words));
      expect(await rowOf(page, name).textContent()).toMatch(words);
      expect(await page.textContent('.clip-name')).toMatch(/walk/i);
      expect(await page.textContent('.verdict')).toContain('Plausible');
    }
    expect(studio.complaints()).toEqual([]);
  });
});

describe.skipIf(!existsSync(mocap))('captured files', () => {
  it.each(['cmu-bvh/02_01.bvh', 'threejs-examples/Xbot.glb', 'cmu-fbx/07_01_cmu.fbx'])('opens %s', async (path) => {
    const page = await studio.shared();
    const name = path.split('/').at(-1)!;
    await drop(page, [{ name, data: readFileSync(`${mocap}/${path}`) }]);
    await judged(page, name);
    if (name === 'Xbot.glb') {
      expect(await page.locator('.entry', { hasText: 'Xbot.glb ·' }).count()).toBeGreaterThan(3);
      await rowOf(page, 'Xbot.glb · run').first().locator('button').first().click();
      await judged(page, 'run');
    }
    await page.getByRole('tab', { name: 'Import' }).click();
    expect(await page.textContent('.notes')).not.toBe('');
    await page.getByRole('tab', { name: 'Report' }).click();
    expect(studio.complaints()).toEqual([]);
  });
});
