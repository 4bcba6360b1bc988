/** Whether somebody who walks is well again: the capture point is where the feet ask for it, and the body moves as the source does. */
import type { ReactionBody } from '../reaction-body.ts';

const CALM_ERROR = 0.04; // [m] of the capture point
const CALM_SPEED = 0.12; // [m/s] of the centre of mass
const CALM_TIME = 0.3; // [s]

export class GaitCalm {
  time = 0; // [s] that all has been well
  readonly #size: number; // of the person against the model

  constructor(size: number) {
    this.#size = size;
  }

  get isCalm(): boolean {
    return this.time >= CALM_TIME;
  }

  /** `rest`: (x, z) [m] displacement of the feet that carry. `quiet` [s]: since the last push. */
  update(body: ReactionBody, rest: Float64Array, quiet: number, h: number): void {
    const { ws, reference, momentum } = body;
    let error = 0;
    let speed = 0;
    for (let k = 0; k < 2; k++) {
      const c = (2 * k) as 0 | 2;
      error += (momentum.captureError(c) - rest[k]) ** 2;
      speed += (ws.comVelocity[c] - reference.ws.comVelocity[c]) ** 2;
    }
    const well = Math.sqrt(error) < CALM_ERROR * this.#size && Math.sqrt(speed) < CALM_SPEED;
    this.time = quiet > CALM_TIME && reference.rate === 1 && well ? this.time + h : 0;
  }
}
