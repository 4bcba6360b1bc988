/** Where a sole finds ground that is one plane: nobody lands across the edge of a step. */
import type { Ground } from '../ground.ts';
import type { StandingBalance } from './parameters.ts';

/** Places are (ahead, left) in a frame whose forward axis is (x, z) `forward`, as a planner has them. */
export class EvenGround {
  ground: Ground | undefined; // undefined: one level floor
  readonly #legs: number;
  readonly #balance: StandingBalance;
  readonly #forward: Float64Array;

  constructor(legs: number, balance: StandingBalance, forward: Float64Array) {
    this.#legs = legs;
    this.#balance = balance;
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
    const { edgeStep, edgeReach } = this.#balance;
    const ahead = fall[0] < 0 ? -1 : 1;
    const left = fall[1] < 0 ? -1 : 1;
    for (let away = edgeStep; away <= edgeReach * this.#legs; away += edgeStep) {
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
    const { soleLength, soleWidth, uneven, otherLevel } = this.#balance;
    const [fx, fz] = this.#forward;
    const x = a * fx + l * fz;
    const z = a * fz - l * fx;
    const { height, normal } = ground(x, z);
    if (Math.abs(height - level) > otherLevel) return false;
    const slopeX = -normal[0] / normal[1];
    const slopeZ = -normal[2] / normal[1];
    for (let corner = 0; corner < 4; corner++) {
      const da = (corner < 2 ? 1 : -1) * soleLength * this.#legs;
      const dl = (corner % 2 === 0 ? 1 : -1) * soleWidth * this.#legs;
      const dx = da * fx + dl * fz;
      const dz = da * fz - dl * fx;
      if (Math.abs(ground(x + dx, z + dz).height - height - slopeX * dx - slopeZ * dz) > uneven) return false;
    }
    return true;
  }
}
