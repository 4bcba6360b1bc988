/** How far a run is: rows and rates from its folder, shards from its queue. */
import { basename } from 'node:path';
import { readLines } from './json-lines.ts';
import { isLogLine } from './log.ts';
import { type PreparedRun, shardNames } from './prepare.ts';
import { isRow, ROW_STATUSES, type RowStatus } from './row.ts';
import { namesIn, rowsFile } from './run-folder.ts';

const RATE_OVER = 60; // [s]

export interface BatchStatus {
  readonly run: string;
  readonly command: string;
  readonly files: number;
  readonly rows: Readonly<Record<RowStatus, number>>;
  readonly left: number;
  readonly shards: { readonly total: number; readonly complete: number };
  readonly perSecond: number; // over the last minute
  readonly secondsLeft: number | null; // at that rate
  readonly workers: number; // processes that made a row in the last minute
  readonly queue?: Readonly<Record<string, number>>; // shards by state
}

/** `now` [ms]: the time against which rates are measured. */
export async function statusOf(run: PreparedRun, now: number): Promise<BatchStatus> {
  const { folder, job, files } = run;
  const rows: Record<RowStatus, number> = { done: 0, refused: 0, skipped: 0, failed: 0 };
  let complete = 0;
  const begun = await begunShards(run);
  for (const shard of shardNames(job.shards)) {
    const parts = begun.get(shard);
    if (!parts) continue;
    const [known, isComplete] = await statusesOf(run, shard, parts);
    if (isComplete) complete++;
    for (const status of known.values()) rows[status]++;
  }
  const total = ROW_STATUSES.reduce((sum, status) => sum + rows[status], 0);
  const { count, processes } = await recent(run, now);
  const perSecond = count / RATE_OVER;
  const left = Math.max(0, files.length - total);
  return {
    run: folder.path,
    command: job.command,
    files: files.length,
    rows,
    left,
    shards: { total: job.shards, complete },
    perSecond: Number(perSecond.toFixed(3)),
    secondsLeft: left === 0 ? 0 : perSecond > 0 ? Math.round(left / perSecond) : null,
    workers: processes,
  };
}

/** Journals of every shard of which the folder holds anything: most of very many may not be begun. */
async function begunShards({ folder }: PreparedRun): Promise<Map<string, string[]>> {
  const begun = new Map<string, string[]>();
  for (const file of await namesIn(folder.rows, '')) begun.set(basename(file, '.jsonl'), []);
  for (const file of await namesIn(folder.journal, '')) {
    const shard = basename(file).split('.')[0]!;
    begun.set(shard, [...(begun.get(shard) ?? []), file]);
  }
  return begun;
}

async function statusesOf(
  { folder }: PreparedRun,
  shard: string,
  journals: readonly string[],
): Promise<[Map<string, RowStatus>, boolean]> {
  const known = new Map<string, RowStatus>();
  let isComplete = true;
  const take = async (file: string): Promise<void> => {
    for await (const row of readLines(file, isRow)) known.set(row.file, row.status);
  };
  await take(rowsFile(folder, shard)).catch(() => {
    isComplete = false;
  });
  for (const file of journals) await take(file).catch(() => {});
  return [known, isComplete];
}

/** Clips that were worked on in the last minute, and by how many processes. */
async function recent({ folder }: PreparedRun, now: number): Promise<{ count: number; processes: number }> {
  let count = 0;
  const processes = new Set<string>();
  for (const file of await namesIn(folder.log, '')) {
    for await (const { time, host, pid, kept } of readLines(file, isLogLine)) {
      if (kept || now - Date.parse(time) > 1000 * RATE_OVER) continue;
      count++;
      processes.add(`${host}:${pid}`);
    }
  }
  return { count, processes: processes.size };
}

/** The text format of Prometheus, version 0.0.4. */
export function prometheusText(status: BatchStatus): string {
  const label = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  const run = `run="${label(status.run)}",command="${status.command}"`;
  const gauge = (name: string, help: string, samples: readonly (readonly [labels: string, value: number])[]): string =>
    [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...samples.map(([labels, value]) => `${name}{${run}${labels}} ${value}`),
    ].join('\n');
  const by = (key: string, values: Readonly<Record<string, number>>) =>
    Object.entries(values).map(([name, value]) => [`,${key}="${name}"`, value] as const);
  return `${[
    gauge('poise_batch_files', 'files of the run', [['', status.files]]),
    gauge('poise_batch_rows', 'rows by status', by('status', status.rows)),
    gauge('poise_batch_left', 'files without a row', [['', status.left]]),
    gauge('poise_batch_shards', 'shards of the run', by('state', { ...status.shards, ...status.queue })),
    gauge('poise_batch_rate', 'clips per second over the last minute', [['', status.perSecond]]),
    gauge('poise_batch_workers', 'processes at work in the last minute', [['', status.workers]]),
  ].join('\n')}\n`;
}

export function statusLines({
  run,
  command,
  files,
  rows,
  left,
  shards,
  perSecond,
  secondsLeft,
  workers,
  queue,
}: BatchStatus) {
  const counts = ROW_STATUSES.filter((status) => rows[status] > 0).map((status) => `${rows[status]} ${status}`);
  const eta = secondsLeft === null || secondsLeft === 0 ? '' : `, about ${Math.ceil(secondsLeft / 60)} min to go`;
  return [
    `${run}: ${command}, ${files} files: ${counts.join(', ') || 'none yet'}, ${left} to be done`,
    `  shards: ${shards.complete} of ${shards.total} complete`,
    ...(queue
      ? [
          `  queue: ${Object.entries(queue)
            .map(([state, count]) => `${count} ${state}`)
            .join(', ')}`,
        ]
      : []),
    `  ${perSecond} clips per second over the last minute by ${workers} processes${eta}`,
  ];
}
