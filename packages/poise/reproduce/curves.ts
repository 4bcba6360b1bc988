/** Curves over time as SVG, with bands behind them. */
export interface Curve {
  readonly name: string;
  readonly colour: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly dashed?: boolean;
  readonly dots?: boolean; // points, not a line
}

export interface Band {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly colour: string;
}

export interface Plot {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly curves: readonly Curve[];
  readonly bands?: readonly Band[]; // over x
  readonly levels?: readonly { readonly y: number; readonly name: string }[];
  readonly low?: number; // of y; default: what the curves need
  readonly high?: number;
}

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM, RIGHT] = [640, 260, 60, 34, 34, 16];
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A step of 1, 2 or 5 times a power of ten, so that about `count` of them fill a range. */
function niceStep(range: number, count: number): number {
  const raw = range / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * (raw / power > 5 ? 10 : raw / power > 2 ? 5 : raw / power > 1 ? 2 : 1);
}

const ticks = (low: number, high: number, count: number): number[] => {
  const step = niceStep(high - low, count);
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, k) => (first + k) * step);
};

const label = (value: number): string => `${Number(value.toPrecision(6))}`;

/** Plots one below the other. */
export function plots(list: readonly Plot[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${list.length * HEIGHT}" font-family="system-ui, sans-serif" font-size="12">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...list.map((plot, k) => `<g transform="translate(0 ${k * HEIGHT})">\n${draw(plot)}\n</g>`),
    '</svg>\n',
  ].join('\n');
}

function draw({ title, xLabel, yLabel, curves, bands = [], levels = [], low, high }: Plot): string {
  const all = curves.flatMap(({ points }) => points).filter(([, y]) => Number.isFinite(y));
  const [xLow, xHigh] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))];
  const yLow = low ?? Math.min(...all.map(([, y]) => y), ...levels.map(({ y }) => y));
  const yHigh = high ?? Math.max(...all.map(([, y]) => y), ...levels.map(({ y }) => y));
  const pad = low === undefined && high === undefined ? 0.06 * (yHigh - yLow || 1) : 0;
  const [bottom, top] = [yLow - pad, yHigh + pad];
  const x = (value: number): string => (LEFT + ((WIDTH - LEFT - RIGHT) * (value - xLow)) / (xHigh - xLow)).toFixed(1);
  const y = (value: number): string => {
    const share = Math.max(0, Math.min(1, (value - bottom) / (top - bottom)));
    return (HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share).toFixed(1);
  };
  return [
    ...bands.map(
      ({ from, to, name, colour }) =>
        `<rect x="${x(from)}" y="${TOP}" width="${(Number(x(to)) - Number(x(from))).toFixed(1)}" height="${HEIGHT - TOP - BOTTOM}" fill="${colour}"/><text x="${x(from)}" dx="4" y="${TOP + 12}" fill="#777">${escaped(name)}</text>`,
    ),
    ...ticks(bottom, top, 5).map(
      (value) =>
        `<path d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}" stroke="#ddd"/><text x="${LEFT - 6}" y="${Number(y(value)) + 4}" text-anchor="end" fill="#555">${label(value)}</text>`,
    ),
    ...ticks(xLow, xHigh, 8).map(
      (value) => `<text x="${x(value)}" y="${HEIGHT - 18}" text-anchor="middle" fill="#555">${label(value)}</text>`,
    ),
    ...levels.map(
      (level) =>
        `<path d="M${LEFT} ${y(level.y)}H${WIDTH - RIGHT}" stroke="#c33" stroke-dasharray="6 4"/><text x="${WIDTH - RIGHT}" y="${Number(y(level.y)) - 4}" text-anchor="end" fill="#c33">${escaped(level.name)}</text>`,
    ),
    ...curves.map((curve) => drawCurve(curve, x, y)),
    ...curves.map(
      ({ name, colour }, k) =>
        `<text x="${WIDTH - RIGHT - 6}" y="${TOP + 28 + 15 * k}" text-anchor="end" fill="${colour}">${escaped(name)}</text>`,
    ),
    `<text x="${LEFT}" y="18" font-size="14">${escaped(title)}</text>`,
    `<text x="${WIDTH - RIGHT}" y="${HEIGHT - 4}" text-anchor="end" fill="#555">${escaped(xLabel)}</text>`,
    `<text x="8" y="${TOP - 4}" fill="#555">${escaped(yLabel)}</text>`,
  ].join('\n');
}

function drawCurve(
  { colour, points, dashed, dots }: Curve,
  x: (value: number) => string,
  y: (value: number) => string,
): string {
  const seen = points.filter((point) => Number.isFinite(point[1]));
  if (dots) return seen.map(([px, py]) => `<circle cx="${x(px)}" cy="${y(py)}" r="1.6" fill="${colour}"/>`).join('');
  const path = seen.map(([px, py], k) => `${k === 0 ? 'M' : 'L'}${x(px)} ${y(py)}`).join('');
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"${dashed ? ' stroke-dasharray="6 4"' : ''}/>`;
}
