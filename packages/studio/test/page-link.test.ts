/** A link restores the picture and all that was set; a broken one does what it can. */
import type { Page } from 'playwright-core';
import { trim, writeClip } from 'poise';
import { describe, expect, it } from 'vitest';
import { madeUpMotion } from '../../../examples/support/made-up-person.ts';
import { comparePictures } from './support/picture.ts';
import { drop, judged, startStudio } from './support/studio.ts';

/** Small, and without a camera that drifts: a software renderer takes its time. */
const CALM = { viewport: { width: 820, height: 560 }, reducedMotion: 'reduce' } as const;
const studio = startStudio({
  hash: '#clip=sample-lean&t=1',
  ...CALM,
  permissions: ['clipboard-read', 'clipboard-write'],
});

async function sharedLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Copy a link to this view' }).click();
  await page.locator('.notice', { hasText: 'link to this moment was copied' }).waitFor();
  await page.getByRole('button', { name: 'Close this message' }).click();
  return await page.evaluate(() => navigator.clipboard.readText());
}

/** Files that the browser keeps for the studio, and the clip that was on stage. */
const kept = (page: Page): Promise<readonly [files: number, clip: string]> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opened = indexedDB.open('poise-studio');
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const transaction = opened.result.transaction(['files', 'rest']);
          const count = transaction.objectStore('files').count();
          const rest = transaction.objectStore('rest').get('rest');
          transaction.oncomplete = () => {
            opened.result.close();
            resolve([count.result, String(rest.result?.document.clip)]);
          };
        };
      }),
  );

describe('a link', () => {
  it('shows the same picture: camera, ghosts, finding, tab, body, settings', async () => {
    const page = await studio.shared();
    const stage = page.locator('.stage canvas');
    const box = (await stage.boundingBox())!;
    await page.mouse.move(box.x + 200, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(box.x + 260, box.y + 100, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.press('g');
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('combobox', { name: 'Balance point (ZMP)' }).selectOption('point-mass');
    await page.getByRole('tab', { name: 'Body' }).click();
    await page.getByRole('button', { name: '+ Backpack' }).click();
    await page.getByRole('tab', { name: 'Report' }).click();
    await expect.poll(() => page.textContent('.numbers')).toContain('77.4 kg');
    await page.locator('.finding-head').first().click();
    await page.waitForSelector('.explanation li');
    const link = await sharedLink(page);
    expect(link).toMatch(/shot=.*ghosts=.*finding=0/);
    expect(link.length).toBeLessThan(420);

    const other = await studio.open({ hash: new URL(link).hash, ...CALM });
    await other.waitForSelector('.explanation li');
    expect(await other.textContent('.numbers')).toBe(await page.textContent('.numbers'));
    expect(await other.getByRole('button', { name: /Undo/ }).isDisabled()).toBe(true);
    // Skins and ghosts arrive from their workers in their own time, on both pages.
    const unlike = async (): Promise<number> => {
      const [a, b] = [await stage.screenshot(), await other.locator('.stage canvas').screenshot()];
      return (await comparePictures(page, a, b, 24)).share;
    };
    await expect.poll(unlike).toBeLessThan(0.01);
    await other.keyboard.press('Home');
    await expect.poll(unlike).toBeGreaterThan(0.02);
    expect(studio.complaints()).toEqual([]);
  });

  it('can be pasted into an open studio, and a broken one is followed as far as it makes sense', async () => {
    const page = await studio.shared();
    await page.goto(`${studio.address()}#clip=walk&body=(height:99)&push=nonsense&m.analyse=(cutoff:no)&t=1`);
    await judged(page, 'Walk');
    expect(await page.textContent('.notices')).toMatch(/left out: body, push, m\.analyse/);
    expect(await page.inputValue('input[aria-label=Frame]')).toBe('60');
    await page.goto(`${studio.address()}#clip=moonwalk`);
    await expect.poll(() => page.textContent('.notices')).toMatch(/asks for "moonwalk".*here is Walk instead/);
    expect(await page.textContent('.verdict')).toContain('Plausible');
    expect(studio.complaints()).toEqual([]);
  });

  it('holds no files: they come back from the browser when the page is loaded again', async () => {
    const page = await studio.shared();
    const name = 'made-up.bvh';
    await drop(page, [{ name, data: await writeClip(trim(madeUpMotion(30), 0, 40), name) }]);
    await judged(page, name);
    expect(page.url()).not.toContain('made-up');
    await expect.poll(() => kept(page)).toEqual([1, 'file:1:0']);
    await page.reload();
    await judged(page, name);
    // removed, it does not come back
    await page.getByRole('button', { name: 'Open Library' }).click();
    await page.locator('.entry', { hasText: name }).hover();
    await page.getByRole('button', { name: `Remove ${name} from the list` }).click();
    await expect.poll(async () => (await kept(page))[0]).toBe(0);
    await page.reload();
    await page.locator('.entry.current').waitFor();
    expect(await page.locator('.entry', { hasText: name }).count()).toBe(0);
  });
});
