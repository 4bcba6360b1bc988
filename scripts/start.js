// `npm start`: builds what is out of date, serves the studio on this machine only, opens it where there is a browser.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { preview } from 'vite';
import { root, runCommand } from './run.js';

const HOST = '127.0.0.1';
const PORT = 4173;

/** Latest change below a folder [ms]; 0 where there is nothing. */
function latestChange(folder) {
  try {
    const entries = readdirSync(join(root, folder), { recursive: true });
    return Math.max(0, ...entries.map((name) => statSync(join(root, folder, name)).mtimeMs));
  } catch {
    return 0;
  }
}

const sources = Math.max(...['packages/poise/src', 'packages/studio/src', 'examples/support'].map(latestChange));
const built = Math.min(latestChange('packages/poise/dist'), latestChange('packages/studio/dist'));
if (built < sources && !runCommand('npm run --silent build')) process.exit(1);

const hasScreen =
  process.platform === 'darwin' ||
  process.platform === 'win32' ||
  process.env['DISPLAY'] ||
  process.env['WAYLAND_DISPLAY'];
const server = await preview({
  root: join(root, 'packages/studio'),
  logLevel: 'warn',
  preview: {
    host: HOST,
    port: Number(process.env['PORT'] ?? PORT),
    open: Boolean(hasScreen && process.stdout.isTTY && !process.env['CI']),
  },
});
const { port } = server.httpServer.address();
console.log(`Poise is at http://${HOST}:${port}/ (on this machine only; Ctrl+C ends it)`);
