/** Makes the manifest of a run in a process of its own and prints what memory that took. */
import { statSync } from 'node:fs';
import { resourceUsage } from 'node:process';
import { writeManifest } from '../../packages/poise/src/cli/batch/manifest.ts';
import { shardNames } from '../../packages/poise/src/cli/batch/prepare.ts';
import { runFolder } from '../../packages/poise/src/cli/batch/run-folder.ts';

const [run, shards] = process.argv.slice(2) as [string, string];
const folder = runFolder(run);
const began = performance.now();
await writeManifest(folder, shardNames(Number(shards)));
console.log(
  JSON.stringify({
    MB: Math.round(statSync(folder.manifest).size / 2 ** 20),
    peakMB: Math.round(resourceUsage().maxRSS / 1024),
    seconds: Number(((performance.now() - began) / 1000).toFixed(1)),
  }),
);
