/**
 * The cheapest wrench of a cone: min over λ ≥ 0 of ½ wᵀH w + gᵀw + ½ε|λ − λ₀|² with w = Wλ; the rows of W generate the cone, for
 * instance edges of friction pyramids at the corners of soles. Solved in the few numbers of the wrench: with y = H w + g the
 * forces are λ = max(0, ελ₀ − Wᵀy)/ε, and y is where the convex, piecewise quadratic
 * φ(y) = ½ (y−g)ᵀH⁻¹(y−g) + |max(0, ελ₀ − Wᵀy)|²/2ε is least. Newton steps with exact line search find it, exactly once the set
 * of pushing generators is right.
 */
import { factorCholesky, invertCholesky, solveCholesky } from './cholesky.ts';
import { addUpGenerators, projectGenerators, squareGenerators } from './generators.ts';

const MOST_STEPS = 30;
/** Steps end when the next one would gain less than this [m²/s⁴]: rounding. What is left out here, nobody corrects: whoever stands on
 *  these forces falls as a pendulum does until the solver notices. */
const SETTLED = 1e-30;
/** Forces below this [N] do not count as pushing or not. */
const LEAST_FORCE = 1e-9;

export class ConeForce {
  readonly size: number;
  /** Price ε of force: shares the load between generators and hardly bends the goal. */
  readonly price: number;
  readonly most: number;
  count = 0; // generators in use
  readonly W: Float64Array; // most×size: one generator after the other
  readonly H: Float64Array; // size×size
  readonly g: Float64Array; // size
  readonly wrench: Float64Array; // size
  readonly force: Float64Array; // most: λ
  readonly prior: Float64Array; // most: λ₀, zero unless set
  steps = 0; // Newton steps of the last solve
  private readonly y: Float64Array;
  private readonly direction: Float64Array;
  private readonly gradient: Float64Array;
  private readonly inverse: Float64Array; // H⁻¹
  private readonly factor: Float64Array;
  private readonly square: Float64Array; // size×size: W Wᵀ of the pushing generators
  private readonly push: Float64Array; // most: ελ₀ − Wᵀy
  private readonly pushAfter: Float64Array; // most: the same after a whole step
  private readonly rate: Float64Array; // most: how it changes along the direction
  private readonly pushing: Int32Array; // most: generators with push > 0
  private pushingCount = 0;
  /** Numbers of the line search, kept where they need no boxes: slope of φ at its start, length of the step. */
  private readonly line = new Float64Array(2);

  constructor(size: number, most: number, price: number) {
    this.size = size;
    this.price = price;
    this.most = most;
    this.W = new Float64Array(most * size);
    this.H = new Float64Array(size * size);
    this.g = new Float64Array(size);
    this.wrench = new Float64Array(size);
    this.force = new Float64Array(most);
    this.prior = new Float64Array(most);
    this.y = new Float64Array(size);
    this.direction = new Float64Array(size);
    this.gradient = new Float64Array(size);
    this.inverse = new Float64Array(size * size);
    this.factor = new Float64Array(size * size);
    this.square = new Float64Array(size * size);
    this.push = new Float64Array(most);
    this.pushAfter = new Float64Array(most);
    this.rate = new Float64Array(most);
    this.pushing = new Int32Array(most);
  }

  /** Forgets the solution that the next solve would start from. */
  reset(): void {
    this.y.fill(0);
  }

  save(out: Float64Array, o: number): void {
    out.set(this.y, o);
  }

  restore(state: Float64Array, o: number): void {
    this.y.set(state.subarray(o, o + this.size));
  }

  /** Writes wrench and force. With `bothWays` forces may pull (equality only, [Rabbani14] eq. 6). False: H makes no sense. */
  solve(bothWays: boolean): boolean {
    const { size, y, direction, line } = this;
    this.factor.set(this.H);
    if (factorCholesky(this.factor, size) >= 0) return false;
    invertCholesky(this.inverse, this.factor, size);
    if (bothWays) y.fill(0);
    this.project(this.push);
    for (this.steps = 0; this.steps < MOST_STEPS; this.steps++) {
      this.readForces(bothWays);
      if (!this.writeDirection()) return false;
      if (!bothWays && -line[0] <= SETTLED) return true;
      for (let i = 0; i < size; i++) y[i] += direction[i];
      this.project(this.pushAfter);
      if (bothWays || this.isWholeStep()) {
        this.push.set(this.pushAfter);
        break;
      }
      this.findStep();
      for (let i = 0; i < size; i++) y[i] += (line[1] - 1) * direction[i];
      if (line[1] === 0) return true;
      this.project(this.push);
    }
    this.readForces(bothWays);
    return true;
  }

  /** out = ελ₀ − Wᵀy. */
  private project(out: Float64Array): void {
    const { count, price, prior } = this;
    projectGenerators(out, this.W, count, this.size, this.y);
    for (let c = 0; c < count; c++) out[c] += price * prior[c];
  }

  /** What pushes, how much, and the wrench of it. */
  private readForces(bothWays: boolean): void {
    const { count, push, force, pushing } = this;
    const share = 1 / this.price;
    let used = 0;
    for (let c = 0; c < count; c++) {
      const p = push[c];
      if (p > 0 || bothWays) {
        force[c] = p * share;
        pushing[used++] = c;
      } else force[c] = 0;
    }
    this.pushingCount = used;
    addUpGenerators(this.wrench, this.W, pushing, used, this.size, force);
  }

  /** Newton's direction at y and the slope of φ along it. */
  private writeDirection(): boolean {
    const { size, g, inverse, factor, gradient, direction, y, wrench, square } = this;
    const share = 1 / this.price;
    squareGenerators(square, this.W, this.pushing, this.pushingCount, size);
    for (let i = 0; i < size; i++) {
      let sum = -wrench[i];
      for (let j = 0; j < size; j++) sum += inverse[i * size + j] * (y[j] - g[j]);
      for (let j = 0; j <= i; j++) factor[i * size + j] = inverse[i * size + j] + share * square[i * size + j];
      gradient[i] = sum;
      direction[i] = -sum;
    }
    if (factorCholesky(factor, size) >= 0) return false;
    solveCholesky(factor, size, direction);
    let slope = 0;
    for (let i = 0; i < size; i++) slope += gradient[i] * direction[i];
    this.line[0] = slope;
    return true;
  }

  /** Whether the same generators push at the end of the step: then φ is one quadratic on the way and its least place is reached. */
  private isWholeStep(): boolean {
    const { count, price, push, pushAfter } = this;
    const least = price * LEAST_FORCE;
    for (let c = 0; c < count; c++) {
      const before = push[c];
      const after = pushAfter[c];
      if (before > 0 !== after > 0 && (Math.abs(before) > least || Math.abs(after) > least)) return false;
    }
    return true;
  }

  /** How far along the direction φ is least: its slope rises in straight pieces, so Newton's steps between brackets end exactly. */
  private findStep(): void {
    const { size, direction, inverse, count, push, pushAfter, rate, line } = this;
    const share = 1 / this.price;
    let curve = 0;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) curve += direction[i] * inverse[i * size + j] * direction[j];
    }
    const slope = line[0];
    let pushed = 0;
    for (let c = 0; c < count; c++) {
      rate[c] = pushAfter[c] - push[c];
      if (push[c] > 0) pushed += push[c] * rate[c];
    }
    const smooth = slope - share * pushed; // slope at 0 without the corners
    let low = 0;
    let high = Infinity;
    let t = 1;
    for (let k = 0; k < MOST_STEPS; k++) {
      let first = 0;
      let second = 0;
      for (let c = 0; c < count; c++) {
        const p = push[c] + t * rate[c];
        if (p <= 0) continue;
        first += p * rate[c];
        second += rate[c] * rate[c];
      }
      const value = smooth + curve * t + share * first;
      if (Math.abs(value) <= 1e-10 * Math.abs(slope)) break;
      if (value < 0) low = t;
      else high = t;
      const next = t - value / (curve + share * second);
      t = next > low && next < high ? next : high < Infinity ? (low + high) / 2 : 2 * t;
    }
    line[1] = t;
  }
}
