/** The viewport in a real browser: what it draws, what it costs while idle, pictures and videos, losing the graphics card. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paletteOf } from '../src/scene/palette.ts';
import { type FixturePages, openFixtures } from './support/fixture-page.ts';
import { drawn, settled } from './support/pictures.ts';
import { colourCount, countColour, difference, installProbe, leaning, take } from './support/viewport-probe.ts';

const SQUAT = 1.5; // [s] of the made-up motion: balanced
const ONE_LEG = 3.9; // balanced
const LEAN = 6.8; // nobody could hold it
const light = paletteOf(false);

let pages: FixturePages;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  pages = await openFixtures('viewport');
  ({ page, complaints } = await pages.open('motion=made-up&theme=light'));
  await installProbe(page);
}, 120_000);

afterAll(() => pages?.close());

describe('the picture', () => {
  it('shows a person on a floor, without complaint', async () => {
    expect(await page.evaluate(() => document.documentElement.dataset['ready'])).toBe('yes');
    await take(page, 'person', { time: SQUAT });
    await take(page, 'nobody', { time: SQUAT, person: false });
    expect(await colourCount(page, 'person')).toBeGreaterThan(60);
    // A person fills some hundredths of the picture.
    const covered = (await difference(page, 'person', 'nobody')) / (640 * 400);
    expect(covered).toBeGreaterThan(0.03);
    expect(covered).toBeLessThan(0.4);
    expect(complaints).toEqual([]);
  });

  it('changes with everything that is laid over', async () => {
    const moments: readonly (readonly [time: number, layers: readonly string[]])[] = [
      [SQUAT, ['com', 'zmp', 'support', 'reaction', 'contacts', 'skeleton']],
      [1.1, ['linear-momentum', 'angular-momentum', 'capture-point']],
      [ONE_LEG, ['footprints']],
    ];
    for (const [time, layers] of moments) {
      await take(page, 'bare', { time });
      for (const layer of layers) {
        await take(page, 'with', { time, overlays: layer });
        expect(await difference(page, 'bare', 'with'), layer).toBeGreaterThan(30);
      }
    }
  });

  it('moves with the time and holds still without', async () => {
    await take(page, 'now', { time: SQUAT, overlays: 'all' });
    await take(page, 'later', { time: 2, overlays: 'all' });
    await take(page, 'again', { time: SQUAT, overlays: 'all' });
    expect(await difference(page, 'now', 'later')).toBeGreaterThan(500);
    expect(await difference(page, 'now', 'again')).toBe(0);
  });

  it('paints the ZMP green inside the support and red outside', async () => {
    await take(page, 'inside', { time: SQUAT, overlays: 'zmp', person: false });
    await take(page, 'outside', { time: LEAN, overlays: 'zmp', person: false });
    expect(await countColour(page, 'inside', light.good)).toBeGreaterThan(20);
    expect(await countColour(page, 'inside', light.bad)).toBe(0);
    expect(await countColour(page, 'outside', light.bad)).toBeGreaterThan(20);
  });

  it('sets past ghosts in cyan and future ones in magenta', async () => {
    // On the way down: before, the person stood; after, they crouch.
    await take(page, 'bare', { time: 1.05, person: false });
    await take(page, 'ghosts', { time: 1.05, person: false, ghosts: 2 });
    for (const hue of ['cyan', 'magenta'] as const) {
      expect(await leaning(page, 'bare', hue)).toBe(0);
      expect(await leaning(page, 'ghosts', hue)).toBeGreaterThan(300);
    }
  });

  it('costs nothing while nothing changes', async () => {
    await take(page, 'still', { time: SQUAT, overlays: 'all' });
    const made = () => page.evaluate(() => window.fixture.viewport.stats().pictures as number);
    const before = await settled(page, made);
    await drawn(page, 30);
    expect(await made()).toBe(before);
  });
});

describe('pointing', () => {
  it('finds the joint under the pointer, and none in the sky', async () => {
    await take(page, 'upright', { time: 0 });
    const found = await page.evaluate(() => {
      const { viewport, view } = window.fixture;
      const { names: joints } = view.clip.skeleton;
      const names: (string | undefined)[] = [];
      for (let y = 20; y < 380; y += 4) {
        for (let x = 240; x < 400; x += 8) {
          const joint = viewport.pick(x, y);
          if (joint !== undefined && names.at(-1) !== joints[joint]) names.push(joints[joint]);
        }
      }
      return { names, sky: viewport.pick(5, 5) };
    });
    expect(found.sky).toBeUndefined();
    expect(found.names[0]).toMatch(/Head|Neck/);
    expect(found.names.at(-1)).toMatch(/Foot|Toe/);
    expect(found.names).toContain('Hips');
  });

  it('marks the joint that a panel points at', async () => {
    await take(page, 'plain', { time: 0 });
    await page.evaluate(async () => {
      const { viewport, view, overlaysOf } = window.fixture;
      viewport.show({ ...view, overlays: overlaysOf('none'), highlight: { joint: 4 } });
      await viewport.ready();
      await window.probe.take('marked');
    });
    expect(await countColour(page, 'marked', light.highlight)).toBeGreaterThan(10);
    expect(await countColour(page, 'plain', light.highlight)).toBe(0);
  });

  it('looks from front, side and top, and back', async () => {
    const presets = ['front', 'side', 'top', 'perspective'] as const;
    for (const preset of presets) {
      await page.evaluate((p) => window.fixture.viewport.setCamera(p, { smooth: false }), preset);
      await take(page, preset, { time: LEAN });
    }
    for (const [i, a] of presets.entries()) {
      for (const b of presets.slice(i + 1)) expect(await difference(page, a, b)).toBeGreaterThan(3000);
    }
  });
});

describe('a walking person', () => {
  it('stays in the picture when the camera follows, and leaves it when not', async () => {
    const walk = await pages.open('motion=walk&camera=side');
    const seen = (follow: boolean) =>
      walk.page.evaluate(async (on) => {
        const { viewport, view } = window.fixture;
        viewport.setFollow(false);
        viewport.setTime(0);
        viewport.setCamera('side', { smooth: false });
        viewport.setFollow(on);
        await viewport.ready();
        viewport.setTime(view.clip!.frameCount - 1);
        await viewport.ready();
        for (let y = 40; y < 380; y += 8) if (viewport.pick(320, y) !== undefined) return true;
        return false;
      }, follow);
    expect(await seen(true)).toBe(true);
    expect(await seen(false)).toBe(false);
    // F brings them back, smoothly.
    await walk.page.evaluate(() => window.fixture.viewport.frameAll());
    await expect
      .poll(() =>
        walk.page.evaluate(() => [150, 200, 250].some((y) => window.fixture.viewport.pick(320, y) !== undefined)),
      )
      .toBe(true);
    expect(walk.complaints).toEqual([]);
    await walk.page.close();
  });
});

describe('files', () => {
  it('takes pictures of twice the size', async () => {
    const width = await page.evaluate(async () => {
      const { viewport } = window.fixture;
      return (await createImageBitmap(await viewport.snapshot({ scale: 2 }))).width;
    });
    expect(width).toBe(1280);
  });

  it('records a video of the asked length, in the clip’s own time', async () => {
    const video = await page.evaluate(async () => {
      const { viewport } = window.fixture;
      const progress: number[] = [];
      const recording = viewport.record({
        format: 'webm',
        from: 1,
        to: 1.4,
        fps: 10,
        onProgress: (p: number) => progress.push(p),
      });
      const blob = (await recording.done)!;
      const element = document.createElement('video');
      element.src = URL.createObjectURL(blob);
      await new Promise((resolve, reject) => {
        element.onloadeddata = resolve;
        element.onerror = () => reject(new Error(element.error?.message));
      });
      return { type: blob.type, duration: element.duration, width: element.videoWidth, progress };
    });
    expect(video.type).toBe('video/webm');
    expect(video.duration).toBeCloseTo(0.5, 2); // five pictures of a tenth of a second
    expect(video.width).toBe(640);
    expect(video.progress.at(-1)).toBe(1);
  });

  it('stops recording when told to', async () => {
    const blob = await page.evaluate(() => {
      const onProgress = (): void => recording.cancel();
      const recording = window.fixture.viewport.record({ format: 'webm', from: 0, to: 8, fps: 30, onProgress });
      return recording.done;
    });
    expect(blob).toBeUndefined();
  });
});

describe('other figures', () => {
  it('moves the user’s own character as it moves the mannequin', async () => {
    const own = await pages.open('motion=made-up&character=1');
    await installProbe(own.page);
    await own.page.evaluate(() => window.fixture.viewport.setCamera('side', { smooth: false }));
    await take(own.page, 'own', { time: LEAN });
    await take(own.page, 'nobody', { time: LEAN, person: false });
    // The same skin through the file, in the file's own colours: nearly the same outline as the mannequin.
    await own.page.evaluate(async () => {
      const { viewport, view, overlaysOf } = window.fixture;
      viewport.show({ ...view, overlays: overlaysOf('none'), character: undefined });
      await viewport.ready();
      await window.probe.take('mannequin');
    });
    const size = await difference(own.page, 'own', 'nobody');
    expect(size).toBeGreaterThan(5000);
    const away = await own.page.evaluate(() => window.probe.outline('own', 'mannequin', 'nobody'));
    expect(away).toBeLessThan(0.1 * size);
    expect(await own.page.evaluate(() => window.fixture.messages)).toEqual([]);
    expect(own.complaints).toEqual([]);
    await own.page.close();
  });

  it('keeps the skin while the next clip of the same person is not judged yet', async () => {
    await take(page, 'judged', { time: SQUAT });
    await page.evaluate(async () => {
      const { viewport, view } = window.fixture;
      const off = { on: false, count: 0, spacing: 0.3 };
      const next = { ...view, clip: { ...view.clip }, overlays: window.fixture.overlaysOf('none'), ghosts: off };
      viewport.show({ ...next, body: undefined, report: undefined });
      await viewport.ready();
      await window.probe.take('next');
    });
    expect(await difference(page, 'judged', 'next')).toBeLessThan(3); // pixels
  });

  it('draws rods where there is no body', async () => {
    const bones = await pages.open('motion=made-up&body=0&time=1.5');
    await installProbe(bones.page);
    await take(bones.page, 'rods', { time: SQUAT, overlays: 'all' });
    await take(bones.page, 'nobody', { time: SQUAT, person: false });
    expect(await difference(bones.page, 'rods', 'nobody')).toBeGreaterThan(2000);
    expect(bones.complaints).toEqual([]);
    await bones.page.close();
  });

  it('colours a joint that bends the wrong way', async () => {
    const broken = await pages.open('motion=made-up&knee=60&time=0');
    await installProbe(broken.page);
    await take(broken.page, 'limits', { overlays: 'joint-limits' });
    expect(await countColour(broken.page, 'limits', light.bad, 70)).toBeGreaterThan(20);
    await take(broken.page, 'plain', {});
    expect(await countColour(broken.page, 'plain', light.bad, 70)).toBe(0);
    await broken.page.close();
  });
});

describe('the end', () => {
  it('says so when the graphics card goes, and comes back', async () => {
    await take(page, 'before', { time: SQUAT });
    await page.evaluate(() => {
      const context = window.fixture.viewport.canvas.getContext('webgl2')!;
      window.loss = context.getExtension('WEBGL_lose_context')!;
      window.loss.loseContext();
    });
    await page.waitForSelector('.viewport-message:not([hidden])');
    expect(await page.textContent('.viewport-message')).toMatch(/graphics card/);
    await page.evaluate(() => window.loss.restoreContext());
    await page.waitForSelector('.viewport-message', { state: 'hidden' });
    await take(page, 'after', { time: SQUAT });
    expect(await difference(page, 'before', 'after')).toBeLessThan(200);
  });

  it('leaves nothing behind', async () => {
    await page.evaluate(() => window.fixture.viewport.dispose());
    expect(await page.evaluate(() => document.getElementById('stage')!.childElementCount)).toBe(0);
  });
});
