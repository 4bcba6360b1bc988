/** What happens, on the polar pad: the momentum carried, what is asked, what was chosen and how it was brought there. */
import { wrapAngle } from 'poise/dynamics';
import type { Strategy } from 'poise/react';
import { type PadFrame, type Pixel, pixelOf, polarPixel } from './pad-geometry.ts';
import { disc, type PadColours, plate } from './paint-pad.ts';

type Ctx = CanvasRenderingContext2D;

export interface PadMoment {
  readonly carried: readonly [left: number, forward: number]; // m(Q) [N·s]
  readonly total: { readonly radius: number; readonly angle: number } | undefined; // T while it is answered
  readonly chosen:
    | {
        readonly dot: { readonly radius: number; readonly angle: number };
        readonly strategy: Strategy;
        readonly offered: number;
      }
    | undefined;
  readonly picked: { readonly radius: number; readonly angle: number } | undefined; // the dot looked at
  readonly aim: readonly [left: number, forward: number] | undefined; // being dragged
  readonly aimWords: string;
}

/** What happens: painted with every picture over the kept part. */
export function paintMoment(ctx: Ctx, frame: PadFrame, colours: PadColours, moment: PadMoment): void {
  const { carried, total, chosen, picked, aim } = moment;
  const centre: Pixel = [frame.middle, frame.middle];
  if (chosen && total) way(ctx, frame, colours, chosen, total);
  if (picked) ring(ctx, polarPixel(frame, picked.radius, picked.angle), colours.accent, 5);
  if (chosen) ring(ctx, polarPixel(frame, chosen.dot.radius, chosen.dot.angle), colours.text, 6);
  if (total)
    arrow(
      ctx,
      centre,
      edged(frame, total.radius * Math.sin(total.angle), total.radius * Math.cos(total.angle)),
      colours.text,
      2,
    );
  if (Math.hypot(...carried) > 0.5) arrow(ctx, centre, edged(frame, ...carried), colours.accent, 3);
  if (aim) {
    const tip = edged(frame, ...aim);
    arrow(ctx, centre, tip, colours.push, 3);
    const [x, y] = tip;
    const below = y < frame.middle ? -14 : 14;
    const half = ctx.measureText(moment.aimWords).width / 2 + 8;
    plate(
      ctx,
      colours,
      moment.aimWords,
      Math.max(half, Math.min(frame.size - half, x)),
      Math.max(10, Math.min(frame.size - 10, y + below)),
      true,
    );
  }
}

/** Arrows beyond the pad end at its edge. */
function edged(frame: PadFrame, left: number, forward: number): Pixel {
  const share = Math.min(1, frame.most / Math.max(1e-6, Math.hypot(left, forward)));
  return pixelOf(frame, share * left, share * forward);
}

function ring(ctx: Ctx, [x, y]: Pixel, colour: string, r: number): void {
  disc(ctx, x, y, r);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 2;
  ctx.stroke();
}

/** From the chosen dot to where it was brought: a chord between mirror images, an arc for what was turned; and the bracket from
 *  what was asked to what it offers. */
function way(
  ctx: Ctx,
  frame: PadFrame,
  colours: PadColours,
  { dot, strategy, offered }: NonNullable<PadMoment['chosen']>,
  total: { readonly radius: number; readonly angle: number },
): void {
  ctx.strokeStyle = colours.text;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([4, 3]);
  ctx.beginPath();
  const steps = 24;
  const gap = wrapAngle(total.angle - dot.angle);
  const [from, to] = [polarPixel(frame, dot.radius, dot.angle), polarPixel(frame, offered, total.angle)];
  for (let k = 0; k <= steps; k++) {
    const u = k / steps;
    const [x, y] =
      strategy === 'step'
        ? polarPixel(frame, dot.radius + (offered - dot.radius) * u, dot.angle + gap * u)
        : [from[0] + (to[0] - from[0]) * u, from[1] + (to[1] - from[1]) * u];
    if (k === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  }
  ctx.stroke();
  ctx.setLineDash([]);
  // the bracket, a little aside of the arrow
  const [sx, sy] = [Math.cos(total.angle) * 5, -Math.sin(total.angle) * 5];
  const asked = polarPixel(frame, Math.min(frame.most, total.radius), total.angle);
  ctx.beginPath();
  ctx.moveTo(asked[0], asked[1]);
  ctx.lineTo(asked[0] + sx, asked[1] + sy);
  ctx.lineTo(to[0] + sx, to[1] + sy);
  ctx.lineTo(to[0], to[1]);
  ctx.stroke();
}

function arrow(ctx: Ctx, [ax, ay]: Pixel, [bx, by]: Pixel, colour: string, width: number): void {
  const length = Math.hypot(bx - ax, by - ay);
  if (length < 2) return;
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const head = Math.min(length, 5 + 2 * width);
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.lineWidth = width;
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.moveTo(ax, ay);
  ctx.lineTo(bx - ux * head * 0.8, by - uy * head * 0.8);
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(bx, by);
  ctx.lineTo(bx - ux * head - uy * head * 0.5, by - uy * head + ux * head * 0.5);
  ctx.lineTo(bx - ux * head + uy * head * 0.5, by - uy * head - ux * head * 0.5);
  ctx.fill();
}
