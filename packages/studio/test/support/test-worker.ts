/** A worker of the test mode: counts slowly and says how far it is. */
import * as comlink from 'comlink';

export interface CountingWorker {
  count(to: number, progress: (done: number) => void): Promise<number>;
}

const worker: CountingWorker = {
  async count(to, progress) {
    for (let i = 1; i <= to; i++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      progress(i / to);
    }
    return to;
  },
};

comlink.expose(worker);
