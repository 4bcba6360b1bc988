/** Damage of texts made of lines and columns (BVH, AMC, ASF, TRC, MOT, ASCII FBX): whole columns, all rows, blocks, names, and how the text is
 *  encoded. The grammar mostly stays sound, so that what lies behind the parsers is reached. */
import type { Rng } from '../src/math/random.ts';
import { below, pick } from './mutate.ts';

const CELLS = [
  '0',
  '-0',
  '1',
  '-1',
  '1e7',
  '-1e7',
  '1e12',
  '1e-12',
  '5e-324',
  'NaN',
  'nan',
  '1e308',
  '-1.#IND',
  '.5',
  '5.',
  '+5',
  '1d3',
  '1_000',
  '٣٫٥',
  '０',
  '',
  '?',
];
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/; // biome-ignore format: a list

const decoder = new TextDecoder('latin1');
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

interface Row {
  readonly line: number;
  readonly cells: string[]; // cells and what parts them, in turn
}

/** A line as cells and what stands between them. */
const cut = (line: string): string[] => line.split(/([\s,]+)/);

/** Lines that hold mostly numbers. */
function rowsOf(lines: readonly string[]): Row[] {
  return lines.flatMap((line, i) => {
    if (line.length > 20_000) return [];
    const cells = cut(line);
    const numbers = cells.filter((cell) => NUMBER.test(cell)).length;
    return numbers >= 2 ? [{ line: i, cells }] : [];
  });
}

const write = (lines: string[], rows: readonly Row[]): void => {
  for (const { line, cells } of rows) lines[line] = cells.join('');
};

type Damage = (rng: Rng, lines: string[]) => void;

/** Changes cells of the rows that have numbers: one column, every third one, or all. */
const onColumns =
  (change: (rng: Rng) => (cell: string, row: number) => string): Damage =>
  (rng, lines) => {
    const rows = rowsOf(lines);
    if (rows.length === 0) return;
    const width = Math.max(...rows.map(({ cells }) => cells.length));
    const first = below(rng, width);
    const stride = pick(rng, [width, 2, 6]); // one column, all, one axis of points
    const by = change(rng);
    for (const [r, { cells }] of rows.entries()) {
      for (let c = first % stride; c < cells.length; c += stride) {
        if (stride === width ? c === first : true) if (NUMBER.test(cells[c]!)) cells[c] = by(cells[c]!, r);
      }
    }
    write(lines, rows);
  };

const DAMAGES: readonly Damage[] = [
  onColumns((rng) => {
    const factor = 10 ** (below(rng, 28) - 14) * (rng.next() < 0.2 ? -1 : 1);
    return (cell) => `${Number(cell) * factor}`;
  }),
  onColumns((rng) => {
    const by = pick(rng, CELLS);
    return () => by;
  }),
  onColumns((rng) => {
    const [by, share] = [pick(rng, CELLS), rng.next()];
    return (cell) => (rng.next() < share ? by : cell);
  }),
  onColumns((rng) => {
    const offset = 10 ** below(rng, 13) * (rng.next() < 0.5 ? -1 : 1);
    return (cell) => `${Number(cell) + offset}`;
  }),
  (rng, lines) => {
    const rows = rowsOf(lines);
    const column = below(rng, 40);
    for (const { cells } of rows) cells.splice(2 * column, 2);
    write(lines, rows);
  },
  (rng, lines) => {
    // a stretch of lines stands elsewhere, twice, backwards or not at all
    const from = below(rng, lines.length);
    const block = lines.splice(from, 1 + below(rng, rng.next() < 0.5 ? 3 : lines.length - from));
    const kind = below(rng, 4);
    if (kind === 0) return;
    if (kind === 1) block.reverse();
    const to = below(rng, lines.length + 1);
    for (let times = kind === 2 ? 2 + below(rng, 50) : 1; times > 0; times--)
      lines.splice(to, 0, ...block.slice(0, 2000));
  },
  (rng, lines) => {
    // two names become one, everywhere
    const names = [...new Set(lines.join('\n').match(/[A-Za-z_][\w.:-]{2,}/g) ?? [])];
    if (names.length < 2) return;
    const [from, to] = [pick(rng, names), pick(rng, names)];
    for (const [i, line] of lines.entries()) lines[i] = line.replaceAll(from, to);
  },
  (rng, lines) => {
    const at = below(rng, lines.length);
    lines[at] = cut(lines[at]!).reverse().join('');
  },
];

type Encoding = (text: string) => Uint8Array;

function utf16(text: string): Uint8Array {
  const out = new Uint8Array(2 * text.length + 2);
  out.set([0xff, 0xfe]);
  for (let i = 0; i < text.length; i++) out[2 * i + 2] = text.charCodeAt(i) & 255;
  return out;
}

const ENCODINGS: readonly Encoding[] = [
  (text) => bytes(`\ufeff${text}`),
  (text) => bytes(text.replaceAll('\n', '\r')),
  (text) => bytes(text.replaceAll('\n', '\r\n')),
  (text) => bytes(text.replaceAll('\n', '\u2028')),
  (text) => bytes(text.replaceAll('\t', '\u00a0')),
  (text) => bytes(text.replaceAll('\t', ' ')),
  (text) => bytes(`${text}\u0000\u0000\u0000`),
  (text) => bytes(text.toLowerCase()),
  (text) => bytes(text.toUpperCase()),
  utf16,
];

/** A mutant, or undefined where the data is no text of several lines. */
export function mutateTable(rng: Rng, data: Uint8Array): Uint8Array | undefined {
  if (data.subarray(0, 400).some((byte) => byte < 9)) return undefined;
  const lines = decoder.decode(data).split('\n');
  if (lines.length < 3) return undefined;
  for (let times = 1 + below(rng, 3); times > 0 && lines.length > 0; times--) pick(rng, DAMAGES)(rng, lines);
  const text = lines.join('\n');
  return rng.next() < 0.1 ? pick(rng, ENCODINGS)(text) : bytes(text);
}
