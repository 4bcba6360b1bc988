/**
 * Somebody who lies rolls over and draws hands and feet to where they will carry: limbs follow key poses with inertia as far as ground and body let
 * them, the trunk rests on the ground. Each tick
 *
 *   v⁺ = v + h (ω² (q_ref ⊖ q) + 2ω (v_ref − v)) + M⁻¹ Jᵀ λ
 *
 * with impulses λ that keep every part out of the ground and out of the others, and joints inside their ranges.
 */
import { forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import { centroidalMomentumMatrix } from '../../dynamics/momentum-matrix.ts';
import { createMovingFreedoms, type MovingFreedoms, treeMassMatrix } from '../../dynamics/tree-mass.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { distance, dot, sub, vectorAt } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { difference, integrate } from '../../motion/coordinates.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import { coordinateCount, freedomCount, quatIndex, velocityIndex } from '../../motion/skeleton.ts';
import { factorTree } from '../../optim/tree-factor.ts';
import { GroundTouch, TOUCH_ROWS } from '../fall/ground-touch.ts';
import { ImpulseRows, type Softness, writeSoftness } from '../fall/impulse-rows.ts';
import { END_ROWS, JointEnds } from '../fall/joint-ends.ts';
import { FALL_DEFAULTS } from '../fall/parameters.ts';
import { SELF_ROWS, SelfTouch } from '../fall/self-touch.ts';
import type { Ground } from '../ground.ts';
import { addArmature, createJointParts } from '../joint-parts.ts';
import { REACTION_DEFAULTS } from '../parameters.ts';
import { Course } from './course.ts';
import { type Figure, trunkFrame } from './figure.ts';
import type { PlacedStage } from './placed-stage.ts';

const ASIDE = 0.3; // [arm lengths] hands that have farther to go pass beside the trunk
const TUCK = { hip: 0.2, knee: 0.8, ankle: 0.35 } as const; // [rad] more flexion of a leg whose toes are put to the ground
const ROUNDS = 30;
const TRACKING = 22; // [rad/s] ω
/** [m/s²], [rad/s²] muscles speed nothing up more than this: a trapped arm is not torn out, and does not throw the body. */
const QUICKEST = { root: 30, joint: 120 } as const;
/** What is put elsewhere may brush the ground. */
const SLIPPERY = { soleFriction: 0.1, skinFriction: 0.2 } as const;

export class Rolling {
  readonly #figure: Figure;
  readonly #ground: Ground;
  readonly #course: Course;
  readonly #ws: Workspace;
  readonly #before: Float64Array; // nq: the course a tick ago
  readonly #rate: Float64Array; // nv: of the course
  readonly #freedoms: MovingFreedoms;
  readonly #touch: GroundTouch;
  readonly #ranges: JointEnds;
  readonly #self: SelfTouch;
  readonly #rows: ImpulseRows;
  readonly #armature: Float64Array;
  readonly #others: Int32Array; // joints without mass: go with the course
  readonly #error: Float64Array; // nv
  readonly #columns: Float64Array;
  readonly #mass: Float64Array;
  readonly #move: Float64Array;
  readonly #turn = new Float64Array(4);
  readonly #soft: Readonly<Record<'touch' | 'ends', Softness>>;

  constructor(figure: Figure, ground: Ground) {
    const { body } = figure;
    this.#figure = figure;
    this.#ground = ground;
    this.#course = new Course(body);
    this.#ws = createWorkspace(body);
    this.#before = new Float64Array(coordinateCount(body.skeleton));
    const nv = freedomCount(body.skeleton);
    this.#rate = new Float64Array(nv);
    this.#freedoms = createMovingFreedoms(body, this.#ws);
    const { n, size, joints } = this.#freedoms;
    this.#touch = new GroundTouch(body, { ...FALL_DEFAULTS, ...SLIPPERY });
    this.#ranges = new JointEnds(body, joints);
    this.#self = new SelfTouch(body, FALL_DEFAULTS.core);
    this.#rows = new ImpulseRows(this.#freedoms, TOUCH_ROWS + END_ROWS + SELF_ROWS);
    this.#armature = createJointParts(body, joints, REACTION_DEFAULTS).armature;
    const moving = new Set(joints);
    this.#others = Int32Array.from(body.skeleton.names.map((_, joint) => joint).filter((joint) => !moving.has(joint)));
    this.#error = new Float64Array(nv);
    this.#columns = new Float64Array(6 * nv);
    this.#mass = new Float64Array(size);
    this.#move = new Float64Array(n);
    this.#soft = { touch: { rate: 0, share: 1, back: 0 }, ends: { rate: FALL_DEFAULTS.limitRate, share: 1, back: 0 } };
  }

  /** From a pose and its velocity to the pose of a stage. */
  aim(
    q: Float64Array,
    v: Float64Array,
    { name, q: key, via, duration }: PlacedStage,
    next: PlacedStage | undefined,
  ): void {
    this.#course.detour.fill(0);
    this.#course.aim(q, v, key, duration, next?.q ?? null, next?.duration ?? 1);
    for (const side of SIDES) {
      if (name === 'press') this.#tuck(side);
      if (via) this.#passAside(side, q, key, via);
    }
    this.#touch.depth.fill(0);
    this.at(0);
  }

  /** The course at t [s] of its stage. */
  at(t: number): void {
    this.#course.at(t);
    this.#before.set(this.#course.q);
  }

  /** Moves q and v by a tick of h [s], which ends at t [s] of the stage. */
  step(q: Float64Array, v: Float64Array, t: number, h: number): void {
    const { body } = this.#figure;
    const ws = this.#ws;
    writeSoftness(this.#soft.touch, FALL_DEFAULTS.groundFrequency, FALL_DEFAULTS.groundRatio, h);
    forwardKinematics(body, ws, q);
    forwardVelocity(body, ws, v);
    this.#course.at(t);
    difference(this.#rate, body.skeleton, this.#before, 0, this.#course.q, 0, h, this.#turn);
    this.#before.set(this.#course.q);
    centroidalMomentumMatrix(this.#columns, body, ws);
    treeMassMatrix(this.#mass, this.#freedoms, body, ws, this.#columns);
    addArmature(this.#mass, this.#freedoms, this.#armature);
    this.#follow(q, v, h);
    if (!factorTree(this.#mass, this.#freedoms)) return;
    this.#hold(q, h);
    const { inV, n } = this.#freedoms;
    for (let i = 0; i < n; i++) v[inV[i]] = this.#move[i];
    integrate(q, body.skeleton, q, v, h, this.#turn);
    for (let k = 0; k < this.#others.length; k++) {
      const o = quatIndex(this.#others[k]);
      for (let c = 0; c < 4; c++) q[o + c] = this.#course.q[o + c];
    }
  }

  /** move = what the muscles would make of the velocity; the trunk is as high as the ground has it. */
  #follow(q: Float64Array, v: Float64Array, h: number): void {
    const { inV, n } = this.#freedoms;
    difference(this.#error, this.#figure.body.skeleton, q, 0, this.#course.q, 0, 1, this.#turn);
    for (let i = 0; i < n; i++) {
      const k = inV[i];
      const a = TRACKING * TRACKING * this.#error[k] + 2 * TRACKING * (this.#rate[k] - v[k]);
      const most = i < 3 ? QUICKEST.root : QUICKEST.joint;
      this.#move[i] = v[k] + h * Math.max(-most, Math.min(most, a));
    }
    this.#move[1] = v[1] - h * GRAVITY;
  }

  #hold(q: Float64Array, h: number): void {
    const rows = this.#rows;
    const { touch, ends } = this.#soft;
    rows.begin(h);
    this.#ranges.addRows(rows, q, this.#move, this.#mass, ends, h);
    this.#self.addRows(rows, this.#ws, this.#move, this.#mass, touch);
    this.#touch.addRows(rows, this.#ws, this.#ground, this.#move, this.#mass, touch, h);
    if (rows.count > 0) rows.solve(this.#move, this.#mass, ROUNDS);
  }

  /** Toes come to the ground while the shank is lifted. */
  #tuck(side: Side): void {
    const { leg } = this.#figure.sides[side];
    const { axes } = this.#figure.body.limits;
    for (const [joint, angle] of [
      [leg.upper, TUCK.hip],
      [leg.lower, TUCK.knee],
      [leg.end, TUCK.ankle],
    ] as const) {
      for (let c = 0; c < 3; c++) this.#course.detour[velocityIndex(joint) + c] = angle * axes[9 * joint + c];
    }
  }

  /** An arm that has some way to go does so beside the trunk, not through it. */
  #passAside(side: Side, q: Float64Array, key: Float64Array, via: Float64Array): void {
    const { ws, body, sides, arm } = this.#figure;
    const { shoulder, elbow, arm: limb } = sides[side];
    const end = limb?.end ?? elbow;
    const handOf = (pose: Float64Array): Vec3 => {
      forwardKinematics(body, ws, pose);
      const way = sub(vectorAt(ws.segmentOrigin, 3 * end), vectorAt(ws.segmentOrigin, 3 * shoulder));
      const { up, left, front } = trunkFrame(body, ws);
      return [dot(way, up), dot(way, left), dot(way, front)];
    };
    const share = Math.min(1, distance(handOf(q), handOf(key)) / (ASIDE * arm));
    this.#course.passBy(limb ? [shoulder, elbow, limb.end] : [shoulder, elbow], via, share);
  }
}
