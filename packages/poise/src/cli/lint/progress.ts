import { type Io, withoutSteering } from '../io.ts';

const BAR_WIDTH = 24;

/** A bar on a terminal; nothing elsewhere. `clear` before anything is printed, so that lines do not mix. */
export interface Progress {
  readonly show: (count: number) => void;
  readonly clear: () => void;
}

/** Files done of `total`. */
export const createProgress = (io: Io, total: number): Progress =>
  createBar(io, total, (count) => `${count} of ${total} files`);

/** The share done of one piece of work, 0 … 1. Draws only when the picture changes. */
export function createShareBar(io: Io, label: string): Progress {
  const bar = createBar(io, 1, (done) => `${label} ${Math.round(100 * done)} %`);
  let shown = -1;
  return {
    show(done) {
      const percent = Math.round(100 * done);
      if (percent === shown) return;
      shown = percent;
      bar.show(done);
    },
    clear: bar.clear,
  };
}

function createBar(io: Io, total: number, words: (count: number) => string): Progress {
  if (!io.terminal) return { show: () => {}, clear: () => {} };
  const draw = io.draw ?? io.stderr;
  return {
    show(count) {
      const filled = Math.round((BAR_WIDTH * count) / total);
      draw(`\r${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${withoutSteering(words(count))}`);
    },
    clear: () => draw('\r\u001b[K'),
  };
}
