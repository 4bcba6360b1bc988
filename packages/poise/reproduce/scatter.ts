/** Points in a plane as SVG. */
export interface Cloud {
  readonly name: string;
  readonly colour: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Both axes from zero. */
export function scatter(title: string, xLabel: string, yLabel: string, clouds: readonly Cloud[]): string {
  const [width, height, left, top] = [640, 380, 56, 40];
  const all = clouds.flatMap(({ points }) => points);
  const [mostX, mostY] = [0, 1].map((k) => 1.08 * Math.max(0.1, ...all.map((point) => point[k]!))) as [number, number];
  const x = (value: number): string => (left + ((width - left - 20) * value) / mostX).toFixed(1);
  const y = (value: number): string => (height - 36 - ((height - top - 56) * value) / mostY).toFixed(1);
  const grid = Array.from({ length: 20 }, (_, k) => k / 10);
  const parts = [
    ...grid
      .filter((value) => value <= mostX)
      .map((value) => `<text x="${x(value)}" y="${height - 18}" text-anchor="middle" fill="#555">${value}</text>`),
    ...grid
      .filter((value) => value <= mostY)
      .map(
        (value) =>
          `<path d="M${left} ${y(value)}H${width - 20}" stroke="#ddd"/><text x="${left - 6}" y="${Number(y(value)) + 4}" text-anchor="end" fill="#555">${value}</text>`,
      ),
    ...clouds.flatMap(({ colour, points }) =>
      points.map(([px, py]) => `<circle cx="${x(px)}" cy="${y(py)}" r="4" fill="${colour}" fill-opacity="0.7"/>`),
    ),
    ...clouds.map(
      ({ name, colour }, k) =>
        `<text x="${left + 8}" y="${top + 14 + 16 * k}" fill="${colour}">${escaped(name)}</text>`,
    ),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="${left}" y="20" font-size="14">${escaped(title)}</text>`,
    `<text x="${width - 20}" y="${height - 2}" text-anchor="end" fill="#555">${xLabel}</text>`,
    `<text x="8" y="${top - 6}" fill="#555">${yLabel}</text>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}
