/** The posture that a body follows: the source's, or what a plan makes of it; discrete as the reference is. */
import { difference } from '../motion/coordinates.ts';
import type { Planner } from './plan.ts';
import type { Reference } from './reference.ts';

export class PostureTrack {
  /** Arrays to read: the reference's own while no plan changes it. */
  q: Float64Array;
  before: Float64Array;
  a: Float64Array;
  readonly #reference: Reference;
  readonly #q: Float64Array;
  readonly #next: Float64Array;
  readonly #v: Float64Array;
  readonly #before: Float64Array;
  readonly #a: Float64Array;
  readonly #turn = new Float64Array(4);
  #active = false;

  constructor(reference: Reference) {
    this.#reference = reference;
    this.#q = new Float64Array(reference.q.length);
    this.#next = new Float64Array(reference.q.length);
    this.#v = new Float64Array(reference.v.length);
    this.#before = new Float64Array(reference.v.length);
    this.#a = new Float64Array(reference.v.length);
    this.q = reference.q;
    this.before = reference.before;
    this.a = reference.a;
  }

  /** For the tick of h that the reference has prepared. */
  prepare(planner: Planner, h: number): void {
    const reference = this.#reference;
    const wasActive = this.#active;
    if (wasActive) {
      this.#q.set(this.#next);
      this.#before.set(this.#v);
    } else {
      this.#q.set(reference.q);
      this.#before.set(reference.before);
    }
    this.#next.set(reference.next);
    this.#active = planner.posture?.(this.#next, reference.time + h) ?? false;
    if (!this.#active && !wasActive) {
      this.q = reference.q;
      this.before = reference.before;
      this.a = reference.a;
      return;
    }
    difference(this.#v, reference.body.skeleton, this.#q, 0, this.#next, 0, h, this.#turn);
    for (let i = 0; i < this.#v.length; i++) this.#a[i] = (this.#v[i] - this.#before[i]) / h;
    this.q = this.#q;
    this.before = this.#before;
    this.a = this.#a;
  }

  /** What a save needs: the posture at the end of the tick and its velocity. Twice nq and nv at most. */
  save(out: Float64Array, o: number): void {
    out[o] = this.#active ? 1 : 0;
    out.set(this.#next, o + 1);
    out.set(this.#v, o + 1 + this.#next.length);
  }

  restore(state: Float64Array, o: number): void {
    this.#active = state[o] === 1;
    this.#next.set(state.subarray(o + 1, o + 1 + this.#next.length));
    this.#v.set(state.subarray(o + 1 + this.#next.length, o + 1 + this.#next.length + this.#v.length));
  }

  get stateSize(): number {
    return 1 + this.#next.length + this.#v.length;
  }
}
