/** Plain SVG line plots and bar charts. */
export interface Line {
  readonly name: string;
  readonly colour: string;
  readonly y: ArrayLike<number>; // NaN breaks the line
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const STYLE = 'font-family="system-ui, sans-serif" font-size="12"';

/** Round numbers that cover a range. */
function ticks(low: number, high: number): number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((candidate) => candidate >= rough) ?? rough;
  const out: number[] = [];
  for (let y = Math.ceil(low / step) * step; y <= high; y += step) out.push(Number(y.toPrecision(6)));
  return out;
}

/** Stacked plots over one time axis. */
export function timePlot(
  title: string,
  time: ArrayLike<number>,
  panels: readonly { label: string; lines: readonly Line[] }[],
): string {
  const [width, height, left, top] = [900, 190, 60, 34];
  const t0 = time[0];
  const t1 = time[time.length - 1];
  const x = (t: number): number => left + ((width - left - 16) * (t - t0)) / (t1 - t0);
  const parts = panels.map(({ label, lines }, k) => {
    const values = lines.flatMap((line) => Array.from(line.y)).filter(Number.isFinite);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const base = top + k * height;
    const y = (v: number): number => base + 20 + ((height - 50) * (high - v)) / Math.max(1e-9, high - low);
    const grid = ticks(low, high).map(
      (v) =>
        `<path d="M${left} ${y(v).toFixed(1)}H${width - 16}" stroke="#ddd"/><text x="${left - 6}" y="${(y(v) + 4).toFixed(1)}" text-anchor="end" fill="#555">${v}</text>`,
    );
    const curves = lines.map(({ colour, y: series }) => {
      let pen = 'M';
      let path = '';
      for (let i = 0; i < series.length; i++) {
        if (!Number.isFinite(series[i])) pen = 'M';
        else {
          path += `${pen}${x(time[i]).toFixed(1)} ${y(series[i]).toFixed(1)}`;
          pen = 'L';
        }
      }
      return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="1.5"/>`;
    });
    const legend = lines.map(
      ({ name, colour }, i) =>
        `<text x="${left + 300 + 170 * i}" y="${base + 12}" fill="${colour}">${escaped(name)}</text>`,
    );
    return `<text x="${left}" y="${base + 12}" fill="#222">${escaped(label)}</text>${grid.join('')}${curves.join('')}${legend.join('')}`;
  });
  const all = top + panels.length * height + 10;
  const axis = ticks(t0, t1).map(
    (t) => `<text x="${x(t).toFixed(1)}" y="${all - 8}" text-anchor="middle" fill="#555">${t} s</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${all}" ${STYLE}><rect width="100%" height="100%" fill="#fff"/><text x="${left}" y="20" font-weight="600" fill="#111">${escaped(title)}</text>${parts.join('')}${axis.join('')}</svg>\n`;
}

export interface Bar {
  readonly label: string;
  readonly values: readonly number[];
}

/** Horizontal bars in groups. */
export function barChart(
  title: string,
  unit: string,
  names: readonly string[],
  colours: readonly string[],
  bars: readonly Bar[],
): string {
  const [width, left, top] = [900, 260, 52];
  const thick = 9;
  const row = names.length * thick + 9;
  const highest = Math.max(...bars.flatMap((bar) => bar.values.filter(Number.isFinite)));
  const x = (v: number): number => left + ((width - left - 60) * v) / highest;
  const grid = ticks(0, highest).map(
    (v) =>
      `<path d="M${x(v).toFixed(1)} ${top}V${top + bars.length * row}" stroke="#ddd"/><text x="${x(v).toFixed(1)}" y="${top - 6}" text-anchor="middle" fill="#555">${v} ${unit}</text>`,
  );
  const body = bars.map(({ label, values }, k) => {
    const y = top + k * row + 5;
    const rects = values.map((v, i) =>
      Number.isFinite(v)
        ? `<rect x="${left}" y="${y + i * thick}" width="${(x(v) - left).toFixed(1)}" height="${thick - 2}" fill="${colours[i]}"/>`
        : '',
    );
    return `<text x="${left - 8}" y="${y + (names.length * thick) / 2 + 3}" text-anchor="end" fill="#222">${escaped(label)}</text>${rects.join('')}`;
  });
  const legend = names.map(
    (name, i) => `<text x="${left + 230 * i}" y="${18}" fill="${colours[i]}" font-weight="600">${escaped(name)}</text>`,
  );
  const all = top + bars.length * row + 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${all}" ${STYLE}><rect width="100%" height="100%" fill="#fff"/><text x="8" y="18" font-weight="600" fill="#111">${escaped(title)}</text>${legend.join('')}${grid.join('')}${body.join('')}</svg>\n`;
}
