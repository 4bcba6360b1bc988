/**
 * min Σ wᵢ (aᵢ·x + cᵢ)² with every unknown in a box, for a handful of unknowns: active set with an exact solve of the free ones.
 * Coordinate descent does not converge on these problems; a dozen unknowns take a microsecond.
 */
export class BoxQp {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly x: Float64Array;
  readonly row: Float64Array; // of the term that is added next
  n = 0;
  readonly #most: number;
  readonly #H: Float64Array;
  readonly #g: Float64Array;
  readonly #side: Int8Array; // −1 at the lower bound, 1 at the upper, 0 free
  readonly #factor: Float64Array;
  readonly #free: Int32Array;
  readonly #y: Float64Array;
  #constant = 0;

  constructor(most: number) {
    this.#most = most;
    this.lower = new Float64Array(most);
    this.upper = new Float64Array(most);
    this.x = new Float64Array(most);
    this.row = new Float64Array(most);
    this.#H = new Float64Array(most * most);
    this.#g = new Float64Array(most);
    this.#side = new Int8Array(most);
    this.#factor = new Float64Array(most * most);
    this.#free = new Int32Array(most);
    this.#y = new Float64Array(most);
  }

  /** Starts a problem of n unknowns. */
  begin(n: number): void {
    this.n = n;
    this.#H.fill(0, 0, n * this.#most);
    this.#g.fill(0, 0, n);
    this.#constant = 0;
  }

  /** Adds weight · (row·x + c)²; `row` must be written for the first n unknowns. */
  add(weight: number, c: number): void {
    const { n, row } = this;
    for (let i = 0; i < n; i++) {
      const scaled = weight * row[i];
      if (scaled === 0) continue;
      this.#g[i] += scaled * c;
      for (let j = 0; j < n; j++) this.#H[i * this.#most + j] += scaled * row[j];
    }
    this.#constant += weight * c * c;
  }

  /** Adds weight · Σ xᵢ². */
  addDiagonal(weight: number): void {
    for (let i = 0; i < this.n; i++) this.#H[i * this.#most + i] += weight;
  }

  /** Writes x and returns the cost there. */
  solve(): number {
    const { n, x, lower, upper } = this;
    const side = this.#side;
    side.fill(0, 0, n);
    for (let round = 0; round < 4 * n + 4; round++) {
      this.#solveFree();
      let bound = false;
      for (let i = 0; i < n; i++) {
        if (side[i] !== 0) continue;
        if (x[i] < lower[i] - 1e-12) side[i] = -1;
        else if (x[i] > upper[i] + 1e-12) side[i] = 1;
        if (side[i] !== 0) bound = true;
      }
      if (!bound && !this.#release()) break;
    }
    for (let i = 0; i < n; i++) x[i] = Math.min(upper[i], Math.max(lower[i], x[i]));
    let cost = this.#constant;
    for (let i = 0; i < n; i++) {
      let sum = 2 * this.#g[i];
      for (let j = 0; j < n; j++) sum += this.#H[i * this.#most + j] * x[j];
      cost += x[i] * sum;
    }
    return cost;
  }

  /** The optimum of the free unknowns, the others at their bounds. */
  #solveFree(): void {
    const { n, x, lower, upper } = this;
    const [H, L, free, y, side] = [this.#H, this.#factor, this.#free, this.#y, this.#side];
    const most = this.#most;
    let m = 0;
    for (let i = 0; i < n; i++) {
      if (side[i] === 0) free[m++] = i;
      else x[i] = side[i] < 0 ? lower[i] : upper[i];
    }
    for (let a = 0; a < m; a++) {
      const i = free[a];
      let rest = -this.#g[i];
      for (let j = 0; j < n; j++) if (side[j] !== 0) rest -= H[i * most + j] * x[j];
      for (let b = 0; b <= a; b++) {
        let value = H[i * most + free[b]];
        for (let k = 0; k < b; k++) value -= L[a * most + k] * L[b * most + k];
        L[a * most + b] = a === b ? Math.sqrt(Math.max(value, 1e-15)) : value / L[b * most + b];
      }
      for (let k = 0; k < a; k++) rest -= L[a * most + k] * y[k];
      y[a] = rest / L[a * most + a];
    }
    for (let a = m - 1; a >= 0; a--) {
      let rest = y[a];
      for (let k = a + 1; k < m; k++) rest -= L[k * most + a] * x[free[k]];
      x[free[a]] = rest / L[a * most + a];
    }
  }

  /** Frees the bound unknown that gains most by it. False: none does. */
  #release(): boolean {
    const { n, x, lower, upper } = this;
    let best = -1;
    let most = 1e-9;
    for (let i = 0; i < n; i++) {
      if (this.#side[i] === 0 || !(upper[i] > lower[i])) continue;
      let slope = this.#g[i];
      for (let j = 0; j < n; j++) slope += this.#H[i * this.#most + j] * x[j];
      const gain = this.#side[i] < 0 ? -slope : slope;
      if (gain > most) {
        most = gain;
        best = i;
      }
    }
    if (best < 0) return false;
    this.#side[best] = 0;
    return true;
  }
}
