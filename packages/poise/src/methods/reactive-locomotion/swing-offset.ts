/** How far a foot is from where the clip has it, over the floor: still while it stands, a smooth way to the next place while it
 *  swings. A new goal in mid-air goes on from where the foot is, as fast as it is. */
import { createWay, redirectWay, restAt, setWay, type Way, writeWay } from './smooth-way.ts';

/** Memory: written over when the foot is sent elsewhere. */
export interface SwingOffset {
  readonly x: Way; // [m]
  readonly z: Way;
}

export const createSwingOffset = (): SwingOffset => ({ x: createWay(), z: createWay() });

/** The foot stands. */
export function standAt(foot: SwingOffset, x: number, z: number): void {
  restAt(foot.x, x);
  restAt(foot.z, z);
}

const way = new Float64Array(3);

/** Where the offset is at time t: x and z into out[0 … 1], how fast it changes into out[2 … 3]. */
export function writeOffset(out: Float64Array, foot: SwingOffset, t: number): void {
  writeWay(way, foot.x, t);
  out[0] = way[0];
  out[2] = way[1];
  writeWay(way, foot.z, t);
  out[1] = way[0];
  out[3] = way[1];
}

/** The same foot, now on its way to another place `to` (x, z), where it is to be at `end`. */
export function redirect(foot: SwingOffset, t: number, to: Float64Array, end: number): void {
  redirectWay(foot.x, t, to[0], end);
  redirectWay(foot.z, t, to[1], end);
}

/** The same from a state (x, z and their rates) that is not the one it was to have. */
export function startFrom(foot: SwingOffset, t: number, state: Float64Array, to: Float64Array, end: number): void {
  setWay(foot.x, t, end, state[0], state[2], 0, to[0]);
  setWay(foot.z, t, end, state[1], state[3], 0, to[1]);
}
