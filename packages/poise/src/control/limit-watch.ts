/**
 * Joints that are about to leave their range: each becomes a row that brakes it, θ̈ ≥ −ω²(θ − bound) − 2ω θ̇. What the source itself
 * oversteps is allowed: there the bound moves with the source.
 */
import type { Body } from '../body/body.ts';
import { logQuat, relativeQuat } from '../math/quat.ts';
import type { AccelerationProblem } from './acceleration-problem.ts';
import type { JointParts } from './joint-parts.ts';
import type { ReactionParameters } from './parameters.ts';

export const MOST_LIMITED = 24;
/** [rad] A knee that reacts stays this much bent: straight legs cannot follow their feet without a jolt. */
const STRAIGHT_KNEE = 0.05;
/** Joints farther than this [rad] inside their range are not looked at. */
const NEAR = 1;

/** The reference that the limits are relative to. */
export interface LimitReference {
  readonly q: Float64Array;
  readonly before: Float64Array;
  readonly a: Float64Array;
}

export class LimitWatch {
  count = 0; // joints' axes held in this tick
  kneeHeld = new Uint8Array(2); // left, right: the limit of full stretch
  readonly #body: Body;
  readonly #parts: JointParts;
  readonly #joints: Int32Array;
  readonly #parameters: ReactionParameters;
  readonly #held: Uint8Array; // joints×3
  readonly #angle: Float64Array; // joints×3 [rad] of the body
  readonly #sourceAngle: Float64Array; // joints×3
  readonly #turn = new Float64Array(8);

  constructor(body: Body, joints: Int32Array, parts: JointParts, parameters: ReactionParameters) {
    this.#body = body;
    this.#joints = joints;
    this.#parts = parts;
    this.#parameters = parameters;
    this.#held = new Uint8Array(3 * joints.length);
    this.#angle = new Float64Array(3 * joints.length);
    this.#sourceAngle = new Float64Array(3 * joints.length);
  }

  /** Reads the angles of a tick. */
  begin(q: Float64Array, source: LimitReference): void {
    this.count = 0;
    this.kneeHeld.fill(0);
    this.#held.fill(0);
    for (let i = 1; i < this.#joints.length; i++) {
      if (this.#parts.limitRate[i] === 0) continue;
      this.#writeAngles(this.#angle, i, q);
      this.#writeAngles(this.#sourceAngle, i, source.q);
    }
  }

  #writeAngles(out: Float64Array, i: number, q: Float64Array): void {
    const j = this.#joints[i];
    const { neutral, axes } = this.#body.limits;
    const t = this.#turn;
    relativeQuat(t, 0, neutral, 4 * j, q, 3 + 4 * j);
    logQuat(t, 4, t, 0);
    for (let a = 0; a < 3; a++) {
      const o = 9 * j + 3 * a;
      out[3 * i + a] = axes[o] * t[4] + axes[o + 1] * t[5] + axes[o + 2] * t[6];
    }
  }

  /** Adds rows for all axes that the solution would take past their bound. Returns whether there are new ones. */
  find(problem: AccelerationProblem, v: Float64Array, source: LimitReference): boolean {
    const { x } = problem;
    const { lower, upper, axes } = this.#body.limits;
    let found = false;
    for (let i = 1; i < this.#joints.length; i++) {
      const w = this.#parts.limitRate[i];
      if (w === 0) continue;
      const j = this.#joints[i];
      const o = 3 + 3 * j;
      for (let a = 0; a < 3; a++) {
        const k = 3 * i + a;
        if (this.#held[k] || !(lower[3 * j + a] > -Infinity)) continue;
        const n = 9 * j + 3 * a;
        const rate = axes[n] * v[o] + axes[n + 1] * v[o + 1] + axes[n + 2] * v[o + 2];
        const own =
          axes[n] * source.before[o] + axes[n + 1] * source.before[o + 1] + axes[n + 2] * source.before[o + 2];
        const acceleration = axes[n] * x[3 + 3 * i] + axes[n + 1] * x[4 + 3 * i] + axes[n + 2] * x[5 + 3 * i];
        const ownAcceleration = axes[n] * source.a[o] + axes[n + 1] * source.a[o + 1] + axes[n + 2] * source.a[o + 2];
        for (let side = 1; side >= -1; side -= 2) {
          const bound =
            side < 0 ? upper[3 * j + a] : a === 0 && this.#parts.isKnee[i] ? STRAIGHT_KNEE : lower[3 * j + a];
          const least = this.#leastAcceleration(k, side, bound, w, rate, own, ownAcceleration);
          if (!(side * acceleration < least - 1e-6 * (1 + Math.abs(least)))) continue;
          if (this.count === MOST_LIMITED || problem.isFull) return found;
          // what the source does by itself is not braking
          const most = this.#parameters.mostBraking + Math.max(0, side * ownAcceleration);
          this.#addRow(problem, i, a, side * Math.min(least, most));
          found = true;
          break;
        }
      }
    }
    return found;
  }

  /** Least acceleration away from a bound; side 1: lower, −1: upper. −∞ where the bound is far. */
  #leastAcceleration(
    k: number,
    side: number,
    limit: number,
    w: number,
    rate: number,
    own: number,
    ownAcceleration: number,
  ): number {
    const ownAngle = this.#sourceAngle[k];
    const follows = side > 0 ? ownAngle < limit : ownAngle > limit; // the bound moves with the source
    const bound = follows ? ownAngle : limit;
    const gap = side * (this.#angle[k] - bound);
    if (!(gap < NEAR)) return -Infinity;
    const least = -w * w * gap - 2 * w * side * (rate - (follows ? own : 0)) + (follows ? side * ownAcceleration : 0);
    if (follows) return least;
    const overstep = -w * w * side * (ownAngle - bound) - 2 * w * side * own - side * ownAcceleration;
    return overstep > 0 ? least - overstep : least;
  }

  #addRow(problem: AccelerationProblem, i: number, a: number, target: number): void {
    const { axes } = this.#body.limits;
    const j = this.#joints[i];
    const freedom = 5 + 3 * i;
    const row = problem.startRow(freedom);
    const end = problem.freedoms.length[freedom];
    problem.E.fill(0, row, row + end);
    for (let c = 0; c < 3; c++) problem.E[row + end - 3 + c] = axes[9 * j + 3 * a + c];
    problem.finishRow(target, 0);
    const isKnee = a === 0 && this.#parts.isKnee[i] === 1;
    problem.yieldRow(isKnee ? this.#parameters.kneeYield : this.#parameters.limitYield);
    this.#held[3 * i + a] = 1;
    this.count++;
    if (isKnee) this.kneeHeld[j === this.#body.roles.leftLowerLeg ? 0 : 1] = 1;
  }
}
