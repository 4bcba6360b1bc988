/** Threads that work on clips. A clip that ends its thread, or takes too long, costs itself only. */
import { join } from 'node:path';
import type { Piscina } from 'piscina';
import { extensionOf } from '../../motion/formats/index.ts';
import { readFound } from '../files.ts';
import { startThreads } from '../pool.ts';
import type { ClipResult, ClipTask } from './clip-task.ts';
import { rowId, sha256 } from './row.ts';

export interface ClipPool {
  readonly threads: number;
  readonly run: (task: ClipTask) => Promise<ClipResult>;
  readonly close: () => Promise<void>;
}

const TRIES = 2; // of a clip whose thread ends: the machine may have been short of memory

/** `limit`: the most seconds that one clip may take. */
export async function startClipPool(threads: number, limit: number): Promise<ClipPool> {
  const pool = await startThreads<ClipTask, ClipResult>(new URL('./worker.js', import.meta.url), threads);
  return {
    threads,
    run: (task) => tried(pool, task, limit, TRIES),
    close: () => pool.destroy(),
  };
}

async function tried(
  pool: Piscina<ClipTask, ClipResult>,
  task: ClipTask,
  limit: number,
  tries: number,
): Promise<ClipResult> {
  const late = AbortSignal.timeout(1000 * limit);
  try {
    return await pool.run(task, { signal: late });
  } catch (error) {
    if (late.aborted) return await failed(task, `took longer than ${limit} s`, limit);
    if (tries > 1) return await tried(pool, task, limit, tries - 1);
    return await failed(task, `the thread that worked on it stopped: ${(error as Error).message}`, 0);
  }
}

/** The row of a clip for which the machine gave no result. */
export async function failed(task: ClipTask, why: string, seconds: number): Promise<ClipResult> {
  const { file, root, command, options, optionHash } = task;
  const id = await readFound(join(root, file)).then(
    (data) => rowId(data, extensionOf(file), command, [options, optionHash]),
    () => sha256(`unreadable:${file}`),
  );
  return {
    row: { id, file, status: 'failed', message: `${file}: ${why}`, clips: [] },
    kept: false,
    files: [],
    seconds,
  };
}
