/** Pushes that act on a body now, and what they do in one tick. */
import type { Body } from '../body/body.ts';
import type { MovingFreedoms } from '../dynamics/tree-mass.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { UsageError } from '../errors.ts';
import { pushShare } from '../gait/push.ts';
import { transformPoint3 } from '../math/mat3.ts';
import { jointCount } from '../motion/skeleton.ts';
import { Pull } from './pull.ts';

/** A push in delivery: a half-sine over its duration. */
interface Delivery {
  readonly impulse: Float64Array; // 3 [N·s] world
  readonly segment: number;
  readonly point: Float64Array; // 3 [m] in the segment
  readonly duration: number; // [s]
  age: number; // [s] of it that have been delivered
}

/** Numbers of one delivery in a save. */
const SIZE = 9;
export const MOST_HITS = 6;
export const HITS_STATE = 1 + MOST_HITS * SIZE;

export class Hits {
  readonly wrench = new Float64Array(6); // moment about the CoM, force [N·m; N], mean of the tick
  active = false; // in this tick
  readonly pull = new Pull();
  readonly #list: Delivery[] = [];
  readonly #point = new Float64Array(3);

  /** Begins with the next tick. */
  add(impulse: ArrayLike<number>, segment: number, point: ArrayLike<number>, duration: number): void {
    if (this.#list.length === MOST_HITS) this.#list.splice(this.#weakest(), 1);
    this.#list.push({
      impulse: Float64Array.from(impulse),
      segment,
      point: Float64Array.from(point),
      duration,
      age: 0,
    });
  }

  /** The one with the least impulse left: it makes room where more hits come at once than are kept. */
  #weakest(): number {
    let weakest = 0;
    let least = Infinity;
    this.#list.forEach(({ impulse, age, duration }, k) => {
      const left = pushShare(age, duration, duration) * Math.hypot(...impulse);
      if (left < least) {
        least = left;
        weakest = k;
      }
    });
    return weakest;
  }

  /** force = Jᵀ F of this tick on the moving freedoms, and the wrench. F is the mean force from half a tick before its start to half a
   *  tick after it: accelerations of a tick are those of its start, where velocities change. Needs the position level. */
  deliver(force: Float64Array, body: Body, ws: Workspace, freedoms: MovingFreedoms, h: number): void {
    const { wrench } = this;
    wrench.fill(0);
    this.active = false;
    if (this.#list.length === 0 && !this.pull.active) return;
    force.fill(0);
    this.pull.advance(h);
    if (this.pull.active) this.#apply(force, this.pull.force, this.pull, 1, body, ws, freedoms);
    for (let k = 0; k < this.#list.length; k++) {
      const hit = this.#list[k];
      const length = hit.age === 0 ? h / 2 : h;
      const share = pushShare(hit.age, length, hit.duration) / h;
      hit.age += length;
      if (share > 0) this.#apply(force, hit.impulse, hit, share, body, ws, freedoms);
    }
    for (let k = this.#list.length - 1; k >= 0; k--) {
      if (this.#list[k].age >= this.#list[k].duration) this.#list.splice(k, 1);
    }
  }

  #apply(
    force: Float64Array,
    impulse: Float64Array,
    hit: Pick<Delivery, 'segment' | 'point'>,
    share: number,
    body: Body,
    ws: Workspace,
    freedoms: MovingFreedoms,
  ): void {
    const { wrench } = this;
    const p = this.#point;
    const { segmentOrigin, worldFromSegment: r, com } = ws;
    this.active = true;
    const fx = share * impulse[0];
    const fy = share * impulse[1];
    const fz = share * impulse[2];
    transformPoint3(p, 0, segmentOrigin, 3 * hit.segment, r, 9 * hit.segment, hit.point, 0);
    wrench[0] += (p[1] - com[1]) * fz - (p[2] - com[2]) * fy;
    wrench[1] += (p[2] - com[2]) * fx - (p[0] - com[0]) * fz;
    wrench[2] += (p[0] - com[0]) * fy - (p[1] - com[1]) * fx;
    wrench[3] += fx;
    wrench[4] += fy;
    wrench[5] += fz;
    force[0] += fx;
    force[1] += fy;
    force[2] += fz;
    for (let j = hit.segment; j >= 0; j = body.skeleton.parents[j]) {
      const last = freedoms.lastOf[j];
      if (freedoms.inV[last] !== 5 + 3 * j) continue; // carries no mass
      const dx = p[0] - segmentOrigin[3 * j];
      const dy = p[1] - segmentOrigin[3 * j + 1];
      const dz = p[2] - segmentOrigin[3 * j + 2];
      const mx = dy * fz - dz * fy;
      const my = dz * fx - dx * fz;
      const mz = dx * fy - dy * fx;
      for (let c = 0; c < 3; c++)
        force[last - 2 + c] += r[9 * j + c] * mx + r[9 * j + 3 + c] * my + r[9 * j + 6 + c] * mz;
    }
  }

  clear(): void {
    this.#list.length = 0;
    this.pull.clear();
  }

  save(out: Float64Array, o: number): void {
    out[o] = this.#list.length;
    this.#list.forEach((hit, k) => {
      const at = o + 1 + SIZE * k;
      out.set(hit.impulse, at);
      out[at + 3] = hit.segment;
      out.set(hit.point, at + 4);
      out[at + 7] = hit.duration;
      out[at + 8] = hit.age;
    });
  }

  /** A pull is saved by its owner. Throws UsageError, and nothing has changed, where this can be no hits on the body. */
  restore(state: Float64Array, o: number, { skeleton }: Pick<Body, 'skeleton'>): void {
    const count = state[o];
    if (!(Number.isInteger(count) && count >= 0 && count <= MOST_HITS)) throw unsound(count);
    for (let at = o + 1; at < o + 1 + SIZE * count; at += SIZE) {
      const [segment, duration] = [state[at + 3], state[at + 7]];
      if (!(Number.isInteger(segment) && segment >= 0 && segment < jointCount(skeleton))) throw unsound(segment);
      if (!(duration > 0)) throw unsound(duration);
    }
    this.clear();
    for (let k = 0; k < count; k++) {
      const at = o + 1 + SIZE * k;
      this.add(state.subarray(at, at + 3), state[at + 3], state.subarray(at + 4, at + 7), state[at + 7]);
      this.#list[k].age = state[at + 8];
    }
  }
}

const unsound = (found: number): UsageError => new UsageError(`a save with hits that cannot be: ${found}`);
