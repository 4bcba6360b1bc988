/** An unbalanced clip is repaired in front of the user's eyes, exported, and lints clean. */
import type { Page } from 'playwright-core';
import { analyse, fitBody, lint, motionNamed, perform, readClips, resample, withCoordinates, writeClip } from 'poise';
import { coordinateCount } from 'poise/dynamics';
import { describe, expect, it } from 'vitest';
import { drop, judged, saved, startStudio } from './support/studio.ts';

const studio = startStudio();

const reach = resample(perform(motionNamed('stretch'), { values: { hold: 0.3, back: 0.8 } }), 1 / 30);

async function openReach(): Promise<{ readonly page: Page; readonly original: Uint8Array }> {
  const original = await writeClip(reach, 'reach.bvh');
  const page = await studio.open({ viewport: { width: 1280, height: 800 } });
  await drop(page, [{ name: 'reach.bvh', data: original }]);
  await judged(page, 'reach.bvh');
  return { page, original };
}

const answer = (page: Page) => page.getByRole('region', { name: 'Result' });

/** Waits until a result stands that `words` fit. */
const solved = (page: Page, words: RegExp): Promise<void> =>
  answer(page).filter({ hasText: words }).and(page.locator('[aria-busy=false]')).waitFor();

type Place = readonly [x: number, y: number];

async function drag(page: Page, from: Place, to: Place): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 3 });
  await page.mouse.up();
}

const findings = async (data: Uint8Array) => {
  const [clip] = await readClips(data, 'fixed.bvh');
  const body = fitBody(clip!);
  return lint(body, clip!, analyse(body, clip!));
};

describe('Mend', () => {
  it('mends what a finding complains of; Back leads to the original; the export lints clean', async () => {
    const { page, original } = await openReach();
    expect((await findings(original)).some(({ rule }) => rule === 'balance')).toBe(true);
    await page.getByRole('button', { name: /Out of balance/ }).click();
    await page.getByRole('button', { name: 'Mend this' }).click();
    await solved(page, /After\s*Plausible/);
    expect(await page.locator('.moment').textContent()).toContain('inside the support');
    await page.keyboard.press('a'); // before …
    await page.locator('.moment', { hasText: 'outside the support' }).waitFor();
    await page.keyboard.press('a'); // … and after
    await page.locator('.moment', { hasText: 'inside the support' }).waitFor();
    await answer(page).getByRole('button', { name: 'Apply', exact: true }).click();
    await judged(page, 'reach.bvh, mended');
    expect(await page.locator('.verdict').getAttribute('class')).toContain('good');
    const { data } = await saved(page, 'BVH');
    expect(await findings(data)).toEqual([]);
    const head = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).split('MOTION')[0]!;
    expect(head(data)).toBe(head(original));
    await page.keyboard.press('Escape');
    await page.goBack(); // to Mend, with the original
    await solved(page, /After\s*Plausible/);
    await page.getByRole('tab', { name: 'Report' }).click();
    await judged(page, 'reach.bvh');
    expect(await page.locator('.verdict').getAttribute('class')).not.toContain('good');
    expect(studio.complaints()).toEqual([]);
  });

  it('leaves a window as it was, has ends of windows and a bar to drag, and tidies up behind itself', async () => {
    const { page } = await openReach();
    await page.keyboard.press('Shift+F');
    await solved(page, /After\s*Plausible/);
    await page.getByRole('checkbox', { name: /in balance/ }).uncheck();
    await solved(page, /After\s*Plausible.*, \d warning/); // a lean: a hand may hold on to something
    expect(await answer(page).getByRole('button', { name: 'Apply', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await solved(page, /After\s*Plausible: no problems found/);
    // An end of the window is dragged outwards in the timeline.
    const span = page.locator('.mend-windows span').first();
    const before = await span.textContent();
    const lanes = (await page.locator('.tl-lanes canvas').boundingBox())!;
    const label = (await page.locator('.tl-gutter').getByText('Windows', { exact: true }).boundingBox())!;
    const end = Number(before?.split(':').at(-1));
    const handle = lanes.x + (lanes.width * end) / ((reach.frameCount - 1) * reach.frameTime);
    await drag(page, [handle, label.y + label.height / 2], [handle + 40, label.y + label.height / 2]);
    await expect.poll(() => span.textContent()).not.toBe(before);
    await solved(page, /After\s*Plausible/);
    await page.getByRole('checkbox', { name: 'Bar over the head' }).check();
    // The bar is taken hold of on the stage.
    const box = (await page.locator('.stage-view canvas').boundingBox())!;
    const x = box.x + box.width / 2;
    const over = (): Promise<boolean> =>
      page.evaluate(() => document.querySelector<HTMLElement>('.stage-view canvas')?.style.cursor === 'ns-resize');
    let y = box.y;
    const found = async (): Promise<boolean> => {
      for (y = box.y + 8; y < box.y + box.height; y += 5) {
        await page.mouse.move(x, y);
        if (await over()) return true;
      }
      return false;
    };
    await expect.poll(found).toBe(true); // it is drawn when its shaders are there
    const height = page.getByRole('textbox', { name: 'Bar height, m' });
    const high = Number(await height.inputValue());
    await drag(page, [x, y + 2], [x, y + 22]);
    await expect.poll(async () => Number(await height.inputValue())).toBeLessThan(high - 0.02);
    // Leaving the mode ends the work and puts the clip back.
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.locator('.job').waitFor({ state: 'detached' });
    expect(await page.locator('.moment').textContent()).not.toBe('');
    expect(studio.complaints()).toEqual([]);
  });

  it('says what it found and did, with measures, and leaves out a stage that is switched off', async () => {
    const walk = resample(perform(motionNamed('walk'), { values: { strides: 2 } }), 1 / 30);
    const nq = coordinateCount(walk.skeleton);
    const swaying = walk.q.map((x, i) => (i % nq === 0 ? x + 0.08 * Math.sin((4 / 30) * Math.floor(i / nq)) : x));
    const page = await studio.open({ viewport: { width: 1280, height: 800 } });
    await drop(page, [{ name: 'sway.bvh', data: await writeClip(withCoordinates(walk, swaying), 'sway.bvh') }]);
    await judged(page, 'sway.bvh');
    await page.keyboard.press('Shift+F');
    const corrected = page.getByText(/slid along with its standing feet.*its way was corrected/);
    await corrected.waitFor();
    const skate = page.getByRole('row', { name: /Foot skate/ }).getByRole('cell');
    const [before, after] = (await skate.allTextContents()).map(Number.parseFloat);
    expect(after!).toBeLessThan(before!);
    // Half of the picture is the original's; the line between is moved by keys.
    await page.getByLabel('Shown').selectOption('wipe');
    const line = page.getByRole('slider', { name: /Original on the left/ });
    await line.press('ArrowRight');
    expect(await line.getAttribute('aria-valuenow')).toBe('52');
    await page.getByLabel('Shown').selectOption('over');
    await line.waitFor({ state: 'detached' });
    // Only the first frame's surroundings are mended: the skate of the rest stays.
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'End here' }).click();
    await expect.poll(async () => Number.parseFloat((await skate.allTextContents())[1]!)).toBeGreaterThan(after!);
    await page.getByRole('button', { name: 'Whole clip', exact: true }).click();
    await expect.poll(async () => Number.parseFloat((await skate.allTextContents())[1]!)).toBe(after);
    await page.getByRole('checkbox', { name: 'Floor' }).uncheck();
    await corrected.waitFor({ state: 'detached' });
    expect(studio.complaints()).toEqual([]);
  });

  it('leaves a clip alone that is judged fine, unless asked', async () => {
    const page = await studio.open({ viewport: { width: 1280, height: 800 } });
    await page.keyboard.press('Shift+F');
    await solved(page, /judged fine, so it is left as it is/);
    await answer(page).getByRole('button', { name: 'Mend anyway' }).click();
    await answer(page)
      .filter({ hasNotText: /left as it is/ })
      .and(page.locator('[aria-busy=false]'))
      .waitFor();
    expect(studio.complaints()).toEqual([]);
  });
});
