/** Edits: parameters, body, import; undone and redone. The tests follow one another on one page. */
import type { Page } from 'playwright-core';
import { readClips, writeClip } from 'poise';
import { describe, expect, it } from 'vitest';
import { madeUpMotion } from '../../../examples/support/made-up-person.ts';
import { drop, judged, saved, startStudio } from './support/studio.ts';

const studio = startStudio();

const facts = (page: Page): Promise<string | null> => page.locator('.numbers').locator('xpath=../h2').textContent();
const body = (page: Page): Promise<string | null> => page.locator('.numbers tr', { hasText: 'Body' }).textContent();
const tab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();

async function enter(page: Page, field: string, value: string): Promise<void> {
  await page.getByRole('textbox', { name: field, exact: true }).fill(value);
  await page.keyboard.press('Enter');
}

describe('parameters of a motion', () => {
  it('perform it anew, can be undone in one step, and stand in the address', async () => {
    const page = await studio.shared();
    const before = await facts(page);
    await enter(page, 'Speed, m/s', '1.7');
    await expect.poll(() => facts(page)).not.toBe(before);
    const changed = await facts(page);
    await expect.poll(() => page.url()).toContain('p.speed=');
    await page.getByRole('button', { name: 'Undo: speed' }).click();
    await expect.poll(() => facts(page)).toBe(before);
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    await page.keyboard.press('Control+Shift+Z');
    await expect.poll(() => facts(page)).toBe(changed);
    expect(studio.complaints()).toEqual([]);
  });
});

describe('the body', () => {
  it('is judged anew while it is changed', async () => {
    const page = await studio.shared();
    await drop(page, [{ name: 'a.bvh', data: await writeClip(madeUpMotion(30), 'a.bvh') }]);
    await judged(page, 'a.bvh');
    const before = await body(page);
    await tab(page, 'Body');
    await enter(page, 'Mass, kg', '90');
    await page.getByRole('button', { name: '+ Backpack' }).click();
    await enter(page, 'Weight 1, mass, kg', '12');
    await tab(page, 'Report');
    await expect.poll(() => body(page)).toContain('102.0 kg');
    await page.keyboard.press('Control+z');
    await expect.poll(() => body(page)).toContain('90.0 kg');
    await page.keyboard.press('Control+z');
    await expect.poll(() => body(page)).toBe(before);
    await page.keyboard.press('Control+y');
    await expect.poll(() => body(page)).toContain('90.0 kg');
  });
});

describe('what was guessed at import', () => {
  it('can be overruled, with its reasons in sight, and what was set stays', async () => {
    const page = await studio.shared();
    await tab(page, 'Import');
    expect(await page.textContent('.inspector-content')).toMatch(
      /Unit.*1 unit =.*Up axis.*Y is up.*Forward axis.*faces/s,
    );
    await page.getByLabel('Unit').selectOption('0.001');
    await tab(page, 'Report');
    await expect.poll(() => body(page)).toMatch(/90\.0 kg, 0\.1\dm/);
    await page.keyboard.press('Control+z');
    await expect.poll(() => body(page)).toMatch(/90\.0 kg, 1\.\d\dm/);
    // Played at twice the rate the same frames take half the time, and leave so.
    expect(await facts(page)).toMatch(/30 fps/);
    await tab(page, 'Import');
    await enter(page, 'Frame rate, Hz', '60');
    await tab(page, 'Report');
    await expect.poll(() => facts(page)).toMatch(/60 fps/);
    const { data } = await saved(page, 'BVH');
    await page.keyboard.press('Escape');
    expect((await readClips(data, 'x.bvh'))[0]?.frameTime).toBeCloseTo(1 / 60, 6);
    expect(studio.complaints()).toEqual([]);
  });

  it('refuses parts of a body that cannot be, at their row', async () => {
    const page = await studio.shared();
    await tab(page, 'Import');
    const toes = page.getByLabel('Left toes', { exact: true });
    const foot = await page.getByLabel('Left foot', { exact: true }).inputValue();
    const before = await toes.inputValue();
    await toes.selectOption(foot);
    const row = page.locator('.roles tr', { has: toes });
    expect(await row.getByRole('alert').textContent()).toMatch(/is the left foot already/);
    expect(await toes.inputValue()).toBe(before);
    await toes.selectOption(await page.getByLabel('Head', { exact: true }).inputValue());
    expect(await row.getByRole('alert').textContent()).toMatch(/is the head already/);
    await toes.selectOption('');
    await expect.poll(() => page.textContent('.section h2 >> text=by hand')).toContain('by hand');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('takes the bone that is pointed at, names it, and lets one think again', async () => {
    const page = await studio.shared();
    const toes = page.getByLabel('Left toes', { exact: true });
    const pick = page.getByRole('button', { name: 'Point at the left toes in the view' });
    const caption = page.locator('.stage-caption');
    await pick.click();
    await caption.waitFor();
    await page.keyboard.press('Escape');
    await caption.waitFor({ state: 'detached' });
    expect(await toes.inputValue()).toBe('');
    await pick.click();
    const stage = (await page.locator('.stage canvas').boundingBox())!;
    const label = page.locator('.bone-label');
    // From the floor upwards, the first bone is of a foot; one of the two feet is refused, the other taken.
    const tried = async (): Promise<string> => {
      for (let y = 0.9; y > 0.4; y -= 0.02) {
        for (let x = 0.4; x < 0.6; x += 0.015) {
          await page.mouse.move(stage.x + x * stage.width, stage.y + y * stage.height);
          const name = (await label.isVisible()) ? ((await label.textContent()) ?? '') : '';
          if (!name) continue;
          await page.mouse.down();
          await page.mouse.up();
          return name;
        }
      }
      return '';
    };
    const name = await tried();
    expect(name).not.toBe('');
    await caption.waitFor({ state: 'detached' });
    const refused = await page.locator('.role-refused').count();
    expect(refused === 1 || (await toes.inputValue()) === name).toBe(true);
    expect(studio.complaints()).toEqual([]);
  });
});
