/** The first minute: the page opens with a person walking, says what it sees, and asks the network for nothing. */
import { describe, expect, it } from 'vitest';
import { startStudio } from './support/studio.ts';

const studio = startStudio();

describe('the first view', () => {
  it('shows the walk, judged, without complaint and without a network', async () => {
    const page = await studio.open({ hash: '' });
    expect(await page.textContent('.clip-name')).toMatch(/walk/i);
    expect(await page.textContent('.verdict')).toContain('Could happen');
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
  });

  it('draws the same picture for the same moment, and another for another', async () => {
    const picture = async (hash: string): Promise<Buffer> => {
      const page = await studio.open({ hash, viewport: { width: 800, height: 520 } });
      await page.waitForTimeout(1200); // the skin arrives from its worker
      return await page.locator('.stage canvas').screenshot();
    };
    const [a, again, later] = [
      await picture('#clip=walk&t=0.5'),
      await picture('#clip=walk&t=0.5'),
      await picture('#clip=walk&t=0.8'),
    ];
    const page = await studio.open({ early: true });
    const unlike = (b: Buffer): Promise<number> => shareUnlike(page, a, b);
    expect(await unlike(again)).toBeLessThan(0.002);
    expect(await unlike(later)).toBeGreaterThan(0.01);
  });

  it('fits on laptops, large screens and tablets without scrolling', async () => {
    const page = await studio.open();
    for (const [width, height] of [
      [1280, 800],
      [1920, 1080],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      const box = (selector: string) => page.locator(selector).first().boundingBox();
      const [shell, stage, inspector, timeline] = await Promise.all(
        ['.shell', '.stage', '.dock-inspector', '.dock-timeline'].map(box),
      );
      expect(shell).toMatchObject({ x: 0, y: 0, width, height });
      expect(stage!.width).toBeGreaterThan(0.4 * width);
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

  it('is dark or light as the system says, or as the user does', async () => {
    const page = await studio.open({ colorScheme: 'dark' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await background();
    await page.getByRole('button', { name: /Colours as the system/ }).click();
    expect(await background()).not.toBe(dark);
    await page.getByRole('button', { name: /Light colours/ }).click();
    expect(await background()).toBe(dark);
  });
});

/** Share of pixels that differ visibly between two PNGs, counted in the browser. */
async function shareUnlike(page: Awaited<ReturnType<typeof studio.open>>, a: Buffer, b: Buffer): Promise<number> {
  return await page.evaluate(
    async ([first, second]) => {
      const pixels = async (text: string): Promise<Uint8ClampedArray> => {
        const image = new Image();
        image.src = `data:image/png;base64,${text}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d')!;
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height).data;
      };
      const [p, q] = [await pixels(first!), await pixels(second!)];
      let unlike = 0;
      for (let i = 0; i < p.length; i += 4) {
        if (Math.abs(p[i]! - q[i]!) + Math.abs(p[i + 1]! - q[i + 1]!) + Math.abs(p[i + 2]! - q[i + 2]!) > 30) unlike++;
      }
      return unlike / (p.length / 4);
    },
    [a.toString('base64'), b.toString('base64')],
  );
}
