// `npm start`: builds what is out of date, serves the studio on this machine only, opens it where there is a browser.
// `npm start -- --as-built` serves what there is.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { preview } from 'vite';
import { root, runCommand } from './run.js';
import { stalePackages } from './stale.js';

const HOST = '127.0.0.1';
const PORT = 4173;
/** Beside the policy that the page itself holds: what only a header can say. */
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const asBuilt = process.argv.includes('--as-built');
for (const name of asBuilt ? [] : stalePackages(root)) {
  console.log(`Building ${name} …`);
  if (!runCommand(`npm run --silent build -w ${name}`)) {
    console.error(`${name} could not be built; what went wrong stands above.`);
    process.exit(1);
  }
}

const wanted = Number(process.env['PORT'] ?? PORT);
if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65535) {
  console.error(`PORT must be a number from 0 to 65535, found "${process.env['PORT']}".`);
  process.exit(1);
}

let server;
try {
  // A port that is taken is no reason to stop: the next free one does as well.
  server = await preview({
    root: join(root, 'packages/studio'),
    logLevel: 'silent',
    preview: { host: HOST, port: wanted, headers: HEADERS },
  });
} catch (error) {
  console.error(`The studio cannot be served on ${HOST}: ${error.message}`);
  process.exit(1);
}
const { port } = server.httpServer.address();
const address = `http://${HOST}:${port}/`;
const instead = wanted !== 0 && port !== wanted ? ` (port ${wanted} is taken)` : '';
console.log(`Poise is at ${address}${instead}\nIt is served to this machine only. Ctrl+C ends it.`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    server.httpServer.closeAllConnections?.();
    void server.close().finally(() => process.exit(0));
  });
}

openBrowser(address);

/** Where nobody sits in front of a screen, or nothing opens addresses, the printed one is all there is. */
function openBrowser(url) {
  const { platform, env } = process;
  const hasScreen = platform === 'darwin' || platform === 'win32' || env['DISPLAY'] || env['WAYLAND_DISPLAY'];
  if (!hasScreen || !process.stdout.isTTY || env['CI'] || env['BROWSER'] === 'none') return;
  const [command, ...args] =
    platform === 'darwin' ? ['open', url] : platform === 'win32' ? ['cmd', '/c', 'start', '', url] : ['xdg-open', url];
  const opened = spawn(command, args, { stdio: 'ignore', detached: true });
  opened.on('error', () =>
    console.log(`No browser could be opened (${command} is missing): open the address yourself.`),
  );
  opened.unref();
}
