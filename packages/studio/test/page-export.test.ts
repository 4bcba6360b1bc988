/** What leaves the studio comes back the same. The tests follow one another on one page. */

import type { Page } from 'playwright-core';
import { type Clip, readClips, trim, writeClip, writeClips } from 'poise';
import { bodyOf } from 'poise/dynamics';
import { meshFor } from 'poise/perform';
import { describe, expect, it } from 'vitest';
import { madeUpMotion } from '../../../examples/support/made-up-person.ts';
import { drop, judged, saved, startStudio } from './support/studio.ts';

const studio = startStudio({ viewport: { width: 900, height: 600 } });
const made = madeUpMotion(30);

function expectSame(a: Clip, b: Clip, tolerance: number): void {
  expect(b.skeleton.names).toEqual(a.skeleton.names);
  expect(b.frameCount).toBe(a.frameCount);
  expect(b.frameTime).toBeCloseTo(a.frameTime, 9);
  let worst = 0;
  for (let i = 0; i < a.q.length; i++) worst = Math.max(worst, Math.abs(a.q[i]! - b.q[i]!));
  expect(worst).toBeLessThan(tolerance);
}

interface Film {
  readonly duration: number; // [s]
  readonly size: readonly number[];
  readonly moved: number; // values that differ between the first picture and the last
}

/** What a browser shows of a video. */
const watch = (page: Page, data: Uint8Array, type: string): Promise<Film> =>
  page.evaluate(
    async ([base64, kind]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const video = document.createElement('video');
      video.muted = true;
      video.src = URL.createObjectURL(new Blob([bytes], { type: kind }));
      const happens = (event: string): Promise<unknown> =>
        new Promise((resolve, reject) => {
          video.addEventListener(event, resolve, { once: true });
          video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
        });
      await happens('loadeddata');
      const shot = (): Uint8ClampedArray => {
        const context = new OffscreenCanvas(video.videoWidth, video.videoHeight).getContext('2d')!;
        context.drawImage(video, 0, 0);
        return context.getImageData(0, 0, video.videoWidth, video.videoHeight).data;
      };
      const first = shot();
      await video.play();
      await happens('ended');
      const { duration, videoWidth, videoHeight } = video;
      const last = shot();
      const moved = first.filter((value, i) => Math.abs(value - last[i]!) > 60).length;
      return { duration, size: [videoWidth, videoHeight], moved };
    },
    [Buffer.from(data).toString('base64'), type] as const,
  );

describe('exports', () => {
  it('write signals, report, and picture of the walk', async () => {
    const page = await studio.shared();
    const text = async (title: string): Promise<string> => new TextDecoder().decode((await saved(page, title)).data);
    const csv = await text('Signals as CSV');
    expect(csv).toMatch(/^frame,time \[s\],support,com_x \[m\]/);
    const json = JSON.parse(await text('Signals as JSON')) as { frames: number; series: { zmp: unknown[] } };
    expect(csv.trim().split('\n')).toHaveLength(json.frames + 1);
    expect(json.series.zmp).toHaveLength(json.frames);
    expect(await text('Report')).toContain('<!doctype html>');
    const picture = await saved(page, 'Picture');
    expect(picture.name).toMatch(/\.png$/);
    expect([...picture.data.subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
    const glb = await saved(page, 'GLB');
    expect((await readClips(glb.data, 'walk.glb'))[0]!.frameCount).toBe(json.frames);
    expect(studio.complaints()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('write the walk in every format that holds a person', async () => {
    const page = await studio.shared();
    const frames = (await readClips((await saved(page, 'GLB')).data, 'walk.glb'))[0]!.frameCount;
    for (const [title, extension] of [
      ['FBX', '.fbx'],
      ['VRM animation', '.vrma'],
      ['NPZ', '.npz'],
      ['TRC', '.trc'],
    ] as const) {
      const { name, data } = await saved(page, title);
      expect(name.endsWith(extension)).toBe(true);
      const [clip] = await readClips(data, name);
      expect([clip!.frameCount, clip!.roles.status], title).toEqual([frames, 'humanoid']);
    }
    // only what was read with an OpenSim model has its angles
    expect(await page.getByRole('button', { name: 'Save MOT' }).count()).toBe(0);
    expect(studio.complaints()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('write a BVH that reads as the file it came from, and opens again', async () => {
    const original = await writeClip(made, 'made-up.bvh');
    const page = await studio.shared();
    await drop(page, [{ name: 'made-up.bvh', data: original }]);
    await judged(page, 'made-up.bvh');
    const { name, data } = await saved(page, 'BVH');
    expect(name).toBe('made-up.bvh');
    const [a, b] = [await readClips(original, 'a.bvh'), await readClips(data, 'b.bvh')];
    expectSame(a[0]!, b[0]!, 1e-9);
    await page.keyboard.press('Escape');
    await drop(page, [{ name: 'again.bvh', data }]);
    await judged(page, 'again.bvh');
    expect(await page.textContent('.verdict')).toContain('Physically impossible');
  });

  it('write a GLB into the file of the user', async () => {
    const body = bodyOf(made);
    const mesh = meshFor(body, body.roles, made.skeleton);
    const original = await writeClip(made, 'made-up.glb', { fresh: true, mesh });
    const page = await studio.shared();
    await drop(page, [{ name: 'made-up.glb', data: original }]);
    await judged(page, 'made-up.glb');
    const { data } = await saved(page, 'GLB');
    const [a, b] = [await readClips(original, 'a.glb'), await readClips(data, 'b.glb')];
    expectSame(a[0]!, b[0]!, 1e-6);
    // The skin is still there: the file is about as large as it was.
    expect(data.length).toBeGreaterThan(0.9 * original.length);
  });

  it('write an FBX into the file of the user, with its other takes', async () => {
    const short = trim(made, 0, 40);
    const original = await writeClips([short, { ...trim(made, 60, 90), name: 'other' }], 'two.fbx');
    const page = await studio.shared();
    await drop(page, [{ name: 'two.fbx', data: original }]);
    await judged(page, 'two.fbx');
    const { data } = await saved(page, 'FBX');
    expect(Buffer.compare(data, original)).toBe(0); // nothing was changed
  });

  it('write a video that plays, as long as the clip and as large as the picture', async () => {
    const page = await studio.open({ viewport: { width: 900, height: 600 } });
    const short = trim(made, 30, 48); // 18 frames at 30 Hz, while the person squats
    await drop(page, [{ name: 'short.bvh', data: await writeClip(short, 'short.bvh') }]);
    await page.locator('.clip-name', { hasText: 'short.bvh' }).waitFor();
    const canvas = await page
      .locator('.stage canvas')
      .evaluate(({ width, height }: HTMLCanvasElement) => [width, height]);
    const { name, data } = await saved(page, 'Video');
    expect(name).toBe('short.webm');
    expect([...data.subarray(0, 4)]).toEqual([0x1a, 0x45, 0xdf, 0xa3]);
    expect(data.length).toBeGreaterThan(5_000);
    expect(data.length).toBeLessThan(2_000_000);
    const film = await watch(page, data, 'video/webm');
    // The last picture is shown for one frame too.
    expect(film.duration).toBeGreaterThan(17 / 30 - 0.02);
    expect(film.duration).toBeLessThan(18 / 30 + 0.06);
    expect(film.size).toEqual(canvas.map((size) => size & ~1));
    expect(film.moved).toBeGreaterThan(300);
    expect(studio.complaints()).toEqual([]);
  });

  it('write MP4 in the shape of a phone, and a GIF that moves', async () => {
    const page = await studio.open({ viewport: { width: 900, height: 600 } });
    await drop(page, [{ name: 'short.bvh', data: await writeClip(trim(made, 30, 37), 'short.bvh') }]);
    await page.locator('.clip-name', { hasText: 'short.bvh' }).waitFor(); // too short for a verdict
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByLabel('Format of the video').selectOption('MP4');
    await page.getByLabel('Shape of the video').selectOption('9:16');
    const mp4 = await saved(page, 'Video');
    expect(mp4.name).toBe('short.mp4');
    const film = await watch(page, mp4.data, 'video/mp4');
    expect(film.size).toEqual([720, 1280]);
    expect(film.duration).toBeCloseTo(7 / 30, 1);
    expect(film.moved).toBeGreaterThan(50);

    await page.getByLabel('Format of the video').selectOption('GIF');
    await page.getByLabel('Shape of the video').selectOption('1:1');
    const gif = await saved(page, 'Video');
    expect(gif.name).toBe('short.gif');
    const pictures = await page.evaluate(async (base64) => {
      const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const decoder = new ImageDecoder({ data, type: 'image/gif' });
      await decoder.tracks.ready;
      const { image } = await decoder.decode({ frameIndex: 1 });
      return {
        count: decoder.tracks.selectedTrack?.frameCount,
        width: image.displayWidth,
        height: image.displayHeight,
      };
    }, Buffer.from(gif.data).toString('base64'));
    expect(pictures).toEqual({ count: 4, width: 480, height: 480 });
    // The picture on the page is as large as before.
    const canvas = page.locator('.stage canvas');
    const [drawn, shown] = [
      await canvas.evaluate(({ width, height }: HTMLCanvasElement) => width / height),
      (await canvas.boundingBox())!,
    ];
    expect(drawn).toBeCloseTo(shown.width / shown.height, 1);
    expect(studio.complaints()).toEqual([]);
  });

  it('write a video that can be cancelled', async () => {
    const page = await studio.shared();
    const sheet = page.getByRole('dialog', { name: 'Export' });
    if (!(await sheet.isVisible())) await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Save Video' }).click();
    // The sheet covers the page, so the way out is in it.
    await sheet.getByRole('status').getByText('Recording the video').waitFor();
    await sheet.locator('.job').getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.job').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Save Video' }).isEnabled()).toBe(true);
  });
});
