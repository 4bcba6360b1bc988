/** A canvas that is sharp on every screen, and the page's own colours to draw with. */
export interface Surface {
  readonly context: CanvasRenderingContext2D;
  readonly width: number; // CSS pixels
  readonly height: number;
}

/** Sizes the canvas to its place on the page and clears it. */
export function prepare(canvas: HTMLCanvasElement): Surface {
  const ratio = window.devicePixelRatio || 1;
  const { width, height } = canvas.getBoundingClientRect();
  const pixelWidth = Math.max(1, Math.round(width * ratio));
  const pixelHeight = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth;
    canvas.height = pixelHeight;
  }
  const context = canvas.getContext('2d')!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = '11px system-ui, -apple-system, "Segoe UI", sans-serif';
  context.lineJoin = 'round';
  return { context, width, height };
}

export const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** A dot with a rim, so that it is seen on any ground. */
export const dot = (context: CanvasRenderingContext2D, x: number, y: number, radius: number, fill: string): void => {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = colour('panel');
  context.stroke();
};

/** Round steps (1, 2, 5 · 10ⁿ) that cut a range into about `pieces`. */
export function roundStep(range: number, pieces: number): number {
  const rough = range / Math.max(1, pieces);
  const power = 10 ** Math.floor(Math.log10(rough));
  const digit = rough / power;
  return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

export function tickText(value: number, step: number): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return value.toFixed(Math.min(6, decimals)).replace(/^-(0(\.0+)?)$/, '$1');
}

/** Left margin of everything that has a time axis, so that all of them line up. */
export const GUTTER = 56;
export const RIGHT = 10;

/** Pixels of a moment on a time axis of this width. */
export const timeToX = (t: number, from: number, to: number, width: number): number =>
  GUTTER + ((t - from) / (to - from)) * (width - GUTTER - RIGHT);

export const xToTime = (x: number, from: number, to: number, width: number): number =>
  from + ((x - GUTTER) / (width - GUTTER - RIGHT)) * (to - from);
