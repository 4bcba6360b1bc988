/**
 * The way of a stage: from where the last one left off to a key pose, without a jump in pose or velocity. Joints with ranges go straight in
 * their anatomical angles: ranges are boxes of them, so that the way between two poses inside never leaves it.
 */
import type { Body } from '../../body/body.ts';
import { expQuat, logQuat, multiplyQuat, relativeQuat } from '../../math/quat.ts';
import type { ReadonlyVector } from '../../math/types.ts';
import { integrate } from '../../motion/coordinates.ts';
import { coordinateCount, freedomCount, quatIndex, velocityIndex } from '../../motion/skeleton.ts';

const MOMENT = 1e-4; // [s] over which rates are read

export class Course {
  readonly q: Float64Array; // nq: the pose now
  /** nv: what is added half-way and is gone at both ends, such as a knee that bends while its foot is put elsewhere. */
  readonly detour: Float64Array;
  duration = 1; // [s]
  readonly #body: Body;
  readonly #origin: Float64Array; // nq: what turns are counted from: neutral poses, and the root as it was
  readonly #from: Float64Array; // nv: turns at the start
  readonly #way: Float64Array; // nv: from there to the key
  readonly #start: Float64Array; // nv: rate at the start
  readonly #end: Float64Array; // nv: rate at the end
  readonly #next: Float64Array; // nv
  readonly #before: Float64Array; // nq: scratch
  readonly #turn = new Float64Array(8);

  constructor(body: Body) {
    this.#body = body;
    const nv = freedomCount(body.skeleton);
    this.q = new Float64Array(coordinateCount(body.skeleton));
    this.#origin = this.q.slice();
    this.#before = this.q.slice();
    this.detour = new Float64Array(nv);
    this.#from = new Float64Array(nv);
    this.#way = new Float64Array(nv);
    this.#start = new Float64Array(nv);
    this.#end = new Float64Array(nv);
    this.#next = new Float64Array(nv);
    const { neutral } = body.limits;
    for (let joint = 1; joint < body.skeleton.names.length; joint++) {
      this.#origin.set(neutral.subarray(4 * joint, 4 * joint + 4), quatIndex(joint));
    }
  }

  /** From a pose and its velocity to `key` in `duration` [s], through it on towards `next` in `nextDuration`; null: it stops at the key. */
  aim(
    q: ReadonlyVector,
    v: ReadonlyVector,
    key: Float64Array,
    duration: number,
    next: Float64Array | null,
    nextDuration: number,
  ): void {
    this.duration = duration;
    for (let i = 0; i < this.q.length; i++) this.q[i] = q[i];
    for (let c = 0; c < 7; c++) this.#origin[c] = c < 3 ? 0 : this.q[c];
    this.#read(this.#from, this.q);
    integrate(this.#before, this.#body.skeleton, this.q, v, MOMENT, this.#turn);
    this.#read(this.#start, this.#before);
    this.#read(this.#way, key);
    this.#end.fill(0);
    if (next) this.#read(this.#next, next);
    for (let i = 0; i < this.#way.length; i++) {
      this.#start[i] = (this.#start[i] - this.#from[i]) / MOMENT;
      if (next) {
        // monotone: a freedom that turns back stops at the key
        const [a, b] = [(this.#way[i] - this.#from[i]) / duration, (this.#next[i] - this.#way[i]) / nextDuration];
        this.#end[i] = a * b > 0 ? (2 * a * b) / (a + b) : 0;
      }
      this.#way[i] -= this.#from[i];
    }
  }

  /** Half-way some joints are on a detour: by a share of the way from where they would be then to where they are in `pose` (nq). */
  passBy(joints: readonly number[], pose: ReadonlyVector, share: number): void {
    this.#read(this.#next, pose);
    for (const joint of joints) {
      for (let i = velocityIndex(joint); i < velocityIndex(joint) + 3; i++) {
        const swing = (this.duration * (this.#start[i] - this.#end[i])) / 8;
        this.detour[i] = share * (this.#next[i] - this.#from[i] - 0.5 * this.#way[i] - swing);
      }
    }
  }

  /** out (nv) = place of the root and turns of a pose. */
  #read(out: Float64Array, q: ReadonlyVector): void {
    const t = this.#turn;
    for (let c = 0; c < 3; c++) out[c] = q[c];
    for (let joint = 0; joint < this.#body.skeleton.names.length; joint++) {
      relativeQuat(t, 0, this.#origin, quatIndex(joint), q, quatIndex(joint));
      logQuat(out, velocityIndex(joint), t, 0);
    }
  }

  /** The pose at t [s] since aim(). */
  at(t: number): void {
    const T = this.duration;
    const u = Math.min(1, t / T);
    const s = u * u * (3 - 2 * u);
    const m = u * (1 - u) * (1 - u) * T;
    const e = -u * u * (1 - u) * T;
    const middle = (2 * u - 1) * (2 * u - 1);
    const flat = 1 - middle * middle;
    const b = flat * flat; // up at once, and down at last
    const { q } = this;
    const x = this.#turn;
    for (let i = 0; i < this.#from.length; i += 3) {
      for (let c = 0; c < 3; c++) {
        const k = i + c;
        x[c] = this.#from[k] + s * this.#way[k] + m * this.#start[k] + e * this.#end[k] + b * this.detour[k];
      }
      if (i === 0) {
        for (let c = 0; c < 3; c++) q[c] = x[c];
        continue;
      }
      const o = quatIndex(i / 3 - 1);
      expQuat(x, 4, x, 0);
      multiplyQuat(q, o, this.#origin, o, x, 4);
    }
  }
}
