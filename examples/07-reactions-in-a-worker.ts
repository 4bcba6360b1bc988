/** Reactions off the main thread: poses go to a worker and come back. In a browser the same with a module worker. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { motionNamed, perform, sample } from 'poise';
import { coordinateCount } from 'poise/dynamics';

const idle = perform(motionNamed('idle'));
const q = new Float64Array(coordinateCount(idle.skeleton));
const worker = new Worker(new URL('./support/reaction-worker.js', import.meta.url));
const told: string[] = [];
let farthest = 0;
for (let frame = 0; frame < 180; frame++) {
  sample(q, idle, frame / 60);
  worker.postMessage({ q, dt: 1 / 60, ...(frame === 30 ? { hit: { bone: 'chest', impulse: [0, 0, 45] } } : {}) });
  const [answer] = (await once(worker, 'message')) as [{ q: Float64Array; events: string[] }];
  told.push(...answer.events);
  farthest = Math.max(farthest, answer.q[2]! - q[2]!);
}
await worker.terminate();
console.log(`told: ${told.join(', ')}; hips went ${(100 * farthest).toFixed(0)} cm forward`);
