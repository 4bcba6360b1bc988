/** Marks and numbers along the top. */
import { type RulerUnit, rulerTicks } from '../ticks.ts';
import type { Sheet } from './sheet.ts';

const LEAST_GAP = 8; // [px] between two numbers
const LABEL_MIDDLE = 9; // [px] from the top: the head of the playhead has the lower part to itself

const widths = new Map<string, number>();

/** Measuring is slow: figures are all as wide as each other, so that texts of one shape share a width. */
function widthOf(ctx: CanvasRenderingContext2D, label: string): number {
  const shape = `${ctx.font} ${label.replaceAll(/\d/g, '0')}`;
  const known = widths.get(shape) ?? ctx.measureText(label.replaceAll(/\d/g, '0')).width;
  widths.set(shape, known);
  return known;
}

export function paintRuler(sheet: Sheet, height: number, unit: RulerUnit, firstFrame: number): void {
  const { ctx, width, palette } = sheet;
  ctx.font = `13px ${palette.font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  let taken = Number.NEGATIVE_INFINITY; // [px] right end of the last number
  for (const { x, label } of rulerTicks(sheet.base, sheet.range, width, unit, firstFrame)) {
    const at = Math.round(x);
    ctx.fillStyle = label === undefined ? palette.line : palette['text-2'];
    const length = label === undefined ? 5 : 9;
    ctx.fillRect(at, height - length, 1, length);
    if (label === undefined) continue;
    // A number that would run off the right edge stands left of its mark, and is left out where that is taken.
    const wide = widthOf(ctx, label);
    const left = at + 4 + wide > width ? at - wide - 3 : at + 4;
    if (left < taken + LEAST_GAP) continue;
    taken = left + wide;
    ctx.fillText(label, left, LABEL_MIDDLE);
  }
}

/** Faint lines at the ruler's numbers, through all lanes. */
export function paintGrid(sheet: Sheet, height: number, unit: RulerUnit, firstFrame: number): void {
  sheet.ctx.fillStyle = sheet.palette.line;
  sheet.ctx.globalAlpha = 0.55;
  for (const { x, label } of rulerTicks(sheet.base, sheet.range, sheet.width, unit, firstFrame)) {
    if (label !== undefined) sheet.ctx.fillRect(Math.round(x), 0, 1, height);
  }
  sheet.ctx.globalAlpha = 1;
}
