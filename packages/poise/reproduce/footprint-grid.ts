/** Footprints seen from above as SVG, a cell per hit: where feet came down, and where they would have. */
import type { Side } from '../src/motion/roles.ts';

export interface PrintCell {
  readonly title: string;
  readonly note: string;
  readonly towards: number; // [rad] to the left of ahead: where the push goes
  readonly prints: readonly {
    readonly side: Side;
    readonly place: readonly [forward: number, left: number]; // [m]
    readonly original: readonly [forward: number, left: number];
  }[];
}

export interface PrintRow {
  readonly title: string;
  readonly cells: readonly PrintCell[];
}

const [WIDTH, HEIGHT, TOP] = [118, 190, 40]; // [pixels] of a cell, and above its feet
const COLOUR = { left: '#1f6fb4', right: '#c9553c' };

/** Ahead is up. Grey: where the clip steps. */
export function footprintGrid(rows: readonly PrintRow[]): string {
  const most = Math.max(...rows.map(({ cells }) => cells.length));
  const drawn = rows.map(({ title, cells }, k) => {
    const scale = (HEIGHT - TOP - 40) / Math.max(1, ...cells.map(lengthOf));
    const inner = cells.map((cell, i) => `<g transform="translate(${i * WIDTH} 18)">${drawCell(cell, scale)}</g>`);
    return `<g transform="translate(0 ${k * (HEIGHT + 20)})"><text x="6" y="13" font-size="13">${title}</text>${inner.join('\n')}</g>`;
  });
  const size = `${most * WIDTH} ${rows.length * (HEIGHT + 20)}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}" font-family="system-ui, sans-serif" font-size="10">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

/** How far ahead of its first print a cell goes [m]. */
const lengthOf = ({ prints }: PrintCell): number =>
  Math.max(0, ...prints.map(({ place, original }) => Math.max(place[0], original[0]) - prints[0]!.original[0]));

function drawCell({ title, note, towards, prints }: PrintCell, scale: number): string {
  const first = prints[0]?.original ?? [0, 0];
  const x = (left: number): string => (WIDTH / 2 - scale * (left - first[1])).toFixed(1);
  const y = (ahead: number): string => (HEIGHT - 26 - scale * (ahead - first[0])).toFixed(1);
  const foot = ([ahead, left]: readonly [number, number], fill: string, opacity: number): string =>
    `<ellipse cx="${x(left)}" cy="${y(ahead)}" rx="${(0.05 * scale).toFixed(1)}" ry="${(0.12 * scale).toFixed(1)}" fill="${fill}" fill-opacity="${opacity}"/>`;
  // towards the left is to the left of the picture
  const [dx, dy] = [-16 * Math.sin(towards), -16 * Math.cos(towards)];
  const [cx, cy] = [WIDTH - 22, TOP + 6];
  return [
    `<rect width="${WIDTH - 4}" height="${HEIGHT - 6}" fill="none" stroke="#ddd"/>`,
    `<text x="5" y="13">${title}</text><text x="5" y="26" fill="#555">${note}</text>`,
    `<path d="M${(cx - dx).toFixed(1)} ${(cy - dy).toFixed(1)}L${(cx + dx).toFixed(1)} ${(cy + dy).toFixed(1)}" stroke="#444" stroke-width="2"/>`,
    `<circle cx="${(cx + dx).toFixed(1)}" cy="${(cy + dy).toFixed(1)}" r="4" fill="#444"/>`,
    ...prints.map(({ original }) => foot(original, '#999', 0.35)),
    ...prints.map(
      ({ place, original }) =>
        `<path d="M${x(original[1])} ${y(original[0])}L${x(place[1])} ${y(place[0])}" stroke="#999"/>`,
    ),
    ...prints.map(({ side, place }) => foot(place, COLOUR[side], 0.8)),
  ].join('');
}
