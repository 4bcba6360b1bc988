/** Pictures of the page, looked at with the browser's own decoder. */
import type { Locator, Page } from 'playwright-core';

export type Rgb = readonly [red: number, green: number, blue: number];

export interface Difference {
  readonly share: number; // of the pixels that differ visibly, 0 … 1
  readonly sameSize: boolean;
}

/** Two PNGs: how much of the picture differs by more than `step` in any channel, after a blur over neighbours that forgives
 *  edges which fall between pixels differently. */
export function comparePictures(page: Page, a: Buffer, b: Buffer, step: number): Promise<Difference> {
  return page.evaluate(
    async ([first, second, least]) => {
      const pixelsOf = async (base64: string): Promise<ImageData> => {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
        context.filter = 'blur(1px)';
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, bitmap.width, bitmap.height);
      };
      const [p, q] = await Promise.all([pixelsOf(first), pixelsOf(second)]);
      if (p.width !== q.width || p.height !== q.height) return { share: 1, sameSize: false };
      let count = 0;
      for (let i = 0; i < p.data.length; i += 4) {
        const red = Math.abs(p.data[i]! - q.data[i]!);
        const green = Math.abs(p.data[i + 1]! - q.data[i + 1]!);
        const blue = Math.abs(p.data[i + 2]! - q.data[i + 2]!);
        if (red > least || green > least || blue > least) count++;
      }
      return { share: count / (p.width * p.height), sameSize: true };
    },
    [a.toString('base64'), b.toString('base64'), step] as const,
  );
}

/** How many pixels of a part of the page are nearly of a colour. */
export async function countColour(part: Locator, [r, g, b]: Rgb, within = 60): Promise<number> {
  const data = await pixelsOf(part);
  let count = 0;
  for (let i = 0; i < data.length; i += 3)
    if (Math.hypot(data[i]! - r, data[i + 1]! - g, data[i + 2]! - b) < within) count++;
  return count;
}

/** How many pixels lean clearly towards red (0), green (1) or blue (2), however they are lit. */
export async function countLeaning(part: Locator, channel: 0 | 1 | 2): Promise<number> {
  const data = await pixelsOf(part);
  let count = 0;
  for (let i = 0; i < data.length; i += 3) {
    const others = [0, 1, 2].filter((k) => k !== channel).map((k) => data[i + k]!);
    if (data[i + channel]! - Math.max(...others) > 30) count++;
  }
  return count;
}

/** pixels×3 of a part of the page as it is shown. */
async function pixelsOf(part: Locator): Promise<Uint8Array> {
  const picture = (await part.screenshot()).toString('base64');
  const packed = await part.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let text = '';
    for (let i = 0; i < data.length; i += 4) text += String.fromCharCode(data[i]!, data[i + 1]!, data[i + 2]!);
    return btoa(text);
  }, picture);
  return new Uint8Array(Buffer.from(packed, 'base64'));
}
