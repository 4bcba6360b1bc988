/** Nothing is lost: projects, project files, and Back and Forward of the browser. The tests follow one another on one page. */
import type { Page } from 'playwright-core';
import { trim, writeClip } from 'poise';
import { describe, expect, it } from 'vitest';
import { madeUpMotion } from '../../../examples/support/made-up-person.ts';
import { drop, judged, showMotion, startStudio } from './support/studio.ts';

const studio = startStudio({ viewport: { width: 1120, height: 620 }, reducedMotion: 'reduce', acceptDownloads: true });

const modeOn = (page: Page): Promise<string | null> => page.locator('.modes [aria-current=page]').textContent();

async function openProjects(page: Page): Promise<void> {
  await page.getByTitle(/^Projects:/).click();
  await page.getByRole('dialog', { name: 'Projects' }).waitFor();
}

describe('Back and Forward', () => {
  it('move between modes and clips; undo takes back edits and never what is on stage', async () => {
    const page = await studio.shared();
    await showMotion(page, 'Squat');
    await page.waitForFunction(() => location.hash.includes('clip=squat'));
    await page.keyboard.press('Shift+F');
    await page.waitForFunction(() => location.hash.includes('mode=mend'));
    expect(await page.getByRole('button', { name: /^Undo/ }).isDisabled()).toBe(true);
    await page.goBack();
    await expect.poll(() => modeOn(page)).toBe('Analyse');
    expect(await page.textContent('.clip-name')).toContain('Squat');
    await page.goBack();
    await judged(page, 'Walk');
    await page.goForward();
    await judged(page, 'Squat');
    expect(studio.complaints()).toEqual([]);
  });
});

describe('a project', () => {
  it('is saved as a file, and comes back with files and edits beside other projects', async () => {
    const page = await studio.shared();
    const name = 'made-up.bvh';
    await drop(page, [{ name, data: await writeClip(trim(madeUpMotion(30), 0, 40), name) }]);
    await judged(page, name);
    await page.getByRole('tab', { name: 'Body' }).click();
    await page.getByRole('button', { name: '+ Backpack' }).click();
    await page.getByRole('button', { name: 'Undo: what is carried' }).waitFor();
    // Put into a group, which folds.
    await page.getByRole('button', { name: `Put ${name} into a group` }).click();
    await page
      .getByRole('textbox', { name: `Group of ${name}` })
      .or(page.getByRole('combobox', { name: `Group of ${name}` }))
      .fill('Takes');
    await page.keyboard.press('Enter');
    const group = page.getByRole('region', { name: 'Group Takes' });
    await group.locator('.entry', { hasText: name }).waitFor();
    await group.getByRole('button', { name: 'Takes', exact: true }).click();
    await group.locator('.entry', { hasText: name }).waitFor({ state: 'detached' });
    await openProjects(page);
    await page.getByRole('textbox', { name: 'Name of the project' }).fill('Heroes');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /Save as a file/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Heroes.poise');
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    const data = new Uint8Array(Buffer.concat(parts));

    await page.getByRole('button', { name: 'New project' }).click();
    await page
      .getByTitle(/^Projects:/)
      .filter({ hasText: 'Project 2' })
      .waitFor();
    await judged(page, 'Walk');
    expect(await page.locator('.entry', { hasText: name }).count()).toBe(0);

    await drop(page, [{ name: 'broken.poise', data: data.slice(0, 400) }]);
    await page.locator('.notice.error', { hasText: 'broken.poise cannot be opened' }).waitFor();
    await drop(page, [{ name: 'Heroes.poise', data }]);
    await page
      .getByTitle(/^Projects:/)
      .filter({ hasText: 'Heroes' })
      .waitFor();
    await expect.poll(() => page.textContent('.clip-name')).toContain(name);
    await page.getByRole('group', { name: 'Weight 1' }).waitFor(); // the tab is kept too
    // So are the group and that it is folded, with the verdict in its line.
    await group.getByRole('button', { name: /^Takes/, expanded: false }).waitFor();
    expect(await page.locator('.entry-name', { hasText: name }).count()).toBe(0);

    await openProjects(page);
    const others = page.getByRole('region', { name: 'Other projects' });
    await others.getByText('Heroes').waitFor();
    expect(await others.getByRole('listitem').count()).toBe(2);
    expect(studio.complaints()).toEqual([]);
  });
});
