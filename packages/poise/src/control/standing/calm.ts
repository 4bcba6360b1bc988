/** Whether all is well again, and whether it is quiet enough to put a foot back. */
import type { ReactionBody } from '../reaction-body.ts';
import type { StandingBalance } from './parameters.ts';
import type { Stance } from './stance.ts';

export class Calm {
  time = 0; // [s] that all has been well
  #slow = 0; // [s]
  readonly #balance: StandingBalance;

  constructor(balance: StandingBalance) {
    this.#balance = balance;
  }

  get isCalm(): boolean {
    return this.time >= this.#balance.calmTime;
  }

  get isSlow(): boolean {
    return this.#slow >= this.#balance.slowTime;
  }

  reset(): void {
    this.time = 0;
    this.#slow = 0;
  }

  /** `quiet` [s]: since the last push of somebody who stands; 0 while stepping. */
  update(body: ReactionBody, { rest, lean }: Stance, quiet: number, h: number): void {
    const { calmError, calmSpeed, calmTime, slowError, slowSpeed } = this.#balance;
    let error = 0;
    let speed = 0;
    for (let k = 0; k < 2; k++) {
      error += (body.momentum.captureError((2 * k) as 0 | 2) - rest[k] - lean[k]) ** 2;
      speed += (body.ws.comVelocity[2 * k] - body.reference.ws.comVelocity[2 * k]) ** 2;
    }
    error = Math.sqrt(error);
    speed = Math.sqrt(speed);
    const waited = quiet > calmTime;
    this.time = waited && error < calmError && speed < calmSpeed ? this.time + h : 0;
    this.#slow = waited && error < slowError && speed < slowSpeed ? this.#slow + h : 0;
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
