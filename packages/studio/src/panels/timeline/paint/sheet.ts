/** A canvas made ready to be painted in CSS pixels, and the stretch of time it shows. */
import type { Columns } from '../columns.ts';
import type { Palette } from '../palette.ts';
import { type TimeBase, type TimeRange, xOfTime } from '../range.ts';

export interface Sheet {
  readonly ctx: CanvasRenderingContext2D;
  readonly width: number; // [px]
  readonly ratio: number; // device pixels per CSS pixel
  readonly base: TimeBase;
  readonly range: TimeRange;
  readonly palette: Palette;
}

/** Sizes the canvas for the screen it is on and clears it; undefined where the browser gives no context. */
export function clearCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  ratio: number,
): CanvasRenderingContext2D | undefined {
  const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
  const ctx = canvas.getContext('2d') ?? undefined;
  ctx?.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx?.clearRect(0, 0, width, height);
  return ctx;
}

/** Left and right edge [px] of the cells of a stretch of frames, cut to the sheet (with a little beyond for borders). */
export function stretchEdges({ base, range, width }: Sheet, start: number, end: number): [left: number, right: number] {
  const left = xOfTime(range, width, (start - 0.5) * base.frameTime);
  const right = xOfTime(range, width, (end + 0.5) * base.frameTime);
  return [Math.max(-4, left), Math.min(width + 4, right)];
}

/** Fills runs of columns that share a colour. Columns are device pixels; undefined paints nothing. */
export function fillColumns<T extends string | number>(
  { ctx, ratio }: Sheet,
  columns: Columns,
  colourOf: (column: number) => T | undefined,
  fill: (colour: T, x: number, width: number) => void,
): void {
  const count = columns.first.length;
  let from = 0;
  let colour = count > 0 ? colourOf(0) : undefined;
  ctx.save();
  for (let c = 1; c <= count; c++) {
    const next = c < count ? colourOf(c) : undefined;
    if (c < count && next === colour) continue;
    if (colour !== undefined) fill(colour, from / ratio, (c - from) / ratio);
    from = c;
    colour = next;
  }
  ctx.restore();
}

const stripes = new Map<string, HTMLCanvasElement>();

/** Diagonal stripes of a colour, for what is not judged and what is held by hand. */
export function stripePattern(ctx: CanvasRenderingContext2D, colour: string, ratio: number, gap: number) {
  const size = Math.round(gap * ratio);
  const key = `${colour} ${size}`;
  let tile = stripes.get(key);
  if (!tile) {
    tile = document.createElement('canvas');
    tile.width = size;
    tile.height = size;
    const brush = tile.getContext('2d');
    if (brush) {
      brush.strokeStyle = colour;
      brush.lineWidth = Math.max(1, ratio);
      brush.beginPath();
      // The neighbours' ends make the corners join.
      for (const shift of [-size, 0, size]) {
        brush.moveTo(shift - 1, size + 1);
        brush.lineTo(shift + size + 1, -1);
      }
      brush.stroke();
    }
    stripes.set(key, tile);
  }
  const pattern = ctx.createPattern(tile, 'repeat');
  pattern?.setTransform(new DOMMatrix([1 / ratio, 0, 0, 1 / ratio, 0, 0]));
  return pattern ?? colour;
}
