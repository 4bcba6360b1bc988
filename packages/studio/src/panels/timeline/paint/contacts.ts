/** Contact lanes: what was detected, and over it what a person holds on or off. */
import type { BalanceReport } from 'poise';
import type { ContactOverride } from 'poise/lint';
import { type Columns, coverageColumns } from '../columns.ts';
import type { Lane } from '../lanes.ts';
import type { ContactPlace } from '../overrides.ts';
import { touchesOf } from '../signals.ts';
import { fillColumns, type Sheet, stretchEdges, stripePattern } from './sheet.ts';

const SHADES = 6; // of partly touching columns

export function paintContacts(
  sheet: Sheet,
  columns: Columns,
  lane: Lane,
  place: ContactPlace,
  report: BalanceReport | undefined,
  overrides: readonly ContactOverride[],
): void {
  const { ctx, palette } = sheet;
  ctx.fillStyle = palette['panel-2'];
  ctx.fillRect(0, lane.y, sheet.width, lane.height);
  const colour = palette[place.side];
  if (report) {
    const coverage = coverageColumns(touchesOf(report, place), columns);
    const shade = (c: number): number | undefined => Math.ceil(coverage[c]! * SHADES) || undefined;
    fillColumns(sheet, columns, shade, (level, x, width) => {
      ctx.globalAlpha = 0.78 * (level / SHADES);
      ctx.fillStyle = colour;
      ctx.fillRect(x, lane.y + 1, width, lane.height - 2);
    });
    ctx.globalAlpha = 1;
  }
  for (const override of overrides) {
    if (override.side !== place.side) continue;
    if (override.part === 'all' || override.part === place.part) paintOverride(sheet, lane, override, colour);
    else if (place.part === 'all') paintTrace(sheet, lane, override, colour);
  }
}

/** Held on: bright stripes in a frame. Held off: an empty frame, struck through. */
function paintOverride(sheet: Sheet, lane: Lane, override: ContactOverride, colour: string): void {
  const { ctx, palette, ratio } = sheet;
  const [left, right] = stretchEdges(sheet, override.start, override.end);
  if (right < 0 || left > sheet.width) return;
  const width = Math.max(3, right - left);
  ctx.fillStyle = palette.panel;
  ctx.fillRect(left, lane.y, width, lane.height);
  if (override.touches) {
    ctx.globalAlpha = 0.45;
    ctx.fillStyle = colour;
    ctx.fillRect(left, lane.y, width, lane.height);
    ctx.globalAlpha = 1;
    ctx.fillStyle = stripePattern(ctx, colour, ratio, 5);
    ctx.fillRect(left, lane.y, width, lane.height);
  } else {
    ctx.fillStyle = colour;
    ctx.fillRect(left + 3, lane.y + lane.height / 2 - 0.5, Math.max(0, width - 6), 1);
  }
  ctx.strokeStyle = palette.text;
  ctx.lineWidth = 1;
  ctx.setLineDash(override.touches ? [] : [3, 2]);
  ctx.strokeRect(left + 0.5, lane.y + 0.5, Math.max(1, width - 1), lane.height - 1);
  ctx.setLineDash([]);
}

/** In a folded lane, a correction of one part is only hinted at. */
function paintTrace(sheet: Sheet, lane: Lane, override: ContactOverride, colour: string): void {
  const [left, right] = stretchEdges(sheet, override.start, override.end);
  sheet.ctx.fillStyle = override.touches ? colour : sheet.palette.text;
  sheet.ctx.fillRect(left, lane.y + lane.height - 3, Math.max(2, right - left), 2);
}
