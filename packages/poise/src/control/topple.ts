/**
 * How a body goes on once balance is lost: it tips over the edge of its feet as an inverted pendulum, joints run out of speed, and it
 * stops before it reaches the ground. Nothing is solved, so nothing can break: whoever takes over gets a sane pose and velocity.
 */
import type { Body, Sole } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { GRAVITY } from '../dynamics/wrench.ts';
import { type Limb, limbOf, solveLimb } from '../ik/leg-ik.ts';
import { transformPoint3 } from '../math/mat3.ts';
import { rotate3, rotateBack3 } from '../math/quat.ts';
import { integrate } from '../motion/coordinates.ts';

const TAKES_OVER = 0.1; // [s] in which the root comes to move as the pendulum does
const JOINTS_TIRE = 5; // [1/s]
const GYRATION = 0.08; // of height²: the body about its own centre of mass
const STOPS_AT = 0.08; // of height: no joint comes nearer to the ground
const SLOWS_IN = 0.2; // of height
const FASTEST = 5; // [rad/s]

export const TOPPLE_STATE = 8;

interface FallingFoot {
  readonly limb: Limb;
  readonly sole: Sole;
}

export class Topple {
  isOver = false;
  readonly #feet: readonly FallingFoot[];
  readonly #target = { position: new Float64Array(3), rotation: new Float64Array(4) };
  readonly #pivot = new Float64Array(3);
  readonly #spin = new Float64Array(3); // [rad/s] world
  readonly #scratch = new Float64Array(8);
  #floor = 0;

  constructor(body: Body) {
    this.#feet = ([0, 1] as const).map((foot) => ({
      limb: limbOf(body, foot === 0 ? 'left' : 'right', 'leg') as Limb,
      sole: body.soles[foot],
    }));
  }

  /** Begins over the edge of the feet at (x, z). ws: position and velocity level of the body now. */
  begin(ws: Workspace, x: number, floor: number, z: number): void {
    this.isOver = false;
    this.#floor = floor;
    this.#pivot[0] = x;
    this.#pivot[1] = floor;
    this.#pivot[2] = z;
    // ω = r × v / r²: what of the motion goes round the pivot
    const [rx, ry, rz] = this.#arm(ws);
    const [vx, vy, vz] = ws.comVelocity;
    const square = rx * rx + ry * ry + rz * rz;
    this.#spin[0] = (ry * vz - rz * vy) / square;
    this.#spin[1] = 0;
    this.#spin[2] = (rx * vy - ry * vx) / square;
  }

  #arm(ws: Workspace): readonly [number, number, number] {
    const p = this.#pivot;
    return [ws.com[0] - p[0], ws.com[1] - p[1], ws.com[2] - p[2]];
  }

  /** Goes on by h [s]; ws is scratch and ends at the new pose. */
  advance(q: Float64Array, v: Float64Array, body: Body, ws: Workspace, h: number): void {
    forwardKinematics(body, ws, q);
    // near the ground everything slows down, and stops short of it
    const left = this.#clearance(body, ws) / (SLOWS_IN * body.height);
    if (this.isOver || left < 0.02) {
      this.isOver = true;
      v.fill(0);
      return;
    }
    const step = h * Math.min(1, left);
    const [rx, ry, rz] = this.#arm(ws);
    const inertia = rx * rx + ry * ry + rz * rz + GYRATION * body.height * body.height;
    // r × g
    this.#spin[0] += (h * rz * GRAVITY) / inertia;
    this.#spin[2] -= (h * rx * GRAVITY) / inertia;
    const fast = Math.hypot(this.#spin[0], this.#spin[2]);
    if (fast > FASTEST) for (let c = 0; c < 3; c++) this.#spin[c] *= FASTEST / fast;
    this.#moveRoot(q, v, h);
    const slower = Math.exp(-JOINTS_TIRE * h);
    for (let i = 6; i < v.length; i++) v[i] *= slower;
    integrate(q, body.skeleton, q, v, step, this.#scratch);
    forwardKinematics(body, ws, q);
    for (const foot of this.#feet) this.#raise(q, ws, foot);
  }

  /** A foot that would sink into the ground stays on it: the leg folds. */
  #raise(q: Float64Array, ws: Workspace, { limb, sole }: FallingFoot): void {
    let low = Infinity;
    for (let k = 0; k < sole.segments.length; k++) {
      const j = sole.segments[k];
      transformPoint3(this.#scratch, 0, ws.segmentOrigin, 3 * j, ws.worldFromSegment, 9 * j, sole.points, 3 * k);
      low = Math.min(low, this.#scratch[1]);
    }
    if (low >= this.#floor) return;
    const { position, rotation } = this.#target;
    for (let c = 0; c < 3; c++) position[c] = ws.segmentOrigin[3 * limb.end + c];
    for (let c = 0; c < 4; c++) rotation[c] = ws.segmentRotation[4 * limb.end + c];
    position[1] += this.#floor - low;
    solveLimb(q, ws, limb, this.#target);
  }

  /** The root's velocity goes over to that of the pendulum. */
  #moveRoot(q: Float64Array, v: Float64Array, h: number): void {
    const [wx, wy, wz] = this.#spin;
    const [px, py, pz] = this.#pivot;
    const s = this.#scratch;
    const share = 1 - Math.exp(-h / TAKES_OVER);
    const x = q[0] - px;
    const y = q[1] - py;
    const z = q[2] - pz;
    const to = [wy * z - wz * y, wz * x - wx * z, wx * y - wy * x];
    for (let c = 0; c < 3; c++) v[c] += share * (to[c] - v[c]);
    rotate3(s, 0, q, 3, v, 3);
    for (let c = 0; c < 3; c++) s[c] += share * (this.#spin[c] - s[c]);
    rotateBack3(v, 3, q, 3, s, 0);
  }

  /** [m] that the lowest of hips, head and arms can still come down. */
  #clearance(body: Body, ws: Workspace): number {
    let lowest = Infinity;
    for (const role of ['hips', 'head', 'leftHand', 'rightHand', 'leftLowerArm', 'rightLowerArm'] as const) {
      const joint = body.roles[role];
      if (joint !== undefined) lowest = Math.min(lowest, ws.segmentOrigin[3 * joint + 1]);
    }
    return lowest - this.#floor - STOPS_AT * body.height;
  }

  save(out: Float64Array, o: number): void {
    out.set(this.#pivot, o);
    out.set(this.#spin, o + 3);
    out[o + 6] = this.#floor;
    out[o + 7] = this.isOver ? 1 : 0;
  }

  restore(state: Float64Array, o: number): void {
    this.#pivot.set(state.subarray(o, o + 3));
    this.#spin.set(state.subarray(o + 3, o + 6));
    this.#floor = state[o + 6];
    this.isOver = state[o + 7] === 1;
  }
}
