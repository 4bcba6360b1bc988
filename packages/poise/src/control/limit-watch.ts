/**
 * Joints that are about to leave their range: each becomes a row that brakes it (braking.ts). What the source itself
 * oversteps is allowed: there the bound moves with the source.
 */
import { anatomicalAngles } from '../body/anatomical-angles.ts';
import type { Body } from '../body/body.ts';
import type { AccelerationProblem } from './acceleration-problem.ts';
import { type BoundAngle, leastFromBound } from './braking.ts';
import { ColumnWatch, type LimitReference, MOST_BENT } from './column-watch.ts';
import type { JointParts } from './joint-parts.ts';
import type { ReactionParameters } from './parameters.ts';

/** Single joints that are braked in one tick. */
const MOST_SINGLE = 24;
/** Rows of all bounds. */
export const MOST_LIMITED = MOST_SINGLE + MOST_BENT;
/** [rad] A knee that reacts stays this much bent: straight legs cannot follow their feet without a jolt. */
const STRAIGHT_KNEE = 0.05;
/** [rad/s²] Hip, knee and ankle of a leg in the air are turned no harder than this, beyond what the source does: people who are pushed reach
 *  8.5 rad/s within 1/60 s. */
const QUICKEST_LEG = 450;
/** Joints farther than this [rad] inside their range are not looked at. */
const NEAR = 1;

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
  readonly #ownAcceleration: Float64Array; // joints×3 of the source
  readonly #fromLower: Float64Array; // joints×3: least acceleration away from the lower bound
  readonly #fromUpper: Float64Array; // joints×3: the same, downwards, away from the upper one
  readonly #inAir = new Uint8Array(2); // legs
  readonly #near: Int32Array; // axes that are near a bound
  #nearCount = 0;
  readonly #bound: BoundAngle = { angle: 0, rate: 0, ownAngle: 0, ownRate: 0, ownAcceleration: 0 };
  readonly #columns: ColumnWatch;
  readonly #turn = new Float64Array(4);

  constructor(body: Body, joints: Int32Array, parts: JointParts, parameters: ReactionParameters) {
    this.#body = body;
    this.#joints = joints;
    this.#parts = parts;
    this.#parameters = parameters;
    this.#held = new Uint8Array(3 * joints.length);
    this.#angle = new Float64Array(3 * joints.length);
    this.#sourceAngle = new Float64Array(3 * joints.length);
    this.#ownAcceleration = new Float64Array(3 * joints.length);
    this.#fromLower = new Float64Array(3 * joints.length);
    this.#fromUpper = new Float64Array(3 * joints.length);
    this.#near = new Int32Array(3 * joints.length);
    this.#columns = new ColumnWatch(body, joints, parameters);
  }

  /** Reads the angles of a tick and what each bound asks for. `feet`: left, right. */
  begin(q: Float64Array, v: Float64Array, source: LimitReference, feet: readonly { readonly stands: boolean }[]): void {
    const { lower } = this.#body.limits;
    this.count = 0;
    this.kneeHeld.fill(0);
    this.#held.fill(0);
    for (let leg = 0; leg < 2; leg++) this.#inAir[leg] = feet[leg].stands ? 0 : 1;
    this.#nearCount = 0;
    this.#columns.begin(q, v, source);
    for (let i = 1; i < this.#joints.length; i++) {
      if (this.#parts.limitRate[i] === 0) continue;
      this.#writeAngles(this.#angle, i, q);
      this.#writeAngles(this.#sourceAngle, i, source.q);
      for (let a = 0; a < 3; a++) if (lower[3 * this.#joints[i] + a] > -Infinity) this.#readAxis(i, a, v, source);
    }
  }

  #writeAngles(out: Float64Array, i: number, q: Float64Array): void {
    const j = this.#joints[i];
    anatomicalAngles(out, 3 * i, this.#body.limits, j, q, 3 + 4 * j, this.#turn);
  }

  /** Least accelerations of an axis away from its bounds: −∞ where a bound is far. */
  #readAxis(i: number, a: number, v: Float64Array, source: LimitReference): void {
    const j = this.#joints[i];
    const k = 3 * i + a;
    const { lower, upper, axes } = this.#body.limits;
    const least = a === 0 && this.#parts.isKnee[i] ? STRAIGHT_KNEE : lower[3 * j + a];
    const most = upper[3 * j + a];
    const angle = this.#angle[k];
    const ownAngle = this.#sourceAngle[k];
    // a bound that the source oversteps is where the source is
    const isLow = angle - Math.min(least, ownAngle) < NEAR;
    const isHigh = Math.max(most, ownAngle) - angle < NEAR;
    const leg = this.#parts.legOf[i];
    const swings = leg >= 0 && this.#inAir[leg] === 1;
    if (!isLow && !isHigh && !swings) return;
    const o = 3 + 3 * j;
    const n = 9 * j + 3 * a;
    const x = axes[n];
    const y = axes[n + 1];
    const z = axes[n + 2];
    const { before, a: acceleration } = source;
    const bound = this.#bound;
    bound.angle = angle;
    bound.ownAngle = ownAngle;
    bound.rate = x * v[o] + y * v[o + 1] + z * v[o + 2];
    bound.ownRate = x * before[o] + y * before[o + 1] + z * before[o + 2];
    bound.ownAcceleration = x * acceleration[o] + y * acceleration[o + 1] + z * acceleration[o + 2];
    this.#ownAcceleration[k] = bound.ownAcceleration;
    const w = this.#parts.limitRate[i];
    this.#fromLower[k] = isLow ? leastFromBound(bound, 1, least, w) : -Infinity;
    this.#fromUpper[k] = isHigh ? leastFromBound(bound, -1, most, w) : -Infinity;
    if (swings) {
      this.#fromLower[k] = Math.max(this.#fromLower[k], bound.ownAcceleration - QUICKEST_LEG);
      this.#fromUpper[k] = Math.max(this.#fromUpper[k], -bound.ownAcceleration - QUICKEST_LEG);
    }
    this.#near[this.#nearCount++] = k;
  }

  /** Adds rows for all axes that the solution would take past their bound. Returns whether there are new ones. */
  find(problem: AccelerationProblem): boolean {
    const { x } = problem;
    const { axes } = this.#body.limits;
    let found = this.#columns.find(problem);
    for (let near = 0; near < this.#nearCount; near++) {
      const k = this.#near[near];
      if (this.#held[k]) continue;
      const a = k % 3;
      const o = 3 + k - a; // freedoms of the joint
      const n = 9 * this.#joints[(k - a) / 3] + 3 * a;
      const acceleration = axes[n] * x[o] + axes[n + 1] * x[o + 1] + axes[n + 2] * x[o + 2];
      const low = this.#fromLower[k];
      const high = this.#fromUpper[k];
      const isLow = acceleration < low - 1e-6 * (1 + Math.abs(low));
      if (!isLow && !(-acceleration < high - 1e-6 * (1 + Math.abs(high)))) continue;
      if (this.count === MOST_SINGLE || problem.isFull) return found;
      const side = isLow ? 1 : -1;
      // what the source does by itself is not braking
      const most = this.#parameters.mostBraking + Math.max(0, side * this.#ownAcceleration[k]);
      this.#addRow(problem, (k - a) / 3, a, side * Math.min(isLow ? low : high, most));
      found = true;
    }
    return found;
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
    const { kneeYield, quickYield, limitYield, mostBraking } = this.#parameters;
    const isQuick = this.#parts.legOf[i] >= 0 && Math.abs(target) > mostBraking;
    problem.yieldRow(isKnee ? kneeYield : isQuick ? quickYield : limitYield);
    this.#held[3 * i + a] = 1;
    this.count++;
    if (isKnee) this.kneeHeld[j === this.#body.roles.leftLowerLeg ? 0 : 1] = 1;
  }
}
