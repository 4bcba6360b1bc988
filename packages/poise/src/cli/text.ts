/** Numbers, times and tables as the commands print them for people. */

/** A number with a fixed count of decimals, or a dash where there is none. */
export const fixed = (value: number, decimals: number): string =>
  Number.isFinite(value) ? value.toFixed(decimals).replace(/^-(0(?:\.0+)?)$/, '$1') : '–';

export const percent = (fraction: number): string =>
  `${fixed(100 * fraction, fraction > 0 && fraction < 0.1 ? 1 : 0)} %`;

/** A length in the unit that reads best. */
export function length(metres: number): string {
  const size = Math.abs(metres);
  if (size >= 1) return `${fixed(metres, 2)} m`;
  return size >= 0.01 || size === 0 ? `${fixed(100 * metres, 1)} cm` : `${fixed(1000 * metres, 1)} mm`;
}

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Columns padded with two spaces between; numbers (cells that start with a digit or sign) are set flush right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, [...cell].length);
  }
  const pad = (cell: string, i: number, last: boolean): string => {
    const space = ' '.repeat(widths[i]! - [...cell].length);
    if (/^[-–+]?\d|^–$/.test(cell) && !last) return space + cell;
    return last ? cell : cell + space;
  };
  return rows
    .map((row) =>
      row
        .map((cell, i) => pad(cell, i, i === row.length - 1))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Label and value pairs, values aligned. */
export const facts = (pairs: readonly (readonly [label: string, value: string])[]): string => {
  const width = Math.max(...pairs.map(([label]) => label.length));
  return pairs.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join('\n');
};

/** Breaks a sentence at spaces; further lines are indented. */
export function wrap(text: string, columns: number, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > columns - indent.length) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${indent}`);
}
