import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM_FLAGS, findChromium } from '../../../../scripts/chromium.js';
import { judge } from '../../src/balance/judge.ts';
import { findBrowser } from '../../src/cli/picture/browser.ts';
import { encodeVideo } from '../../src/cli/picture/video.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { createCanvas, drawBall } from '../../src/report/picture/canvas.ts';
import { STRIP_DEFAULTS, stripFrames } from '../../src/report/picture/film-strip.ts';
import { writeGif } from '../../src/report/picture/gif.ts';
import { writeWebm } from '../../src/report/picture/webm.ts';
import { motionFolder, poise } from './support.ts';

const folder = motionFolder();
const FRAME = Buffer.of(0x21, 0xf9, 4, 0); // what stands before the delay of a picture

/** Reads a PNG of true colour without filters. */
function pixelsOf(png: Buffer) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const colourAt = (x: number, y: number): number[] => [
    ...rows.subarray(y * (3 * width + 1) + 1 + 3 * x).subarray(0, 3),
  ];
  return { width, height, colourAt };
}

/** Codes of a GIF's picture back to palette indices, by the definition of the format. */
function decodeLzw(data: readonly number[], count: number): number[] {
  const out: number[] = [];
  let [bit, width, previous] = [0, 9, [] as number[]];
  let table: number[][] = [];
  const next = (): number => {
    let code = 0;
    for (let k = 0; k < width; k++, bit++) code |= ((data[bit >> 3]! >> (bit & 7)) & 1) << k;
    return code;
  };
  while (out.length <= count) {
    const code = next();
    if (code === 256) {
      [table, width, previous] = [Array.from({ length: 258 }, (_, i) => [i]), 9, []];
      continue;
    }
    if (code === 257) break;
    const entry = table[code] ?? [...previous, previous[0]!];
    out.push(...entry);
    if (previous.length > 0 && table.length < 4096) table.push([...previous, entry[0]!]);
    if (table.length === 1 << width && width < 12) width++;
    previous = entry;
  }
  return out;
}

describe('poise strip', () => {
  it('draws as many moments as asked for, and marks those in which an error holds', async () => {
    const file = folder.path('lean.png');
    const { code, stderr } = await poise(
      'strip',
      folder.path('lean.bvh'),
      '-o',
      file,
      '--moments',
      '6',
      '--cell',
      '60',
    );
    expect([code, stderr]).toEqual([0, `wrote ${file}\n`]);
    const { width, height, colourAt } = pixelsOf(await readFile(file));
    expect(width).toBe(360);
    const [clip] = await readClips(await readFile(folder.path('lean.bvh')), 'lean.bvh');
    const { findings } = judge(clip!);
    const marked = stripFrames(clip!, { ...STRIP_DEFAULTS, moments: 6 }).map((_, k) => {
      const [red, green] = colourAt(60 * k + 30, 0);
      return red! > 200 && green! < 80;
    });
    const wrong = stripFrames(clip!, { ...STRIP_DEFAULTS, moments: 6 }).map((frame) =>
      findings.some(({ severity, start, end }) => severity === 'error' && frame >= start && frame <= end),
    );
    expect(marked).toEqual(wrong);
    expect(new Set(wrong).size).toBe(2);
    // from the side and from ahead there is somebody in the middle of every picture
    for (const top of [0, height / 2]) {
      for (let k = 0; k < 6; k++) {
        const column = Array.from({ length: height / 2 }, (_, y) => colourAt(60 * k + 30, top + y));
        expect(column.filter(([red]) => red !== 247).length).toBeGreaterThan(height / 8);
      }
    }
  });

  it.each([
    [['--moments', '0'], /a number above 0/],
    [['--moments', '999'], /from 1 to 200, found 999/],
    [['--cell', '5'], /from 16 to 1000 pixels, found 5/],
    [['--from', '3', '--to', '1'], /expected from ≤ to/],
  ])('refuses %s', async (flags, message) => {
    const { code, stderr } = await poise('strip', folder.path('squat.bvh'), '-o', folder.path('no.png'), ...flags);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('writes .png files only', async () => {
    expect(await poise('strip', folder.path('squat.bvh'), '-o', folder.path('no.jpg'))).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/expected a \.png file/),
    });
  });
});

describe('poise render', () => {
  it('writes an animation that plays as long as the clip', async () => {
    const file = folder.path('squat.gif');
    const { code } = await poise('render', folder.path('squat.bvh'), '-o', file, '--width', '48', '--rate', '10');
    expect(code).toBe(0);
    const gif = await readFile(file);
    expect(gif.subarray(0, 6).toString('latin1')).toBe('GIF89a');
    const delays: number[] = [];
    for (let at = gif.indexOf(FRAME); at >= 0; at = gif.indexOf(FRAME, at + 1))
      delays.push(gif.readUInt16LE(at + 4) / 100);
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeCloseTo(2.4, 0);
  });

  it('compresses pictures without loss', () => {
    const canvas = createCanvas(97, 61, [255, 255, 255]);
    for (let k = 0; k < 40; k++)
      drawBall(canvas, (k * 37) % 97, (k * 23) % 61, k, 4 + (k % 9), [5 * k, 255 - 5 * k, 90]);
    const gif = [...writeGif([canvas], 4)];
    const start = gif.findIndex((byte, i) => i > 13 + 768 && byte === 0x2c) + 11;
    const data: number[] = [];
    for (let at = start; gif[at] !== 0; at += gif[at]! + 1) data.push(...gif.slice(at + 1, at + 1 + gif[at]!));
    const shown = decodeLzw(data, 97 * 61).map((index) => gif.slice(13 + 3 * index, 16 + 3 * index));
    expect(shown).toHaveLength(97 * 61);
    // six or seven levels a colour: within half a level
    const worst = Math.max(...shown.flatMap((colour, i) => colour.map((c, k) => Math.abs(c - canvas.rgb[3 * i + k]!))));
    expect(worst).toBeLessThanOrEqual(26);
    expect(worst).toBeGreaterThan(0);
  });

  it('writes a video that a browser plays', async () => {
    const file = folder.path('squat.webm');
    const { code, stderr } = await poise(
      'render',
      folder.path('squat.bvh'),
      '-o',
      file,
      '--width',
      '101',
      '--rate',
      '10',
    );
    expect([code, stderr]).toEqual([0, `wrote ${file}\n`]);
    const browser = await chromium.launch({ executablePath: findChromium()!, args: CHROMIUM_FLAGS });
    try {
      const page = await browser.newPage();
      const base64 = (await readFile(file)).toString('base64');
      const seen = await page.evaluate<{
        readonly width: number;
        readonly duration: number;
      }>(`new Promise((resolve, reject) => {
        const video = document.createElement('video');
        video.oncanplaythrough = () => resolve({ width: video.videoWidth, duration: video.duration });
        video.onerror = () => reject(new Error(video.error.message));
        video.src = 'data:video/webm;base64,${base64}';
      })`);
      expect(seen.width).toBe(100);
      expect(seen.duration).toBeCloseTo(2.4, 1);
    } finally {
      await browser.close();
    }
  });

  it('says what is missing where no browser is, before anything is drawn', async () => {
    expect(() => findBrowser({ PATH: '' })).toThrow(/needs Chromium, Chrome or Edge.*\.gif/);
    expect(() => findBrowser({ POISE_CHROMIUM: '/nowhere' })).toThrow('POISE_CHROMIUM: no file at "/nowhere"');
    function* none(): Generator<never> {}
    await expect(encodeVideo(none(), 40, process.execPath)).rejects.toThrow(/the browser ended before the video/);
  });

  it('writes .gif and .webm files only', async () => {
    expect(await poise('render', folder.path('squat.bvh'), '-o', folder.path('no.mp4'))).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/expected a \.gif or \.webm file, found ".*no\.mp4"/),
    });
  });
});

describe('video files', () => {
  it('name their clusters where they are', () => {
    const picture = (time: number, key: boolean) => ({ time, key, data: Uint8Array.of(1, 2, 3) });
    const track = { codec: 'V_VP9', width: 64, height: 32, frameTime: 100 } as const;
    const file = writeWebm(track, [picture(0, true), picture(100, false), picture(200, true)]);
    const hex = Buffer.from(file).toString('hex');
    const clusterAt = [...hex.matchAll(/1f43b675/g)].map(({ index }) => index / 2);
    const segmentStart = hex.indexOf('18538067') / 2 + 4 + 8;
    // The index counts places from the start of the segment's content.
    const named = [...hex.matchAll(/f10100000000000004(.{8})/g)].map(([, place]) => Number.parseInt(place!, 16));
    expect(clusterAt.length).toBe(2);
    expect(named.map((place) => place + segmentStart)).toEqual(clusterAt);
  });
});
