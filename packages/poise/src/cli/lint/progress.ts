import type { Io } from '../io.ts';

const BAR_WIDTH = 24;

/** A bar on a terminal; nothing elsewhere. `clear` before anything is printed, so that lines do not mix. */
export interface Progress {
  readonly show: (count: number) => void;
  readonly clear: () => void;
}

export function createProgress(io: Io, total: number): Progress {
  if (!io.terminal) return { show: () => {}, clear: () => {} };
  return {
    show(count) {
      const filled = Math.round((BAR_WIDTH * count) / total);
      io.stderr(`\r${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${count} of ${total} files`);
    },
    clear: () => io.stderr('\r\u001b[K'),
  };
}
