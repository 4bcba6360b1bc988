/** The level axes of a plan: ahead and left of the way that the character faces at the next landing. */
export class PlanFrame {
  #sin = 0;
  #cos = 1;

  turnTo(yaw: number): void {
    this.#sin = Math.sin(yaw);
    this.#cos = Math.cos(yaw);
  }

  /** Component of (x, z) along an axis: 0 ahead, 1 left. */
  along(axis: number, x: number, z: number): number {
    return axis === 0 ? this.#sin * x + this.#cos * z : this.#cos * x - this.#sin * z;
  }

  worldX(ahead: number, left: number): number {
    return this.#sin * ahead + this.#cos * left;
  }

  worldZ(ahead: number, left: number): number {
    return this.#cos * ahead - this.#sin * left;
  }
}
