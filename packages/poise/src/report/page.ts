/**
 * The report as one self-contained page: no network, no external file. A pure function, the same bytes for the same
 * input; the command line writes it to disk, the studio shows it in a frame.
 */

import { type Finding, SEVERITIES } from '../balance/finding.ts';
import type { BalanceReport } from '../balance/report.ts';
import { type Verdict, verdictOf } from '../balance/verdict.ts';
import type { Body } from '../body/body.ts';
import { type Clip, durationOf, frameRate } from '../motion/clip.ts';
import { assumptionsOf } from './assumptions.ts';
import { buildPageData, isStrip } from './build-page-data.ts';
import { type Card, summaryCards } from './cards.ts';
import { CLIENT_SCRIPT } from './client-script.ts';
import { escapeHtml } from './escape-html.ts';
import { PLOTS } from './plots.ts';
import { STYLE } from './style.ts';

export interface PageMeta {
  readonly title: string; // the file's name
  readonly madeBy: string; // program and version
}

/** JSON inside a script element must not be able to close it. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The page for one analysed clip.
 *
 * ```ts
 * const html = reportPage(body, clip, report, lint(body, clip, report), { title: 'walk.bvh', madeBy: 'Poise' });
 * ```
 */
export function reportPage(
  body: Body,
  clip: Clip,
  report: BalanceReport,
  findings: readonly Finding[],
  meta: PageMeta,
): string {
  const verdict = verdictOf(report, findings);
  const data = buildPageData(body, clip, report, findings);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>${escapeHtml(meta.title)} – balance report</title>
<style>${STYLE}</style>
</head>
<body>
${headerHtml(body, clip, report, verdict, meta)}
<main>
<section class="cards" aria-label="Summary">${summaryCards(report).map(cardHtml).join('')}</section>
${findingsHtml(findings)}
${stageHtml(isStrip(report))}
${timelineHtml()}
${plotsHtml(data.travels)}
</main>
${footerHtml(report, meta)}
<script type="application/json" id="data">${scriptJson(data)}</script>
<script>${CLIENT_SCRIPT}</script>
</body>
</html>
`;
}

function headerHtml(body: Body, clip: Clip, report: BalanceReport, verdict: Verdict, meta: PageMeta): string {
  const facts = [
    `${clip.frameCount} frame${clip.frameCount === 1 ? '' : 's'}`,
    `${Number(frameRate(clip).toFixed(2))} fps`,
    `${durationOf(clip).toFixed(2)} s`,
    `${report.mass.toFixed(1)} kg`,
    `${report.height.toFixed(2)} m`,
    `masses: ${body.table}`,
  ];
  const symbol = { good: '✓', doubtful: '!', bad: '✕', unjudged: '?' }[verdict.status];
  return `<header class="head ${verdict.status}">
<p class="file"><strong>${escapeHtml(meta.title)}</strong> ${facts.map((fact) => `<span>${escapeHtml(fact)}</span>`).join('')}</p>
<div class="verdict"><span class="mark" aria-hidden="true">${symbol}</span>
<div><h1>${escapeHtml(verdict.headline)}</h1><p>${escapeHtml(verdict.detail)}</p></div></div>
${assumptionsHtml(assumptionsOf(clip, report))}</header>`;
}

const assumptionsHtml = (sentences: readonly string[]): string =>
  sentences.length === 0
    ? ''
    : `<ul class="assumptions" aria-label="Assumed">${sentences.map((sentence) => `<li>${escapeHtml(sentence)}</li>`).join('')}</ul>`;

const cardHtml = ({ label, value, unit, note, tone }: Card): string =>
  `<article class="card ${tone}"><h2>${escapeHtml(label)}</h2>
<p class="value">${escapeHtml(value)}<small>${escapeHtml(unit)}</small></p><p class="note">${escapeHtml(note)}</p></article>`;

/** `strip`: the person goes straight; the plan gets the width and the figures less of it. */
function stageHtml(strip: boolean): string {
  const view = (id: string, title: string, label: string): string =>
    `<figure class="view" id="${id}"><figcaption>${title}</figcaption><canvas role="img" aria-label="${label}"></canvas></figure>`;
  return `<section class="stage${strip ? ' strip' : ''}" aria-label="Figure">
${view('side', 'Side', 'The person from the right, with centre of mass, zero moment point and support')}
${view('front', 'Front', 'The person from the front, with centre of mass, zero moment point and support')}
${view('top', 'From above', 'Path of the zero moment point, green inside the support and red outside, path of the centre of mass, footprints')}
</section>
<div class="transport">
<button type="button" id="play" aria-label="Play">▶</button>
<input type="range" id="scrub" min="0" max="1" step="any" value="0" aria-label="Time">
<output id="clock">0.00 s</output>
<select id="speed" aria-label="Speed"><option value="1">1×</option><option value="0.5">½×</option><option value="0.25">¼×</option><option value="0.1">⅒×</option></select>
<p class="legend"><span class="key com">centre of mass</span><span class="key in">ZMP inside</span><span class="key out">ZMP outside</span><span class="key sup">support</span></p>
</div>`;
}

function timelineHtml(): string {
  return `<section class="panel timeline" aria-label="Contacts and balance over time">
<h2>Contacts and balance <span class="hint">which part of each foot is on the floor, and how far the body is from balance</span>
<span class="keys"><span class="key double">both feet</span><span class="key single">one foot</span><span class="key flight">flight</span><span class="key other">other support</span></span></h2>
<canvas id="timeline" role="img" aria-label="Support phases, foot contacts, imbalance and findings over time"></canvas>
</section>`;
}

function plotsHtml(travels: boolean): string {
  const plots = PLOTS.map(({ title, lines, about, ...plot }, i) => {
    const hint = about && travels ? `${plot.hint}; 0 is below the centre of mass` : plot.hint;
    const keys = lines.map(
      (line) =>
        `<span class="key ${line.colour}">${line.label}<b data-plot="${i}" data-line="${line.series}"></b></span>`,
    );
    return `<section class="panel plot"><h2>${title} <span class="hint">${hint}</span><span class="keys">${keys.join('')}</span></h2>
<canvas data-plot="${i}" role="img" aria-label="${title}: ${hint}"></canvas></section>`;
  });
  return `<div class="plots" id="plots"><div class="tools"><span>Drag to zoom, double-click to reset, wheel with Ctrl to zoom at the pointer; ← → step, space plays</span>
<button type="button" id="reset" hidden>Whole clip</button></div>${plots.join('\n')}</div>`;
}

function findingsHtml(findings: readonly Finding[]): string {
  const items = findings.map(
    (finding, i) => `<li><button type="button" class="finding ${finding.severity}" data-finding="${i}">
<span class="what"><b>${finding.severity}</b> ${escapeHtml(finding.rule)}</span>
<span class="words">${escapeHtml(finding.message)}</span></button></li>`,
  );
  const counts = [...SEVERITIES]
    .reverse()
    .map((severity) => [severity, findings.filter((finding) => finding.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `<span class="count ${severity}">${count} ${severity}${count === 1 ? '' : 's'}</span>`);
  const list = items.length > 0 ? `<ol>${items.join('')}</ol>` : '<p class="none">Nothing to report.</p>';
  return `<section class="findings" aria-label="Findings"><h2>Findings ${counts.join('')}</h2>${list}</section>`;
}

function footerHtml(report: BalanceReport, meta: PageMeta): string {
  const cutoff = Number.isFinite(report.cutoff) ? `Derivatives are taken below ${report.cutoff.toFixed(1)} Hz. ` : '';
  return `<footer>Positions are as in the file; masses, soles, contacts and forces are estimates from the motion alone. ${cutoff}The
shaded band about the margin is two standard deviations of its estimated error. Made by ${escapeHtml(meta.madeBy)}; this page loads nothing from a network.</footer>`;
}
