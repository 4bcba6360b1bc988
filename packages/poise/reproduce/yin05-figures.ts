/** Small SVG pictures of curves, loops and the polar pad. */
import type { PolarPad } from '../src/methods/push-response/polar-pad.ts';

const SIZE = { width: 640, height: 360, edge: 44 };
const COLOURS = ['#b3342d', '#2d7d46', '#2d5fb3', '#8a5a00'];
const STRATEGY_COLOURS = { hip: '#e0b400', arm: '#e07b00', step: '#d6649a' } as const;

export interface Curve {
  readonly label: string;
  readonly time: Float64Array;
  readonly values: Float64Array;
}

const page = (title: string, content: string, width = SIZE.width, height = SIZE.height): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="white"/><text x="12" y="18" font-weight="bold">${title}</text>
${content}</svg>\n`;

const range = (lists: readonly Float64Array[]): readonly [number, number] => [
  Math.min(...lists.map((list) => Math.min(...list))),
  Math.max(...lists.map((list) => Math.max(...list))),
];

/** Curves over time. */
export function curvesFigure(title: string, curves: readonly Curve[]): string {
  const { width, height, edge } = SIZE;
  const end = Math.max(...curves.map(({ time }) => time.at(-1) ?? 1));
  const [low, high] = range(curves.map(({ values }) => values));
  const x = (t: number): number => edge + ((width - edge - 12) * t) / end;
  const y = (value: number): number => height - edge - ((height - 2 * edge) * (value - low)) / (high - low || 1);
  const lines = curves.map(({ time, values, label }, k) => {
    const points = [...time].map((t, f) => `${x(t).toFixed(1)},${y(values[f]!).toFixed(1)}`).join(' ');
    const colour = COLOURS[k % COLOURS.length];
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="1.5"/><text x="${width - 90}" y="${40 + 16 * k}" fill="${colour}">${label}</text>`;
  });
  const axis = `<line x1="${edge}" x2="${width - 12}" y1="${y(0).toFixed(1)}" y2="${y(0).toFixed(1)}" stroke="#999"/>`;
  const labels = `<text x="4" y="${y(high) + 4}">${high.toFixed(0)}</text><text x="4" y="${y(low) + 4}">${low.toFixed(0)}</text><text x="${width - 70}" y="${height - 10}">${end.toFixed(1)} s, N·s</text>`;
  return page(title, axis + lines.join('\n') + labels);
}

/** Curves of one component over another. */
export function loopFigure(
  title: string,
  loops: readonly { readonly label: string; readonly x: Float64Array; readonly z: Float64Array }[],
): string {
  const size = 420;
  const most = Math.max(...loops.flatMap(({ x, z }) => [...x, ...z].map(Math.abs)), 1e-9);
  const at = (value: number, sign: number): string => (size / 2 + (sign * value * (size / 2 - 40)) / most).toFixed(1);
  const lines = loops.map(({ x, z, label }, k) => {
    const points = [...x].map((value, f) => `${at(value, 1)},${at(z[f]!, -1)}`).join(' ');
    const colour = COLOURS[k % COLOURS.length];
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="1.5"/><text x="12" y="${36 + 16 * k}" fill="${colour}">${label}</text>`;
  });
  const axes = `<line x1="0" x2="${size}" y1="${size / 2}" y2="${size / 2}" stroke="#ccc"/><line y1="0" y2="${size}" x1="${size / 2}" x2="${size / 2}" stroke="#ccc"/>`;
  return page(
    title,
    `${axes}${lines.join('\n')}<text x="${size - 120}" y="${size - 10}">± ${most.toFixed(1)} kg·m²/s</text>`,
    size,
    size,
  );
}

/** Forward is up, left is left. */
export function polarFigure(title: string, { dots, envelopes, largest }: PolarPad): string {
  const size = 520;
  const scale = (size / 2 - 40) / largest;
  const place = (radius: number, angle: number): readonly [string, string] => [
    (size / 2 - scale * radius * Math.sin(angle)).toFixed(1),
    (size / 2 - scale * radius * Math.cos(angle)).toFixed(1),
  ];
  const regions = [...envelopes].reverse().map(({ strategy, angles, radii }) => {
    const points = [...angles].map((angle, k) => place(radii[k]!, angle).join(',')).join(' ');
    return `<polygon points="${points}" fill="${STRATEGY_COLOURS[strategy]}" fill-opacity="0.25" stroke="${STRATEGY_COLOURS[strategy]}"/>`;
  });
  const marks = dots.map(({ radius, angle, strategy, kind }) => {
    const [x, y] = place(radius, angle);
    const fill = kind === 'mirrored' ? 'white' : STRATEGY_COLOURS[strategy];
    return `<circle cx="${x}" cy="${y}" r="${kind === 'neutral' ? 1.5 : 3}" fill="${fill}" stroke="${STRATEGY_COLOURS[strategy]}"/>`;
  });
  const rings = [10, 20, 40, 60]
    .filter((radius) => radius <= largest)
    .map(
      (radius) =>
        `<circle cx="${size / 2}" cy="${size / 2}" r="${(scale * radius).toFixed(1)}" fill="none" stroke="#ccc"/><text x="${size / 2 + 3}" y="${(size / 2 - scale * radius - 2).toFixed(1)}" fill="#777">${radius} N·s</text>`,
    );
  return page(title, rings.join('') + regions.join('\n') + marks.join(''), size, size);
}
