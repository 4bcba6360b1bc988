/** What is dropped is what every mode acts on, in its own skin; a mode that cannot use it says so on the stage, with ways out. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { writeClip } from 'poise';
import { bodyOf } from 'poise/dynamics';
import { meshFor } from 'poise/perform';
import { describe, expect, it } from 'vitest';
import { madeUpMotion } from '../../../examples/support/made-up-person.ts';
import { type DroppedFile, drop, judged, showMotion, startStudio } from './support/studio.ts';

const studio = startStudio({ viewport: { width: 1280, height: 800 } });
const shared = fileURLToPath(new URL('../../../../shared/', import.meta.url));
const captured = (path: string): DroppedFile => ({
  name: path.split('/').at(-1)!,
  data: readFileSync(shared + path),
});

const now = (page: Page) => page.getByRole('region', { name: 'What happens' });
const note = (page: Page) => page.getByRole('status', { name: 'About this clip' });
const stageName = (page: Page): Promise<string | null> => page.textContent('.clip-name');

/** Every mode acts on the clip of this name; `file`: it is the user's. */
async function everyMode(page: Page, name: string, file: boolean): Promise<void> {
  await page.keyboard.press('Shift+F');
  await page.locator('.mend-answer[aria-busy=false]').waitFor();
  expect(await stageName(page), 'Mend').toContain(name);
  await page.keyboard.press('Shift+R');
  await now(page)
    .filter({ hasText: /^(Ready|Walks|Runs|As animated)/ })
    .waitFor();
  await expect.poll(() => stageName(page), { message: 'React' }).toContain(`${name}, pushed`);
  await page.keyboard.press('Shift+A');
  await expect.poll(() => stageName(page), { message: 'Analyse' }).not.toContain('pushed');
  expect(await stageName(page)).toContain(name);
  for (const [key, mode] of [
    ['Shift+C', 'Crowd'],
    ['Shift+T', 'Anticipate'],
  ] as const) {
    await page.keyboard.press(key);
    if (file) {
      await note(page).filter({ hasText: mode }).waitFor();
      expect(
        await note(page)
          .getByRole('button', { name: `Push “${name}` })
          .count(),
        mode,
      ).toBe(1);
    }
    await page.keyboard.press('Shift+A');
    await expect.poll(() => stageName(page), { message: mode }).toContain(name);
  }
  expect(await note(page).count()).toBe(0);
}

describe('one stage', () => {
  it('of a performed motion', async () => {
    const page = await studio.shared();
    await showMotion(page, 'Walk');
    await everyMode(page, 'Walk', false);
    expect(studio.complaints()).toEqual([]);
  });

  it('of a GLB with a skin of its own', async () => {
    const clip = madeUpMotion(60);
    const body = bodyOf(clip);
    const mesh = meshFor(body, body.roles, clip.skeleton);
    const page = await studio.shared();
    await drop(page, [{ name: 'own.glb', data: await writeClip(clip, 'x.glb', { fresh: true, mesh }) }]);
    await judged(page, 'own.glb');
    await everyMode(page, 'own.glb', true);
    expect(studio.complaints()).toEqual([]);
  });

  it('says why nobody reacts in a clip off its feet, and brings somebody who does', async () => {
    const clip = madeUpMotion(30);
    const q = clip.q.slice();
    const nq = q.length / clip.frameCount;
    for (let frame = 0; frame < clip.frameCount; frame++) q.set([-Math.SQRT1_2, 0, 0, Math.SQRT1_2], frame * nq + 3); // on its back
    const page = await studio.shared();
    await drop(page, [{ name: 'lies.bvh', data: await writeClip({ ...clip, q }, 'x.bvh') }]);
    await page.locator('.clip-name', { hasText: 'lies.bvh' }).waitFor();
    await page.keyboard.press('Shift+R');
    await note(page)
      .filter({ hasText: /lies\.bvh.* is not on its feet/ })
      .waitFor();
    expect(await stageName(page)).toContain('lies.bvh');
    await note(page).getByRole('button', { name: 'Use the built-in idle' }).click();
    await now(page)
      .filter({ hasText: /^Ready/ })
      .waitFor();
    await expect.poll(() => stageName(page)).toContain('Idle, pushed');
    expect(await note(page).count()).toBe(0);
    await page.keyboard.press('Shift+A');
  });
});

describe.skipIf(!existsSync(`${shared}mocap`))('one stage of captured files', () => {
  it.each([
    'mocap/cmu-bvh/02_01.bvh',
    'mocap/cmu-fbx/07_01_cmu.fbx',
    'ai-motion/kimodo/soma-rp_05_root_path_motion.npz',
  ])('%s', async (path) => {
    const page = await studio.shared();
    const file = captured(path);
    await drop(page, [file]);
    await judged(page, file.name);
    await everyMode(page, file.name, true);
    expect(studio.complaints()).toEqual([]);
  });
});
