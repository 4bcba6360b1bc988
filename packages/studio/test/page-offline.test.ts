/** After the first load the studio needs no network. */
import { describe, expect, it } from 'vitest';
import { judged, startStudio } from './support/studio.ts';

const studio = startStudio();

describe('without a network', () => {
  it('opens again, with the parts that were not used before', async () => {
    const page = await studio.open({ serviceWorkers: 'allow' });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.reload();
    await judged(page);
    await page.keyboard.press('p');
    await page.waitForSelector('.dock-plots canvas');
    expect(studio.complaints()).toEqual([]);
  });
});
