/** A recoverability map as an SVG picture: one rose per moment and height, seen from above, the character facing up. */
import type { MapCell, RecoverabilityMap } from '../methods/recoverability/types.ts';
import { escapeHtml } from './escape-html.ts';

const SIZE = 300; // of one rose
const RADIUS = 105;
const COLUMNS = 3;
const HEAD = 46;

interface Layer {
  readonly name: string;
  readonly colour: string;
  readonly limit: (cell: MapCell) => number | null;
}

/** Outermost first, so that the inner ones lie on top. */
const LAYERS: readonly Layer[] = [
  { name: 'with steps, expected', colour: '#0a8fa8', limit: ({ expected }) => expected ?? null },
  { name: 'with steps', colour: '#2f5fd0', limit: ({ steps }) => steps },
  { name: 'simulation', colour: '#7b3fb8', limit: ({ simulation }) => simulation },
  { name: 'without a step', colour: '#14865a', limit: ({ noStep }) => noStep },
  { name: 'without a step, by the pendulum', colour: '#c26a00', limit: ({ plan }) => plan },
];

export function mapRose(map: RecoverabilityMap, title: string): string {
  const groups = new Map<string, MapCell[]>();
  for (const cell of map.cells) {
    const key = `${cell.height}, ${cell.time.toFixed(2)} s`;
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  const shown = LAYERS.filter(({ limit }) => map.cells.some((cell) => limit(cell) !== null));
  const top = Math.max(1, ...map.cells.flatMap((cell) => shown.map(({ limit }) => limit(cell) ?? 0)));
  const columns = Math.min(COLUMNS, groups.size);
  const [width, height] = [SIZE * Math.max(2, columns), HEAD + SIZE * Math.ceil(groups.size / columns)];
  const roses = [...groups].map(([name, cells], i) => {
    const [x, y] = [SIZE * (i % columns), HEAD + SIZE * Math.floor(i / columns)];
    return `<g transform="translate(${x + SIZE / 2} ${y + SIZE / 2})">${rose(name, cells, shown, top)}</g>`;
  });
  const keys = shown.map(
    ({ name, colour }, i) =>
      `<rect x="${8 + 150 * i}" y="28" width="10" height="10" fill="${colour}"/><text x="${22 + 150 * i}" y="37">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11">
<rect width="100%" height="100%" fill="#fff"/>
<text x="8" y="18" font-size="13">${escapeHtml(title)}: largest push [N·s], ${Math.round(map.mass)} kg, ${map.situation}</text>
${keys.join('\n')}
${roses.join('\n')}
</svg>
`;
}

/** Pushes point to where they push: up is forward, left is left. */
function rose(name: string, cells: readonly MapCell[], layers: readonly Layer[], top: number): string {
  const place = (direction: number, size: number): string => {
    const r = (RADIUS * size) / top;
    return `${(-r * Math.sin(direction)).toFixed(1)},${(-r * Math.cos(direction)).toFixed(1)}`;
  };
  const rings = [0.5, 1].map(
    (share) =>
      `<circle r="${RADIUS * share}" fill="none" stroke="#ccc"/><text x="3" y="${-RADIUS * share - 3}" fill="#777">${Math.round(top * share)}</text>`,
  );
  const shapes = layers.map(({ colour, limit }) => {
    const told = cells.filter((cell) => limit(cell) !== null);
    const points = told.map((cell) => place(cell.direction, limit(cell)!)).join(' ');
    return `<polygon points="${points}" fill="${colour}" fill-opacity="0.18" stroke="${colour}" stroke-width="1.5"/>`;
  });
  return `${rings.join('')}${shapes.join('')}<path d="M0,-9 L6,7 L-6,7 Z" fill="#333"/><text y="${RADIUS + 24}" text-anchor="middle">${escapeHtml(name)}</text>`;
}
