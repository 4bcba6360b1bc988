/** Where a sole finds ground that is one plane: nobody lands across the edge of a step. */
import type { Ground } from '../ground.ts';

/** Half of a sole and a margin, over the length of a leg; how far ground may be off a plane under it [m]. */
const SOLE_LENGTH = 0.165;
const SOLE_WIDTH = 0.06;
const UNEVEN = 0.02;
/** Even ground is looked for every EDGE_STEP [m], up to EDGE_REACH legs away. */
const EDGE_STEP = 0.02;
const EDGE_REACH = 0.4;
/** [m] between two plans of one swing, 0.02 s apart: more is another level. */
const OTHER_LEVEL = 0.08;

/** Places are (ahead, left) in a frame whose forward axis is (x, z) `forward`, as a planner has them. */
export class EvenGround {
  ground: Ground | undefined; // undefined: one level floor
  readonly #legs: number;
  readonly #forward: Float64Array;

  constructor(legs: number, forward: Float64Array) {
    this.#legs = legs;
    this.#forward = forward;
  }

  heightAt(a: number, l: number): number {
    const [fx, fz] = this.#forward;
    return this.ground ? this.ground(a * fx + l * fz, a * fz - l * fx).height : 0;
  }

  /** Moves `place`, the middle of a sole, to the nearest place that is even, along `fall` first. A foot on its way keeps to the level of
   *  (aimedA, aimedL), where it was aimed at; NaN for a foot that may go anywhere. */
  avoidEdges(place: Float64Array, fall: Float64Array, aimedA: number, aimedL: number): void {
    if (!this.ground) return;
    const [a, l] = place;
    const level = Number.isNaN(aimedA) ? Number.NaN : this.heightAt(aimedA, aimedL);
    if (this.isEven(a, l, level)) return;
    const ahead = fall[0] < 0 ? -1 : 1;
    const left = fall[1] < 0 ? -1 : 1;
    for (let away = EDGE_STEP; away <= EDGE_REACH * this.#legs; away += EDGE_STEP) {
      for (let way = 0; way < 4; way++) {
        const by = way < 2 ? away : -away;
        place[0] = a + (way % 2 === 0 ? ahead * by : 0);
        place[1] = l + (way % 2 === 1 ? left * by : 0);
        if (this.isEven(place[0], place[1], level)) return;
      }
    }
    place[0] = Number.isNaN(aimedA) ? a : aimedA;
    place[1] = Number.isNaN(aimedA) ? l : aimedL;
  }

  /** Whether the ground under a sole whose middle is at (a, l) is one plane, on about this level (NaN: any). */
  isEven(a: number, l: number, level: number): boolean {
    const { ground } = this;
    if (!ground) return true;
    const [fx, fz] = this.#forward;
    const x = a * fx + l * fz;
    const z = a * fz - l * fx;
    const { height, normal } = ground(x, z);
    if (Math.abs(height - level) > OTHER_LEVEL) return false;
    const slopeX = -normal[0] / normal[1];
    const slopeZ = -normal[2] / normal[1];
    for (let corner = 0; corner < 4; corner++) {
      const da = (corner < 2 ? 1 : -1) * SOLE_LENGTH * this.#legs;
      const dl = (corner % 2 === 0 ? 1 : -1) * SOLE_WIDTH * this.#legs;
      const dx = da * fx + dl * fz;
      const dz = da * fz - dl * fx;
      if (Math.abs(ground(x + dx, z + dz).height - height - slopeX * dx - slopeZ * dz) > UNEVEN) return false;
    }
    return true;
  }
}
