/**
 * The cheapest wrench of a cone: min over λ ≥ 0 of ½ wᵀH w + gᵀw + ½ε|λ − λ₀|² with w = Wλ; the rows of W generate the cone, for
 * instance edges of friction pyramids at the corners of soles. Solved in the few numbers of the wrench: with y = H w + g the
 * forces are λ = max(0, ελ₀ − Wᵀy)/ε, and y is where the convex, piecewise quadratic
 * φ(y) = ½ (y−g)ᵀH⁻¹(y−g) + |max(0, ελ₀ − Wᵀy)|²/2ε is least. Newton steps with exact line search find it, exactly once the set
 * of pushing generators is right.
 */
import { factorCholesky, solveCholesky } from './cholesky.ts';

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
  private readonly column: Float64Array;
  private readonly push: Float64Array; // most: ελ₀ − Wᵀy at the last Newton step
  private readonly rate: Float64Array; // most

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
    this.column = new Float64Array(size);
    this.push = new Float64Array(most);
    this.rate = new Float64Array(most);
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
    if (!this.invert()) return false;
    if (bothWays) {
      this.y.fill(0);
      if (!this.newtonStep(true)) return false;
      for (let i = 0; i < this.size; i++) this.y[i] += this.direction[i];
      this.readForces(true);
      return true;
    }
    for (this.steps = 0; this.steps < MOST_STEPS; this.steps++) {
      if (!this.newtonStep(false)) return false;
      const slope = dot(this.gradient, this.direction);
      if (-slope <= SETTLED) break;
      if (this.isWholeStep()) {
        for (let i = 0; i < this.size; i++) this.y[i] += this.direction[i];
        break;
      }
      const t = this.exactStep(slope);
      for (let i = 0; i < this.size; i++) this.y[i] += t * this.direction[i];
      if (t === 0) break;
    }
    this.readForces(false);
    return true;
  }

  /** Whether the same generators push at the end of the step: then φ is one quadratic on the way and its least place is reached. */
  private isWholeStep(): boolean {
    const { size, W, direction, count, price, push } = this;
    const least = price * LEAST_FORCE;
    for (let c = 0; c < count; c++) {
      const before = push[c];
      let step = 0;
      for (let i = 0; i < size; i++) step -= W[c * size + i] * direction[i];
      const after = before + step;
      if (before > 0 !== after > 0 && Math.max(Math.abs(before), Math.abs(after)) > least) return false;
    }
    return true;
  }

  /** How far along the direction φ is least: its slope rises in straight pieces, so Newton's steps between brackets end exactly. */
  private exactStep(slope: number): number {
    const { size, W, direction, inverse, count, push, rate, price } = this;
    let curve = 0;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) curve += direction[i] * inverse[i * size + j] * direction[j];
    }
    let smooth = slope; // slope at 0 without the corners
    for (let c = 0; c < count; c++) {
      const u = push[c];
      let s = 0;
      for (let i = 0; i < size; i++) s -= W[c * size + i] * direction[i];
      rate[c] = s;
      if (u > 0) smooth -= (u * s) / price;
    }
    let low = 0;
    let high = Infinity;
    let t = 1;
    for (let k = 0; k < MOST_STEPS; k++) {
      let value = smooth + curve * t;
      let second = curve;
      for (let c = 0; c < count; c++) {
        const p = push[c] + t * rate[c];
        if (p <= 0) continue;
        value += (p * rate[c]) / price;
        second += (rate[c] * rate[c]) / price;
      }
      if (Math.abs(value) <= 1e-10 * Math.abs(slope)) return t;
      if (value < 0) low = t;
      else high = t;
      const next = t - value / second;
      t = next > low && next < high ? next : high < Infinity ? (low + high) / 2 : 2 * t;
    }
    return t;
  }

  private invert(): boolean {
    const { size, factor, H, inverse, column } = this;
    factor.set(H);
    if (factorCholesky(factor, size) >= 0) return false;
    for (let k = 0; k < size; k++) {
      column.fill(0);
      column[k] = 1;
      solveCholesky(factor, size, column);
      for (let i = 0; i < size; i++) inverse[i * size + k] = column[i];
    }
    return true;
  }

  /** gradient and direction at y. */
  private newtonStep(bothWays: boolean): boolean {
    const { size, W, g, inverse, factor, gradient, direction, y, count, price, prior, push: pushes } = this;
    for (let i = 0; i < size; i++) {
      let sum = 0;
      for (let j = 0; j < size; j++) {
        sum += inverse[i * size + j] * (y[j] - g[j]);
        factor[i * size + j] = inverse[i * size + j];
      }
      gradient[i] = sum;
    }
    for (let c = 0; c < count; c++) {
      const o = c * size;
      let push = price * prior[c];
      for (let i = 0; i < size; i++) push -= W[o + i] * y[i];
      pushes[c] = push;
      if (!(push > 0) && !bothWays) continue;
      if (size === 6) {
        addInSpace(factor, gradient, W, o, push, price);
        continue;
      }
      for (let i = 0; i < size; i++) {
        const scaled = W[o + i] / price;
        gradient[i] -= push * scaled;
        for (let j = 0; j <= i; j++) factor[i * size + j] += scaled * W[o + j];
      }
    }
    if (factorCholesky(factor, size) >= 0) return false;
    for (let i = 0; i < size; i++) direction[i] = -gradient[i];
    solveCholesky(factor, size, direction);
    return true;
  }

  private readForces(bothWays: boolean): void {
    const { size, W, y, wrench, force, count, price, prior } = this;
    wrench.fill(0);
    for (let c = 0; c < count; c++) {
      let push = price * prior[c];
      for (let i = 0; i < size; i++) push -= W[c * size + i] * y[i];
      force[c] = bothWays || push > 0 ? push / price : 0;
      for (let i = 0; i < size; i++) wrench[i] += W[c * size + i] * force[c];
    }
  }
}

/** A pushing generator's part of the gradient and, in the lower triangle, of the curvature: for six numbers, written out. */
function addInSpace(
  factor: Float64Array,
  gradient: Float64Array,
  W: Float64Array,
  o: number,
  push: number,
  price: number,
): void {
  const a = W[o];
  const b = W[o + 1];
  const c = W[o + 2];
  const d = W[o + 3];
  const e = W[o + 4];
  let scaled = a / price;
  gradient[0] -= push * scaled;
  factor[0] += scaled * a;
  scaled = b / price;
  gradient[1] -= push * scaled;
  factor[6] += scaled * a;
  factor[7] += scaled * b;
  scaled = c / price;
  gradient[2] -= push * scaled;
  factor[12] += scaled * a;
  factor[13] += scaled * b;
  factor[14] += scaled * c;
  scaled = d / price;
  gradient[3] -= push * scaled;
  factor[18] += scaled * a;
  factor[19] += scaled * b;
  factor[20] += scaled * c;
  factor[21] += scaled * d;
  scaled = e / price;
  gradient[4] -= push * scaled;
  factor[24] += scaled * a;
  factor[25] += scaled * b;
  factor[26] += scaled * c;
  factor[27] += scaled * d;
  factor[28] += scaled * e;
  const f = W[o + 5];
  scaled = f / price;
  gradient[5] -= push * scaled;
  factor[30] += scaled * a;
  factor[31] += scaled * b;
  factor[32] += scaled * c;
  factor[33] += scaled * d;
  factor[34] += scaled * e;
  factor[35] += scaled * f;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
