/** The report as one page that opens without a network: the same that `poise analyse --html` writes. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyse, fitBody, lint, reportPage } from 'poise';
import { madeUpMotion } from './support/made-up-person.ts';

const clip = madeUpMotion();
const body = fitBody(clip);
const report = analyse(body, clip);
const page = reportPage(body, clip, report, lint(body, clip, report), { title: clip.name, madeBy: 'an example' });

const file = join(await mkdtemp(join(tmpdir(), 'poise-')), 'report.html');
await writeFile(file, page);
console.log(`${Math.round(page.length / 1024)} kB in ${file}`);
