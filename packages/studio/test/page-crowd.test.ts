/** The crowd in a page: it lives in a worker, a click throws at somebody, a volley is counted, and a replay is the same again. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startStudio } from './support/studio.ts';

const studio = startStudio();

const atLeast = (page: Page, name: string, least: number): Promise<unknown> =>
  page.waitForFunction(
    ([which, most]) => Number(document.querySelector(`[data-count="${which}"]`)?.textContent?.split(' ')[0]) >= most,
    [name, least] as const,
  );

/** Keeps every fingerprint that the panel shows from now on. */
const watchPrints = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const prints: string[] = [];
    const shown = document.querySelector('.crowd-digest code')!;
    new MutationObserver(() => prints.push(shown.textContent ?? '')).observe(shown, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    Object.assign(window, { prints });
  });
/** Those since the crowd was last put to its start, where the panel shows a dash. */
const printsSinceDash = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { prints } = window as unknown as { prints: string[] };
    return prints.slice(1 + prints.findLastIndex((print) => print.length !== 8));
  });

it('Crowd: a click hits the one in the middle, a volley others; paused, looked back at, and replayed to the same fingerprints', async () => {
  const page = await studio.open({ viewport: { width: 860, height: 560 }, early: true, hash: '#mode=crowd' });
  const volley = page.getByRole('button', { name: 'Volley' });
  await page.waitForFunction(() => document.querySelector('.crowd .button.main:not([disabled])') !== null);
  const people = page.getByRole('textbox', { name: 'How many, number' });
  await people.fill('14');
  await people.press('Enter');
  await page.waitForFunction(() => document.querySelector('.crowd .live-now b')?.textContent === '14 people');
  await watchPrints(page);
  // the camera looks at the one in the middle
  const box = (await page.locator('.stage canvas').boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await atLeast(page, 'hits', 1);
  await volley.click();
  await atLeast(page, 'hits', 2);
  const printed = async (): Promise<number> => (await printsSinceDash(page)).length;
  await expect.poll(printed).toBeGreaterThan(1);
  const first = await printsSinceDash(page);
  expect(first[0]).not.toBe(first[1]);

  // while it goes on: frames under way must not get into the new run
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.waitForFunction(() => (window as unknown as { prints: string[] }).prints.includes('–'));
  await expect.poll(() => printsSinceDash(page)).toContain(first.at(-1));
  const again = await printsSinceDash(page);
  const from = again.indexOf(first[0]!);
  expect(again.slice(from, from + first.length)).toEqual(first);
  await page.getByRole('button', { name: 'Pause', exact: true }).last().click();
  await page.keyboard.press('Home'); // the start is fetched from the worker's memory
  await page.getByRole('button', { name: 'Go on' }).waitFor();
  expect(studio.complaints()).toEqual([]);
  await page.keyboard.press('Shift+A');
  await page.locator('.crowd').waitFor({ state: 'detached' });
});
