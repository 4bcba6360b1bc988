/** Nobody answers a hit at once: for a moment the trunk goes with it, as its own weight lets it; then muscles stop it, the sooner the
 *  further it has leaned. */
import { smoothstep } from '../../math/ease.ts';
import type { Follower } from './follow-body.ts';
import { solveSmall } from './solve-small.ts';

const LATE = 0.1; // [s] from the first touch of a hit until anything is done about it …
const COMING = 0.15; // … and in which all comes to be done that can be
const FAR = 0.4; // [rad] of lean that nobody waits for
export const COMPOSED = 10; // [s] after a hit: longer than anybody is startled

/** How much is done about a lean, 0 … 1. */
export function awareOf({ startled, off }: Pick<Follower, 'startled' | 'off'>): number {
  const lean = Math.sqrt(off[3] * off[3] + off[5] * off[5]);
  return smoothstep(Math.max((startled[0] - LATE) / COMING, lean / FAR));
}

const gained = new Float64Array(3);

/** Changes the wished lean to that of a trunk which is startled: on as fast as it goes, and with the push. Time goes on by a tick. */
export function yieldToPush(follower: Follower): void {
  const { startled, leaning, off, guard, inertia, dt } = follower;
  const aware = awareOf(follower);
  startled[0] = Math.min(COMPOSED, startled[0] + dt);
  if (aware >= 1) return;
  gained[0] = dt * guard.push[3];
  gained[1] = 0;
  gained[2] = dt * guard.push[5];
  if (!solveSmall(inertia, gained, 3)) gained.fill(0);
  for (let k = 0; k < 3; k += 2) leaning[k] += (1 - aware) * (off[9 + k] + gained[k] - leaning[k]);
}
