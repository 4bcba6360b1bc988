/** A picture that is computed, not drawn by a browser: pixels with depth, shaded balls, lines and short texts. */
import { GLYPH_HEIGHT, GLYPH_WIDTH, glyphOf } from './glyphs.ts';

export type Colour = readonly [red: number, green: number, blue: number]; // 0 … 255

export interface Canvas {
  readonly width: number; // [pixels]
  readonly height: number;
  readonly rgb: Uint8Array; // height × width × 3, the top row first
  readonly depth: Float64Array; // height × width, towards the viewer; −Infinity: nothing is there
}

export function createCanvas(width: number, height: number, background: Colour): Canvas {
  const rgb = new Uint8Array(3 * width * height);
  for (let i = 0; i < rgb.length; i++) rgb[i] = background[i % 3];
  return { width, height, rgb, depth: new Float64Array(width * height).fill(Number.NEGATIVE_INFINITY) };
}

/** Towards the light, in the picture's axes: right, up, to the viewer. */
const LIGHT = [-0.37, 0.74, 0.56] as const;
const AMBIENT = 0.42; // share of a colour that shadow keeps

/** A shaded ball, middle (x, y) [pixels from the top left] at depth z, in front of what is further away. */
export function drawBall(canvas: Canvas, x: number, y: number, z: number, radius: number, colour: Colour): void {
  const { width, height, rgb, depth } = canvas;
  const top = Math.max(0, Math.ceil(y - radius));
  const bottom = Math.min(height - 1, Math.floor(y + radius));
  for (let row = top; row <= bottom; row++) {
    const up = (y - row) / radius;
    const half = radius * Math.sqrt(Math.max(0, 1 - up * up));
    const end = Math.min(width - 1, Math.floor(x + half));
    for (let column = Math.max(0, Math.ceil(x - half)); column <= end; column++) {
      const right = (column - x) / radius;
      const front = Math.sqrt(Math.max(0, 1 - up * up - right * right));
      const at = row * width + column;
      const near = z + radius * front;
      if (near <= depth[at]) continue;
      depth[at] = near;
      const lit = Math.max(0, LIGHT[0] * right + LIGHT[1] * up + LIGHT[2] * front);
      const share = AMBIENT + (1 - AMBIENT) * lit;
      for (let c = 0; c < 3; c++) rgb[3 * at + c] = Math.round(share * colour[c]);
    }
  }
}

/** A rectangle over everything. */
export function fillRectangle(canvas: Canvas, x: number, y: number, w: number, h: number, colour: Colour): void {
  const [left, top] = [Math.max(0, Math.round(x)), Math.max(0, Math.round(y))];
  const [right, bottom] = [Math.min(canvas.width, Math.round(x + w)), Math.min(canvas.height, Math.round(y + h))];
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) canvas.rgb.set(colour, 3 * (row * canvas.width + column));
  }
}

/** A text of digits and a few letters over everything; `size` pixels per dot of a glyph. */
export function drawText(canvas: Canvas, text: string, x: number, y: number, size: number, colour: Colour): void {
  for (const [i, sign] of [...text].entries()) {
    const rows = glyphOf(sign);
    for (let row = 0; row < GLYPH_HEIGHT; row++) {
      for (let column = 0; column < GLYPH_WIDTH; column++) {
        if (((rows[row] >> (GLYPH_WIDTH - 1 - column)) & 1) === 0) continue;
        fillRectangle(canvas, x + size * (i * (GLYPH_WIDTH + 1) + column), y + size * row, size, size, colour);
      }
    }
  }
}

/** Copies a canvas into another one, its top left corner at (x, y); what reaches beyond is cut off. */
export function paste(onto: Canvas, from: Canvas, x: number, y: number): void {
  const columns = Math.min(from.width, onto.width - x);
  for (let row = 0; row < Math.min(from.height, onto.height - y); row++) {
    const source = 3 * row * from.width;
    onto.rgb.set(from.rgb.subarray(source, source + 3 * columns), 3 * ((row + y) * onto.width + x));
  }
}

/** Half as wide and high, every pixel the mean of four: smooth edges. */
export function halved(canvas: Canvas): Canvas {
  const small = createCanvas(canvas.width >> 1, canvas.height >> 1, [0, 0, 0]);
  const line = 3 * canvas.width;
  for (let row = 0; row < small.height; row++) {
    for (let column = 0; column < small.width; column++) {
      const from = 2 * row * line + 6 * column;
      const to = 3 * (row * small.width + column);
      for (let c = 0; c < 3; c++) {
        const sum =
          canvas.rgb[from + c] +
          canvas.rgb[from + 3 + c] +
          canvas.rgb[from + line + c] +
          canvas.rgb[from + line + 3 + c];
        small.rgb[to + c] = Math.round(sum / 4);
      }
    }
  }
  return small;
}
