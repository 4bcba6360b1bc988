/** Edits: parameters, body, import; undone, redone, shared. */

import type { Page } from 'playwright-core';
import { writeClip } from 'poise';
import { describe, expect, it } from 'vitest';
import { madeUpMotion } from '../../../examples/support/made-up-person.ts';
import { drop, judged, startStudio } from './support/studio.ts';

const studio = startStudio();

const duration = (page: Page): Promise<string | null> => page.locator('.numbers').locator('xpath=../h2').textContent();
const body = (page: Page): Promise<string | null> => page.locator('.numbers tr', { hasText: 'Body' }).textContent();

describe('parameters of a motion', () => {
  it('perform it anew, can be undone in one step, and travel in the link', async () => {
    const page = await studio.open();
    const before = await duration(page);
    const field = page.getByRole('textbox', { name: 'Speed, m/s' });
    await field.fill('1.7');
    await page.keyboard.press('Enter');
    await expect.poll(() => duration(page)).not.toBe(before);
    const changed = await duration(page);
    await expect.poll(() => page.url()).toContain('p.speed=');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => duration(page)).toBe(before);
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    await page.keyboard.press('Control+Shift+Z');
    await expect.poll(() => duration(page)).toBe(changed);
    await expect.poll(() => page.url()).toContain('p.speed=');
    const shared = await studio.open({ hash: new URL(page.url()).hash });
    await expect.poll(() => duration(shared)).toBe(changed);
    expect(studio.complaints()).toEqual([]);
  });
});

describe('the body', () => {
  it('is judged anew while it is changed', async () => {
    const page = await studio.open();
    await drop(page, [{ name: 'a.bvh', data: await writeClip(madeUpMotion(30), 'a.bvh') }]);
    await judged(page, 'a.bvh');
    const before = await body(page);
    await page.getByRole('tab', { name: 'Body' }).click();
    await page.getByRole('textbox', { name: 'Mass, kg' }).fill('90');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '+ Backpack' }).click();
    await page.getByRole('tab', { name: 'Report' }).click();
    await expect.poll(() => body(page)).toContain('100.0 kg');
    await page.keyboard.press('Control+z');
    await expect.poll(() => body(page)).toContain('90.0 kg');
    await page.keyboard.press('Control+z');
    await expect.poll(() => body(page)).toBe(before);
  });
});

describe('what was guessed at import', () => {
  it('can be overruled: unit, roles by list and by pointing at a bone', async () => {
    const page = await studio.open();
    await drop(page, [{ name: 'a.bvh', data: await writeClip(madeUpMotion(30), 'a.bvh') }]);
    await judged(page, 'a.bvh');
    await page.getByRole('tab', { name: 'Import' }).click();
    await page.getByLabel('Unit').selectOption('0.001');
    await page.getByRole('tab', { name: 'Report' }).click();
    await expect.poll(() => body(page)).toMatch(/0\.1\dm/);
    await page.keyboard.press('Control+z');
    await expect.poll(() => body(page)).toMatch(/1\.\d\dm/);
    await page.getByRole('tab', { name: 'Import' }).click();
    const toes = page.getByLabel('Left toes', { exact: true });
    await toes.selectOption('');
    await expect.poll(() => toes.inputValue()).toBe('');
    await expect.poll(() => page.textContent('.section h2 >> text=by hand')).toContain('by hand');
    // A part that waits for its bone takes the one that is clicked on.
    await page.getByRole('button', { name: 'Point at the left toes in the view' }).click();
    const stage = (await page.locator('.stage canvas').boundingBox())!;
    const chosen = async (): Promise<string> => {
      for (let y = 0.3; y < 0.7; y += 0.04) {
        for (let x = 0.46; x < 0.62; x += 0.03) {
          await page.mouse.click(stage.x + x * stage.width, stage.y + y * stage.height);
          const name = await toes.inputValue();
          if (name !== '') return name;
        }
      }
      return '';
    };
    const name = await chosen();
    expect(name).not.toBe('');
  });
});
