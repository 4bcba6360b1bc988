/** The browser that encodes video: Chromium, Chrome or Edge, run without a window on a page of our own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { UsageError } from '../../errors.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'msedge.exe'];
const OUTSIDE_PATH = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Path of a browser on this machine: POISE_CHROMIUM, else the first that is found. Throws UsageError where there is none. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string {
  const named = env['POISE_CHROMIUM'];
  if (named) {
    if (existsSync(named)) return named;
    throw new UsageError(`POISE_CHROMIUM: no file at "${named}"`);
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const places = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...OUTSIDE_PATH];
  const found = places.find((place) => existsSync(place));
  if (found) return found;
  throw new UsageError(
    'video needs Chromium, Chrome or Edge, and none was found: install one, set POISE_CHROMIUM to its path, or write a .gif file',
  );
}

export interface RunningBrowser {
  /** Rejects when the browser ends by itself. */
  readonly ended: Promise<never>;
  readonly close: () => Promise<void>;
}

/** Opens a page in a browser without a window and with a profile of its own, which `close` removes. */
export async function openHidden(browser: string, url: string): Promise<RunningBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'poise-browser-'));
  const flags = ['--headless=new', `--user-data-dir=${profile}`, '--no-first-run', '--disable-sync', '--disable-gpu'];
  // Chromium's sandbox does not run as root; the page is ours and loads nothing else.
  if (process.getuid?.() === 0) flags.push('--no-sandbox');
  const child = spawn(browser, [...flags, '--disable-background-networking', url], { stdio: 'ignore' });
  const gone = exitOf(child);
  const ended = gone.then((reason) => {
    throw new UsageError(`the browser ended before the video was encoded (${browser}: ${reason})`);
  });
  ended.catch(() => {});
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', kill);
  return {
    ended,
    async close() {
      process.removeListener('exit', kill);
      kill();
      await gone;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const exitOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
