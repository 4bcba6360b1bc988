/** A run as one HTML page that needs nothing else: counts, distributions, worst clips with filters. */
import { escapeHtml } from '../escape-html.ts';
import type { Thumbnail } from '../thumbnail.ts';
import { BARS, type BatchSummary, FIGURE_SCALES, type FigureScale, type WorstClip } from './summary.ts';

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --bar: #3b7dd8; --error: #c62828; --warning: #b26a00; --note: #607d8b; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; } td, th { padding: .15rem .8rem .15rem 0; text-align: left; } td.n { text-align: right; font-variant-numeric: tabular-nums; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem; }
figure { margin: 0; } figcaption { font-size: .85rem; } svg { display: block; } rect { fill: var(--bar); } text { font-size: 10px; fill: currentColor; }
.filters { position: sticky; top: 0; background: Canvas; padding: .5rem 0; display: flex; gap: .6rem; flex-wrap: wrap; }
.clips { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .8rem; }
.clip { border: 1px solid var(--line); border-radius: .4rem; padding: .5rem; overflow-wrap: anywhere; font-size: .85rem; }
.clip svg { width: 100%; height: 9rem; } .clip line { stroke: currentColor; stroke-width: 3; stroke-linecap: round; } .clip circle { fill: currentColor; } .clip line.floor { stroke: var(--line); stroke-width: 1.5; }
.error { color: var(--error); } .warning { color: var(--warning); } .note { color: var(--note); }
[hidden] { display: none; }`;

/** Shows the clips that every filter admits. */
const SCRIPT = `
const by = (id) => document.getElementById(id);
const show = () => {
  const [rule, severity, words] = [by('rule').value, by('severity').value, by('words').value.toLowerCase()];
  let shown = 0;
  for (const clip of document.querySelectorAll('.clip')) {
    clip.hidden = (rule && clip.dataset.rule !== rule) || (severity && clip.dataset.severity !== severity) ||
      (words && !clip.dataset.file.toLowerCase().includes(words));
    if (!clip.hidden) shown++;
  }
  by('shown').textContent = shown + ' shown';
};
for (const id of ['rule', 'severity', 'words']) by(id).addEventListener('input', show);
show();`;

export function batchPage(title: string, summary: BatchSummary): string {
  const { worst } = summary;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(title)}</h1>
<p>${summary.rows} files, ${summary.takes} clips, ${hours(summary.seconds)} of motion.${summary.notAsAsked > 0 ? ` ${summary.notAsAsked} results are not as asked.` : ''}</p>
<h2>Verdicts</h2>
${countTable(summary)}
<h2>Rules</h2>
${ruleTable(summary)}
<h2>Distributions</h2>
<div class="charts">${FIGURE_SCALES.map((scale) => histogram(scale, summary.bars.get(scale.id)!)).join('\n')}</div>
<h2>Worst clips</h2>
<div class="filters">${choice('rule', 'all rules', [...new Set(worst.map(({ rule }) => rule))].sort())}
${choice('severity', 'all severities', ['error', 'warning', 'note'])}
<input id="words" type="search" placeholder="part of the file name" aria-label="part of the file name"><span id="shown"></span></div>
<div class="clips">${worst.map(clipFigure).join('\n')}</div>
${refusedList(summary)}
<script>${SCRIPT}</script></body></html>
`;
}

const hours = (seconds: number): string =>
  seconds >= 3600
    ? `${(seconds / 3600).toFixed(1)} h`
    : seconds >= 60
      ? `${(seconds / 60).toFixed(1)} min`
      : `${seconds.toFixed(1)} s`;

const rowOf = (cells: readonly (string | number)[], tag = 'td'): string =>
  `<tr>${cells.map((cell) => `<${tag}${typeof cell === 'number' ? ' class="n"' : ''}>${escapeHtml(String(cell))}</${tag}>`).join('')}</tr>`;

function countTable({ statuses, verdicts, verdictsBefore }: BatchSummary): string {
  const files = [...statuses].sort().map(([status, n]) => rowOf([`files ${status}`, n, '']));
  const changed = verdictsBefore.size > 0;
  const names = [...new Set([...verdicts.keys(), ...verdictsBefore.keys()])].sort();
  const clips = names.map((name) =>
    rowOf([`clips ${name}`, verdicts.get(name) ?? 0, changed ? `${verdictsBefore.get(name) ?? 0} before` : '']),
  );
  return `<table>${[...files, ...clips].join('')}</table>`;
}

function ruleTable({ rules }: BatchSummary): string {
  if (rules.size === 0) return '<p>Nothing was found.</p>';
  const rows = [...rules]
    .sort(([a, x], [b, y]) => y.error - x.error || y.warning - x.warning || (a < b ? -1 : 1))
    .map(([rule, { error, warning, note }]) => rowOf([rule, error, warning, note]));
  return `<table>${rowOf(['clips by their gravest finding of a rule', 'errors', 'warnings', 'notes'], 'th')}${rows.join('')}</table>`;
}

/** Bars; the last one holds all that lies beyond the axis. */
function histogram({ title, unit, most }: FigureScale, bars: Float64Array): string {
  const [width, height, foot] = [320, 110, 16];
  const top = Math.max(1, ...bars);
  const step = width / BARS;
  const shapes = Array.from(bars, (value, i) => {
    const size = ((height - foot) * value) / top;
    return `<rect x="${(i * step + 0.5).toFixed(1)}" y="${(height - foot - size).toFixed(1)}" width="${(step - 1).toFixed(1)}" height="${size.toFixed(1)}"><title>${value}</title></rect>`;
  });
  return `<figure><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(title)}">${shapes.join('')}
<text x="0" y="${height - 3}">0</text><text x="${width / 2}" y="${height - 3}" text-anchor="middle">${most / 2}</text><text x="${width}" y="${height - 3}" text-anchor="end">${most} and more</text></svg>
<figcaption>${escapeHtml(title)} [${escapeHtml(unit)}]; the highest bar: ${top} clips</figcaption></figure>`;
}

const choice = (id: string, all: string, options: readonly string[]): string =>
  `<select id="${id}" aria-label="${id}"><option value="">${all}</option>${options.map((option) => `<option>${escapeHtml(option)}</option>`).join('')}</select>`;

function clipFigure({ file, animation, rule, severity, message, thumbnail }: WorstClip): string {
  const name = animation ? `${file} "${animation}"` : file;
  return `<div class="clip" data-rule="${escapeHtml(rule)}" data-severity="${severity}" data-file="${escapeHtml(file)}">${stickFigure(thumbnail)}
<b>${escapeHtml(name)}</b><br><span class="${severity}">${severity}</span> ${escapeHtml(rule)}: ${escapeHtml(message)}</div>`;
}

/** The frame with the floor under it [cm]. */
function stickFigure({ frame, points, bones, head }: Thumbnail): string {
  const xs = points.filter((_, i) => i % 2 === 0);
  const ys = points.filter((_, i) => i % 2 === 1);
  const [left, right] = [Math.min(-60, ...xs) - 5, Math.max(60, ...xs) + 5];
  const [low, high] = [Math.min(0, ...ys) - 8, Math.max(180, ...ys) + 5];
  const lines: string[] = [];
  for (let i = 0; i < bones.length; i += 2) {
    const [a, b] = [2 * bones[i]!, 2 * bones[i + 1]!];
    lines.push(`<line x1="${points[a]}" y1="${-points[a + 1]!}" x2="${points[b]}" y2="${-points[b + 1]!}"/>`);
  }
  const [x, y] = [points[2 * head], points[2 * head + 1]];
  if (x !== undefined && y !== undefined) lines.push(`<circle cx="${x}" cy="${-y}" r="10"/>`);
  return `<svg viewBox="${left} ${-high} ${right - left} ${high - low}" role="img" aria-label="frame ${frame}"><line class="floor" x1="${left}" y1="0" x2="${right}" y2="0"/>${lines.join('')}</svg>`;
}

function refusedList({ refused }: BatchSummary): string {
  if (refused.length === 0) return '';
  const items = refused.map(({ message }) => `<li>${escapeHtml(message)}</li>`).join('');
  return `<h2>Files without a verdict</h2><ul>${items}</ul>`;
}
