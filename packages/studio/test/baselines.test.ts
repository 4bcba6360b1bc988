/**
 * Pictures of fixed moments against stored ones. The renderer is a software one, so edges may fall differently by a pixel;
 * what is missing, misplaced or of another colour does not pass. After a change that is meant to be seen:
 * `POISE_BASELINES=write npx vitest run packages/studio/test/baselines.test.ts`, and look at the new pictures.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixturePages, openFixtures } from './support/fixture-page.ts';
import { comparePictures } from './support/picture.ts';

const FOLDER = fileURLToPath(new URL('./baselines/', import.meta.url));
const WRITE = process.env['POISE_BASELINES'] === 'write';
const SIZE = { width: 340, height: 240 };
const STEP = 36; // of 255: a difference that is seen
const MOST = 0.0006; // share of the picture that may differ

/** All of the made-up person, whose motion stays as it is: the built-in ones are still being improved. */
const STATES = [
  ['squat-light', 'motion=made-up&time=1.2&theme=light'],
  ['lean-side-dark', 'motion=made-up&time=6.8&theme=dark&camera=side'],
  ['all-overlays-dark', 'motion=made-up&time=5.9&theme=dark&overlays=all&pushes=1&weights=1'],
  ['ghosts-light', 'motion=made-up&time=5.9&theme=light&camera=side&ghosts=3&overlays=com,footprints'],
  ['top-light', 'motion=made-up&time=6.2&theme=light&camera=top&overlays=all'],
] as const;

const storedPath = (name: string): string => `${FOLDER}${name}.png`;

describe('the picture', () => {
  let pages: FixturePages;
  let page: Page;
  beforeAll(async () => {
    pages = await openFixtures('viewport');
    if (WRITE) mkdirSync(FOLDER, { recursive: true });
  });
  afterAll(async () => await pages?.close());

  const shot = async (query: string): Promise<Buffer> => {
    await page?.close();
    page = (await pages.open(query, SIZE)).page;
    return await page.locator('canvas').screenshot();
  };
  const share = async (name: string, picture: Buffer): Promise<number> => {
    const { share: differing, sameSize } = await comparePictures(page, readFileSync(storedPath(name)), picture, STEP);
    expect(sameSize).toBe(true);
    return differing;
  };

  it.each(STATES)('%s is as stored', async (name, query) => {
    const picture = await shot(query);
    if (WRITE) writeFileSync(storedPath(name), picture);
    expect(existsSync(storedPath(name)), `${name}.png is missing; see the head of this file`).toBe(true);
    expect(statSync(storedPath(name)).size).toBeLessThan(60_000);
    expect(await share(name, picture)).toBeLessThan(MOST);
  });

  it.each([
    [STATES[1], ['com', 'zmp', 'support', 'reaction']],
    [STATES[2], ['angular-momentum', 'skeleton', 'pushes', 'attachments', 'character']],
  ] as const)('%s is another where an overlay is missing or the moment is another', async ([name, query], overlays) => {
    await shot(query);
    for (const missing of overlays) {
      await page.evaluate(async (id) => {
        const { viewport, view } = window.fixture;
        viewport.show({ ...view, overlays: { ...view.overlays, [id]: false } });
        await viewport.ready();
      }, missing);
      expect(await share(name, await page.locator('canvas').screenshot()), `without ${missing}`).toBeGreaterThan(MOST);
    }
    await page.evaluate(async () => {
      const { viewport, view } = window.fixture;
      viewport.show(view);
      viewport.setTime(2);
      await viewport.ready();
    });
    expect(await share(name, await page.locator('canvas').screenshot()), 'another moment').toBeGreaterThan(MOST);
  });
});
