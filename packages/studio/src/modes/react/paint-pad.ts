/** The polar pad of [Yin05] figure 3 on a canvas: what the library knows below, what happens above. */
import type { PolarPad, Strategy } from 'poise/react';
import { stripePattern } from '../../panels/timeline/paint/sheet.ts';
import type { Palette } from '../../panels/timeline/palette.ts';
import { type PadFrame, polarPixel } from './pad-geometry.ts';

export interface PadColours {
  readonly text: string;
  readonly soft: string;
  readonly panel: string;
  readonly accent: string;
  readonly push: string;
  readonly hip: string;
  readonly arm: string;
  readonly step: string;
  readonly font: string;
}

/** `palette`: of the theme; strategies have colours of their own. */
export function readColours(element: Element, palette: Palette): PadColours {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(`--${name}`).trim() || palette.text;
  const { text, 'text-2': soft, panel, accent, font } = palette;
  return {
    text,
    soft,
    panel,
    accent,
    font,
    push: read('push'),
    hip: read('hip'),
    arm: read('arm'),
    step: read('step'),
  };
}

type Ctx = CanvasRenderingContext2D;

export interface PadStill {
  readonly pad: PolarPad;
  readonly allowed: readonly Strategy[];
  readonly ratio: number;
}

/** Rings, regions and dots: painted once and kept. */
export function paintStill(ctx: Ctx, frame: PadFrame, colours: PadColours, { pad, allowed, ratio }: PadStill): void {
  const { middle, radius, size } = frame;
  ctx.clearRect(0, 0, size, size);
  ctx.fillStyle = colours.panel;
  disc(ctx, middle, middle, radius);
  ctx.fill();
  ctx.save();
  disc(ctx, middle, middle, radius);
  ctx.clip();
  // The widest first, so that weaker strategies lie on top; what is forbidden is hatched over the rest.
  const regions = [...pad.envelopes].reverse();
  for (const { strategy, angles, radii } of regions) {
    outline(ctx, frame, angles, radii);
    const free = allowed.includes(strategy);
    ctx.fillStyle = free ? colours[strategy] : stripePattern(ctx, colours.soft, ratio, 7);
    ctx.globalAlpha = free ? 0.2 : 0.4;
    ctx.fill();
    ctx.globalAlpha = free ? 0.9 : 0.5;
    ctx.strokeStyle = free ? colours[strategy] : colours.soft;
    ctx.lineWidth = 1.25;
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  rings(ctx, frame, colours);
  dots(ctx, frame, colours, { pad, allowed, ratio });
  ctx.restore();
  words(ctx, frame, colours);
}

export function disc(ctx: Ctx, x: number, y: number, r: number): void {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
}

function outline(ctx: Ctx, frame: PadFrame, angles: Float64Array, radii: Float64Array): void {
  ctx.beginPath();
  angles.forEach((angle, k) => {
    const [x, y] = polarPixel(frame, radii[k]!, angle);
    if (k === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  });
  ctx.closePath();
}

function rings(ctx: Ctx, frame: PadFrame, colours: PadColours): void {
  const { middle, radius, most } = frame;
  ctx.strokeStyle = colours.soft;
  ctx.globalAlpha = 0.28;
  ctx.lineWidth = 1;
  const every = most > 100 ? 20 : 10;
  for (let r = every; r <= most; r += every) {
    disc(ctx, middle, middle, (r * radius) / most);
    ctx.stroke();
  }
  ctx.beginPath();
  for (const [x, y] of [
    [radius, 0],
    [0, radius],
  ] as const) {
    ctx.moveTo(middle - x, middle - y);
    ctx.lineTo(middle + x, middle + y);
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
}

function dots(ctx: Ctx, frame: PadFrame, colours: PadColours, { pad, allowed }: PadStill): void {
  for (const { strategy, kind, radius, angle } of pad.dots) {
    const [x, y] = polarPixel(frame, radius, angle);
    const colour = allowed.includes(strategy) ? colours[strategy] : colours.soft;
    ctx.globalAlpha = allowed.includes(strategy) ? 1 : 0.45;
    disc(ctx, x, y, kind === 'neutral' ? 1.2 : 2.4);
    if (kind === 'mirrored') {
      ctx.strokeStyle = colour;
      ctx.lineWidth = 1.1;
      ctx.stroke();
    } else {
      ctx.fillStyle = colour;
      ctx.fill();
    }
  }
  ctx.globalAlpha = 1;
}

function words(ctx: Ctx, frame: PadFrame, colours: PadColours): void {
  const { middle, radius, most, size } = frame;
  ctx.fillStyle = colours.soft;
  ctx.font = `13px ${colours.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText('forward', middle, 7);
  ctx.fillText('back', middle, size - 7);
  ctx.textAlign = 'left';
  for (const [text, x, turn] of [
    ['left', 7, -1],
    ['right', size - 7, 1],
  ] as const) {
    ctx.save();
    ctx.translate(x, middle);
    ctx.rotate((turn * Math.PI) / 2);
    ctx.textAlign = 'center';
    ctx.fillText(text, 0, 0);
    ctx.restore();
  }
  const every = most > 100 ? 40 : 20;
  for (let r = every; r <= most; r += every) {
    const [x, y] = polarPixel(frame, r, -Math.PI / 4);
    plate(ctx, colours, `${r}`, x, y);
  }
  plate(ctx, colours, 'N·s', middle + radius * 0.82, middle - radius * 0.82);
}

/** A word on a patch of the panel's colour, so that it reads over dots. */
export function plate(ctx: Ctx, colours: PadColours, text: string, x: number, y: number, bold = false): void {
  ctx.font = `${bold ? '600 12px' : '10px'} ${colours.font}`;
  ctx.textAlign = 'center';
  const width = ctx.measureText(text).width + 6;
  ctx.globalAlpha = 0.82;
  ctx.fillStyle = colours.panel;
  ctx.fillRect(x - width / 2, y - (bold ? 9 : 6), width, bold ? 18 : 12);
  ctx.globalAlpha = 1;
  ctx.fillStyle = bold ? colours.text : colours.soft;
  ctx.fillText(text, x, y + 0.5);
}
