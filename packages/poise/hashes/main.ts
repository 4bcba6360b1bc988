/**
 * `npm run hashes`: the hashes of some forty results on this engine, and on others for comparison.
 *
 *   npm run hashes -- [--engines node@22,node@24,chromium] [--json]
 *
 * `node@N` is run through npx (which may download it), `chromium` is the browser of the page tests. For every result that differs the
 * largest relative difference is told. Exit code 1: results of the library differ on some engine. docs/conventions.md says how far they may.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { CHROMIUM_FLAGS, findChromium } from '../../../scripts/chromium.js';
import { type Result, results } from './results.ts';

const { values } = parseArgs({
  options: { engines: { type: 'string', default: '' }, json: { type: 'boolean', default: false } },
});

/** All code in one file that any engine runs. */
async function bundle(): Promise<string> {
  const built = await build({
    logLevel: 'silent',
    configFile: false,
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: fileURLToPath(new URL('./results.ts', import.meta.url)), formats: ['es'], fileName: 'results' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [{ output }] = (Array.isArray(built) ? built : [built]) as [{ output: readonly { code?: string }[] }];
  return output[0]!.code!;
}

function inNode(version: string, code: string): readonly Result[] {
  const folder = mkdtempSync(join(tmpdir(), 'poise-hashes-'));
  try {
    const out = join(folder, 'out.json');
    writeFileSync(join(folder, 'results.mjs'), code);
    const script = `import { results } from './results.mjs'; import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(out)}, JSON.stringify(await results()));`;
    writeFileSync(join(folder, 'run.mjs'), script);
    const { status, stderr } = spawnSync('npx', ['-y', version, 'run.mjs'], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${version}: ${stderr}`);
    return JSON.parse(readFileSync(out, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inChromium(code: string): Promise<readonly Result[]> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium was found');
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage();
    await page.route('http://hashes.test/**', (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript', body: code })
        : route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    );
    await page.goto('http://hashes.test/');
    return await page.evaluate(async () => {
      const address = '/results.js';
      const { results: run } = (await import(address)) as { results: () => Promise<readonly Result[]> };
      return await run();
    });
  } finally {
    await browser.close();
  }
}

/** Largest difference over the largest number. */
function apart(a: readonly number[], b: readonly number[]): string {
  if (a.length === 0 || a.length !== b.length) return 'not comparable';
  const size = a.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most), 0);
  const gap = a.reduce((most, x, i) => (x === b[i] ? most : Math.max(most, Math.abs(x - b[i]!))), 0);
  return (gap / size).toExponential(1);
}

const own = await results();
if (values.json) process.stdout.write(`${JSON.stringify(own.map(({ name, hash }) => ({ name, hash })))}\n`);
else for (const { name, hash } of own) process.stdout.write(`${hash}  ${name}\n`);
const engines = values.engines.split(',').filter(Boolean);
const code = engines.length > 0 ? await bundle() : '';
let differ = 0;
for (const engine of engines) {
  const theirs = engine === 'chromium' ? await inChromium(code) : inNode(engine, code);
  const other = own.filter(({ hash }, i) => theirs[i]?.hash !== hash);
  differ += other.filter(({ name }) => !name.startsWith('Math.')).length;
  process.stdout.write(
    `\n${engine}: ${own.length - other.length} of ${own.length} the same as on Node ${process.versions.node}\n`,
  );
  for (const { name, numbers } of other) {
    const found = theirs.find((one) => one.name === name);
    process.stdout.write(`  ${name}: differs by ${apart(numbers, found?.numbers ?? [])}\n`);
  }
}
process.exitCode = differ > 0 ? 1 : 0;
