/** Scrubbing, overlays and the keyboard, on one page from test to test. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { drawn } from './support/pictures.ts';
import { startStudio } from './support/studio.ts';

const studio = startStudio({ viewport: { width: 1240, height: 620 } });

const frame = async (page: Page): Promise<number> => Number(await page.inputValue('input[aria-label=Frame]'));

describe('the keyboard', () => {
  it('plays, pauses, steps and jumps', async () => {
    const page = await studio.shared();
    const at = await frame(page);
    await page.keyboard.press('ArrowRight');
    expect(await frame(page)).toBe(at + 1);
    await page.keyboard.press('Shift+ArrowRight');
    expect(await frame(page)).toBe(at + 11);
    await page.keyboard.press('Home');
    const first = await frame(page);
    await page.keyboard.press('End');
    expect(await frame(page)).toBeGreaterThan(first + 100);
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await expect.poll(() => frame(page)).toBeGreaterThan(first + 5);
    await page.keyboard.press('Space');
    await drawn(page, 2); // what was under way
    const rest = await frame(page);
    await drawn(page, 15);
    expect(await frame(page)).toBe(rest);
  });

  it('plays with Space after a button was clicked, and presses it when it was reached with Tab', async () => {
    const page = await studio.shared();
    await page.keyboard.press('Home');
    const ghosts = page.getByRole('button', { name: 'Ghosts' });
    await ghosts.click();
    await page.keyboard.press('Space');
    await expect.poll(() => frame(page)).toBeGreaterThan(3);
    expect(await ghosts.getAttribute('aria-pressed')).toBe('true');
    await ghosts.focus();
    await page.keyboard.press('Space');
    expect(await ghosts.getAttribute('aria-pressed')).toBe('false');
    await ghosts.blur();
    await page.keyboard.press('Space');
  });

  it('switches overlays, ghosts, loop, plots and cameras', async () => {
    const page = await studio.shared();
    const pressed = (name: string | RegExp) =>
      page.locator('button[aria-pressed]').and(page.getByRole('button', { name })).first().getAttribute('aria-pressed');
    await page.getByRole('button', { name: 'Overlays' }).click();
    for (const [key, name] of [
      ['1', /Centre of mass/],
      ['5', /Linear momentum/],
      ['g', 'Ghosts'],
      ['l', /Loop/i],
      ['c', 'Camera follows the person'],
    ] as const) {
      const before = await pressed(name);
      await page.keyboard.press(key);
      expect(await pressed(name)).not.toBe(before);
    }
    await page.keyboard.press('v');
    expect(await pressed('Front')).toBe('true');
    await page.keyboard.press('p');
    await page.waitForSelector('.dock-plots canvas');
    await page.keyboard.press('p');
    await page.waitForSelector('.dock-plots', { state: 'detached' });
    expect(studio.complaints()).toEqual([]);
  });

  it('leaves nothing but the person in the cinema, and brings all back', async () => {
    const page = await studio.shared();
    const hud = page.locator('.top-bar, .dock, .overlays, .view-tools').filter({ visible: true });
    const before = await hud.count();
    expect(before).toBeGreaterThan(4);
    await page.keyboard.press('h');
    await expect.poll(() => hud.count()).toBe(0);
    await page.keyboard.press('m'); // steps and hits are heard, until one does not want that
    await page.getByRole('button', { name: 'Sound on (M)' }).waitFor();
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Sound off (M)' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => hud.count()).toBe(before);
    await page.keyboard.press('Space'); // it played
    expect(studio.complaints()).toEqual([]);
  });

  it('opens and closes the help, and does not act while somebody types', async () => {
    const page = await studio.shared();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Help' });
    expect(await help.textContent()).toContain('Play or pause');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    const search = page.getByRole('searchbox');
    const overlay = page.getByRole('button', { name: /Centre of mass/ });
    const before = await overlay.getAttribute('aria-pressed');
    await search.fill('wal');
    await page.keyboard.press('1');
    expect(await search.inputValue()).toBe('wal1');
    expect(await overlay.getAttribute('aria-pressed')).toBe(before);
    await search.fill('');
    await search.blur();
  });
});

describe('scrubbing', () => {
  it('goes where the pointer is and writes the moment into a link', async () => {
    const page = await studio.shared();
    await page.keyboard.press('Home');
    const ruler = (await page.locator('.dock-timeline canvas').first().boundingBox())!;
    await page.mouse.move(ruler.x + 0.3 * ruler.width, ruler.y + 8);
    await page.mouse.down();
    await page.mouse.move(ruler.x + 0.6 * ruler.width, ruler.y + 8, { steps: 6 });
    await page.mouse.up();
    expect(await frame(page)).toBeGreaterThan(60);
    await page.getByRole('button', { name: 'Copy a link to this view' }).click();
    await expect.poll(() => page.textContent('.notices')).toMatch(/link/);
  });
});

describe('panels', () => {
  it('resize by mouse and by keyboard, fold and open again', async () => {
    const page = await studio.shared();
    const width = async (): Promise<number> => (await page.locator('.dock-library').boundingBox())!.width;
    const before = await width();
    const handle = page.getByRole('separator', { name: 'Size of Library' });
    await handle.focus();
    await page.keyboard.press('ArrowRight');
    expect(await width()).toBe(before + 16);
    const box = (await handle.boundingBox())!;
    await page.mouse.move(box.x + 3, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 53, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBe(before + 66);
    await page.getByRole('button', { name: 'Close Library' }).click();
    await page.getByRole('button', { name: 'Open Library' }).click();
    expect(await width()).toBe(before + 66);
  });
});
