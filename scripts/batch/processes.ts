/** `poise` and Redis as processes that tests start, watch and kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../packages/poise/bin/poise.js', import.meta.url));

export interface Ended {
  readonly code: number | null; // null: killed
  readonly stdout: string;
  readonly stderr: string;
  readonly peak: number; // [MB] of memory, where the system tells
  readonly seconds: number;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

const PEAK_EVERY = 200; // [ms]

export function startPoise(...argv: readonly string[]): Running {
  const began = performance.now();
  const child = spawn(process.execPath, [bin, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  let peak = 0;
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMemory(child.pid));
  }, PEAK_EVERY);
  const ended = once(child, 'close').then(([code]): Ended => {
    clearInterval(watch);
    return { code: code as number | null, stdout, stderr, peak, seconds: (performance.now() - began) / 1000 };
  });
  return { child, ended };
}

export const runPoise = (...argv: readonly string[]): Promise<Ended> => startPoise(...argv).ended;

/** [MB] the most memory that a process ever held; 0 where the system does not tell. */
function residentMemory(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

export interface RedisServer {
  readonly url: string;
  readonly kill: () => Promise<void>; // at once, as a power cut would
  readonly restart: () => Promise<void>;
}

/** A Redis of its own, on a free port, that keeps what it is told in `folder`. */
export async function startRedis(server: string, folder: string): Promise<RedisServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const restart = async (): Promise<void> => {
    const words = [
      '--port',
      String(port),
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'yes',
      '--appendfsync',
      'always',
    ];
    child = spawn(server, words, { stdio: 'ignore' });
    while (!(await answers(port))) await pause(20);
  };
  await restart();
  return {
    url: `redis://127.0.0.1:${port}`,
    restart,
    kill: async () => {
      const ended = child && once(child, 'close');
      child?.kill('SIGKILL');
      await ended;
    },
  };
}

const [FIRST_PORT, PORTS] = [20_000, 10_000];

/** Below the ports that systems give to outgoing connections: one of those could take the place of a Redis that is down for a moment. */
async function freePort(): Promise<number> {
  for (let k = 0; k < PORTS; k++) {
    const port = FIRST_PORT + ((process.pid + k) % PORTS);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]);
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error(`no port is free from ${FIRST_PORT} on`);
}

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const tell = (yes: boolean) => () => {
      socket.destroy();
      done(yes);
    };
    socket.once('connect', tell(true));
    socket.once('error', tell(false));
  });
