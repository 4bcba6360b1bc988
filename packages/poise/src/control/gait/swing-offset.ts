/** How a foot in the air leaves the source's course: a quintic from where it is to where it shall be at the landing, at rest there; bowed around the
 *  other foot. */
import { quinticFactors } from '../../math/quintic.ts';

/** Numbers of it in a save. */
export const SWING_OFFSET_STATE = 13;
/** [s] in which a bow follows what it is asked for. */
export const BOW_FOLLOWS = 0.05;

export class SwingOffset {
  readonly place = new Float64Array(3); // [m] against the source's foot, without the bow
  readonly shown = new Float64Array(3); // [m] with it
  readonly rate = new Float64Array(3); // [m/s] now
  readonly mean = new Float64Array(3); // [m/s] over the last advance
  /** (x, z) [m] by which it is bowed beyond `place`, and how that changes [m/s]. */
  readonly bow = new Float64Array(2);
  readonly bowRate = new Float64Array(2);
  readonly asked = new Float64Array(2); // (x, z) [m] that it is going to
  readonly #acceleration = new Float64Array(3);
  readonly #factors = new Float64Array(3);

  begin(place: Float64Array): void {
    this.place.set(place);
    this.rate.fill(0);
    this.mean.fill(0);
    this.#acceleration.fill(0);
    this.bow.fill(0);
    this.bowRate.fill(0);
  }

  /** Goes on by h towards `target` and the bow that is asked for, to be there `left` [s] from now. */
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
    this.#bend(h);
  }

  /** Critically damped, exact for any h. */
  #bend(h: number): void {
    const decay = Math.exp(-h / BOW_FOLLOWS);
    for (let k = 0; k < 2; k++) {
      const before = this.bow[k];
      const off = before - this.asked[k];
      const slope = this.bowRate[k] + off / BOW_FOLLOWS;
      this.bow[k] = this.asked[k] + (off + slope * h) * decay;
      this.bowRate[k] = (this.bowRate[k] - (slope * h) / BOW_FOLLOWS) * decay;
      this.mean[2 * k] += (this.bow[k] - before) / h;
    }
  }

  /** Where it is now. */
  show(): Float64Array {
    this.shown.set(this.place);
    for (let k = 0; k < 2; k++) this.shown[2 * k] += this.bow[k];
    return this.shown;
  }

  save(out: Float64Array, o: number): void {
    out.set(this.place, o);
    out.set(this.rate, o + 3);
    out.set(this.#acceleration, o + 6);
    out.set(this.bow, o + 9);
    out.set(this.bowRate, o + 11);
  }

  restore(state: Float64Array, o: number): void {
    this.place.set(state.subarray(o, o + 3));
    this.rate.set(state.subarray(o + 3, o + 6));
    this.#acceleration.set(state.subarray(o + 6, o + 9));
    this.bow.set(state.subarray(o + 9, o + 11));
    this.bowRate.set(state.subarray(o + 11, o + 13));
  }
}
