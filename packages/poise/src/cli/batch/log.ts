/** What a manifest must not hold: when, where and how long. One file per process. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { ClipResult } from './clip-task.ts';
import { LineWriter } from './json-lines.ts';
import type { RowStatus } from './row.ts';
import type { RunFolder } from './run-folder.ts';

export interface LogLine {
  readonly time: string; // ISO 8601
  readonly host: string;
  readonly pid: number;
  readonly shard: string;
  readonly file: string;
  readonly status: RowStatus;
  readonly kept: boolean; // the row of an earlier run holds
  readonly seconds: number; // of work in its thread
}

export function isLogLine(value: unknown): value is LogLine {
  const { time, host, pid } = (value ?? {}) as Partial<LogLine>;
  return typeof time === 'string' && typeof host === 'string' && typeof pid === 'number';
}

export interface BatchLog {
  readonly add: (shard: string, result: ClipResult) => void;
  readonly close: () => void;
}

export function openLog(folder: RunFolder): BatchLog {
  const host = hostname();
  const { pid } = process;
  const writer = new LineWriter(join(folder.log, `${host}-${pid}-${randomBytes(4).toString('hex')}.jsonl`));
  return {
    add(shard, { row, kept, seconds }) {
      const line: LogLine = {
        time: new Date().toISOString(),
        host,
        pid,
        shard,
        file: row.file,
        status: row.status,
        kept,
        seconds: Number(seconds.toFixed(4)),
      };
      writer.append(line);
    },
    close: () => writer.close(),
  };
}
