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

  reset(): void {
    this.#active = false;
  }

  /** What a save needs of these joints: rotation at the end of the tick, and its rate. */
  save(out: Float64Array, o: number, joints: ArrayLike<number>): void {
    out[o] = this.#active ? 1 : 0;
    for (let k = 0; k < joints.length; k++) {
      for (let c = 0; c < 4; c++) out[o + 1 + 7 * k + c] = this.#next[3 + 4 * joints[k] + c];
      for (let c = 0; c < 3; c++) out[o + 5 + 7 * k + c] = this.#v[3 + 3 * joints[k] + c];
    }
  }

  /** The reference must stand at the time of the save: what is not saved is its own. */
  restore(state: Float64Array, o: number, joints: ArrayLike<number>): void {
    this.#active = state[o] === 1;
    this.#next.set(this.#reference.next);
    this.#v.set(this.#reference.v);
    for (let k = 0; k < joints.length; k++) {
      for (let c = 0; c < 4; c++) this.#next[3 + 4 * joints[k] + c] = state[o + 1 + 7 * k + c];
      for (let c = 0; c < 3; c++) this.#v[3 + 3 * joints[k] + c] = state[o + 5 + 7 * k + c];
    }
  }
}

/** Numbers that a save of these joints needs. */
export const postureStateSize = (joints: number): number => 1 + 7 * joints;
