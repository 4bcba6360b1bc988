/**
 * The accelerations nearest to a wish that meet rows of demands, together with the ground's wrench that makes them possible:
 *
 *   min ½ (x − wish)ᵀ Q (x − wish) + ½ Σ (Eᵣx − eᵣ)²/softᵣ + goals(w)   with   A x = c + w,   w ∈ cone
 *
 * Q is sparse as the skeleton's tree: the mass matrix with armature, or a plain diagonal. A row acts along the path from the root to one
 * freedom, or on all freedoms; the momentum rows A, as many as the wrench has numbers, act on everything and are met exactly. With
 * x = wish + Q⁻¹Eᵀμ everything happens in the small matrix E Q⁻¹Eᵀ + soft; its last rows give the price of the wrench,
 * ½ (w + d)ᵀ S⁻¹ (w + d), which goals are added to before the cone is asked.
 */
import type { MovingFreedoms } from '../dynamics/tree-mass.ts';
import type { ReadonlyVector } from '../math/types.ts';
import type { ConeForce } from '../optim/cone-force.ts';
import type { TreePattern } from '../optim/tree-factor.ts';
import { TreeMetric } from '../optim/tree-metric.ts';
import { DemandFactor } from './demand-factor.ts';
import { DemandRows } from './demand-rows.ts';
import { type RootMomentum, writeRootMomentum } from './root-momentum.ts';

export interface ProblemShape {
  readonly wrench: number; // numbers of the wrench: 6, in the plane 3
  readonly rows: 'paths' | 'whole'; // whole: there may be rows that act on all freedoms
  /** Added to the diagonal, relative: rows that say the same (two feet on straight legs) do not break the factor. */
  readonly relaxed: number;
}

/** Of a body in space that has rows along paths only. */
const SPACE_PROBLEM: ProblemShape = { wrench: 6, rows: 'paths', relaxed: 1e-10 };

export class AccelerationProblem<Freedoms extends TreePattern = MovingFreedoms> {
  readonly freedoms: Freedoms;
  readonly metric: Float64Array; // Q in the tree's layout; its factor after `factor`
  readonly wish: Float64Array; // n
  readonly x: Float64Array; // n  the solution
  readonly E: Float64Array; // rows×stride: each along the path to its freedom
  readonly target: Float64Array; // rows: e
  readonly softness: Float64Array; // rows
  readonly momentum: Float64Array; // size×n: A
  readonly momentumTarget: Float64Array; // size: c
  readonly size: number; // of the wrench
  readonly stride: number; // longest row
  count = 0; // rows in use; a smaller number forgets the last ones

  readonly #metric: TreeMetric;
  readonly #rows: DemandRows;
  readonly #factor: DemandFactor;
  readonly #momentumY: Float64Array; // size×n: L⁻ᵀA
  readonly #momentumB: Float64Array; // size×size: A Q⁻¹Aᵀ
  readonly #momentumRest: Float64Array; // size: c − A·wish

  constructor(freedoms: Freedoms, most: number, shape: ProblemShape = SPACE_PROBLEM) {
    const { n } = freedoms;
    const size = shape.wrench;
    this.freedoms = freedoms;
    this.size = size;
    this.#metric = new TreeMetric(freedoms);
    this.#rows = new DemandRows(freedoms, most, size, shape.rows);
    this.metric = this.#metric.values;
    this.wish = new Float64Array(n);
    this.x = new Float64Array(n);
    this.E = this.#rows.E;
    this.stride = this.#rows.stride;
    this.target = this.#rows.target;
    this.softness = this.#rows.softness;
    this.momentum = new Float64Array(size * n);
    this.momentumTarget = new Float64Array(size);
    this.#momentumY = new Float64Array(size * n);
    this.#momentumB = new Float64Array(size * size);
    this.#momentumRest = new Float64Array(size);
    this.#factor = new DemandFactor(this.#rows, this.#momentumB, this.#momentumRest, shape.relaxed);
  }

  get isFull(): boolean {
    return this.count === this.#rows.most;
  }

  /** Factors the metric. False: it is not positive definite. */
  factor(): boolean {
    return this.#metric.factor();
  }

  /** Takes a diagonal metric instead: one positive number per freedom. */
  setDiagonal(weight: ReadonlyVector): void {
    this.#metric.setDiagonal(weight);
  }

  /** x ← Q⁻¹ x, for a whole vector. Needs `factor`. */
  solveMetric(x: Float64Array): void {
    this.#metric.solveTransposed(x, 0);
    this.#metric.solve(x);
  }

  /** Takes in the momentum rows and forgets all others. The wish must be whole. */
  begin(): void {
    const { n } = this.freedoms;
    const { momentum, size } = this;
    const Y = this.#momentumY;
    for (let i = 0; i < size * n; i++) Y[i] = momentum[i];
    // a wrench has 3 or 6 numbers: three sums at a time do not wait for each other
    for (let r = 0; r < size; r += 3) this.#metric.solveTransposed3(Y, r * n);
    this.#takeMomentum();
  }

  /** The same where the momentum is that of the masses that make the metric: it is in the factor already. */
  beginAtRoot(root: RootMomentum): void {
    writeRootMomentum(this.#momentumY, this.#metric, root);
    this.#takeMomentum();
  }

  /** Rest of the momentum rows and their products. */
  #takeMomentum(): void {
    const { n } = this.freedoms;
    const { momentum, wish, size } = this;
    const Y = this.#momentumY;
    this.count = 0;
    this.#rows.taken = 0;
    this.#factor.forget();
    for (let r = 0; r < size; r++) {
      let rest = this.momentumTarget[r];
      for (let i = 0; i < n; i++) rest -= momentum[r * n + i] * wish[i];
      this.#momentumRest[r] = rest;
      for (let s = 0; s <= r; s += 3) {
        let a = 0;
        let b = 0;
        let c = 0;
        for (let i = 0; i < n; i++) {
          const y = Y[r * n + i];
          a += y * Y[s * n + i];
          b += y * Y[(s + 1) * n + i];
          c += y * Y[(s + 2) * n + i];
        }
        this.#momentumB[r * size + s] = a;
        this.#momentumB[r * size + s + 1] = b;
        this.#momentumB[r * size + s + 2] = c;
      }
    }
  }

  /** Room for a row along the path to `freedom`; returns where it starts in E. Fill it, then call `finishRow`. */
  startRow(freedom: number): number {
    this.#forgetFrom(this.count);
    return this.#rows.start(this.count, freedom);
  }

  /** The same for a row that acts on all freedoms, in their order. */
  startWholeRow(): number {
    this.#forgetFrom(this.count);
    return this.#rows.startWhole(this.count);
  }

  /** Takes in the row that was started. */
  finishRow(target: number, softness: number): void {
    this.target[this.count] = target;
    this.softness[this.count] = softness;
    this.count++;
  }

  /** Rows from here on are others than those that were taken in. */
  #forgetFrom(row: number): void {
    this.#rows.taken = Math.min(this.#rows.taken, row);
    if (row < this.#factor.rows) this.#factor.forget();
  }

  /** Makes the last row yield: `share` of what one acts against, it gives way. */
  yieldRow(share: number): void {
    const row = this.count - 1;
    this.#take();
    this.softness[row] = share * this.#rows.B[row * this.#rows.most + row];
  }

  #take(): void {
    this.#rows.take(this.count, this.#metric, this.#momentumY, this.wish);
  }

  /** Factors the rows and writes the price of the wrench into the problem of the cone: H and g. False: numbers make no sense. */
  price(cone: ConeForce): boolean {
    this.#take();
    return this.#factor.price(cone.H, cone.g, this.count);
  }

  /** The accelerations with this wrench. Needs `price`. */
  solve(wrench: ReadonlyVector): void {
    const { count, x, size } = this;
    const { n } = this.freedoms;
    const { share, momentumShare: m } = this.#factor;
    const M = this.#momentumY;
    this.#factor.solve(wrench);
    x.fill(0);
    for (let r = 0; r < size; r += 3) {
      const a = m[r];
      const b = m[r + 1];
      const c = m[r + 2];
      const o = r * n;
      for (let i = 0; i < n; i++) x[i] = x[i] + a * M[o + i] + b * M[o + n + i] + c * M[o + 2 * n + i];
    }
    this.#rows.addTo(x, count, share);
    this.#metric.solve(x);
    for (let i = 0; i < n; i++) x[i] += this.wish[i];
  }
}
