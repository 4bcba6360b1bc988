/** A plot as a picture: title and legend above the canvas, on the panel's colour. */
import type { Palette } from '../timeline/palette.ts';
import type { PlotData, PlotKind } from './types.ts';

const HEAD = 30; // [px] for title and legend

export function plotPicture(
  canvas: HTMLCanvasElement,
  kind: PlotKind,
  title: string,
  data: PlotData,
  palette: Palette,
): Promise<Blob | undefined> {
  const ratio = canvas.width / Math.max(1, canvas.clientWidth);
  const out = document.createElement('canvas');
  out.width = canvas.width;
  out.height = canvas.height + Math.round(HEAD * ratio);
  const ctx = out.getContext('2d');
  if (!ctx) return Promise.resolve(undefined);
  ctx.fillStyle = palette.panel;
  ctx.fillRect(0, 0, out.width, out.height);
  ctx.drawImage(canvas, 0, Math.round(HEAD * ratio));
  ctx.scale(ratio, ratio);
  ctx.textBaseline = 'middle';
  ctx.font = `600 13px ${palette.font}`;
  ctx.fillStyle = palette.text;
  const heading = kind.unit ? `${title} [${kind.unit}]` : title;
  ctx.fillText(heading, 12, HEAD / 2);
  let x = 28 + ctx.measureText(heading).width;
  ctx.font = `13px ${palette.font}`;
  for (const { label, colour } of [...data.lines.filter(({ marks }) => !marks), ...(data.bands ?? [])]) {
    ctx.fillStyle = palette[colour];
    ctx.fillRect(x, HEAD / 2 - 1.5, 12, 3);
    ctx.fillStyle = palette['text-2'];
    ctx.fillText(label, x + 17, HEAD / 2);
    x += 33 + ctx.measureText(label).width;
  }
  return new Promise((resolve) => out.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
}

/** Lets the browser save a file, for pages that do not take it themselves. */
export function saveFile(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
