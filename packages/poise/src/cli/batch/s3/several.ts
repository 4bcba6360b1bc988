/** Work on many things, a few at a time. The first failure ends it, when what has begun has ended. */
export async function severalAtOnce<T>(
  things: AsyncIterable<T> | Iterable<T>,
  most: number,
  work: (thing: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  try {
    for await (const thing of things) {
      const one: Promise<void> = work(thing).then(
        () => void running.delete(one),
        (error: unknown) => {
          running.delete(one);
          failures.push(error);
        },
      );
      running.add(one);
      if (running.size >= most) await Promise.race(running);
      if (failures.length > 0) break;
    }
  } finally {
    await Promise.all(running);
  }
  if (failures.length > 0) throw failures[0];
}
