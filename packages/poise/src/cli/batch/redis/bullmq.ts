/** BullMQ, as far as Poise uses it. It is an optional package: one machine needs neither it nor Redis. */
import { connect } from 'node:net';
import { UsageError } from '../../../errors.ts';
import { FileError } from '../../exit-codes.ts';

export interface ShardData {
  readonly index: number; // of the shard, from 0
  readonly retryFailed: boolean;
}

export interface ShardJob {
  readonly id?: string;
  readonly data: ShardData;
  readonly failedReason?: string;
  readonly updateProgress: (progress: number) => Promise<void>;
  readonly moveToDelayed: (timestamp: number, token?: string) => Promise<void>;
  readonly retry: () => Promise<void>;
  readonly remove: () => Promise<void>;
  readonly getState: () => Promise<string>;
}

interface AddOptions {
  readonly jobId: string;
  readonly attempts: number;
  readonly backoff: { readonly type: 'exponential'; readonly delay: number };
}

export interface ShardQueue {
  readonly add: (name: string, data: ShardData, options: AddOptions) => Promise<unknown>;
  readonly getJob: (id: string) => Promise<ShardJob | undefined>;
  readonly getFailed: () => Promise<ShardJob[]>;
  readonly getJobCounts: (...states: string[]) => Promise<Record<string, number>>;
  readonly obliterate: (options: { readonly force: boolean }) => Promise<void>;
  readonly on: (event: 'error', listener: (error: Error) => void) => unknown;
  readonly close: () => Promise<void>;
}

export interface ShardWorker {
  readonly on: (event: 'error', listener: (error: Error) => void) => unknown;
  readonly close: (force?: boolean) => Promise<void>;
}

type Connection = { readonly url: string; readonly maxRetriesPerRequest: null };

export interface BullMq {
  readonly Queue: new (name: string, options: { readonly connection: Connection }) => ShardQueue;
  readonly Worker: new (
    name: string,
    processor: (job: ShardJob, token?: string) => Promise<unknown>,
    options: {
      readonly connection: Connection;
      readonly concurrency: number;
      readonly lockDuration: number;
      readonly stalledInterval: number;
      readonly maxStalledCount: number;
      readonly drainDelay: number;
    },
  ) => ShardWorker;
  readonly DelayedError: new () => Error;
}

const PACKAGES = ['bullmq', 'ioredis'] as const;
const DEFAULT_PORT = 6379;
const ANSWER_WITHIN = 3000; // [ms]

/** Loads BullMQ. Throws UsageError that says how to get it where it is not installed. */
export async function loadBullMq(): Promise<BullMq> {
  try {
    await import(PACKAGES[1] as string);
    return (await import(PACKAGES[0] as string)) as unknown as BullMq;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError(
      `a batch on many machines needs BullMQ, which is not installed: npm install ${PACKAGES.join(' ')}; one machine needs none: poise batch JOB.json`,
    );
  }
}

/** Makes sure that something answers before queues wait for it. Throws UsageError for what is no address, FileError where nothing is. */
export async function checkRedis(url: string): Promise<void> {
  const { host, port } = addressOf(url);
  await new Promise<void>((done, refuse) => {
    const socket = connect({ host, port, timeout: ANSWER_WITHIN });
    const nobody = (): void => {
      socket.destroy();
      const remedy = 'start one (Debian: apt-get install redis-server), or run on one machine: poise batch JOB.json';
      refuse(new FileError(`no Redis answers at ${host}:${port}; ${remedy}`));
    };
    socket.once('error', nobody);
    socket.once('timeout', nobody);
    socket.once('connect', () => {
      socket.destroy();
      done();
    });
  });
}

function addressOf(url: string): { readonly host: string; readonly port: number } {
  try {
    const { protocol, hostname, port } = new URL(url);
    if (protocol === 'redis:' || protocol === 'rediss:') return { host: hostname, port: Number(port) || DEFAULT_PORT };
  } catch {
    // told below
  }
  throw new UsageError(`--redis: expected an address as redis://localhost:6379, found "${url}"`);
}

export const connectionTo = (url: string): Connection => ({ url, maxRetriesPerRequest: null });
