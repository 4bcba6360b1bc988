/** The first ten seconds: whoever has never been here is asked to push, pushes, and sends a link that shows the same shove. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startStudio } from './support/studio.ts';

const studio = startStudio();
const says = (page: Page, words: RegExp): Promise<void> =>
  page.getByRole('region', { name: 'What happens' }).filter({ hasText: words }).waitFor();

/** What the panel tells of the answer: which response, in numbers. */
const why = (page: Page): Promise<string | null> =>
  page.locator('.section', { hasText: 'Why this response' }).first().textContent();

it('asks for a push, takes it off the body, and a link gives the same one', async () => {
  const page = await studio.open({
    hash: '',
    early: true,
    viewport: { width: 1120, height: 700 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const hint = page.getByRole('region', { name: 'What to do here' });
  await hint.filter({ hasText: 'Push me' }).waitFor();
  await says(page, /^Ready/);
  const stage = (await page.locator('.stage canvas').boundingBox())!;
  const [x, y] = [stage.x + stage.width / 2, stage.y + 0.42 * stage.height];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 90, y, { steps: 4 });
  await page.mouse.up();
  await says(page, /^(Steps|Answers|Fell|Recovered)/);
  await hint.filter({ hasText: 'Now drop your own animation' }).waitFor();

  await page.getByRole('button', { name: 'Copy a link to this view' }).click();
  await page.locator('.notice', { hasText: 'replays the same pushes' }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/clip=idle.*mode=react.*replay/);
  expect(link.length).toBeLessThan(500);
  await expect.poll(() => why(page)).toMatch(/Response/);

  const friend = await studio.open({ hash: new URL(link).hash, early: true, viewport: { width: 1120, height: 700 } });
  await says(friend, /^(Steps|Answers|Fell|Recovered)/);
  await expect.poll(() => why(friend)).toBe(await why(page));
  expect(await friend.getByRole('region', { name: 'What to do here' }).count()).toBe(0);
  await hint.getByRole('button', { name: 'Close this hint' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('poise-studio'))).toContain('"greeted":true');
  expect(studio.complaints()).toEqual([]);
});
