/** How a foot in the air leaves the source's course: a quintic from where it is to where it shall be at the landing, at rest there. */
import { quinticFactors } from '../../math/quintic.ts';

/** Numbers of it in a save. */
export const SWING_OFFSET_STATE = 9;

export class SwingOffset {
  readonly place = new Float64Array(3); // [m] against the source's foot
  readonly rate = new Float64Array(3); // [m/s] now
  readonly mean = new Float64Array(3); // [m/s] over the last advance
  readonly #acceleration = new Float64Array(3);
  readonly #factors = new Float64Array(3);

  begin(place: Float64Array): void {
    this.place.set(place);
    this.rate.fill(0);
    this.mean.fill(0);
    this.#acceleration.fill(0);
  }

  /** Goes on by h towards `target`, to be there `left` [s] from now. */
  advance(target: Float64Array, left: number, h: number): void {
    const { place, rate } = this;
    for (let c = 0; c < 3; c++) {
      const away = target[c] - place[c];
      const v = rate[c];
      const a = this.#acceleration[c];
      if (left <= 1.5 * h) {
        this.mean[c] = away / h;
        rate[c] = 0;
        place[c] = target[c];
        this.#acceleration[c] = 0;
        continue;
      }
      quinticFactors(this.#factors, -away, v, a, left);
      const [c5, c4, c3] = this.#factors;
      const before = place[c];
      place[c] += h * (v + h * (a / 2 + h * (c3 + h * (c4 + h * c5))));
      this.#acceleration[c] = a + h * (6 * c3 + h * (12 * c4 + h * 20 * c5));
      rate[c] = v + h * (a + h * (3 * c3 + h * (4 * c4 + h * 5 * c5)));
      this.mean[c] = (place[c] - before) / h;
    }
  }

  save(out: Float64Array, o: number): void {
    out.set(this.place, o);
    out.set(this.rate, o + 3);
    out.set(this.#acceleration, o + 6);
  }

  restore(state: Float64Array, o: number): void {
    this.place.set(state.subarray(o, o + 3));
    this.rate.set(state.subarray(o + 3, o + 6));
    this.#acceleration.set(state.subarray(o + 6, o + 9));
  }
}
