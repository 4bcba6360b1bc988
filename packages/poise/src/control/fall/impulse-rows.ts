/**
 * Impulses that keep a body out of the ground, out of itself and inside the ranges of its joints: one row per direction in which it must
 * not go, solved one after the other, again and again (projected Gauss–Seidel; [Catto05]). Each row is taken through the factor of the mass
 * matrix once, y = L⁻ᵀ jᵀ, along the path to its joint; the impulses then act on one vector u, and v = v_free + L⁻¹ u.
 *
 * Rows that are violated act as a damped spring instead of at once ([Catto24], soft constraints): impacts take several ticks.
 */
import type { MovingFreedoms } from '../../dynamics/tree-mass.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { solvePathTransposed, solvePathTransposed3, solveTree, solveTreeTransposed } from '../../optim/tree-factor.ts';

/** How a row gives way: share of the impulse that acts in a tick, and share of what was given that is taken back. */
export interface Softness {
  rate: number; // [1/s] at which a violation is undone
  share: number;
  back: number;
}

/** A spring of `frequency` [Hz] and damping `ratio`, integrated implicitly over h [s]. */
export function writeSoftness(out: Softness, frequency: number, ratio: number, h: number): void {
  const w = 2 * Math.PI * frequency;
  const a = 2 * ratio + h * w;
  const b = h * w * a;
  out.rate = w / a;
  out.share = b / (1 + b);
  out.back = 1 / (1 + b);
}

export class ImpulseRows {
  count = 0;
  /** What the next row asks for: how far it may go on [m], [rad], negative where it has gone too far, and its friction. In an array: numbers that
   *  are handed to functions cost allocations. */
  readonly ask = new Float64Array(2);
  readonly #freedoms: MovingFreedoms;
  readonly #most: number;
  readonly #n: number;
  readonly #y: Float64Array; // rows × n: along each row's own freedoms
  readonly #at: Int32Array; // rows × n: which freedoms
  readonly #length: Int32Array;
  readonly #base: Float64Array; // velocity of each row before impulses
  readonly #diagonal: Float64Array;
  readonly #bias: Float64Array; // the velocity may be no less than −bias
  readonly #share: Float64Array;
  readonly #back: Float64Array;
  readonly #friction: Float64Array; // −1: no friction rows follow; else two do
  readonly #impulse: Float64Array;
  readonly #u: Float64Array;
  readonly #dense: Float64Array;
  readonly #h = new Float64Array(1);

  constructor(freedoms: MovingFreedoms, most: number) {
    const { n } = freedoms;
    this.#freedoms = freedoms;
    this.#most = most;
    this.#n = n;
    this.#y = new Float64Array(most * n);
    this.#at = new Int32Array(most * n);
    this.#length = new Int32Array(most);
    this.#base = new Float64Array(most);
    this.#diagonal = new Float64Array(most);
    this.#bias = new Float64Array(most);
    this.#share = new Float64Array(most);
    this.#back = new Float64Array(most);
    this.#friction = new Float64Array(most);
    this.#impulse = new Float64Array(most);
    this.#u = new Float64Array(n);
    this.#dense = new Float64Array(n);
  }

  /** For a tick of h [s]. */
  begin(h: number): void {
    this.count = 0;
    this.#h[0] = h;
  }

  /** Whether there is room for so many more. */
  has(rows: number): boolean {
    return this.count + rows <= this.#most;
  }

  /** A joint turns about an axis of its own frame no farther than `ask`; of several joints, one above the other, the turns add up to no more.
   *  joints: their places among those that move; axes: from `first` on three numbers each; v: of the moving freedoms. */
  addTurns(
    joints: Int32Array,
    axes: Float64Array,
    first: number,
    soft: Softness,
    v: Float64Array,
    factor: Float64Array,
  ): void {
    const row = this.count;
    const freedom = 5 + 3 * joints[joints.length - 1];
    const o = row * this.#n;
    const length = this.#path(row, freedom);
    this.#y.fill(0, o, o + length);
    this.#base[row] = 0;
    let k = 0;
    for (let e = 3; e < length && k < joints.length; e += 3) {
      if (this.#at[o + e] !== 3 + 3 * joints[k]) continue;
      for (let c = 0; c < 3; c++) {
        this.#y[o + e + c] = axes[first + 3 * k + c];
        this.#base[row] += axes[first + 3 * k + c] * v[3 + 3 * joints[k] + c];
      }
      k++;
    }
    solvePathTransposed(factor, this.#freedoms, freedom, this.#y, o);
    this.#finish(row, soft, BACK.turn);
    this.#friction[row] = -1;
    this.count++;
  }

  /** A point p (world) of a segment meets ground that moves with `ground`; frame: normal and two tangents, 9 numbers. */
  addPoint(
    segment: number,
    p: Float64Array,
    frame: Float64Array,
    ground: Float64Array,
    soft: Softness,
    ws: Workspace,
    v: Float64Array,
    factor: Float64Array,
  ): void {
    const row = this.count;
    this.#writePlace(segment, p, frame, ground, ws, v, factor);
    this.#finish(row, soft, BACK.point);
    for (let k = 1; k < 3; k++) {
      this.#finish(row + k, soft, BACK.point);
      this.#friction[row + k] = -1;
    }
    this.#friction[row] = this.ask[1];
    this.count += 3;
  }

  /** Points p of segment a and q of segment b come nearer, along `normal` (from b to a), by no more than `ask`. */
  addPair(
    a: number,
    p: Float64Array,
    b: number,
    q: Float64Array,
    normal: Float64Array,
    soft: Softness,
    ws: Workspace,
    v: Float64Array,
    factor: Float64Array,
  ): void {
    const row = this.count;
    const o = row * this.#n;
    const dense = this.#dense;
    dense.fill(0);
    for (let side = 0; side < 2; side++) {
      const freedom = this.#freedoms.lastOf[side === 0 ? a : b];
      const length = this.#path(row, freedom);
      this.#writePoint(o, freedom, side === 0 ? p : q, normal, 0, ws);
      const sign = side === 0 ? 1 : -1;
      for (let e = 0; e < length; e++) dense[this.#at[o + e]] += sign * this.#y[o + e];
    }
    let base = 0;
    for (let i = 0; i < dense.length; i++) base += dense[i] * v[i];
    this.#base[row] = base;
    solveTreeTransposed(factor, this.#freedoms, dense);
    let length = 0;
    for (let i = 0; i < dense.length; i++) {
      if (dense[i] === 0) continue;
      this.#y[o + length] = dense[i];
      this.#at[o + length++] = i;
    }
    this.#length[row] = length;
    this.#finish(row, soft, BACK.pair);
    this.#friction[row] = -1;
    this.count++;
  }

  /** The next three rows: how a point p (world) of a segment moves along the axes of `frame`, seen from what moves with `carried` (world). */
  #writePlace(
    segment: number,
    p: Float64Array,
    frame: Float64Array,
    carried: Float64Array,
    ws: Workspace,
    v: Float64Array,
    factor: Float64Array,
  ): void {
    const row = this.count;
    const n = this.#n;
    const freedom = this.#freedoms.lastOf[segment];
    for (let k = 0; k < 3; k++) {
      const length = this.#path(row + k, freedom);
      const o = (row + k) * n;
      this.#writePoint(o, freedom, p, frame, 3 * k, ws);
      let base = -frame[3 * k] * carried[0] - frame[3 * k + 1] * carried[1] - frame[3 * k + 2] * carried[2];
      for (let e = 0; e < length; e++) base += this.#y[o + e] * v[this.#at[o + e]];
      this.#base[row + k] = base;
    }
    solvePathTransposed3(factor, this.#freedoms, freedom, this.#y, row * n, n);
  }

  /** Freedoms on the path to one. Returns how many. */
  #path(row: number, freedom: number): number {
    const { start, length, path } = this.#freedoms;
    const o = row * this.#n;
    for (let e = 0; e < length[freedom]; e++) this.#at[o + e] = path[start[freedom] + e];
    this.#length[row] = length[freedom];
    return length[freedom];
  }

  /** y[o …] = how a point moves along a direction (at w), by every freedom on its path. */
  #writePoint(o: number, freedom: number, p: Float64Array, way: Float64Array, w: number, ws: Workspace): void {
    const y = this.#y;
    const { segmentOrigin, worldFromSegment: r } = ws;
    const { start, length, path, joints } = this.#freedoms;
    const nx = way[w];
    const ny = way[w + 1];
    const nz = way[w + 2];
    y[o] = nx;
    y[o + 1] = ny;
    y[o + 2] = nz;
    for (let e = 3; e < length[freedom]; e += 3) {
      const j = joints[(path[start[freedom] + e] - 3) / 3];
      const dx = p[0] - segmentOrigin[3 * j];
      const dy = p[1] - segmentOrigin[3 * j + 1];
      const dz = p[2] - segmentOrigin[3 * j + 2];
      // (axis × d)·n = axis · (d × n)
      const mx = dy * nz - dz * ny;
      const my = dz * nx - dx * nz;
      const mz = dx * ny - dy * nx;
      y[o + e] = r[9 * j] * mx + r[9 * j + 3] * my + r[9 * j + 6] * mz;
      y[o + e + 1] = r[9 * j + 1] * mx + r[9 * j + 4] * my + r[9 * j + 7] * mz;
      y[o + e + 2] = r[9 * j + 2] * mx + r[9 * j + 5] * my + r[9 * j + 8] * mz;
    }
  }

  /** What a row asks for: a gap may close within the tick, a violation is undone softly, at most at the speed `most`. */
  #finish(row: number, soft: Softness, most: number): void {
    const gap = this.ask[0];
    const h = this.#h[0];
    const o = row * this.#n;
    let diagonal = 0;
    for (let e = 0; e < this.#length[row]; e++) diagonal += this.#y[o + e] * this.#y[o + e];
    this.#diagonal[row] = Math.max(diagonal, 1e-9);
    this.#impulse[row] = 0;
    const isOpen = gap >= 0;
    this.#bias[row] = isOpen ? gap / h : Math.max(gap * soft.rate, -most);
    this.#share[row] = isOpen ? 1 : soft.share;
    this.#back[row] = isOpen ? 0 : soft.back;
  }

  /** v (moving freedoms) ← v with all impulses. */
  solve(v: Float64Array, factor: Float64Array, rounds: number): void {
    const u = this.#u;
    u.fill(0);
    for (let round = 0; round < rounds; round++) this.#sweep(u);
    solveTree(factor, this.#freedoms, u);
    for (let i = 0; i < u.length; i++) v[i] += u[i];
  }

  /** All rows once: impulses only push, and friction stays inside the circle that the normal impulse allows. In one piece, so that no number is
   *  handed from function to function, which would allocate. */
  #sweep(u: Float64Array): void {
    const n = this.#n;
    const y = this.#y;
    const at = this.#at;
    const lengths = this.#length;
    const impulse = this.#impulse;
    const friction = this.#friction;
    const diagonal = this.#diagonal;
    const base = this.#base;
    for (let row = 0; row < this.count; row++) {
      const o = row * n;
      const length = lengths[row];
      let speed = base[row];
      for (let e = o; e < o + length; e++) speed += y[e] * u[at[e]];
      const wanted = -(speed + this.#bias[row]) / diagonal[row];
      const sum = impulse[row];
      const next = Math.max(0, sum + this.#share[row] * wanted - this.#back[row] * sum);
      const more = next - sum;
      if (more !== 0) {
        impulse[row] = next;
        for (let e = o; e < o + length; e++) u[at[e]] += more * y[e];
      }
      if (friction[row] < 0) continue;
      // both tangents see the same freedoms
      const p = o + n;
      const q = p + n;
      const a = impulse[row + 1];
      const b = impulse[row + 2];
      let first = base[row + 1];
      let second = base[row + 2];
      for (let e = 0; e < length; e++) {
        const along = u[at[o + e]];
        first += y[p + e] * along;
        second += y[q + e] * along;
      }
      let x = a - first / diagonal[row + 1];
      let z = b - second / diagonal[row + 2];
      const most = friction[row] * impulse[row];
      const size = Math.sqrt(x * x + z * z);
      if (size > most) {
        x *= most / size;
        z *= most / size;
      }
      const dx = x - a;
      const dz = z - b;
      if (dx !== 0 || dz !== 0) {
        impulse[row + 1] = x;
        impulse[row + 2] = z;
        for (let e = 0; e < length; e++) u[at[o + e]] += dx * y[p + e] + dz * y[q + e];
      }
      row += 2;
    }
  }
}

/** Fastest way back out of the ground [m/s], of another part [m/s] and into a joint's range [rad/s]: what was handed over inside is let out
 *  gently. */
const BACK = { point: 0.6, pair: 0.15, turn: 0.7 } as const;
