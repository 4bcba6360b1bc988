const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const INTERRUPTED = 130; // 128 + SIGINT, as shells have it

/** Runs work that must not be cut in two, such as writing files that belong together: an interrupt (Ctrl-C) waits for its end
 *  and then ends the process. Outside such work an interrupt ends the process at once. */
export async function unbroken<T>(work: () => Promise<T>): Promise<T> {
  let interrupted = false;
  const note = (): void => {
    interrupted = true;
  };
  for (const signal of SIGNALS) process.on(signal, note);
  try {
    return await work();
  } finally {
    for (const signal of SIGNALS) process.off(signal, note);
    if (interrupted) process.exit(INTERRUPTED);
  }
}
