/** Findings and pushes: things that happen at a moment. */
import type { Finding, ForceTrack } from 'poise';
import { findingRowY } from '../hit.ts';
import type { Lane } from '../lanes.ts';
import type { Palette } from '../palette.ts';
import { xOfTime } from '../range.ts';
import { pushShape } from '../signals.ts';
import { type Sheet, stretchEdges } from './sheet.ts';

const severityColour = (palette: Palette, { severity }: Finding): string =>
  severity === 'error' ? palette.bad : severity === 'warning' ? palette.warn : palette['text-2'];

const ORDER: Readonly<Record<Finding['severity'], number>> = { note: 0, warning: 1, error: 2 };

/** A bar for the stretch, a diamond at its worst frame; the worst kinds on top. */
export function paintFindings(
  sheet: Sheet,
  lane: Lane,
  findings: readonly Finding[],
  rows: readonly number[],
  chosen: number | undefined,
): void {
  const { ctx, base, palette, range, width } = sheet;
  const order = findings.map((_, i) => i).sort((a, b) => ORDER[findings[a]!.severity] - ORDER[findings[b]!.severity]);
  for (const i of order) {
    const finding = findings[i]!;
    const [left, right] = stretchEdges(sheet, finding.start, finding.end);
    if (right < 0 || left > width) continue;
    const y = lane.y + findingRowY(rows[i] ?? 0);
    const colour = severityColour(palette, finding);
    ctx.fillStyle = colour;
    ctx.globalAlpha = i === chosen ? 1 : 0.6;
    roundBar(ctx, left, y - 2, Math.max(3, right - left), 4, 2);
    ctx.globalAlpha = 1;
    const worst = xOfTime(range, width, finding.worst * base.frameTime);
    diamond(ctx, worst, y, i === chosen ? 4.5 : 3.5);
    if (i !== chosen) continue;
    ctx.strokeStyle = palette.text;
    ctx.lineWidth = 1;
    ctx.strokeRect(left - 1.5, y - 4, Math.max(6, right - left + 3), 8);
  }
}

/** A bar as long as the push, as strong as it is tall, with a diamond at its strongest moment; in words where there is room. */
export function paintEvents(sheet: Sheet, lane: Lane, events: readonly ForceTrack[], chosen: number | undefined): void {
  const { ctx, palette, range, width } = sheet;
  ctx.font = `13px ${palette.font}`;
  ctx.textBaseline = 'middle';
  const middle = lane.y + lane.height / 2;
  const marks = events.map((track) => {
    const { start, end, peak, strength } = pushShape(track);
    const [left, right, x] = [start, end, peak].map((time) => xOfTime(range, width, time)) as [number, number, number];
    return { left, right, x, label: `${track.name || 'push'}  ${strength.toFixed(0)} N` };
  });
  marks.forEach(({ left, right, x }, i) => {
    ctx.fillStyle = palette.accent;
    ctx.globalAlpha = 0.35;
    roundBar(ctx, left, middle - 4, Math.max(2, right - left), 8, 3);
    ctx.globalAlpha = 1;
    diamond(ctx, x, middle, DIAMOND);
    if (i !== chosen) return;
    ctx.strokeStyle = palette.text;
    ctx.lineWidth = 1.5;
    ctx.stroke();
  });
  ctx.fillStyle = palette.text;
  marks.forEach((mark, i) => {
    const long = ctx.measureText(mark.label).width;
    const [from, to] = [Math.min(mark.left, mark.x - DIAMOND - 1) - 5, Math.max(mark.right, mark.x + DIAMOND + 1) + 5];
    const isFree = (start: number): boolean =>
      start >= 0 &&
      start + long < width &&
      marks.every((other, k) => k === i || other.x + DIAMOND < start || other.x - DIAMOND > start + long);
    ctx.textAlign = isFree(to) ? 'left' : 'right';
    if (isFree(to)) ctx.fillText(mark.label, to, middle + 0.5);
    else if (to + long >= width && isFree(from - long)) ctx.fillText(mark.label, from, middle + 0.5);
  });
}

const DIAMOND = 6; // [px] from its middle to a corner

function diamond(ctx: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  ctx.beginPath();
  ctx.moveTo(x, y - r);
  ctx.lineTo(x + r, y);
  ctx.lineTo(x, y + r);
  ctx.lineTo(x - r, y);
  ctx.closePath();
  ctx.fill();
}

function roundBar(ctx: CanvasRenderingContext2D, x: number, y: number, w: number, h: number, r: number): void {
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, Math.min(r, w / 2));
  ctx.fill();
}
