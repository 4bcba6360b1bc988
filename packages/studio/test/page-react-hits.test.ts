/** Somebody walks, a ball hits them, they find back to their gait; the steps are told, looked back at, and kept. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { judged, saved, showMotion, startStudio } from './support/studio.ts';

const studio = startStudio();

const says = (page: Page, words: RegExp): Promise<void> =>
  page.getByRole('region', { name: 'What happens' }).filter({ hasText: words }).waitFor();

async function fill(page: Page, name: string, value: string): Promise<void> {
  await page.getByRole('textbox', { name }).fill(value);
  await page.keyboard.press('Enter');
}

it('React: a ball at a walk, recovered, its steps in the table; looked back at; too much is a fall, from which it gets up; kept as a clip', async () => {
  const page = await studio.open({ viewport: { width: 1280, height: 800 } });
  await page.keyboard.press('Shift+R');
  await says(page, /^Walks/);
  await fill(page, 'Mass, kg', '2');
  await fill(page, 'Speed, m/s', '8');
  await page.getByRole('button', { name: 'Throw', exact: true }).click();
  await says(page, /^(Keeps its balance|Steps)\d+ N·s from the left/);
  const table = page.locator('.gait-steps');
  await table.locator('tbody tr').first().waitFor();
  await says(page, /^Recovered/);
  expect(await table.locator('tbody tr').count()).toBeGreaterThan(0);
  await page.keyboard.press('Space');
  await page.locator('.moment', { hasText: /foot|feet/ }).waitFor();
  await table.getByRole('button').first().click();
  await says(page, /^(Keeps its balance|Steps|Recovered)/);
  await page.keyboard.press('Home');
  await says(page, /^Walks/);
  await page.getByRole('button', { name: 'Keep as a clip' }).click();
  await judged(page, 'Reaction 1');
  const { data } = await saved(page, 'GLB');
  expect(new TextDecoder().decode(data)).toContain('"name":"ball-1"');
  await page.keyboard.press('Escape');
  // The walk again. Too much: told as it is, and the body gets up in the same take.
  await showMotion(page, 'Walk');
  await page.keyboard.press('Shift+R');
  await says(page, /^Walks/);
  await fill(page, 'Mass, kg', '10');
  await fill(page, 'Speed, m/s', '16');
  // From where one looks: from ahead.
  await page.getByRole('button', { name: 'Front', exact: true }).click();
  await page.getByRole('combobox', { name: 'Comes from' }).selectOption('camera');
  await page.getByRole('button', { name: 'Throw', exact: true }).click();
  await says(page, /^Fell over\d+ N·s from ahead/);
  await says(page, /^Gets up/);
  await says(page, /^Walks/);
  expect(studio.complaints()).toEqual([]);
});
