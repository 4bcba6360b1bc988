/** Who falls and who stands, as one square for each value and person. */
import type { Tried } from './index.ts';

export interface Grid {
  readonly name: string;
  readonly columns: number;
  readonly tries: readonly Tried[]; // row by row
}

const [CELL, GAP, LEFT, TOP, ACROSS] = [22, 34, 16, 62, 3] as const;
const COLOURS = { saved: '#2a9d5c', easy: '#c9d6cf', lost: '#d1495b', harmed: '#7b2cbf' } as const;
const WORDS = {
  saved: 'does not stand without, stands with',
  easy: 'stands without and with',
  lost: 'stands neither without nor with',
  harmed: 'stands without, not with',
} as const;

function kindOf(one: Tried): keyof typeof COLOURS {
  const [plain, prepared] = [one.without.ending.standing, one.with.ending.standing];
  if (prepared) return plain ? 'easy' : 'saved';
  return plain ? 'harmed' : 'lost';
}

export function gridFigure(grids: readonly Grid[]): string {
  const width = Math.max(...grids.map(({ columns }) => columns)) * CELL + GAP;
  const height = Math.max(...grids.map(({ columns, tries }) => tries.length / columns)) * CELL + GAP;
  const parts = grids.map(({ name, columns, tries }, g) => {
    const [x, y] = [LEFT + (g % ACROSS) * width, TOP + Math.floor(g / ACROSS) * height];
    const cells = tries.map((one, k) => {
      const [column, row] = [k % columns, Math.floor(k / columns)];
      return `<rect x="${x + column * CELL}" y="${y + row * CELL}" width="${CELL - 2}" height="${CELL - 2}" fill="${COLOURS[kindOf(one)]}"/>`;
    });
    return `<text x="${x}" y="${y - 6}">${name}</text>${cells.join('')}`;
  });
  const legend = (Object.keys(COLOURS) as (keyof typeof COLOURS)[]).map((kind, k) => {
    const x = LEFT + 290 * (k % 2);
    const y = 10 + 18 * Math.floor(k / 2);
    return `<rect x="${x}" y="${y}" width="12" height="12" fill="${COLOURS[kind]}"/><text x="${x + 18}" y="${y + 11}">${WORDS[kind]}</text>`;
  });
  const all = [LEFT + ACROSS * width, TOP + Math.ceil(grids.length / ACROSS) * height];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${all[0]} ${all[1]}" font-family="system-ui, sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>${legend.join('')}${parts.join('')}</svg>\n`;
}
