/** GIF89a files: one table of colours, LZW, an endless loop. */
export interface GifPicture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array; // height × width × 3, the top row first
}

/** Up to 256 colours, and which of them stands for another. */
export interface GifColours {
  readonly table: Uint8Array; // 256 × 3
  readonly indexOf: (red: number, green: number, blue: number) => number;
}

const LEVELS = [6, 7, 6] as const; // of red, green, blue: 252 colours
const CODE_BITS = 8;
const CLEAR = 1 << CODE_BITS;
const END = CLEAR + 1;
const MOST_CODES = 4096;
const MOST_BLOCK = 255; // [bytes]

/** Frames of one size as an animation; `delay`: [1/100 s] that a frame is shown. Without colours of its own it has even levels of each. */
export function writeGif(
  frames: Iterable<GifPicture>,
  delay: number,
  colours: GifColours = EVEN,
): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  const short = (value: number): number => bytes.push(value & 255, value >> 8);
  for (const canvas of frames) {
    if (bytes.length === 0) {
      bytes.push(...ascii('GIF89a'));
      short(canvas.width);
      short(canvas.height);
      bytes.push(0xf7, 0, 0, ...colours.table);
      bytes.push(0x21, 0xff, 11, ...ascii('NETSCAPE2.0'), 3, 1, 0, 0, 0);
    }
    bytes.push(0x21, 0xf9, 4, 0);
    short(delay);
    bytes.push(0, 0, 0x2c, 0, 0, 0, 0);
    short(canvas.width);
    short(canvas.height);
    bytes.push(0, CODE_BITS);
    appendBlocks(bytes, compress(indices(canvas, colours)));
  }
  bytes.push(0x3b);
  return Uint8Array.from(bytes);
}

const ascii = (text: string): number[] => [...text].map((sign) => sign.charCodeAt(0));

const level = (value: number, c: 0 | 1 | 2): number => Math.round((value * (LEVELS[c] - 1)) / 255);

const EVEN: GifColours = {
  table: evenTable(),
  indexOf: (red, green, blue) => (level(red, 0) * LEVELS[1] + level(green, 1)) * LEVELS[2] + level(blue, 2),
};

function evenTable(): Uint8Array {
  const [reds, greens, blues] = LEVELS;
  const colours = new Uint8Array(3 * 256);
  for (let i = 0; i < reds * greens * blues; i++) {
    colours[3 * i] = Math.round((255 * Math.floor(i / (greens * blues))) / (reds - 1));
    colours[3 * i + 1] = Math.round((255 * (Math.floor(i / blues) % greens)) / (greens - 1));
    colours[3 * i + 2] = Math.round((255 * (i % blues)) / (blues - 1));
  }
  return colours;
}

function indices({ rgb }: GifPicture, { indexOf }: GifColours): Uint8Array {
  const out = new Uint8Array(rgb.length / 3);
  for (let i = 0; i < out.length; i++) out[i] = indexOf(rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]);
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
