/** Work that may take long, a few milliseconds at a time: the page stays alive between two slices. */

/**
 * Calls `step` until it returns false; the first slice runs at once, so that short work is done when this returns.
 * @param budget [ms] per slice
 * @returns how to stop
 */
export function inSlices(budget: number, step: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slice = (): void => {
    const until = performance.now() + budget;
    let more = true;
    while (more && performance.now() < until) more = step();
    if (more) timer = setTimeout(slice);
  };
  slice();
  return () => clearTimeout(timer);
}
