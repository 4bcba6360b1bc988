/** What is seen: the animation's pose or a reaction's, from one to the next without a jump, mixed by weight and joint. */
import type { Skeleton } from '../motion/skeleton.ts';
import { mixPose, type Shares } from './mix-pose.ts';
import type { Rig } from './rig.ts';
import { addTransition, beginTransition, createTransition, type Transition } from './transition.ts';
import { isAtHome, type Whereabouts } from './whereabouts.ts';

/** A pose and its velocity. */
export interface Moving {
  readonly q: Float64Array; // nq
  readonly v: Float64Array; // nv
}

export class Display implements Moving {
  readonly q: Float64Array; // nq, over ground that rests
  readonly v: Float64Array; // nv
  readonly out: Float64Array; // nq as the rig shows it
  readonly transition: Transition;
  readonly #skeleton: Skeleton;

  constructor(skeleton: Skeleton, nq: number, nv: number) {
    this.#skeleton = skeleton;
    [this.q, this.out] = [new Float64Array(nq), new Float64Array(nq)];
    this.v = new Float64Array(nv);
    this.transition = createTransition(nv);
  }

  show(q: Float64Array, v: Float64Array, time: number): void {
    this.q.set(q);
    this.v.set(v);
    addTransition(this.transition, this.#skeleton, time, this.q, this.v);
  }

  /** From now on another source is shown: what differs dies away. */
  change(from: Moving, to: Moving, time: number): void {
    beginTransition(this.transition, this.#skeleton, time, from, to);
  }

  /** Nothing is written while there is nothing to show: the rig keeps its own numbers. */
  write(rig: Rig, where: Whereabouts, shares: Shares, reacts: boolean): void {
    const { out, transition } = this;
    const { read, travel } = where;
    if (!reacts && transition.at < 0 && isAtHome(where)) {
      out.set(read);
      return;
    }
    out.set(this.q);
    out[0] -= travel.x;
    out[2] -= travel.z;
    mixPose(out, read, out, shares);
    rig.write(out);
  }
}
