/** A clip anew, where somebody has got up: from its beginning, turned and moved to where they stand. */
import { moveBetween, movePose, type Placement } from '../gait/placement.ts';
import { ease } from '../math/ease.ts';
import type { Clip } from '../motion/clip.ts';
import { difference, integrate } from '../motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../motion/skeleton.ts';

const FADES_IN = 0.4; // [s] in which what the pose differs by goes over
const SAME = 0.3; // [rad] a joint that differs by more: the clip does not begin as they stand, and they stay as they are

export class GoingOn {
  readonly q: Float64Array; // nq
  readonly #clip: Clip;
  readonly #place: Placement;
  readonly #apart: Float64Array; // nv: from the clip's first pose to the one that it took over
  readonly #left: Float64Array;
  readonly #fits: boolean;
  #time = 0;

  constructor(clip: Clip, q: Float64Array) {
    const nq = coordinateCount(clip.skeleton);
    this.#clip = clip;
    this.q = q.slice();
    const first = clip.q.slice(0, nq);
    this.#place = moveBetween(first, q);
    movePose(this.#place, first);
    this.#apart = new Float64Array(freedomCount(clip.skeleton));
    this.#left = this.#apart.slice();
    difference(this.#apart, clip.skeleton, first, 0, q, 0, 1);
    this.#fits = this.#apart.every((x) => Math.abs(x) < SAME);
  }

  /** The pose dt [s] later; the clip's last one once it is over. */
  step(dt: number): Float64Array {
    if (!this.#fits) return this.q;
    const { skeleton, q, frameCount, frameTime } = this.#clip;
    this.#time += dt;
    const nq = this.q.length;
    const frame = Math.min(frameCount - 1, Math.round(this.#time / frameTime));
    this.q.set(q.subarray(frame * nq, (frame + 1) * nq));
    movePose(this.#place, this.q);
    const share = 1 - ease(this.#time / FADES_IN);
    for (let i = 0; i < this.#left.length; i++) this.#left[i] = share * this.#apart[i];
    integrate(this.q, skeleton, this.q, this.#left, 1);
    return this.q;
  }
}
