/** The support bar and the heat strip of the imbalance. */
import type { BalanceReport } from 'poise';
import { SUPPORT_PHASES, type SupportPhase } from 'poise/lint';
import { type Columns, dominantColumns, largestColumns, NOTHING, shareColumns } from '../columns.ts';
import type { Lane } from '../lanes.ts';
import { inkOn, type Palette } from '../palette.ts';
import { IMBALANCE_ERROR, IMBALANCE_WARNING } from '../signals.ts';
import { fillColumns, type Sheet, stripePattern } from './sheet.ts';

const phaseColour = (palette: Palette, phase: SupportPhase): string =>
  phase === 'other' ? palette['text-2'] : palette[phase];

const PHASE_LABELS: Readonly<Record<SupportPhase, string>> = {
  flight: 'flight',
  left: 'left',
  right: 'right',
  double: 'double',
  other: 'other',
};

const CROWDED = 8; // frames in a column from which on shares are shown
const STRIDE = 1.2; // [s] about one stride, over which shares are taken

/** Far out, how much of the time each phase takes, stacked; the eye could not tell one step from the next. */
function paintShares(sheet: Sheet, columns: Columns, lane: Lane, report: BalanceReport): void {
  const { ctx, palette, ratio } = sheet;
  const kinds = SUPPORT_PHASES.length;
  const shares = shareColumns(report.phase, columns, kinds, Math.round(STRIDE / 2 / report.frameTime));
  for (let c = 0; c < columns.first.length; c++) {
    let y = lane.y + lane.height;
    for (const phase of STACKED) {
      const tall = shares[c * kinds + SUPPORT_PHASES.indexOf(phase)]! * lane.height;
      if (tall === 0) continue;
      ctx.fillStyle = phaseColour(palette, phase);
      ctx.fillRect(c / ratio, y - tall, 1 / ratio, tall);
      y -= tall;
    }
  }
}

const STACKED: readonly SupportPhase[] = ['other', 'double', 'left', 'right', 'flight'];

export function paintSupport(sheet: Sheet, columns: Columns, lane: Lane, report: BalanceReport): void {
  const { ctx, palette } = sheet;
  if (columns.last[0]! - columns.first[0]! >= CROWDED) {
    paintShares(sheet, columns, lane, report);
    return;
  }
  const phases = dominantColumns(report.phase, columns, SUPPORT_PHASES.length);
  ctx.font = `600 13px ${palette.font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'center';
  const colourOf = (c: number): number | undefined => (phases[c] === NOTHING ? undefined : phases[c]);
  fillColumns(sheet, columns, colourOf, (index, x, width) => {
    const phase = SUPPORT_PHASES[index]!;
    const colour = phaseColour(palette, phase);
    const middle = lane.y + lane.height / 2;
    ctx.fillStyle = colour;
    // Flight is a thin line in the middle: nothing carries.
    if (phase === 'flight') ctx.fillRect(x, middle - 3, width, 6);
    else ctx.fillRect(x, lane.y, width, lane.height);
    if (width < 3) return;
    // A hairline of background keeps neighbours apart without relying on their colours.
    ctx.fillStyle = palette.panel;
    ctx.fillRect(x + width - 0.75, lane.y, 0.75, lane.height);
    if (phase === 'flight' || width < 46) return;
    ctx.fillStyle = inkOn(colour);
    ctx.fillText(PHASE_LABELS[phase], x + width / 2, middle + 0.5);
  });
}

const LEVELS = 48;
const HIGHEST = 1.5 * IMBALANCE_ERROR; // [m] at full height

/** Height tells how much, colour what the linter says of it; frames that are not judged are hatched. */
export function paintImbalance(sheet: Sheet, columns: Columns, lane: Lane, size: Float32Array): void {
  const { ctx, palette, ratio } = sheet;
  const largest = largestColumns(size, columns);
  const hatch = stripePattern(ctx, palette.line, ratio, 6);
  const inside = (c: number): boolean => columns.last[c]! >= columns.first[c]!;
  fillColumns(
    sheet,
    columns,
    (c) => (inside(c) ? (Number.isNaN(largest[c]) ? -1 : levelOf(largest[c]!)) : undefined),
    (level, x, width) => {
      if (level < 0) {
        ctx.fillStyle = hatch;
        ctx.fillRect(x, lane.y, width, lane.height);
        return;
      }
      const metres = (level / LEVELS) * HIGHEST;
      ctx.fillStyle = heatColour(palette, metres);
      ctx.globalAlpha = metres > IMBALANCE_WARNING ? 0.32 : 0.14;
      ctx.fillRect(x, lane.y, width, lane.height);
      ctx.globalAlpha = 1;
      const tall = Math.max(1, (level / LEVELS) * lane.height);
      ctx.fillRect(x, lane.y + lane.height - tall, width, tall);
    },
  );
  // Where warning and objection begin.
  ctx.fillStyle = palette['text-2'];
  for (const limit of [IMBALANCE_WARNING, IMBALANCE_ERROR]) {
    ctx.globalAlpha = 0.35;
    ctx.fillRect(0, Math.round(lane.y + lane.height * (1 - limit / HIGHEST)), sheet.width, 0.75);
  }
  ctx.globalAlpha = 1;
}

const levelOf = (metres: number): number => Math.min(LEVELS, Math.ceil((metres / HIGHEST) * LEVELS));

const heatColour = (palette: Palette, metres: number): string =>
  metres > IMBALANCE_ERROR ? palette.bad : metres > IMBALANCE_WARNING ? palette.warn : palette.good;
