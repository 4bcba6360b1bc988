/** How far a foot is from where the clip has it, over the floor: still while it stands, a smooth way to the next place while it
 *  swings. A new goal in mid-air goes on from where the foot is, as fast as it is. */
import { redirectWay, restAt, type Way, wayAt } from './smooth-way.ts';

export interface SwingOffset {
  readonly x: Way; // [m]
  readonly z: Way;
}

export const standingOffset = (x: number, z: number): SwingOffset => ({ x: restAt(x), z: restAt(z) });

/** Where the offset is at time t. */
export const offsetAt = ({ x, z }: SwingOffset, t: number): readonly [x: number, z: number] => [
  wayAt(x, t)[0],
  wayAt(z, t)[0],
];

/** The same foot, now on its way to another place, where it is to be at `end`. */
export const redirected = (
  { x, z }: SwingOffset,
  t: number,
  to: readonly [x: number, z: number],
  end: number,
): SwingOffset => ({ x: redirectWay(x, t, to[0], end), z: redirectWay(z, t, to[1], end) });

/** A foot on its way to another place from a state that is not the one it was to have. */
export const startedFrom = (
  t: number,
  from: readonly [x: number, z: number],
  velocity: readonly [x: number, z: number],
  to: readonly [x: number, z: number],
  end: number,
): SwingOffset => ({
  x: { start: t, end, x0: from[0], v0: velocity[0], a0: 0, x1: to[0] },
  z: { start: t, end, x0: from[1], v0: velocity[1], a0: 0, x1: to[1] },
});

/** How fast the offset changes at time t. */
export const velocityAt = ({ x, z }: SwingOffset, t: number): readonly [x: number, z: number] => [
  wayAt(x, t)[1],
  wayAt(z, t)[1],
];
