/** `poise batch report`: the manifest of a run as one HTML page. */
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { batchPage } from '../../report/batch/page.ts';
import { BatchSummary, type CardRow } from '../../report/batch/summary.ts';
import { type Io, writeOutput } from '../io.ts';
import { readJob } from './job.ts';
import { readLines } from './json-lines.ts';
import { faultInRow } from './row-schema.ts';
import { runFolder } from './run-folder.ts';

/** A manifest is whole: a line that is no JSON is told, too. */
const isAny = (_: unknown): _ is unknown => true;

/** Writes the page. Throws UsageError where the run is not complete. */
export async function writeBatchReport(io: Io, run: string, out = join(run, 'report.html')): Promise<void> {
  const folder = runFolder(run);
  const job = await readJob(folder.job);
  const summary = new BatchSummary();
  if (!(await stat(folder.manifest).catch(() => undefined))) {
    throw new UsageError(`${run}: expected the folder of a complete batch, found no manifest.jsonl`);
  }
  let line = 0;
  for await (const row of readLines(folder.manifest, isAny)) {
    line++;
    const fault = faultInRow(row);
    if (fault) {
      const place = `${folder.manifest}:${line}: ${fault.pointer || 'the row'}`;
      throw new UsageError(`${place}: expected ${fault.expected}, found ${fault.found}`);
    }
    summary.add(row as CardRow);
  }
  await writeOutput(io, out, batchPage(`poise batch ${job?.command ?? ''}: ${basename(job?.root ?? run)}`, summary));
}
