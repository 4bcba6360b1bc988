/** <poise-view> on its example page: two of them, pushed by keyboard and by mouse, named, told, and taken away again. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startStudio } from './support/studio.ts';

const studio = startStudio();

const status = (page: Page, id: string, wanted: RegExp): Promise<unknown> =>
  page.waitForFunction(
    ([which, words]) => new RegExp(words).test(document.getElementById(which)?.dataset['status'] ?? ''),
    [id, wanted.source] as const,
  );

it('shows clips, takes pushes, tells of them, and leaves nothing behind', async () => {
  const page = await studio.open({ early: true, hash: 'view/index.html', viewport: { width: 900, height: 620 } });
  await Promise.all([status(page, 'idle', /balanced/), status(page, 'walk', /./)]);
  // by keyboard, as the viewer sees it
  const canvas = page.locator('#idle canvas');
  expect(await canvas.getAttribute('aria-label')).toMatch(/^A person who stands\. Drag on the body or press an arrow/);
  await canvas.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await status(page, 'idle', /stepping|recovering|stumbling/);
  expect(await page.locator('#last').textContent()).toMatch(/^idle: \d+ N·s on chest$/);
  // what is said to those who cannot see it
  await expect.poll(() => page.locator('#idle .said').textContent()).toMatch(/step|lean|stumble|balance/i);
  // controls have names; overlays are switches
  const zmp = page.locator('#idle').getByRole('button', { name: 'Balance point (ZMP)' });
  expect(await zmp.getAttribute('aria-pressed')).toBe('true');
  await zmp.click();
  expect(await zmp.getAttribute('aria-pressed')).toBe('false');
  await page.locator('#idle').getByRole('button', { name: 'Pause' }).click();
  expect(await page.evaluate(() => (document.getElementById('idle') as unknown as { playing: boolean }).playing)).toBe(
    false,
  );
  // by mouse on the other; a listener may prevent a push
  await page.evaluate(() => {
    document.getElementById('walk')!.addEventListener('poise-push', (event) => event.preventDefault(), { once: true });
  });
  const box = (await page.locator('#walk canvas').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + 0.42 * box.height];
  const drag = async (): Promise<void> => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 70, y, { steps: 3 });
    await page.mouse.up();
  };
  await drag();
  await expect.poll(() => page.locator('#last').textContent()).toMatch(/^walk: /);
  expect(await page.evaluate(() => document.getElementById('walk')!.dataset['status'])).toBe('balanced');
  await drag();
  await status(page, 'walk', /stepping|recovering|stumbling|falling/);
  // a file that is not there is told in words
  await page.evaluate(() => document.getElementById('walk')!.setAttribute('src', 'nowhere.bvh'));
  await expect.poll(() => page.locator('#walk .status').textContent()).toMatch(/nowhere\.bvh/);
  // without an address there is nobody to push
  await page.evaluate(() => document.getElementById('walk')!.removeAttribute('src'));
  await expect.poll(() => page.locator('#walk .status').textContent()).toMatch(/No clip/);
  expect(
    await page.evaluate(() =>
      (document.getElementById('walk') as unknown as { push(hit: object): boolean }).push({ impulse: [0, 0, 9] }),
    ),
  ).toBe(false);
  // taken away, it stops drawing and gives its graphics memory back; put in again, it comes back
  const canvases = await page.evaluate(async () => {
    const view = document.getElementById('idle')!;
    const drawn = view.shadowRoot!.querySelector('canvas')!;
    const context = drawn.getContext('webgl2')!;
    view.remove();
    while (!context.isContextLost()) await new Promise(requestAnimationFrame);
    delete view.dataset['status']; // before it is back: its first word may come at once
    document.body.append(view);
    return view.shadowRoot!.querySelectorAll('canvas').length;
  });
  expect(canvases).toBe(1);
  await page.locator('#idle').scrollIntoViewIfNeeded();
  await page.evaluate(() => (document.getElementById('idle') as unknown as { play(): void }).play());
  await status(page, 'idle', /balanced/);
  expect(studio.complaints().filter((words) => !/nowhere|404|context lost/i.test(words))).toEqual([]);
});
