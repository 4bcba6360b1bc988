/** The packed package in a fresh folder: Node (import and require), a Vite project with a worker, a page without a build step, the studio. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM_FLAGS, findChromium, HOW_TO_INSTALL } from '../../../scripts/chromium.js';
import { root } from './support/repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'poise-fresh-'));
const installed = join(folder, 'node_modules/poise');
const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);

let browser: Browser | undefined;
let server: Server | undefined;

beforeAll(() => {
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: join(root, 'packages/poise'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(packed) as [{ readonly filename: string }];
  put('package.json', '{ "name": "fresh", "private": true }');
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', filename], {
    cwd: folder,
    stdio: 'pipe',
  });
});

afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const node = (...args: readonly string[]): string =>
  execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html' };

/** Opens a page of a folder, and waits until it says how it went in its title. */
async function openPage(below: string, path: string): Promise<{ title: string; requests: readonly string[] }> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(HOW_TO_INSTALL);
  browser ??= await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const served = createServer((request, response) => {
    const name = join(below, new URL(request.url!, 'http://x').pathname);
    if (existsSync(name)) {
      response.writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream' });
      response.end(readFileSync(name));
    } else response.writeHead(404).end();
  });
  server = served;
  await new Promise<void>((resolve) => served.listen(0, '127.0.0.1', resolve));
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto(`http://127.0.0.1:${(served.address() as AddressInfo).port}/${path}`);
  await page.waitForFunction("document.title.startsWith('done')", undefined, { timeout: 120_000 }).catch(() => {
    throw new Error(`the page said nothing; ${faults.join('; ')}`);
  });
  const title = await page.title();
  await page.close();
  served.close();
  return { title, requests: requests.filter((name) => name !== '/favicon.ico') };
}

describe('the packed package', () => {
  it('works in Node, imported and required', () => {
    const program =
      "const clip = perform(motionNamed('walk'));\nconsole.log(judge(clip).verdict.status, typeof startPushResponse);\n";
    put(
      'a.mjs',
      `import { judge, motionNamed, perform } from 'poise';\nimport { startPushResponse } from 'poise/react';\n${program}`,
    );
    put(
      'a.cjs',
      `const { judge, motionNamed, perform } = require('poise');\nconst { startPushResponse } = require('poise/react');\n${program}`,
    );
    expect(node('a.mjs').trim()).toBe('good function');
    expect(node('a.cjs').trim()).toBe('good function');
  });

  it('has its command line, which finds what it needs', () => {
    const poise = join(installed, 'bin/poise.js');
    expect(node(poise, 'perform', 'idle', '-o', 'idle.bvh', '--json')).toContain('idle.bvh');
    const answered = node(poise, 'react', 'idle.bvh', '--push', 't=0.5 impulse=0,0,15', '-o', 'pushed.glb', '--json');
    expect(JSON.parse(answered)).toMatchObject({ method: 'push-response', outcome: { achieved: true } });
  });

  it('goes into a Vite project, with a worker', async () => {
    put(
      'main.js',
      `import { ReactionLayer, judge, motionNamed, perform } from 'poise';
import { bindCharacter } from 'poise/three';
const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => {
  document.title = ['done', judge(perform(motionNamed('walk'))).verdict.status, typeof ReactionLayer, typeof bindCharacter, data].join(' ');
};
`,
    );
    put(
      'worker.js',
      `import { fitBody, motionNamed, perform, react } from 'poise';
const clip = perform(motionNamed('idle'));
const body = fitBody(clip);
const pushes = [{ time: 0.5, impulse: [0, 0, 10], segment: body.roles.chest }];
postMessage(react({ body, clip, pushes }, { seconds: 2 }).method);
`,
    );
    put('index.html', '<!doctype html><title>…</title><script type="module" src="./main.js"></script>');
    await build({ root: folder, configFile: false, logLevel: 'error', base: './', worker: { format: 'es' } });
    const { title } = await openPage(join(folder, 'dist'), 'index.html');
    expect(title).toBe('done good function function push-response');
  });

  it('serves a page without a build step, by one file per entry', async () => {
    put(
      'plain.html',
      `<!doctype html><title>…</title><script type="module">
import { ReactionLayer, bindCharacter } from './node_modules/poise/dist/cdn/layer.js';
import { judge, motionNamed, perform } from './node_modules/poise/dist/cdn/poise.js';
document.title = ['done', typeof ReactionLayer, typeof bindCharacter, judge(perform(motionNamed('walk'))).verdict.status].join(' ');
</script>`,
    );
    const { title, requests } = await openPage(folder, 'plain.html');
    expect(title).toBe('done function function good');
    expect(requests).toHaveLength(3); // the page and two files
  });

  it('starts the studio', async () => {
    const studio = spawn(process.execPath, [join(installed, 'bin/poise.js'), 'studio', '--port', '0', '--no-open'], {
      cwd: folder,
    });
    const ended = new Promise<number | null>((resolve) => studio.on('exit', resolve));
    const address = await new Promise<string>((resolve) => {
      studio.stdout.on('data', (part) => resolve(/http:\/\/\S+/.exec(String(part))?.[0] ?? ''));
    });
    expect(await (await fetch(address)).text()).toContain('<title>Poise: ');
    expect((await fetch(`${address}..%2f..%2fpackage.json`)).status).toBe(400);
    expect((await fetch(`${address}nowhere.js`)).status).toBe(404);
    expect((await fetch(address, { method: 'POST' })).status).toBe(405);
    studio.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
