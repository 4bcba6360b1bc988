/** All tries of a search against their number, the best so far, and what is good enough. */
import { useEffect, useRef } from 'react';
import { clearCanvas } from '../../panels/timeline/paint/sheet.ts';
import { type Palette, usePalette } from '../../panels/timeline/palette.ts';
import { useSize } from '../../panels/timeline/use-size.ts';
import { bestSoFar, type ConvergenceFrame, costTicks, costY, frameFor, MARGIN, tryX } from './convergence-scale.ts';
import type { SearchView } from './types.ts';

const HEIGHT = 132; // [px]

export function Convergence({ view }: { readonly view: SearchView }) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = usePalette(place);
  const { width } = useSize(place);
  useEffect(() => {
    if (!canvas.current || !palette || width === 0) return;
    const ctx = clearCanvas(canvas.current, width, HEIGHT, window.devicePixelRatio || 1);
    if (ctx) paint(ctx, frameFor(view, width, HEIGHT), view, palette);
  }, [view, width, palette]);
  const best = view.samples.reduce((least, { cost }) => Math.min(least, cost), Number.POSITIVE_INFINITY);
  const said = Number.isFinite(best) ? `the best costs ${(1000 * best).toFixed(0)} mm` : 'nothing yet';
  const wanted = `good enough is ${(1000 * view.threshold).toFixed(0)} mm`;
  return (
    <figure className="convergence">
      <div ref={place}>
        <canvas ref={canvas} role="img" aria-label={`${view.evaluations} tries; ${said}; ${wanted}`} />
      </div>
      <figcaption>
        <span className="fell">falls</span>
        <span className="stands">does not fall</span>
        <span className="best">best so far</span>
        <span className="wanted">good enough</span>
      </figcaption>
    </figure>
  );
}

function paint(ctx: CanvasRenderingContext2D, frame: ConvergenceFrame, view: SearchView, palette: Palette): void {
  const right = frame.width - MARGIN.right;
  ctx.font = `13px ${palette.font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'right';
  ctx.lineWidth = 1;
  for (const tick of costTicks(frame)) {
    const y = Math.round(costY(frame, tick)) + 0.5;
    ctx.strokeStyle = palette.line;
    line(ctx, [MARGIN.left, y, right, y]);
    ctx.fillStyle = palette['text-2'];
    ctx.fillText(String(1000 * tick), MARGIN.left - 4, y);
  }
  ctx.textBaseline = 'bottom';
  ctx.fillText(`${Math.round(frame.evaluations)} tries`, right, frame.height);
  ctx.textAlign = 'left';
  ctx.fillText('mm', 2, frame.height);
  for (const fell of [true, false]) {
    ctx.fillStyle = fell ? palette.bad : palette.accent;
    ctx.globalAlpha = fell ? 0.5 : 0.75;
    view.samples.forEach((sample, index) => {
      if (sample.fell !== fell) return;
      ctx.fillRect(tryX(frame, index) - 1.25, costY(frame, sample.cost) - 1.25, 2.5, 2.5);
    });
  }
  ctx.globalAlpha = 1;
  paintBest(ctx, frame, view, palette);
  ctx.strokeStyle = palette.good;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([4, 3]);
  const y = Math.round(costY(frame, view.threshold)) + 0.5;
  line(ctx, [MARGIN.left, y, right, y]);
  ctx.setLineDash([]);
}

function paintBest(ctx: CanvasRenderingContext2D, frame: ConvergenceFrame, view: SearchView, palette: Palette): void {
  const steps = bestSoFar(view.samples);
  ctx.strokeStyle = palette.text;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  steps.forEach(({ index, cost }, i) => {
    const [x, y] = [tryX(frame, index), costY(frame, cost)];
    if (i === 0) ctx.moveTo(x, y);
    else {
      ctx.lineTo(x, costY(frame, steps[i - 1]!.cost));
      ctx.lineTo(x, y);
    }
  });
  const last = steps.at(-1);
  if (last) ctx.lineTo(tryX(frame, view.samples.length - 1), costY(frame, last.cost));
  ctx.stroke();
}

function line(ctx: CanvasRenderingContext2D, [x1, y1, x2, y2]: readonly [number, number, number, number]): void {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}
