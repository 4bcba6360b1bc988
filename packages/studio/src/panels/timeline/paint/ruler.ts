/** Marks and numbers along the top. */
import { type RulerUnit, rulerTicks } from '../ticks.ts';
import type { Sheet } from './sheet.ts';

const LONGEST_LABEL = 64; // [px]

export function paintRuler(sheet: Sheet, height: number, unit: RulerUnit, firstFrame: number): void {
  const { ctx, width, palette } = sheet;
  ctx.font = `11px ${palette.font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  for (const { x, label } of rulerTicks(sheet.base, sheet.range, width, unit, firstFrame)) {
    const at = Math.round(x);
    ctx.fillStyle = label === undefined ? palette.line : palette['text-2'];
    const length = label === undefined ? 5 : 9;
    ctx.fillRect(at, height - length, 1, length);
    if (label === undefined) continue;
    // A number that would run off the right edge stands left of its mark. Measuring is slow, so only where it may matter.
    const wide = at + LONGEST_LABEL > width ? ctx.measureText(label).width : 0;
    ctx.fillText(label, at + 4 + wide > width ? at - wide - 3 : at + 4, height / 2 - 2);
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
