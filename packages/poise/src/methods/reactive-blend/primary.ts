/** The motion that goes on underneath: a clip, or whatever an animation system shows from frame to frame. */
import type { ReadonlyVector } from '../../math/types.ts';
import { type Clip, durationOf } from '../../motion/clip.ts';
import { difference, integrate } from '../../motion/coordinates.ts';
import { sample } from '../../motion/sample.ts';
import { coordinateCount, freedomCount, type Skeleton } from '../../motion/skeleton.ts';

export interface Primary {
  /** q (nq) and v (nv) at a time [s]. */
  write(q: Float64Array, v: Float64Array, time: number): void;
}

/** A clip, held at its ends. */
export class ClipPrimary implements Primary {
  readonly #clip: Clip;
  readonly #after: Float64Array;
  readonly #turn = new Float64Array(4);

  constructor(clip: Clip) {
    this.#clip = clip;
    this.#after = new Float64Array(coordinateCount(clip.skeleton));
  }

  write(q: Float64Array, v: Float64Array, time: number): void {
    const clip = this.#clip;
    const step = clip.frameTime;
    const end = durationOf(clip);
    sample(this.#after, clip, Math.min(end, time + step));
    sample(q, clip, Math.max(0, time - step));
    // central where there are frames on both sides
    const span = Math.min(end, time + step) - Math.max(0, time - step);
    if (span > 1e-9) difference(v, clip.skeleton, q, 0, this.#after, 0, span, this.#turn);
    if (!(span > 1e-9) || time > end) v.fill(0);
    sample(q, clip, time);
  }
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
