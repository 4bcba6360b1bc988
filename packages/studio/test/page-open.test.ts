/** The first minute: the page opens with a person walking, says what it sees, and asks the network for nothing. */
import { describe, expect, it } from 'vitest';
import { chooseTheme, judged, startStudio } from './support/studio.ts';

const studio = startStudio({ hash: '#clip=walk', viewport: { width: 1280, height: 800 }, colorScheme: 'light' });

describe('the first view', () => {
  it('shows the walk, judged, without complaint and without a network', async () => {
    const page = await studio.shared();
    expect(await page.textContent('.clip-name')).toMatch(/walk/i);
    expect(await page.textContent('.verdict')).toContain('Plausible');
    expect(await page.textContent('body')).toContain('Nothing is uploaded');
    await page.waitForSelector('.stage canvas');
    // It moves.
    const clock = () => page.inputValue('input[aria-label=Frame]');
    const before = await clock();
    await expect.poll(clock).not.toBe(before);
    expect(studio.complaints()).toEqual([]);
    const foreign = studio
      .requests()
      .filter((url) => !url.startsWith(studio.address()) && !/^(?:data|blob):/.test(url));
    expect(foreign).toEqual([]);
    await page.keyboard.press('Space');
  });

  it('has samples and the place for files in sight', async () => {
    const page = await studio.shared();
    const list = (await page.locator('.library-lists').boundingBox())!;
    const rows = page.getByRole('list', { name: 'Broken examples' }).locator('.entry');
    expect(await rows.count()).toBeGreaterThan(3);
    for (const row of await rows.all()) {
      const box = (await row.boundingBox())!;
      expect(box.y).toBeGreaterThan(list.y);
      expect(box.y + box.height).toBeLessThan(list.y + list.height);
    }
    await page.getByText('Drop files or a folder here').waitFor();
  });

  it('fits on laptops, large screens and tablets without scrolling', async () => {
    const page = await studio.shared();
    for (const [width, height] of [
      [1920, 1080],
      [1280, 800],
      [1024, 768],
      [820, 1180],
    ] as const) {
      await page.setViewportSize({ width, height });
      const box = (selector: string) => page.locator(selector).first().boundingBox();
      const [shell, stage, inspector, timeline] = await Promise.all(
        ['.shell', '.stage', '.dock-inspector', '.dock-timeline'].map(box),
      );
      expect(shell).toMatchObject({ x: 0, y: 0, width, height });
      expect(stage!.width).toBeGreaterThan(0.3 * width);
      expect(stage!.height).toBeGreaterThan(0.55 * height);
      expect(Math.round(inspector!.x + inspector!.width)).toBe(width);
      expect(Math.round(timeline!.y + timeline!.height)).toBe(height);
      const scrolls = await page.evaluate(() => {
        const { scrollHeight, scrollWidth } = document.documentElement;
        return scrollHeight > innerHeight || scrollWidth > innerWidth;
      });
      expect(scrolls).toBe(false);
    }
  });

  it('fits on a phone: the stage over the whole width, one panel below it, the other a touch away', async () => {
    const [width, height] = [390, 844];
    const page = await studio.open({ hash: '#clip=walk', viewport: { width, height }, hasTouch: true, isMobile: true });
    const box = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
    const [stage, inspector, timeline] = [
      await box('.stage'),
      await box('.dock-inspector'),
      await box('.dock-timeline'),
    ];
    expect(stage).toMatchObject({ x: 0, width });
    expect(stage.height).toBeGreaterThan(0.3 * height);
    expect(inspector).toMatchObject({ x: 0, width });
    expect(inspector.y).toBeGreaterThanOrEqual(stage.y + stage.height - 1);
    expect(Math.round(timeline.y + timeline.height)).toBe(height);
    for (const tool of await page.locator('.top-tools button, .tl-transport button:visible').all()) {
      const { x, width: wide } = (await tool.boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + wide).toBeLessThanOrEqual(width);
    }
    await page.getByRole('button', { name: 'Open Library' }).tap();
    expect(await box('.dock-library')).toEqual(inspector);
    expect(await page.locator('.dock-inspector').count()).toBe(0);
    // The last of the modes is brought into sight with the one that is on.
    await page.getByRole('button', { name: 'Anticipate', exact: true }).tap();
    const last = await box('.modes [aria-current]');
    expect(last.x + last.width).toBeLessThanOrEqual(width);
    expect(studio.complaints()).toEqual([]);
  });

  it('has a title, an icon and a picture for links, which the build has drawn', async () => {
    const page = await studio.shared();
    expect(await page.title()).toBe('Poise: push, check and mend motion');
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
    const icon = await page.locator('link[rel=icon]').getAttribute('href');
    for (const path of [picture!, icon!]) {
      const answer = await page.request.get(new URL(path, studio.address()).href);
      expect(answer.headers()['content-type']).toMatch(/^image\/(?:png|svg)/);
    }
  });

  it('opens dark, and is light or as the system says where the user chose so', async () => {
    const page = await studio.open({ colorScheme: 'light' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await background();
    await chooseTheme(page, 'System');
    const light = await background();
    expect(light).not.toBe(dark);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await background()).toBe(dark);
    await chooseTheme(page, 'Light');
    expect(await background()).toBe(light);
    await page.waitForFunction(() => localStorage.getItem('poise-studio')?.includes('"theme":"light"'));
    await page.reload();
    await judged(page);
    expect(await background(), 'the choice is kept').toBe(light);
  });
});
