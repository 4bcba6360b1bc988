/** A steady force on a body, such as a hand that draws it: it grows to its strength and fades within a moment. */

const RATE = 6; // [1/s] set by hand: nobody begins to pull within a tick
const GONE = 0.1; // [N] less is nothing

export class Pull {
  readonly force = new Float64Array(3); // [N] world, now
  segment = 0;
  readonly point = new Float64Array(3); // [m] in the segment
  readonly #goal = new Float64Array(3); // [N]
  active = false; // there is a force, or there will be one

  /** Another force from now on; all zeros lets go. */
  set(force: ArrayLike<number>, segment: number, point: ArrayLike<number>): void {
    for (let c = 0; c < 3; c++) this.#goal[c] = force[c];
    if (Math.hypot(force[0], force[1], force[2]) === 0) return;
    this.segment = segment;
    for (let c = 0; c < 3; c++) this.point[c] = point[c];
    this.active = true;
  }

  /** Whether somebody pulls, or has only just let go. */
  get isHeld(): boolean {
    return this.active && Math.hypot(this.#goal[0], this.#goal[1], this.#goal[2]) > 0;
  }

  advance(h: number): void {
    if (!this.active) return;
    const share = 1 - Math.exp(-RATE * h);
    for (let c = 0; c < 3; c++) this.force[c] += share * (this.#goal[c] - this.force[c]);
    if (!this.isHeld && Math.hypot(this.force[0], this.force[1], this.force[2]) < GONE) this.clear();
  }

  clear(): void {
    this.active = false;
    this.force.fill(0);
    this.#goal.fill(0);
  }

  /** As plain numbers: of an active one. */
  save(): number[] {
    return [...this.force, ...this.#goal, ...this.point, this.segment];
  }

  restore(saved: ArrayLike<number>): void {
    this.active = true;
    for (let c = 0; c < 3; c++) {
      this.force[c] = saved[c];
      this.#goal[c] = saved[3 + c];
      this.point[c] = saved[6 + c];
    }
    this.segment = saved[9];
  }
}
