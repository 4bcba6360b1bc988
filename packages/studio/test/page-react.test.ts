/** A standing character is pushed on the pad, steps, is looked back at, and becomes a clip. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { judged, startStudio } from './support/studio.ts';

const studio = startStudio();

const now = (page: Page) => page.getByRole('region', { name: 'What happens' });
const says = (page: Page, words: RegExp): Promise<void> => now(page).filter({ hasText: words }).waitFor();

/** Drags from the middle of the pad; 1 is to its edge. */
async function pushOnPad(page: Page, right: number, up: number): Promise<void> {
  const pad = page.getByRole('button', { name: /Push pad/ });
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await pad.boundingBox())!;
  const [cx, cy] = [x + width / 2, y + height / 2];
  await page.mouse.move(cx, cy);
  await page.mouse.down();
  await page.mouse.move(cx + (right * width) / 2, cy - (up * height) / 2, { steps: 3 });
  await page.mouse.up();
}

it('React: a step, explained; looked back at; a fall, after which a new take starts; on the beam no step; kept as a clip', async () => {
  const page = await studio.open({ viewport: { width: 1280, height: 800 }, hash: '#clip=idle&t=0.5' });
  await page.keyboard.press('Shift+R');
  await says(page, /^Ready/);
  await pushOnPad(page, 0, 0.6);
  await says(page, /^Steps/);
  const why = page.locator('.section', { hasText: 'Why this response' });
  expect(await why.textContent()).toMatch(/Response\s*Step: /);
  expect(await why.textContent()).toMatch(/Passed over: \d+/);
  await says(page, /^Recovered/);
  // What happened can be looked back at: at the push it answers, before it is ready.
  await page.keyboard.press('Space');
  await page.locator('.moment', { hasText: /foot|feet/ }).waitFor();
  await page.getByRole('button', { name: /^push 1, / }).click();
  await says(page, /^(Steps|Answers with steps)/);
  await page.keyboard.press('Home');
  await says(page, /^Ready/);
  // By keys, and too strong: the character falls and stays down for a moment.
  const pad = page.getByRole('button', { name: /Push pad/ });
  await page.getByRole('textbox', { name: 'Strength, N·s' }).fill('120');
  await page.keyboard.press('Enter');
  await pad.focus();
  await page.keyboard.press('Enter');
  await says(page, /^Fell over120 N·s from /);
  await says(page, /^Ready/);
  // On a beam no step is found.
  await page.getByLabel('Stands on').selectOption('beam');
  await page.getByRole('textbox', { name: 'Strength, N·s' }).fill('17');
  await page.keyboard.press('Enter');
  await pad.focus();
  await page.keyboard.press('Enter');
  await says(page, /Answers with (ankles|the arms)/);
  await page.getByRole('button', { name: 'Keep as a clip' }).click();
  await judged(page, 'Reaction 1');
  expect(await page.locator('.library').textContent()).toMatch(/Reaction 1.*Idle, pushed 2.*Idle, pushed 1/s);
  expect(studio.complaints()).toEqual([]);
});
