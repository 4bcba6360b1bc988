/** Whether all is well again, and whether it is quiet enough to put a foot back. */
import type { ReactionBody } from '../reaction-body.ts';

const CALM_ERROR = 0.02; // [m] of the capture point
const CALM_SPEED = 0.06; // [m/s] of the centre of mass
const CALM_TIME = 0.25; // [s]
/** People do not wait until they stand still: a tidying step begins when the capture point is near and slow for a moment. */
const SLOW_ERROR = 0.06; // [m]
const SLOW_SPEED = 0.15; // [m/s]
const SLOW_TIME = 0.12; // [s]

export class Calm {
  time = 0; // [s] that all has been well
  #slow = 0; // [s]
  readonly #size: number; // of the person against the model

  constructor(size: number) {
    this.#size = size;
  }

  get isCalm(): boolean {
    return this.time >= CALM_TIME;
  }

  get isSlow(): boolean {
    return this.#slow >= SLOW_TIME;
  }

  reset(): void {
    this.time = 0;
    this.#slow = 0;
  }

  /** `rest`: (x, z) [m] displacement of the stance. `quiet` [s]: since the last push of somebody who stands; 0 while stepping. */
  update(body: ReactionBody, rest: Float64Array, quiet: number, h: number): void {
    let error = 0;
    let speed = 0;
    for (let k = 0; k < 2; k++) {
      error += (body.momentum.captureError((2 * k) as 0 | 2) - rest[k]) ** 2;
      speed += (body.ws.comVelocity[2 * k] - body.reference.ws.comVelocity[2 * k]) ** 2;
    }
    error = Math.sqrt(error) / this.#size;
    speed = Math.sqrt(speed);
    const waited = quiet > CALM_TIME;
    this.time = waited && error < CALM_ERROR && speed < CALM_SPEED ? this.time + h : 0;
    this.#slow = waited && error < SLOW_ERROR && speed < SLOW_SPEED ? this.#slow + h : 0;
  }

  save(out: Float64Array, o: number): void {
    out[o] = this.time;
    out[o + 1] = this.#slow;
  }

  restore(state: Float64Array, o: number): void {
    this.time = state[o];
    this.#slow = state[o + 1];
  }
}
