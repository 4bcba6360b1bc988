/** The stage by hand: edges of panels, the list of overlays, pushes, and fingers on a tablet. */
import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { comparePictures } from './support/picture.ts';
import { settled } from './support/pictures.ts';
import { frameShown, startStudio } from './support/studio.ts';

const LAPTOP = { width: 1280, height: 800 };
const studio = startStudio({ viewport: LAPTOP });

const laptop = async (): Promise<Page> => {
  const page = await studio.shared();
  await page.setViewportSize(LAPTOP);
  // the timeline learns of its new width from an observer, a picture or two later
  const layout = (): Promise<string> =>
    page.evaluate(() =>
      ['.stage', '.tl-lanes', '.tl-lanes canvas']
        .map((part) => JSON.stringify(document.querySelector(part)?.getBoundingClientRect()))
        .join(),
    );
  await settled(page, layout);
  return page;
};

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const boxOf = async (page: Page, selector: string): Promise<Box> =>
  (await page.locator(selector).first().boundingBox())!;

describe('the list of overlays', () => {
  it('leaves the person free in every window; open, it names every overlay and shows its colour', async () => {
    const page = await laptop();
    const head = page.getByRole('button', { name: 'Overlays' });
    for (const [width, height] of [
      [1280, 800],
      [1600, 1000],
      [1024, 768],
      [390, 700],
    ] as const) {
      await page.setViewportSize({ width, height });
      const [stage, list] = [await boxOf(page, '.stage'), await boxOf(page, '.overlays')];
      // The person stands in the middle and is less than half as wide as the stage is high.
      expect(list.x + list.width).toBeLessThan(stage.x + stage.width / 2);
      expect(list.height).toBeLessThan(50);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await head.click();
    const rows = await page.locator('.overlay').count();
    expect(rows).toBeGreaterThan(12);
    expect(await page.locator('.overlay .swatch[style]').count()).toBe(rows);
    await head.click();
    await expect.poll(() => page.locator('.overlay').count()).toBe(0);
  });
});

describe('the lane of pushes', () => {
  it('takes a push by double click, lets one set it, move it and delete it', async () => {
    const page = await laptop();
    const lanes = await boxOf(page, '.tl-lanes');
    const label = (await page.locator('.tl-label', { hasText: 'Pushes' }).boundingBox())!;
    const [x, y] = [lanes.x + 0.4 * lanes.width, label.y + label.height / 2];
    await page.mouse.dblclick(x, y);
    const editor = page.getByRole('dialog', { name: 'Push' });
    await editor.waitFor();
    expect(await editor.getByRole('combobox').first().inputValue()).toBe('0');
    await editor.getByRole('spinbutton', { name: 'Push [N·s]' }).fill('60');
    await page.keyboard.press('Enter');
    await editor.getByRole('combobox').first().selectOption('90');
    await editor.getByRole('combobox').nth(1).selectOption({ label: 'hips' });
    await expect.poll(() => editor.getByRole('spinbutton', { name: 'Push [N·s]' }).inputValue()).toBe('60');
    expect(await editor.getByRole('combobox').nth(0).inputValue()).toBe('90');
    await editor.getByRole('button', { name: 'Done' }).click();
    await editor.waitFor({ state: 'detached' });
    // Dragging moves it; a press chooses it again, and Delete takes it away.
    await page.mouse.move(x + 12, y);
    await page.mouse.down();
    await page.mouse.move(x + 112, y, { steps: 4 });
    await page.mouse.up();
    await page.mouse.click(x + 112, y);
    await editor.waitFor();
    await page.keyboard.press('Delete');
    await editor.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('.tl-label', { hasText: 'Pushes' }).textContent()).toBe('Pushes');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('.tl-label', { hasText: 'Pushes' }).textContent()).toBe('Pushes1');
    expect(studio.complaints()).toEqual([]);
  });
});

describe('edges between panels', () => {
  it('can be taken hold of along their whole length', async () => {
    const page = await laptop();
    await page.keyboard.press('p');
    await page.locator('.plot-area').first().waitFor();
    const covered = await page.evaluate(() => {
      const found: string[] = [];
      for (const edge of document.querySelectorAll('[role=separator]')) {
        const { left, top, width, height } = edge.getBoundingClientRect();
        for (let u = 0.01; u < 1; u += 0.035) {
          const tall = height > width;
          const hit = document.elementFromPoint(left + (tall ? 0.5 : u) * width, top + (tall ? u : 0.5) * height);
          // Where two edges cross, either will do.
          if (!hit?.closest('[role=separator]')) found.push(`${edge.ariaLabel} at ${u.toFixed(2)}: ${hit?.className}`);
        }
      }
      return found;
    });
    expect(covered).toEqual([]);
    for (const [name, along] of [
      ['Size of Timeline', 0.04],
      ['Size of Inspector', 0.95],
    ] as const) {
      const edge = page.getByRole('separator', { name });
      const before = Number(await edge.getAttribute('aria-valuenow'));
      const { x, y, width, height } = (await edge.boundingBox())!;
      const tall = height > width;
      const [px, py] = [x + (tall ? 0.5 : along) * width, y + (tall ? along : 0.5) * height];
      await page.mouse.move(px, py);
      await page.mouse.down();
      await page.mouse.move(px - 20, py - 20, { steps: 2 });
      await page.mouse.up();
      expect(Math.abs(Number(await edge.getAttribute('aria-valuenow')) - before - 20)).toBeLessThanOrEqual(1);
    }
  });
});

describe('on a tablet', () => {
  it('one finger turns the view, two come closer, and a finger scrubs', async () => {
    const page = await studio.open({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true });
    const fingers = await page.context().newCDPSession(page);
    const { x, y, width, height } = await boxOf(page, '.stage canvas');
    const [cx, cy] = [x + width / 2, y + height / 2];
    const picture = (): Promise<Buffer> => page.locator('.stage canvas').screenshot();
    const differs = async (a: Buffer, b: Buffer): Promise<number> => (await comparePictures(page, a, b, 30)).share;
    const before = await picture();
    await drag(fingers, [[cx, cy, cx + 120, cy]]);
    await expect.poll(async () => await differs(before, await picture())).toBeGreaterThan(0.02);
    const turned = await picture();
    await drag(fingers, [
      [cx - 40, cy, cx - 150, cy],
      [cx + 40, cy, cx + 150, cy],
    ]);
    await expect.poll(async () => await differs(turned, await picture())).toBeGreaterThan(0.05);
    const ruler = await boxOf(page, '.tl-ruler');
    const frame = await frameShown(page);
    const middle = ruler.y + ruler.height / 2;
    await drag(fingers, [[ruler.x + 0.2 * ruler.width, middle, ruler.x + 0.8 * ruler.width, middle]]);
    await expect.poll(() => frameShown(page)).toBeGreaterThan(frame + 20);
    // Nothing sticks out of the window.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(studio.complaints()).toEqual([]);
  });
});

/** Moves fingers from one place to another each, all at once. */
async function drag(
  session: CDPSession,
  paths: readonly (readonly [x: number, y: number, toX: number, toY: number])[],
): Promise<void> {
  const at = (u: number) => paths.map(([x, y, toX, toY], id) => ({ x: x + u * (toX - x), y: y + u * (toY - y), id }));
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (const u of [0.25, 0.5, 0.75, 1]) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(u) });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
