/** What a comparison gives: rows for bench/results.csv and a table for docs/peers.md. */

export interface PeerRow {
  readonly id: string; // 'peers/dynamics/inverse-mujoco-c'
  readonly value: number;
  readonly unit: string;
  readonly against: string;
  readonly ratio: number; // how many times better Poise is; below 1 it is worse
}

export interface Comparison {
  readonly rows: readonly PeerRow[];
  readonly markdown: string;
}

export interface ComparisonOptions {
  readonly seed: number;
  readonly count: number; // of clips
  readonly say: (what: string) => void; // progress
}

export interface PeerSection {
  readonly id: string;
  readonly title: string;
  readonly compare: (options: ComparisonOptions) => Promise<Comparison>;
}

export const short = (x: number): string => String(Number(x.toPrecision(3)));

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
