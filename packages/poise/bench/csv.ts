/** Rows of bench/results.csv, one per measurement and release. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const RESULTS = fileURLToPath(new URL('../../../bench/results.csv', import.meta.url));

export interface CsvRow {
  readonly id: string;
  readonly value: number;
  readonly unit: string;
  readonly against?: string;
  readonly ratio?: number;
}

export const short = (x: number): number => Number(x.toPrecision(4));

export function appendCsv(date: string, rows: readonly CsvRow[]): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: dirname(fileURLToPath(import.meta.url)) })
    .toString()
    .trim();
  mkdirSync(dirname(RESULTS), { recursive: true });
  if (!existsSync(RESULTS)) appendFileSync(RESULTS, 'date,commit,id,value,unit,against,ratio\n');
  for (const { id, value, unit, against = '', ratio } of rows) {
    appendFileSync(RESULTS, `${[date, commit, id, short(value), unit, against, ratio ? short(ratio) : ''].join()}\n`);
  }
}
