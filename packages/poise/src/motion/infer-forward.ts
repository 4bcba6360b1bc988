/** Where the person faces at the start. Reported only: clips are turned about Y where the caller states an axis (forward-axis.ts), never by a guess. */
import type { ImportNote } from './clip.ts';

/** `leftward`: from the right to the left hip and shoulder, Y up, any length. */
export function forwardNote(leftward: ArrayLike<number>): ImportNote | undefined {
  // forward = left × up
  const x = -leftward[2];
  const z = leftward[0];
  const flat = Math.hypot(x, z);
  if (!(flat > 0.3 * Math.hypot(leftward[0], leftward[1], leftward[2]))) return undefined; // lying on the side: no heading to speak of
  const degrees = (Math.atan2(x, z) * 180) / Math.PI;
  const quarter = Math.round(degrees / 90);
  const axis = ['+Z', '+X', '−Z', '−X'][((quarter % 4) + 4) % 4];
  const off = Math.round(degrees - 90 * quarter);
  const where = off === 0 ? axis : `${Math.abs(off)}° to the ${off > 0 ? 'left' : 'right'} of ${axis}`;
  return {
    topic: 'forward',
    text: `the person faces ${where} at the start (from hips and shoulders)`,
    confidence: 'sure',
  };
}
