/** Everybody can use it: axe finds nothing in any mode, panel or dialog, dark or light; the stage comes before the panels; keys reach all. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chooseTheme, startStudio } from './support/studio.ts';

const studio = startStudio({ viewport: { width: 1280, height: 800 } });

/** What axe has against the page as it is, with the first place of each. */
async function violations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    const { violations: found } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    });
    return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`);
  });
}

const MODES = [
  ['Shift+A', 'Report'],
  ['Shift+F', 'Mend'],
  ['Shift+R', 'React'],
  ['Shift+C', 'Crowd'],
  ['Shift+T', 'Anticipate'],
] as const;

it('axe finds nothing in any mode, dark and light', async () => {
  const page = await studio.shared();
  for (const theme of ['Dark', 'Light'] as const) {
    await chooseTheme(page, theme);
    for (const [key, tab] of MODES) {
      await page.keyboard.press(key);
      await page.getByRole('tab', { name: tab, selected: true }).waitFor();
      expect(await violations(page), `${tab}, ${theme}`).toEqual([]);
    }
  }
});

it('nor in the tabs, the list of overlays, the plots and the dialogs', async () => {
  const page = await studio.shared();
  await page.keyboard.press('Shift+A');
  for (const tab of ['Body', 'Import', 'Settings']) {
    await page.getByRole('tab', { name: tab }).click();
    expect(await violations(page), tab).toEqual([]);
  }
  await page.getByRole('button', { name: 'Overlays' }).click();
  await page.keyboard.press('p');
  await page.waitForSelector('.dock-plots canvas');
  expect(await violations(page), 'overlays and plots').toEqual([]);
  await page.keyboard.press('p');
  await page.keyboard.press('?');
  expect(await violations(page), 'help').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export' }).click();
  expect(await violations(page), 'export').toEqual([]);
  await page.keyboard.press('Escape');
});

it('no letter on the page is smaller than 13 px', async () => {
  const page = await studio.shared();
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
      .filter((element) => element.checkVisibility() && Number.parseFloat(getComputedStyle(element).fontSize) < 13)
      .filter((element) => getComputedStyle(element).fontSize !== '0px')
      .map((element) => `${element.className}: ${element.textContent}`),
  );
  expect(small).toEqual([]);
});
