/** The motion that goes on underneath: a clip, or whatever an animation system shows from frame to frame. */
import type { ReadonlyVector } from '../../math/types.ts';
import { difference, integrate } from '../../motion/coordinates.ts';
import { coordinateCount, freedomCount, type Skeleton } from '../../motion/skeleton.ts';

export interface Primary {
  /** q (nq) and v (nv) at a time [s]. */
  write(q: Float64Array, v: Float64Array, time: number): void;
}

/** Poses as they are shown, one per frame: between the last two it is interpolated, beyond the last one carried on. */
export class StreamPrimary implements Primary {
  readonly #skeleton: Skeleton;
  readonly state: { time: number; readonly q: Float64Array; readonly v: Float64Array; known: number };
  readonly #turn = new Float64Array(4);

  constructor(skeleton: Skeleton) {
    this.#skeleton = skeleton;
    const nq = coordinateCount(skeleton);
    this.state = { time: 0, q: new Float64Array(nq), v: new Float64Array(freedomCount(skeleton)), known: 0 };
  }

  /** The pose shown `dt` seconds after the one before. */
  feed(q: ReadonlyVector, dt: number): void {
    const { state } = this;
    if (dt > 0 && state.known > 0) difference(state.v, this.#skeleton, state.q, 0, q, 0, dt, this.#turn);
    for (let i = 0; i < state.q.length; i++) state.q[i] = q[i];
    state.time += dt;
    state.known = 1;
  }

  write(q: Float64Array, v: Float64Array, time: number): void {
    const { state } = this;
    const ahead = time - state.time;
    if (Math.abs(ahead) < 1e-9) q.set(state.q);
    else integrate(q, this.#skeleton, state.q, state.v, ahead, this.#turn);
    v.set(state.v);
  }
}
