/**
 * Where every worker of the studio begins: the first message says which part it is to be. One entry for all of them, so that what they have
 * in common is built, loaded and kept once.
 */
const PARTS = {
  judge: () => import('./worker.ts'),
  make: () => import('./maker.ts'),
  anticipate: () => import('../modes/anticipate/worker.ts'),
  crowd: () => import('../modes/crowd/worker.ts'),
  mend: () => import('../modes/mend/worker.ts'),
  react: () => import('../modes/react/worker.ts'),
};

export type WorkerPart = keyof typeof PARTS;

/** Messages that come while the part is loaded. */
const early: MessageEvent[] = [];
let part: WorkerPart | undefined;

function receive(event: MessageEvent): void {
  if (part !== undefined) {
    early.push(event);
    return;
  }
  part = event.data as WorkerPart;
  PARTS[part]().then(pass, reportError);
}

function pass(): void {
  self.removeEventListener('message', receive);
  for (const { data, ports } of early) self.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
}

self.addEventListener('message', receive);
