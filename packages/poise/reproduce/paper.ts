import type { Section } from './page-sections.ts';

/** One thing that a paper says or shows, and what became of it here; a line of `--json`. */
export interface Claim {
  readonly id: string; // 'tak00/soft-knee', stable
  readonly paper: string;
  readonly ours: string;
  readonly holds: boolean;
}

/** A picture of docs/methods/figures. */
export interface Figure {
  readonly name: string;
  readonly svg: string;
}

/** What reproducing a paper gives: tables for its page in docs/methods, and figures beside it. */
export interface Reproduction {
  readonly page: string; // in docs/methods
  readonly sections: readonly Section[];
  readonly figures: readonly Figure[];
  readonly claims: readonly Claim[];
}

export interface Paper {
  readonly id: string; // 'tak00'
  /** Deterministic: the same sources give the same bytes. `say` tells what is being done. */
  reproduce(say: (what: string) => void): Promise<Reproduction> | Reproduction;
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
