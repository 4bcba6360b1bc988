/** Starts a worker of the studio. */
import type { WorkerPart } from './start.ts';

export function spawnPart(part: WorkerPart): Worker {
  const worker = new Worker(new URL('./start.ts', import.meta.url), { type: 'module' });
  worker.postMessage(part);
  return worker;
}
