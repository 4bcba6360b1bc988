/**
 * What a motion asks of muscles and ground, whoever made it: forces on every part that touches the ground, inside their friction cones, that
 * account for the motion with the least torques; what is left over nothing could have given.
 *
 *   min Σ (τ/strength)² + W |unexplained wrench of the root|²  over forces f ≥ 0,   τ = τ_id − Jᵀ f
 *
 * Where a torque comes out beyond the strength, it is weighed more and the forces are shared anew: others may be able to take over.
 */
import type { Body } from '../../body/body.ts';
import { inverseDynamics } from '../../dynamics/inverse-dynamics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { lowPass } from '../../math/low-pass.ts';
import { transformPoint3 } from '../../math/mat3.ts';
import { difference } from '../../motion/coordinates.ts';
import { freedomCount } from '../../motion/skeleton.ts';
import { type FallJoint, fallJoints } from '../fall/fall-joints.ts';
import { GroundTouch } from '../fall/ground-touch.ts';
import { FALL_DEFAULTS } from '../fall/parameters.ts';
import type { Ground } from '../ground.ts';

/** Of what muscles of a falling person have, which is two thirds of healthy adults' (fall/parameters.ts): a third more than healthy adults. */
export const STRONG = 2;
const FRICTION = 0.8;
const TOUCHES = 0.01; // [m] a part nearer to the ground than this may be carried by it
const CUTOFF = 6; // [Hz] of velocities, as gait laboratories have it
const MOST = 20; // points at once
const EDGES = 4; // of a friction cone
const ROOT_WEIGHT = 40; // times a strength: what nothing gives is avoided first
const SWEEPS = 200;
const ROUNDS = 12;
const MORE = 0.01; // [body weights] more that may be unexplained when torques are shared anew
const ARM = 0.15; // [statures] lever at which an unexplained moment counts like a force

export interface Effort {
  readonly torque: Float64Array; // frames: largest of all joints, over what strong adults have
  readonly joint: Int32Array; // frames: which
  readonly missing: Float64Array; // frames: force that nothing gives, over body weight
  readonly load: Float64Array; // frames × balls of GroundTouch: what each carries, over body weight
}

/** Of poses (nq each), frameTime [s] apart; every `stride`-th is looked at. */
export function measureEffort(
  body: Body,
  poses: readonly Float64Array[],
  frameTime: number,
  ground: Ground,
  stride = 1,
): Effort {
  const { v, a } = ratesOf(body, poses, frameTime);
  const nv = freedomCount(body.skeleton);
  const problem = new ForceProblem(body, ground);
  const count = Math.ceil(poses.length / stride);
  const out = {
    torque: new Float64Array(count),
    joint: new Int32Array(count),
    missing: new Float64Array(count),
    load: new Float64Array(count * problem.load.length),
  };
  for (let k = 0; k < count; k++) {
    const o = k * stride * nv;
    problem.solve(poses[k * stride], v.subarray(o, o + nv), a.subarray(o, o + nv));
    out.torque[k] = problem.torque;
    out.joint[k] = problem.joint;
    out.missing[k] = problem.missing;
    out.load.set(problem.load, k * problem.load.length);
  }
  return out;
}

function ratesOf(body: Body, poses: readonly Float64Array[], dt: number): { v: Float64Array; a: Float64Array } {
  const nv = freedomCount(body.skeleton);
  const n = poses.length;
  const v = new Float64Array(n * nv);
  const one = new Float64Array(nv);
  for (let k = 0; k < n; k++) {
    const [i, j] = [Math.max(0, k - 1), Math.min(n - 1, k + 1)];
    if (j > i) difference(one, body.skeleton, poses[i], 0, poses[j], 0, (j - i) * dt);
    v.set(one, k * nv);
  }
  lowPass(v, nv, 1 / dt, CUTOFF);
  const a = new Float64Array(n * nv);
  for (let k = 0; k < n; k++) {
    const [i, j] = [Math.max(0, k - 1), Math.min(n - 1, k + 1)];
    for (let c = 0; c < nv && j > i; c++) a[k * nv + c] = (v[j * nv + c] - v[i * nv + c]) / ((j - i) * dt);
  }
  return { v, a };
}

/** One frame after the other. */
class ForceProblem {
  torque = 0;
  joint = 0;
  missing = 0;
  readonly load: Float64Array; // balls
  readonly #body: Body;
  readonly #ground: Ground;
  readonly #ws: Workspace;
  readonly #joints: readonly FallJoint[];
  readonly #balls: GroundTouch['balls'];
  readonly #weight: Float64Array; // nv
  readonly #price: Float64Array; // nv: of torques beyond the strength, 1 or more
  readonly #left: Float64Array; // nv: torques, weighted and priced
  readonly #tau: Float64Array; // nv
  readonly #columns: Float64Array; // forces × nv, weighted
  readonly #H: Float64Array;
  readonly #f: Float64Array;
  #used: readonly number[] = []; // balls that touch

  constructor(body: Body, ground: Ground) {
    this.#body = body;
    this.#ground = ground;
    this.#ws = createWorkspace(body);
    this.#joints = fallJoints(body, this.#ws.moving);
    this.#balls = new GroundTouch(body, FALL_DEFAULTS).balls;
    this.load = new Float64Array(this.#balls.length);
    const nv = freedomCount(body.skeleton);
    this.#tau = new Float64Array(nv);
    this.#left = new Float64Array(nv);
    this.#price = new Float64Array(nv).fill(1);
    this.#weight = new Float64Array(nv);
    const load = body.totalMass * GRAVITY;
    this.#weight.fill(ROOT_WEIGHT / load, 0, 3);
    this.#weight.fill(ROOT_WEIGHT / (load * ARM * body.height), 3, 6);
    for (const { joint, tone } of this.#joints) {
      if (joint > 0 && tone.strength > 0) this.#weight.fill(1 / (STRONG * tone.strength), 3 + 3 * joint, 6 + 3 * joint);
    }
    this.#columns = new Float64Array(MOST * EDGES * nv);
    this.#H = new Float64Array((MOST * EDGES) ** 2);
    this.#f = new Float64Array(MOST * EDGES);
  }

  solve(q: Float64Array, v: Float64Array, a: Float64Array): void {
    inverseDynamics(this.#tau, this.#body, this.#ws, q, v, a);
    const n = this.#writeColumns();
    this.#findForces(n);
    this.#read(n);
    for (let round = 0; round < ROUNDS && this.torque > 1; round++) {
      const { torque, joint, missing } = this;
      const load = this.load.slice();
      this.#spare(n);
      this.#findForces(n);
      this.#read(n);
      if (this.torque < torque && this.missing < missing + MORE) continue;
      Object.assign(this, { torque, joint, missing });
      this.load.set(load);
      break;
    }
    this.#price.fill(1);
  }

  /** Muscles that would have to be stronger than they are cost more: others may take over. */
  #spare(n: number): void {
    for (const { joint } of this.#joints) {
      const o = 3 + 3 * joint;
      const size = joint === 0 ? 0 : Math.hypot(...this.#left.subarray(o, o + 3)) / this.#price[o];
      if (size <= 1) continue;
      this.#price.fill(this.#price[o] * size, o, o + 3);
      for (let i = 0; i < n; i++) {
        for (let c = 0; c < 3; c++) this.#columns[i * this.#weight.length + o + c] *= size;
      }
    }
  }

  /** Columns of all edges of all points that touch; returns how many. */
  #writeColumns(): number {
    const { segmentOrigin, worldFromSegment } = this.#ws;
    const p = new Float64Array(3);
    const found: { gap: number; ball: number; at: Float64Array; normal: readonly number[] }[] = [];
    for (const [ball, { segment, centre, radius }] of this.#balls.entries()) {
      transformPoint3(p, 0, segmentOrigin, 3 * segment, worldFromSegment, 9 * segment, centre, 0);
      const { height, normal } = this.#ground(p[0], p[2]);
      const gap = (p[1] - height) * normal[1] - radius;
      if (gap < TOUCHES) found.push({ gap, ball, at: p.map((x, c) => x - radius * normal[c]), normal: [...normal] });
    }
    found.sort((one, other) => one.gap - other.gap);
    let n = 0;
    this.#used = found.slice(0, MOST).map(({ ball }) => ball);
    for (const { ball, at, normal } of found.slice(0, MOST)) {
      for (let e = 0; e < EDGES; e++) {
        const angle = (2 * Math.PI * e) / EDGES;
        const push = Float64Array.of(
          normal[0] + FRICTION * Math.cos(angle),
          normal[1],
          normal[2] + FRICTION * Math.sin(angle),
        );
        this.#writeColumn(n++, this.#balls[ball].segment, at, push);
      }
    }
    return n;
  }

  #writeColumn(n: number, segment: number, p: Float64Array, f: Float64Array): void {
    const { segmentOrigin: s, worldFromSegment: r } = this.#ws;
    const nv = this.#weight.length;
    const column = this.#columns.subarray(n * nv, (n + 1) * nv);
    column.fill(0);
    for (let c = 0; c < 3; c++) column[c] = this.#weight[c] * f[c];
    for (let j = segment; j >= 0; j = this.#body.skeleton.parents[j]) {
      const [x, y, z] = [p[0] - s[3 * j], p[1] - s[3 * j + 1], p[2] - s[3 * j + 2]];
      const m = [y * f[2] - z * f[1], z * f[0] - x * f[2], x * f[1] - y * f[0]];
      for (let c = 0; c < 3; c++) {
        const turn = r[9 * j + c] * m[0] + r[9 * j + 3 + c] * m[1] + r[9 * j + 6 + c] * m[2];
        column[3 + 3 * j + c] = this.#weight[3 + 3 * j + c] * turn;
      }
    }
  }

  /** Coordinate by coordinate; what has not settled counts as unexplained. */
  #findForces(n: number): void {
    const nv = this.#weight.length;
    const C = this.#columns;
    const g = new Float64Array(n);
    this.#f.fill(0);
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < nv; k++) g[i] -= C[i * nv + k] * this.#price[k] * this.#weight[k] * this.#tau[k];
      for (let j = 0; j <= i; j++) {
        let sum = 0;
        for (let k = 0; k < nv; k++) sum += C[i * nv + k] * C[j * nv + k];
        this.#H[i * n + j] = sum;
        this.#H[j * n + i] = sum;
      }
    }
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      for (let i = 0; i < n; i++) {
        const next = Math.max(0, this.#f[i] - g[i] / this.#H[i * n + i]);
        const more = next - this.#f[i];
        if (more === 0) continue;
        this.#f[i] = next;
        for (let j = 0; j < n; j++) g[j] += more * this.#H[i * n + j];
      }
    }
  }

  #read(n: number): void {
    const nv = this.#weight.length;
    const left = this.#left;
    for (let k = 0; k < nv; k++) left[k] = this.#price[k] * this.#tau[k] * this.#weight[k];
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < nv; k++) left[k] -= this.#f[i] * this.#columns[i * nv + k];
    }
    this.load.fill(0);
    const weight = this.#body.totalMass * GRAVITY;
    for (let i = 0; i < n; i++) this.load[this.#used[Math.floor(i / EDGES)]] += this.#f[i] / weight;
    this.missing = Math.hypot(...left.subarray(0, 6)) / ROOT_WEIGHT;
    this.torque = 0;
    for (const { joint } of this.#joints) {
      const o = 3 + 3 * joint;
      const size = joint === 0 ? 0 : Math.hypot(...left.subarray(o, o + 3)) / this.#price[o];
      if (size <= this.torque) continue;
      this.torque = size;
      this.joint = joint;
    }
  }
}
