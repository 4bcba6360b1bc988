/** Prepares the library while nothing else is to do, so that the first push in the middle of a recovery is answered at once. */
import type { PushResponder } from 'poise/react';

const LEAST = 5; // [ms] of rest that one response may take

/** One response after the other in the page's idle times, as long as they are wanted. */
export function warmUp({ searcher }: PushResponder, isWanted: () => boolean): void {
  if (!searcher || typeof requestIdleCallback !== 'function') return;
  const { entries, poses } = searcher;
  let next = 0;
  const some = (rest: IdleDeadline): void => {
    while (isWanted() && next < entries.length && rest.timeRemaining() > LEAST) poses.runsOf(entries[next++]!);
    if (isWanted() && next < entries.length) requestIdleCallback(some);
  };
  requestIdleCallback(some);
}
