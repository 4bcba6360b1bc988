/** Collects the constraints of a window as rows over spline coefficients, with what each one is about. */
import { appendRow, type BandRows, createBandRows } from '../../optim/band-rows.ts';
import type { Mechanism } from './freedoms.ts';
import type { SiteState } from './site.ts';

export const ROW_KINDS = [
  'zmp',
  'load',
  'friction',
  'flight',
  'foot',
  'swing-foot',
  'ceiling',
  'pin',
  'angle',
  'end',
] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** Rows of one sense, and what they are. */
export interface LabelledRows {
  readonly rows: BandRows;
  readonly kinds: RowKind[];
  readonly sites: number[];
}

export interface RowSink {
  readonly equal: LabelledRows; // value = 0
  readonly unequal: LabelledRows; // value ≥ 0
  readonly free: number; // unknowns per site
  readonly spacing: number; // h
  /** ∂W/∂(coefficients before, at and after the site): 3 × 6 × free. */
  readonly wrench: Float64Array;
  differentiate: boolean;
  // the site that rows are being written for
  site: number;
  first: number;
}

export function createSink(mechanism: Mechanism, spacing: number): RowSink {
  const labelled = (): LabelledRows => ({ rows: createBandRows(mechanism.width), kinds: [], sites: [] });
  return {
    equal: labelled(),
    unequal: labelled(),
    free: mechanism.free,
    spacing,
    wrench: new Float64Array(18 * mechanism.free),
    differentiate: true,
    site: 0,
    first: 0,
  };
}

export function clearSink(sink: RowSink): void {
  for (const part of [sink.equal, sink.unequal]) {
    part.rows.count = 0;
    part.kinds.length = 0;
    part.sites.length = 0;
  }
}

/** Starts a site: block −, 0, + get J/6 − J̇/2h + J̈/h², 4J/6 − 2J̈/h², J/6 + J̇/2h + J̈/h². */
export function startSite(sink: RowSink, site: number, first: number, state: SiteState): void {
  sink.site = site;
  sink.first = first;
  if (!sink.differentiate) return;
  const { byPosition, byVelocity, byAcceleration } = state.derivatives;
  const size = 6 * sink.free;
  const half = 1 / (2 * sink.spacing);
  const square = 1 / (sink.spacing * sink.spacing);
  for (let i = 0; i < size; i++) {
    const even = byPosition[i] / 6 + square * byAcceleration[i];
    const odd = half * byVelocity[i];
    sink.wrench[i] = even - odd;
    sink.wrench[size + i] = (4 / 6) * byPosition[i] - 2 * square * byAcceleration[i];
    sink.wrench[2 * size + i] = even + odd;
  }
}

function append(sink: RowSink, part: LabelledRows, kind: RowKind, value: number): number {
  part.kinds.push(kind);
  part.sites.push(sink.site);
  return appendRow(part.rows, sink.first, value);
}

/** A row Σ weights·W; weights in the order of W = (Mo; F). Returns the row's number. */
export function addWrenchRow(
  sink: RowSink,
  part: LabelledRows,
  kind: RowKind,
  value: number,
  weights: readonly number[],
): number {
  const row = append(sink, part, kind, value);
  if (!sink.differentiate) return row;
  const { free, wrench } = sink;
  const { blockSize, values } = part.rows;
  for (let block = 0; block < 3; block++) {
    const o = (3 * row + block) * blockSize;
    for (let c = 0; c < 6; c++) {
      const weight = weights[c];
      if (weight === 0) continue;
      const from = (6 * block + c) * free;
      for (let j = 0; j < free; j++) values[o + j] += weight * wrench[from + j];
    }
  }
  return row;
}

/** A row that depends on the pose only. */
export function addPoseRow(sink: RowSink, part: LabelledRows, kind: RowKind, value: number): number {
  return append(sink, part, kind, value);
}

/** Adds ∂value/∂θ_j of a row made by addPoseRow or addWrenchRow. */
export function addPoseEntry(part: LabelledRows, row: number, j: number, slope: number): void {
  const { blockSize, values } = part.rows;
  const o = 3 * row * blockSize + j;
  values[o] += slope / 6;
  values[o + blockSize] += (4 / 6) * slope;
  values[o + 2 * blockSize] += slope / 6;
}

/** A row value = scale · (derivative of unknown j) − …, derivative 0, 1 or 2. */
export function addCoordinateRow(
  sink: RowSink,
  part: LabelledRows,
  kind: RowKind,
  value: number,
  j: number,
  derivative: 0 | 1 | 2,
  scale: number,
): void {
  const row = append(sink, part, kind, value);
  if (derivative === 0) {
    addPoseEntry(part, row, j, scale);
    return;
  }
  const { blockSize, values } = part.rows;
  const o = 3 * row * blockSize + j;
  const h = sink.spacing;
  values[o] = scale * (derivative === 1 ? -1 / (2 * h) : 1 / (h * h));
  values[o + blockSize] = derivative === 1 ? 0 : (-2 * scale) / (h * h);
  values[o + 2 * blockSize] = scale * (derivative === 1 ? 1 / (2 * h) : 1 / (h * h));
}
