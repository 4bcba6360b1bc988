/** `npm start`: what it builds anew, where it serves, how it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { stalePackages } from '../../../scripts/stale.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('what is built anew', () => {
  const folder = mkdtempSync(join(tmpdir(), 'poise-stale-'));
  const put = (path: string, age: number): void => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    const when = 1_700_000_000 - age;
    for (let at = file; at.length >= folder.length; at = dirname(at)) utimesSync(at, when, when);
  };
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['nothing', undefined, []],
    ['the library', 'packages/poise/src/math/quat.ts', ['poise', 'poise-studio']],
    ['the page itself', 'packages/studio/index.html', ['poise-studio']],
    ['what is served as it is', 'packages/studio/public/offline.js', ['poise-studio']],
    ['a panel', 'packages/studio/src/app/shell.tsx', ['poise-studio']],
    ['the sample person', 'examples/support/made-up-person.ts', ['poise-studio']],
  ] as const)('follows %s', (_, changed, stale) => {
    for (const path of ['packages/poise/src/a.ts', 'packages/studio/src/a.ts', 'packages/studio/index.html'])
      put(path, 900);
    put('packages/poise/dist/index.js', 500);
    put('packages/studio/dist/index.html', 400);
    if (changed) put(changed, 100);
    expect(stalePackages(folder)).toEqual(stale);
  });

  it('is all where nothing was built', () => {
    put('packages/poise/src/a.ts', 10);
    expect(stalePackages(folder)).toEqual(['poise', 'poise-studio']);
  });
});

describe('the server', () => {
  let child: ChildProcess | undefined;
  let other: Server | undefined;
  afterEach(() => {
    child?.kill('SIGKILL');
    other?.close();
  });

  /** Starts the studio and waits for its address. */
  async function start(port: number): Promise<{ words: string; ended: Promise<number | null> }> {
    const env = { ...process.env, PORT: String(port), DISPLAY: '' };
    // a build would take the pages away from the tests that are looking at them
    const started = spawn(process.execPath, ['scripts/start.js', '--as-built'], { cwd: root, env });
    child = started;
    const ended = new Promise<number | null>((resolve) => started.on('exit', resolve));
    const words = await new Promise<string>((resolve) => {
      let text = '';
      const hear = (part: Buffer): void => {
        text += part;
        if (/Ctrl\+C ends it/.test(text)) resolve(text);
      };
      started.stdout.on('data', hear);
      started.stderr.on('data', hear);
      void ended.then(() => resolve(text));
    });
    return { words, ended };
  }

  it('takes another port where its own is taken, serves this machine only, and ends with Ctrl+C', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    other = taken;
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const { words, ended } = await start(port);
    expect(words).toContain(`port ${port} is taken`);
    const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(words)?.[0] ?? '';
    const page = await fetch(address);
    expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(page.headers.get('Content-Security-Policy')).toBe("frame-ancestors 'none'");
    expect(await page.text()).toContain('<title>Poise: ');
    const elsewhere = Object.values(networkInterfaces())
      .flat()
      .find((place) => place?.family === 'IPv4' && !place.internal)?.address;
    if (elsewhere) await expect(fetch(address.replace('127.0.0.1', elsewhere))).rejects.toThrow();
    child?.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  it('says what is wrong with a port that is none', async () => {
    const { words, ended } = await start(Number.NaN);
    expect(words).toContain("argument 'NaN' is invalid. Expected a number from 0 to 65535.");
    expect(await ended).toBe(2);
  });
});
