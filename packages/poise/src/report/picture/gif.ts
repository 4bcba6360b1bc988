/** GIF89a files of computed pictures: one fixed palette, LZW, an endless loop. */
import type { Canvas } from './canvas.ts';

const LEVELS = [6, 7, 6] as const; // of red, green, blue: 252 colours
const CODE_BITS = 8;
const CLEAR = 1 << CODE_BITS;
const END = CLEAR + 1;
const MOST_CODES = 4096;
const MOST_BLOCK = 255; // [bytes]

/** Frames of one size as an animation; `delay`: [1/100 s] that a frame is shown. */
export function writeGif(frames: Iterable<Canvas>, delay: number): Uint8Array {
  const bytes: number[] = [];
  const short = (value: number): number => bytes.push(value & 255, value >> 8);
  for (const canvas of frames) {
    if (bytes.length === 0) {
      bytes.push(...ascii('GIF89a'));
      short(canvas.width);
      short(canvas.height);
      bytes.push(0xf7, 0, 0, ...palette());
      bytes.push(0x21, 0xff, 11, ...ascii('NETSCAPE2.0'), 3, 1, 0, 0, 0);
    }
    bytes.push(0x21, 0xf9, 4, 0);
    short(delay);
    bytes.push(0, 0, 0x2c, 0, 0, 0, 0);
    short(canvas.width);
    short(canvas.height);
    bytes.push(0, CODE_BITS);
    appendBlocks(bytes, compress(indices(canvas)));
  }
  bytes.push(0x3b);
  return Uint8Array.from(bytes);
}

const ascii = (text: string): number[] => [...text].map((sign) => sign.charCodeAt(0));

function palette(): number[] {
  const [reds, greens, blues] = LEVELS;
  const colours = new Array<number>(3 * 256).fill(0);
  for (let i = 0; i < reds * greens * blues; i++) {
    colours[3 * i] = Math.round((255 * Math.floor(i / (greens * blues))) / (reds - 1));
    colours[3 * i + 1] = Math.round((255 * (Math.floor(i / blues) % greens)) / (greens - 1));
    colours[3 * i + 2] = Math.round((255 * (i % blues)) / (blues - 1));
  }
  return colours;
}

function indices({ rgb }: Canvas): Uint8Array {
  const out = new Uint8Array(rgb.length / 3);
  const level = (value: number, c: number): number => Math.round((value * (LEVELS[c] - 1)) / 255);
  for (let i = 0; i < out.length; i++) {
    const [red, green, blue] = [level(rgb[3 * i], 0), level(rgb[3 * i + 1], 1), level(rgb[3 * i + 2], 2)];
    out[i] = (red * LEVELS[1] + green) * LEVELS[2] + blue;
  }
  return out;
}

/** LZW with codes of 9 to 12 bits, the lowest bit first. */
function compress(pixels: Uint8Array): number[] {
  const out: number[] = [];
  let [buffer, filled, width] = [0, 0, CODE_BITS + 1];
  const emit = (code: number): void => {
    buffer |= code << filled;
    for (filled += width; filled >= 8; filled -= 8) {
      out.push(buffer & 255);
      buffer >>>= 8;
    }
  };
  const known = new Map<number, number>(); // (code of a string, next pixel) → code
  let free = END + 1;
  emit(CLEAR);
  let current = pixels[0] ?? 0;
  for (let i = 1; i < pixels.length; i++) {
    const key = current * 256 + pixels[i];
    const longer = known.get(key);
    if (longer !== undefined) {
      current = longer;
      continue;
    }
    emit(current);
    current = pixels[i];
    if (free < MOST_CODES) {
      if (free === 1 << width) width++;
      known.set(key, free++);
      continue;
    }
    emit(CLEAR);
    known.clear();
    [free, width] = [END + 1, CODE_BITS + 1];
  }
  emit(current);
  emit(END);
  if (filled > 0) out.push(buffer & 255);
  return out;
}

function appendBlocks(bytes: number[], data: readonly number[]): void {
  for (let at = 0; at < data.length; at += MOST_BLOCK) {
    const block = data.slice(at, at + MOST_BLOCK);
    bytes.push(block.length, ...block);
  }
  bytes.push(0);
}
