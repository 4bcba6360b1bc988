/** The studio's pages, served to this machine only: files of one folder, nothing else, with the headers that a page cannot set itself. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILT } from '../library/built-in.ts';

const HOST = '127.0.0.1';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

const HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
};

/** The physics engine is ten times as large as all the rest: the package leaves it out, and takes it from where it is installed. */
function installedEngine(): string | undefined {
  try {
    const module = createRequire(import.meta.url).resolve('@mujoco/mujoco');
    return module.replace(/\.[cm]?js$/, '.wasm');
  } catch {
    return undefined;
  }
}

/** Where a file is that the package does not hold twice. */
function fileElsewhere(file: string): string | undefined {
  if (/\bmujoco[\w-]*\.wasm$/.test(file)) return installedEngine();
  return /\bpush-library[\w-]*\.json$/.test(file) ? fileURLToPath(BUILT) : undefined;
}

/** Path of the file that an address asks for; undefined where it leads out of the folder. */
function fileFor(folder: string, url: string): string | undefined {
  let path: string;
  try {
    path = decodeURIComponent(new URL(url, 'http://studio').pathname);
  } catch {
    return undefined;
  }
  if (path.includes('\0')) return undefined;
  const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
  return file === folder || file.startsWith(folder + sep) ? file : undefined;
}

async function answer(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const say = (code: number): void => {
    response.writeHead(code, { ...HEADERS, 'Content-Type': 'text/plain' }).end(`${code}\n`);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') return say(405);
  let file = fileFor(folder, request.url ?? '/');
  if (file === undefined) return say(400);
  let found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) {
    file = fileElsewhere(file) ?? file;
    found = await stat(file).catch(() => undefined);
  }
  if (!found?.isFile()) return say(404);
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  response.writeHead(200, { ...HEADERS, 'Content-Type': type, 'Content-Length': found.size });
  if (request.method === 'HEAD') response.end();
  else
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
}

export interface StudioServer {
  readonly address: string; // 'http://127.0.0.1:4173/'
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Serves a folder on the port, or on the next ones where it is taken; 0: any. */
export async function serveStudio(folder: string, port: number): Promise<StudioServer> {
  const server = createServer((request, response) => {
    answer(folder, request, response).catch(() => response.destroy());
  });
  await listen(server, port);
  const { port: own } = server.address() as AddressInfo;
  const close = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return { address: `http://${HOST}:${own}/`, port: own, close };
}

const TRIES = 20;

async function listen(server: Server, port: number): Promise<void> {
  for (let tried = 0; ; tried++) {
    const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      server.once('error', resolve);
      server.listen(port === 0 ? 0 : port + tried, HOST, () => {
        server.off('error', resolve);
        resolve(undefined);
      });
    });
    if (error === undefined) return;
    if (error.code !== 'EADDRINUSE' || port === 0 || tried === TRIES || port + tried >= 65535) throw error;
  }
}
