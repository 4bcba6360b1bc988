/** The rose of push limits on the page: from a file's own map, and found by trying pushes, which can be cancelled. */
import type { Page } from 'playwright-core';
import { type Clip, writeClip } from 'poise';
import type { RecoverabilityMap } from 'poise/react';
import { expect, it } from 'vitest';
import { madeUpMotion } from '../../../examples/support/made-up-person.ts';
import { countColour, type Rgb } from './support/picture.ts';
import { drop, judged, showMotion, startStudio } from './support/studio.ts';

const studio = startStudio();
const ORANGE: Rgb = [0xff, 0x7a, 0x3d]; // of the dark theme

const MAP: RecoverabilityMap = {
  poiseMap: 1,
  mass: 70,
  stature: 1.75,
  situation: 'stands',
  most: 140,
  cells: [0, 1, 2, 3].map((quarter) => ({
    time: 0.5,
    height: 'chest',
    direction: (Math.PI / 2) * quarter,
    plan: null,
    noStep: 25,
    steps: 60,
    simulation: null,
  })),
};

/** A glTF that carries a map. */
async function withMap(clip: Clip, map: unknown): Promise<Uint8Array> {
  const text = new TextDecoder().decode(await writeClip(clip, 'x.gltf', { fresh: true }));
  const json = JSON.parse(text) as { asset: { extras?: unknown } };
  json.asset.extras = { poiseMap: map };
  return new TextEncoder().encode(JSON.stringify(json));
}

const overlay = (page: Page) => page.getByRole('button', { name: 'Push limits' });
const orange = (page: Page): Promise<number> => countColour(page.locator('.stage-view canvas'), ORANGE, 40);
const searching = (page: Page) => page.getByRole('status').filter({ hasText: 'Trying pushes on' });

it('draws the map of a file, refuses what is none, and tries pushes where there is none', async () => {
  const clip = madeUpMotion(60);
  const page = await studio.open({ colorScheme: 'dark', viewport: { width: 1280, height: 800 } });
  await drop(page, [{ name: 'mapped.gltf', data: await withMap(clip, MAP) }]);
  await judged(page, 'mapped.gltf');
  await page.getByRole('button', { name: 'Overlays' }).click();
  const before = await orange(page);
  await overlay(page).click();
  await page.getByText('Rings: 50 and 100 N·s').waitFor();
  await expect.poll(() => orange(page)).toBeGreaterThan(before + 200);
  await overlay(page).click();
  await expect.poll(() => orange(page)).toBeLessThan(before + 100);

  await drop(page, [{ name: 'broken.gltf', data: await withMap(clip, { poiseMap: 1, cells: 3 }) }]);
  await judged(page, 'broken.gltf');
  await overlay(page).click();
  await page.getByRole('alert').filter({ hasText: '/cells: expected a list of cells' }).waitFor();
  await expect.poll(() => overlay(page).getAttribute('aria-pressed')).toBe('false');

  await showMotion(page, 'Walk');
  await overlay(page).click();
  await searching(page).getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => overlay(page).getAttribute('aria-pressed')).toBe('false');
  await expect.poll(() => searching(page).count()).toBe(0);
  expect(studio.complaints()).toEqual([]);
});
