/** `poise batch report`: the manifest of a run as one HTML page. */
import { basename, join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { batchPage } from '../../report/batch/page.ts';
import { BatchSummary, type CardRow } from '../../report/batch/summary.ts';
import { type Io, writeOutput } from '../io.ts';
import { readJob } from './job.ts';
import { readLines } from './json-lines.ts';
import { runFolder } from './run-folder.ts';

/** Writes the page. Throws UsageError where the run is not complete. */
export async function writeBatchReport(io: Io, run: string, out = join(run, 'report.html')): Promise<void> {
  const folder = runFolder(run);
  const job = await readJob(folder.job);
  const summary = new BatchSummary();
  try {
    for await (const row of readLines<CardRow>(folder.manifest)) summary.add(row);
  } catch {
    throw new UsageError(`${run}: expected the folder of a complete batch, found no manifest.jsonl`);
  }
  await writeOutput(io, out, batchPage(`poise batch ${job?.command ?? ''}: ${basename(job?.root ?? run)}`, summary));
}
