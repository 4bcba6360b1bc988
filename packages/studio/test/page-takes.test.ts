/** Clips side by side, parts of clips, names and views of one's own, and windows of all sizes. */
import { writeClip } from 'poise';
import { expect, it } from 'vitest';
import { madeUpMotion } from '../../../examples/support/made-up-person.ts';
import { drawn } from './support/pictures.ts';
import { drop, judged, startStudio } from './support/studio.ts';

const studio = startStudio();
const made = madeUpMotion(30);

it('compares two clips, keeps a part as a clip, a name and a view, also when the page is loaded again', async () => {
  const page = await studio.open({ viewport: { width: 1280, height: 720 } });
  await drop(page, [{ name: 'squat.bvh', data: await writeClip(made, 'squat.bvh') }]);
  await judged(page, 'squat.bvh');
  await page.keyboard.press('Space'); // what is dropped plays
  const picture = async (): Promise<string> => {
    await drawn(page, 3);
    return (await page.locator('.stage canvas').screenshot()).toString('base64');
  };
  const alone = await picture();
  await page.getByLabel('Compare with another clip').selectOption('Walk');
  await expect.poll(async () => (await picture()) !== alone).toBe(true);
  await page.getByLabel('Where the other clip stands').selectOption('over');
  await page.getByLabel('Compare with another clip').selectOption('nothing');
  await expect.poll(picture).toBe(alone);

  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Keep this part' }).click();
  await judged(page, 'squat.bvh, ');
  expect(await page.locator('.clip-name').textContent()).toMatch(/squat\.bvh, \d\.\d–\d\.\d s/);

  const row = page.getByRole('button', { name: /squat\.bvh, / }).first();
  await row.hover();
  await page.getByRole('button', { name: /^Rename squat\.bvh, / }).click();
  await page.getByRole('textbox', { name: /^New name of/ }).fill('the deep part');
  await page.keyboard.press('Enter');
  await page.locator('.clip-name', { hasText: 'the deep part' }).waitFor();
  await page.getByRole('button', { name: 'Rename squat.bvh' }).click();
  await page.getByRole('textbox', { name: 'New name of squat.bvh' }).fill('hero');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Keep this view' }).click();
  await page.getByRole('button', { name: 'Kept view 1' }).waitFor();
  await page.waitForTimeout(600); // the project is written a moment after a change

  await page.reload();
  await judged(page, 'the deep part');
  await page.getByRole('list', { name: 'Your files' }).getByText('hero', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Kept view 1' }).waitFor();
  expect(studio.complaints()).toEqual([]);
});

it('leaves the stage its room as the page is enlarged, and the tools beside the person', async () => {
  const page = await studio.open({ viewport: { width: 1440, height: 900 } });
  const sizes = [
    [820, 1180],
    [720, 450],
    [640, 400],
    [390, 844],
  ] as const;
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'Open Library' }).waitFor();
    const box = (selector: string) => page.locator(selector).boundingBox();
    await expect.poll(async () => (await box('.stage'))!.height).toBeGreaterThan(height * 0.25);
    const [stage, tools, overlays] = [(await box('.stage'))!, (await box('.view-tools'))!, (await box('.overlays'))!];
    expect(stage.width).toBeGreaterThan(250);
    expect(tools.x).toBeGreaterThanOrEqual(overlays.x + overlays.width);
    expect(tools.y + tools.height).toBeLessThanOrEqual(stage.y + stage.height);
  }
});
