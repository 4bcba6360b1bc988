/** Looks at the viewport's picture from inside the page: counts pixels by colour, compares two pictures. */

import type { Page } from 'playwright-core';
import type { Clip } from 'poise';
import type { StageView } from '../../src/scene/contract.ts';
import type { Viewport } from '../../src/scene/viewport.ts';

export interface Probe {
  readonly take: (name: string) => Promise<void>;
  /** How many pixels differ visibly. */
  readonly difference: (a: string, b: string) => number;
  /** How many pixels are taken by one figure and not by the other; `empty`: the picture without either. */
  readonly outline: (a: string, b: string, empty: string) => number;
  /** How many pixels are nearly of this colour. */
  readonly count: (name: string, colour: Rgb, within: number) => number;
  /** How many pixels lean clearly towards a hue: the channel that it lacks is below the others. */
  readonly leaning: (name: string, lacking: 0 | 1 | 2) => number;
  /** Number of different colours, coarsely. */
  readonly colours: (name: string) => number;
}

declare global {
  interface Window {
    fixture: {
      readonly viewport: Viewport;
      readonly view: StageView & { readonly clip: Clip };
      readonly messages: readonly string[];
      readonly showMs: number; // what putting the clip on stage cost the script [ms]
      readonly overlaysOf: (names: string) => Record<string, boolean>;
    };
    probe: Probe;
    loss: WEBGL_lose_context;
  }
}

type Rgb = readonly [number, number, number];

/** Puts the helpers into the page; they work on the picture as the viewport hands it out. */
export async function installProbe(page: Page): Promise<void> {
  await page.evaluate(() => {
    const pictureOf = async (): Promise<ImageData> => {
      const { viewport } = window.fixture;
      const bitmap = await createImageBitmap(await viewport.snapshot());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      return context.getImageData(0, 0, bitmap.width, bitmap.height);
    };
    const pictures = new Map<string, ImageData>();
    const differs = (a: string, b: string, i: number): boolean => {
      const [p, q] = [pictures.get(a)!.data, pictures.get(b)!.data];
      return Math.abs(p[i]! - q[i]!) + Math.abs(p[i + 1]! - q[i + 1]!) + Math.abs(p[i + 2]! - q[i + 2]!) > 24;
    };
    window.probe = {
      async take(name) {
        pictures.set(name, await pictureOf());
      },
      difference(a, b) {
        let count = 0;
        for (let i = 0; i < pictures.get(a)!.data.length; i += 4) if (differs(a, b, i)) count++;
        return count;
      },
      outline(a, b, empty) {
        let count = 0;
        for (let i = 0; i < pictures.get(a)!.data.length; i += 4) {
          if (differs(a, empty, i) !== differs(b, empty, i)) count++;
        }
        return count;
      },
      count(name, [r, g, b], within) {
        const { data } = pictures.get(name)!;
        let count = 0;
        for (let i = 0; i < data.length; i += 4) {
          if (Math.hypot(data[i]! - r, data[i + 1]! - g, data[i + 2]! - b) < within) count++;
        }
        return count;
      },
      leaning(name, lacking) {
        const { data } = pictures.get(name)!;
        let count = 0;
        for (let i = 0; i < data.length; i += 4) {
          const rgb = [data[i]!, data[i + 1]!, data[i + 2]!];
          const others = rgb.filter((_, k) => k !== lacking);
          if (Math.min(...others) - rgb[lacking]! > 22) count++;
        }
        return count;
      },
      colours(name) {
        const { data } = pictures.get(name)!;
        const seen = new Set<number>();
        for (let i = 0; i < data.length; i += 4) {
          seen.add((data[i]! >> 3) * 1024 + (data[i + 1]! >> 3) * 32 + (data[i + 2]! >> 3));
        }
        return seen.size;
      },
    };
  });
}

export interface Picture {
  readonly overlays?: string; // names, as the fixture takes them
  readonly time?: number; // [s]
  readonly person?: boolean;
  readonly ghosts?: number; // per side
}

/** Shows something else in the page that is open and keeps the picture under a name. */
export async function take(page: Page, name: string, picture: Picture): Promise<void> {
  await page.evaluate(
    async ([key, wish]) => {
      const { viewport, view, overlaysOf } = window.fixture;
      const overlays = { ...overlaysOf(wish.overlays ?? 'none'), character: wish.person ?? true };
      const ghosts = { on: wish.ghosts !== undefined, count: wish.ghosts ?? 0, spacing: 0.3 };
      viewport.show({ ...view, overlays, ghosts });
      viewport.setTime((wish.time ?? 0) / view.clip.frameTime);
      await viewport.ready();
      await window.probe.take(key);
    },
    [name, picture] as const,
  );
}

export const difference = (page: Page, a: string, b: string): Promise<number> =>
  page.evaluate(([p, q]) => window.probe.difference(p, q), [a, b] as const);

export const countColour = (page: Page, name: string, colour: number, within = 40): Promise<number> => {
  const rgb: Rgb = [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];
  return page.evaluate(([key, c, w]) => window.probe.count(key, c, w), [name, rgb, within] as const);
};

export const colourCount = (page: Page, name: string): Promise<number> =>
  page.evaluate((key) => window.probe.colours(key), name);

/** Pixels that lean towards cyan (which lacks red) or magenta (which lacks green). */
export const leaning = (page: Page, name: string, hue: 'cyan' | 'magenta'): Promise<number> =>
  page.evaluate(([key, k]) => window.probe.leaning(key, k), [name, hue === 'cyan' ? 0 : 1] as const);
