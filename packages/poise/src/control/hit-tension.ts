/**
 * Joints give way to a hit only as fast as people's do: where the masses alone would turn one faster, as a light head or a raised arm, its
 * muscles and ligaments hold it to what carries it, which then takes more of the hit. To the masses that is inertia of the joint.
 */
import type { MovingFreedoms } from '../dynamics/tree-mass.ts';
import type { AccelerationProblem } from './acceleration-problem.ts';
import { addArmature } from './joint-parts.ts';

/** [rad/s²] A hit turns no joint faster than this: people who are pushed reach 8.5 rad/s within 1/60 s, all that they do included. */
const QUICKEST = 400;
/** [rad/s²] Where it stops looking: a little above. */
const CLOSE = 1.1 * QUICKEST;
/** How often joints are tensed against one hit. */
const ROUNDS = 3;
const DIAGONAL: readonly number[] = [0, 2, 5];

export class HitTension {
  readonly #freedoms: MovingFreedoms;
  readonly #armature: Float64Array; // joints×6 [kg·m²] xx yx yy zx zy zz, added by the tension
  readonly #made: Float64Array; // moving freedoms: accelerations that the hit makes
  readonly #metric: Float64Array; // without the tension

  constructor(freedoms: MovingFreedoms) {
    this.#freedoms = freedoms;
    this.#armature = new Float64Array(6 * freedoms.joints.length);
    this.#made = new Float64Array(freedoms.n);
    this.#metric = new Float64Array(freedoms.size);
  }

  /** force ← Q⁻¹ force: what a hit does to the masses. The metric is left as it was. False: it is not positive definite. */
  yieldTo(force: Float64Array, problem: AccelerationProblem): boolean {
    const made = this.#made;
    const metric = this.#metric;
    metric.set(problem.metric);
    this.#armature.fill(0);
    for (let round = 0; ; round++) {
      if (!problem.factor()) return false;
      made.set(force);
      problem.solveMetric(made);
      problem.metric.set(metric);
      if (round === ROUNDS || !this.#tense()) break;
      addArmature(problem.metric, this.#freedoms, this.#armature);
    }
    force.set(made);
    return true;
  }

  /** Tenses all joints that would turn too fast. Returns whether there are any. */
  #tense(): boolean {
    const made = this.#made;
    const armature = this.#armature;
    const { start, length, joints } = this.#freedoms;
    let found = false;
    for (let i = 1; i < joints.length; i++) {
      const o = 3 + 3 * i;
      const rate = Math.sqrt(made[o] * made[o] + made[o + 1] * made[o + 1] + made[o + 2] * made[o + 2]);
      if (!(rate > CLOSE)) continue;
      found = true;
      let inertia = 0; // about the joint, of all that it carries
      for (let k = o; k < o + 3; k++) inertia += this.#metric[start[k] + length[k] - 1] / 3;
      const more = (inertia + armature[6 * i]) * (rate / QUICKEST - 1);
      for (const diagonal of DIAGONAL) armature[6 * i + diagonal] += more;
    }
    return found;
  }
}
