/** Clips made of clips: files mended in a queue, a motion on another character, a reaction to a push in the timeline. One page. */
import type { Page } from 'playwright-core';
import { trim, writeClip } from 'poise';
import { expect, it } from 'vitest';
import { madeUpMotion } from '../../../examples/support/made-up-person.ts';
import { drop, judged, showMotion, startStudio } from './support/studio.ts';

const studio = startStudio({ viewport: { width: 1280, height: 760 }, reducedMotion: 'reduce' });
const rowOf = (page: Page, name: string) => page.locator('.entry', { hasText: name });

it('mends the files that need it, in a queue, and saves them in one archive', async () => {
  const page = await studio.shared();
  const whole = madeUpMotion(30);
  const files = [
    { name: 'lean.bvh', data: await writeClip(whole, 'x.bvh') },
    { name: 'squat.bvh', data: await writeClip(trim(whole, 0, 60), 'x.bvh') },
  ];
  await drop(page, files);
  await judged(page, 'lean.bvh');
  await rowOf(page, 'squat.bvh').locator('.mark:is(.good, .doubtful, .bad)').waitFor();
  await page.getByRole('button', { name: 'Mend 1 file' }).click();
  await rowOf(page, 'lean.bvh, mended').locator('.mark:is(.good, .doubtful)').waitFor();
  await page.locator('.notice', { hasText: 'Mended 1 of 1 clips' }).waitFor();
  expect(await page.textContent('.clip-name')).toMatch(/lean\.bvh$/); // the stage stays as it is
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save 1 mended' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('My-project-mended.zip');
  expect(studio.complaints()).toEqual([]);
});

it('plays a motion on the character of a file', async () => {
  const page = await studio.shared();
  await showMotion(page, 'Idle');
  await page.getByRole('combobox', { name: 'Play this clip on another character' }).selectOption({ label: 'lean.bvh' });
  await judged(page, 'Idle on lean.bvh');
  expect(await page.textContent('.verdict')).not.toContain('impossible');
  expect(studio.complaints()).toEqual([]);
});

it('lets a character react to a push that is put into the timeline', async () => {
  const page = await studio.shared();
  await showMotion(page, 'Idle');
  const label = (await page.locator('.tl').getByText('Pushes', { exact: true }).boundingBox())!;
  const tracks = (await page.locator('.tl').boundingBox())!;
  await page.mouse.dblclick(tracks.x + 0.45 * tracks.width, label.y + label.height / 2);
  const editor = page.getByRole('dialog', { name: 'Push' });
  await editor.getByRole('button', { name: 'React' }).press('Enter'); // by key: whatever the picture does meanwhile
  await judged(page, 'Idle, pushed');
  await page.locator('.notice.info').last().waitFor(); // what came of it
  expect(studio.complaints()).toEqual([]);
});
