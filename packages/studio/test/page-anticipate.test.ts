/** A newcomer and a heavy ball: it learns, the ball is lighter than believed, a knot is moved, the clip is exported. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { saved, startStudio } from './support/studio.ts';

const studio = startStudio();

const says = (page: Page, words: RegExp): Promise<void> =>
  page.getByRole('region', { name: 'What happens' }).filter({ hasText: words }).waitFor();

it('Anticipate: learns, is surprised by a light ball, is drawn on, exported; the engine comes only with the mode', async () => {
  const page = await studio.open({ viewport: { width: 1280, height: 800 } });
  expect(studio.requests().some((url) => url.endsWith('.wasm'))).toBe(false);
  await page.keyboard.press('Shift+T');
  // Somebody who expects nothing falls over the ball; with what was learned before they stand.
  await says(page, /^Falls forward.*Press Optimise/s);
  await page.getByRole('button', { name: 'Use saved result' }).click();
  await says(page, /^Stands.*Without: falls forward/s);
  expect(studio.requests().some((url) => url.endsWith('.wasm'))).toBe(true);
  // The ball is not what it was believed to be.
  await page.getByRole('button', { name: 'Swap in a light ball' }).click();
  await says(page, /^Falls backward.*Expected 7 kg, got 0\.3 kg/s);
  await page.getByRole('button', { name: 'Back to what it expects' }).click();
  // Learns: few tries, told as dots and in words.
  await page.getByText('How it searches').click();
  await page.getByRole('textbox', { name: 'At most, tries' }).fill('20');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Optimise' }).click();
  await page.getByText(/^(?:20|10) tries in [\d.]+ s: /).waitFor();
  await page.getByRole('img', { name: /^(?:20|10) tries; the best costs \d+ mm; good enough/ }).waitFor();
  const curve = page.getByRole('combobox', { name: 'Curve' });
  expect(await curve.inputValue()).toBe('own');
  // A knot by keys is replayed; undo brings the learned curve back.
  const knot = page.getByRole('slider', { name: 'Knot 2' });
  const before = await knot.getAttribute('aria-valuetext');
  await knot.focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('Drawn by hand').waitFor({ state: 'attached' });
  expect(await knot.getAttribute('aria-valuetext')).not.toBe(before);
  await says(page, /^(?:Stands|Falls|Misses|A foot|Is not|Still)/);
  await page.keyboard.press('Control+z');
  await page.waitForFunction(
    (words) => document.querySelectorAll('[aria-label="Knot 2"]')[0]?.getAttribute('aria-valuetext') === words,
    before,
  );
  // A scenario that makes no sense is refused in words.
  await page.getByRole('button', { name: 'Edit…' }).click();
  const text = page.getByRole('textbox', { name: 'Scenario as JSON' });
  await text.fill((await text.inputValue()).replace(/"duration": \d+/, '"duration": -1'));
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('alert').filter({ hasText: 'duration' }).waitFor();
  await page.getByRole('button', { name: 'Export…' }).click();
  const { name, data } = await saved(page, 'BVH');
  expect(name).toMatch(/\.bvh$/);
  expect(new TextDecoder().decode(data)).toMatch(/^HIERARCHY/);
  // the ball leaves with the person
  const glb = await saved(page, 'GLB');
  expect(new TextDecoder('latin1').decode(glb.data)).toMatch(/"name":"ball"/i);
  expect(studio.complaints()).toEqual([]);
});
