/** The plots under the timeline on their fixture page in a real browser. */
import { describe, expect, it } from 'vitest';
import { type Fixture, startTimePage } from './support/time-page.ts';

const { page, open, said } = startTimePage();

describe('the plots', () => {
  const area = async (share: number, plot = 0): Promise<[number, number]> => {
    const box = (await page().locator('.plot-area').nth(plot).boundingBox())!;
    return [box.x + share * box.width, box.y + box.height / 2];
  };

  it('lie in line with the timeline, and one playhead goes through both', async () => {
    await open();
    const lanes = (await page().locator('.tl-lanes').boundingBox())!;
    const plot = (await page().locator('.plot-area').first().boundingBox())!;
    expect(Math.abs(plot.x - lanes.x)).toBeLessThan(1.5);
    expect(Math.abs(plot.width - lanes.width)).toBeLessThan(1.5);
    await page().mouse.click(...(await area(0.6)));
    expect(await said('seek')).toBeCloseTo(0.6 * 8.6, 1);
    const x = (selector: string) =>
      page()
        .locator(selector)
        .first()
        .evaluate((e) => e.getBoundingClientRect().x);
    expect(Math.abs((await x('.plot-playhead')) - (await x('.tl-playhead')))).toBeLessThan(1.5);
  });

  it('zoom by drag and come back by double click', async () => {
    await open();
    await page().mouse.move(...(await area(0.25, 1)));
    await page().mouse.down();
    await page().mouse.move(...(await area(0.5, 1)), { steps: 3 });
    await page().mouse.up();
    const [start, end] = (await said('range')) as [number, number];
    expect(start).toBeCloseTo(2.15, 1);
    expect(end).toBeCloseTo(4.3, 1);
    await page().mouse.dblclick(...(await area(0.5, 1)));
    await expect.poll(() => said('range')).toBeFalsy();
  });

  it('show values under the pointer in all of them', async () => {
    await open();
    const values = () => page().locator('.plot-value').allTextContents();
    const before = await values();
    await page().mouse.move(...(await area(0.75, 2)));
    await expect.poll(async () => (await values()).filter((text, i) => text !== before[i]).length).toBeGreaterThan(3);
    await page().mouse.move(5, 5);
    await expect.poll(values).toEqual(before);
  });

  it('are added, removed, chosen and saved', async () => {
    await open();
    await page().click('[aria-label="Add or remove plots"]');
    await page().getByRole('menuitemcheckbox', { name: 'Joint angles' }).click();
    expect(await said('plots')).toEqual(['zmp-forward', 'zmp-left', 'margin', 'joint:LeftLeg']);
    await page().keyboard.press('Escape');
    await page().selectOption('.plot-choice', 'RightLeg');
    expect(await said('plots')).toContain('joint:RightLeg');
    const save = async (item: string): Promise<{ name: string; size: number; type: string }> => {
      await page().click('[aria-label="Margin: more"]');
      await page().getByRole('menuitem', { name: item }).click();
      return page()
        .waitForFunction((ending) => {
          const files = ((window as unknown as Fixture).fixture.said['export'] ?? []) as { name: string; blob: Blob }[];
          const file = files.find(({ name }) => name.endsWith(ending));
          return file && { name: file.name, size: file.blob.size, type: file.blob.type };
        }, item.slice(-3).toLowerCase())
        .then((handle) => handle.jsonValue() as Promise<{ name: string; size: number; type: string }>);
    };
    expect(await save('Save as CSV')).toMatchObject({ name: 'made-up-motion-margin.csv', type: 'text/csv' });
    const picture = await save('Save as PNG');
    expect(picture.type).toBe('image/png');
    expect(picture.size).toBeGreaterThan(5000);
    await page().click('[aria-label="Margin: more"]');
    await page().getByRole('menuitem', { name: 'Remove plot' }).click();
    expect(await said('plots')).not.toContain('margin');
  });
});

describe('eight minutes at 60 Hz', () => {
  it('are drawn, zoomed and scrubbed; what it costs is printed', async () => {
    await open('clip=long');
    const cost = await page().evaluate(async () => {
      const { timeline, plots } = (window as unknown as Fixture).fixture.handles;
      const t0 = performance.now();
      for (let i = 0; i < 500; i++) {
        timeline.setTime(i);
        plots.setTime(i);
      }
      return (performance.now() - t0) / 500;
    });
    // A redraw of everything, from one zoom to the next: the render and the painting it causes, without the compositor.
    const zoom = await page().evaluate(() => {
      const { showRange } = (window as unknown as Fixture).fixture;
      const times = Array.from({ length: 20 }, (_, i) => {
        const started = performance.now();
        showRange([7 * i, 500 - 9 * i]);
        return performance.now() - started;
      });
      return times.sort((a, b) => a - b);
    });
    const median = zoom[Math.floor(zoom.length / 2)]!;
    process.stdout.write(
      `  30,000 frames: playhead ${cost.toFixed(3)} ms, redraw of timeline and three plots ${median.toFixed(1)} ms (worst ${zoom.at(-1)!.toFixed(1)})\n`,
    );
    expect(await page().textContent('.tl-bottom')).toContain('196.0 s of 500.0 s');
  });
});
