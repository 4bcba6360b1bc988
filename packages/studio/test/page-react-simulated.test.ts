/** Somebody stands by muscles alone, is pushed, falls; one goes back to before and it stands again. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { frameShown, judged, startStudio } from './support/studio.ts';

const studio = startStudio();

const says = (page: Page, words: RegExp): Promise<void> =>
  page.getByRole('region', { name: 'What happens' }).filter({ hasText: words }).waitFor();

const frames = (page: Page, least: number): Promise<unknown> =>
  page.waitForFunction(
    (count) => Number(document.querySelector<HTMLInputElement>('input[aria-label*="rame" i]')?.value) >= count,
    least,
  );

const simulate = async (page: Page): Promise<void> => {
  await page.keyboard.press('Shift+R');
  await page.getByRole('button', { name: 'Simulated', exact: true }).click();
};

it('React, simulated: stands, is pushed over, goes back and stands; kept as a clip with its pushes known', async () => {
  const page = await studio.open({ viewport: { width: 1280, height: 800 }, hash: '#clip=idle&t=0.5' });
  await simulate(page);
  await says(page, /^Stands by/);
  await frames(page, 20);
  await page.getByRole('textbox', { name: 'Strength, N·s' }).fill('90');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Push', exact: true }).last().click();
  await says(page, /^Fell/);
  await page.keyboard.press('Space');
  const fallen = await frameShown(page);
  await page.keyboard.press('Home');
  await says(page, /^Stands by/);
  // From the start it goes on without the push.
  await page.getByRole('button', { name: 'Go on from here' }).click();
  await frames(page, 20);
  await says(page, /^Stands by/);
  expect(fallen).toBeGreaterThan(20);
  await page.getByRole('textbox', { name: 'Strength, N·s' }).fill('8');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Push', exact: true }).last().click();
  await page.getByRole('button', { name: 'Keep as a clip' }).click();
  await judged(page, 'Reaction 1');
  expect(studio.complaints()).toEqual([]);
});

it('The simulation without a network, once the engine was used', async () => {
  const page = await studio.open({ serviceWorkers: 'allow', hash: '#clip=idle&t=0.5' });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await simulate(page);
  await says(page, /^Stands by/);
  await page.waitForFunction(async () => {
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().some(({ url }) => url.endsWith('.wasm'));
  });
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('.stage canvas').waitFor(); // from here on keys are heard
  await simulate(page);
  await says(page, /^Stands by/);
  expect(studio.complaints()).toEqual([]);
});
