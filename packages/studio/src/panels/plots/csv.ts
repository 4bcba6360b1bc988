/** A plot as a table: every frame, not what happens to be visible. */
import type { Clip } from 'poise';
import { fileFrame } from 'poise/io';
import type { PlotData, PlotKind } from './types.ts';

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Comma-separated values with a header of names and units; empty where a value is undefined. */
export function plotCsv(clip: Clip, kind: PlotKind, data: PlotData, time: Float64Array): string {
  const unit = kind.unit ? ` [${kind.unit}]` : '';
  const columns = [
    ...data.lines.filter(({ marks }) => !marks).map(({ label, values }) => ({ label, values })),
    ...(data.bands ?? []).flatMap(({ label, low, high }) => [
      { label: `${label} low`, values: low },
      { label: `${label} high`, values: high },
    ]),
  ];
  const header = ['frame', 'time [s]', ...columns.map(({ label }) => `${label}${unit}`)].map(quoted).join(',');
  const rows = Array.from(time, (t, f) => {
    const cells = columns.map(({ values }) =>
      Number.isFinite(values[f]) ? String(Number(values[f]!.toPrecision(9))) : '',
    );
    return [fileFrame(clip, f), Number(t.toFixed(6)), ...cells].join(',');
  });
  return `${[header, ...rows].join('\n')}\n`;
}

/** Name of an exported file: clip, plot, ending, without what file systems dislike. */
export function exportName(clip: Clip, plotId: string, ending: 'csv' | 'png'): string {
  const clean = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  const stem = clip.name.replace(/\.[a-z0-9]{2,4}$/i, '');
  return `${clean(stem) || 'clip'}-${clean(plotId)}.${ending}`;
}
