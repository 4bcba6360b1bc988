/**
 * A body that gets up: it follows key poses from how it lies to standing, with hands, knees and feet held where they come down. Each tick
 *
 *   v⁺ = v + h (ω² (q_ref ⊖ q) + 2ω (v_ref − v)) + M⁻¹ Jᵀ λ
 *
 * with impulses λ that hold grips, keep every part out of the ground and out of the others, and joints inside their ranges. Muscles carry the
 * weight: what they need is measured from the motion (validate rises). Deterministic; a tick does not allocate.
 */
import type { Body } from '../../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import { centroidalMomentumMatrix } from '../../dynamics/momentum-matrix.ts';
import { createMovingFreedoms, type MovingFreedoms, treeMassMatrix } from '../../dynamics/tree-mass.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { STAY } from '../../gait/placement.ts';
import { difference, integrate } from '../../motion/coordinates.ts';
import { coordinateCount, freedomCount, quatIndex } from '../../motion/skeleton.ts';
import { factorTree } from '../../optim/tree-factor.ts';
import { GroundTouch, TOUCH_ROWS } from '../fall/ground-touch.ts';
import { ImpulseRows, type Softness, writeSoftness } from '../fall/impulse-rows.ts';
import { END_ROWS, JointEnds } from '../fall/joint-ends.ts';
import { FALL_DEFAULTS } from '../fall/parameters.ts';
import { SELF_ROWS, SelfTouch } from '../fall/self-touch.ts';
import { type Ground, levelGround } from '../ground.ts';
import { addArmature, createJointParts } from '../joint-parts.ts';
import { REACTION_DEFAULTS } from '../parameters.ts';
import { carriesItself } from './carries-itself.ts';
import { ARRIVES } from './end-courses.ts';
import { createFigure, type Figure } from './figure.ts';
import { FOUND_SIZE, findContacts, pressesOn } from './found.ts';
import { GRIP_ROWS, GRIP_STATE, Grips } from './grips.ts';
import { WAY_UP, type WayUp } from './library.ts';
import type { PlacedStage } from './placed-stage.ts';
import { Reference } from './reference.ts';
import { planRise, type Rise, type RisePlan, stagesOf } from './rise-plan.ts';
import { standingPose } from './standing-pose.ts';
import type { StageName } from './way-up.ts';

export interface RiseOptions {
  readonly ground: Ground; // default: level, y = 0
  readonly way: WayUp;
}

/** Numbers of a save beside poses, velocities and grips. */
const SINGLE = 5;
const NO_HEADING = 1e9; // in a save
const FRAME = 3; // of a placement
const TICK_RATE = 240; // [1/s]
const ROUNDS = 30;
const SETTLE = 0.1; // [s] in which the last of the motion fades
const FLOATS = 0.002; // [m] from which on nothing carries
const TRACKING = 22; // [rad/s] ω
/** [m/s²], [rad/s²] muscles speed nothing up more than this: a trapped arm is not torn out, and does not throw the body. */
const QUICKEST = { root: 30, joint: 120 } as const;
/** What is put elsewhere may brush the ground; what carries is held by grips. */
const SLIPPERY = { soleFriction: 0.1, skinFriction: 0.2 } as const;

/** Stages in which the trunk rests on the ground, as high as that has it. */
const LYING: readonly StageName[] = ['side', 'press'];

export class RisingBody {
  readonly body: Body;
  readonly q: Float64Array; // nq
  readonly v: Float64Array; // nv
  readonly ws: Workspace;
  isUp = true;
  stages: readonly PlacedStage[] = [];
  stage = 0;
  time = 0; // [s] since the stage began
  /** [rad] root mean square over the joints, by which the pose is behind the key poses: limits, other parts or the ground stand in the way. */
  behind = 0;
  readonly #ground: Ground;
  readonly #way: WayUp;
  readonly #figure: Figure;
  readonly #reference: Reference;
  readonly #freedoms: MovingFreedoms;
  readonly #touch: GroundTouch;
  readonly #ranges: JointEnds;
  readonly #self: SelfTouch;
  readonly #grips: Grips;
  readonly #rows: ImpulseRows;
  readonly #armature: Float64Array;
  readonly #others: Int32Array; // joints without mass: go with the reference
  #heading: number | undefined;
  #plan: RisePlan | undefined;
  #letGo = 0; // share of the stage at which what is not to hold any longer let go
  readonly #rest: Float64Array; // nq: how it lay
  readonly #stand: Float64Array; // nq: how it is to stand
  readonly #entry: Float64Array; // nq: the reference where the stage began
  readonly #error: Float64Array; // nv
  readonly #columns: Float64Array;
  readonly #mass: Float64Array;
  readonly #move: Float64Array;
  readonly #turn = new Float64Array(4);
  readonly #soft: Readonly<Record<'touch' | 'ends', Softness>>;

  constructor(body: Body, options: Partial<RiseOptions> = {}) {
    this.body = body;
    this.#ground = options.ground ?? levelGround(0);
    this.#way = options.way ?? WAY_UP;
    this.#figure = createFigure(body);
    this.#reference = new Reference(body, this.#figure);
    this.ws = createWorkspace(body);
    const nv = freedomCount(body.skeleton);
    this.q = new Float64Array(coordinateCount(body.skeleton));
    this.v = new Float64Array(nv);
    this.#rest = this.q.slice();
    this.#stand = this.q.slice();
    this.#entry = this.q.slice();
    this.#freedoms = createMovingFreedoms(body, this.ws);
    const { n, size, joints } = this.#freedoms;
    this.#touch = new GroundTouch(body, { ...FALL_DEFAULTS, ...SLIPPERY });
    this.#ranges = new JointEnds(this.#figure.body, joints);
    this.#self = new SelfTouch(body, FALL_DEFAULTS.core);
    this.#grips = new Grips(this.#figure);
    this.#rows = new ImpulseRows(this.#freedoms, TOUCH_ROWS + END_ROWS + SELF_ROWS + GRIP_ROWS);
    this.#armature = createJointParts(body, joints, REACTION_DEFAULTS).armature;
    const moving = new Set(joints);
    this.#others = Int32Array.from(body.skeleton.names.map((_, joint) => joint).filter((joint) => !moving.has(joint)));
    this.#error = new Float64Array(nv);
    this.#columns = new Float64Array(6 * nv);
    this.#mass = new Float64Array(size);
    this.#move = new Float64Array(n);
    this.#soft = { touch: { rate: 0, share: 1, back: 0 }, ends: { rate: FALL_DEFAULTS.limitRate, share: 1, back: 0 } };
  }

  /** Begins with the pose in which it lies (nq). */
  begin(q: Float64Array, { stand, heading }: Rise): void {
    this.#rest.set(q);
    this.#stand.set(standingPose(this.#figure, stand));
    this.#heading = heading;
    this.q.set(q);
    this.v.fill(0);
    this.#plan = planRise(this.#figure, this.#way, q, { stand: this.#stand, heading }, this.#ground);
    this.stages = stagesOf(this.#figure, this.#way, this.#plan, q, this.#ground);
    this.#reference.rest(q);
    this.#grips.clear();
    this.#touch.depth.fill(0);
    this.isUp = false;
    this.stage = 0;
    this.#enter(0);
  }

  #enter(stage: number): void {
    if (this.#lies(this.stage)) this.#reference.setHeight(this.q[1], this.v[1]);
    this.#warp(this.stages[stage].name);
    this.#goTo(stage);
    this.#hand(0);
  }

  /** What holds until something else carries lets go at this share of the stage. */
  #depart(share: number): void {
    this.#letGo = share;
    this.#reference.depart(share);
  }

  #lies(stage: number): boolean {
    return stage >= 0 && LYING.includes(this.stages[stage].name);
  }

  /** What is to hold, `share` of the stage on. */
  #hand(share: number): void {
    const { grips, lets, later } = this.stages[this.stage];
    const down = share < ARRIVES ? grips.filter((grip) => !later.includes(grip)) : grips;
    this.#grips.want(share < this.#letGo ? [...down, ...lets] : down);
  }

  /** Stages anew, from where limbs are that hold from now on. */
  #warp(name: StageName): void {
    if (!this.#plan) return;
    findContacts(this.#plan, this.#figure, this.#way, name, this.q, this.#ground);
    this.stages = stagesOf(this.#figure, this.#way, this.#plan, this.#rest, this.#ground);
  }

  /** The reference goes on to the pose of a stage. */
  #goTo(stage: number): void {
    this.stage = stage;
    this.time = 0;
    this.#entry.set(this.#reference.q);
    this.#letGo = this.stages[stage].letsUntil;
    this.#reference.aim(this.stages[stage], this.stages[stage + 1], this.#ground);
  }

  /** Goes on by dt [s]. */
  step(dt: number): void {
    if (!(dt > 0) || this.isUp) return;
    const ticks = Math.max(1, Math.ceil(dt * TICK_RATE - 0.25));
    const h = dt / ticks;
    writeSoftness(this.#soft.touch, FALL_DEFAULTS.groundFrequency, FALL_DEFAULTS.groundRatio, h);
    for (let k = 0; k < ticks && !this.isUp; k++) this.#tick(h);
  }

  #tick(h: number): void {
    const { body, ws, q, v } = this;
    this.time += h;
    const { duration, name } = this.stages[this.stage];
    const [before, now] = [(this.time - h) / duration, this.time / duration];
    forwardKinematics(body, ws, q);
    forwardVelocity(body, ws, v);
    if (name === 'kneel' && now < this.#letGo && carriesItself(this.#figure, this.ws, this.#plan?.frame.yaw ?? 0))
      this.#depart(now);
    if ((before < this.#letGo && now >= this.#letGo) || (before < ARRIVES && now >= ARRIVES)) this.#hand(now);
    this.#reference.at(this.time, h);
    centroidalMomentumMatrix(this.#columns, body, ws);
    treeMassMatrix(this.#mass, this.#freedoms, body, ws, this.#columns);
    addArmature(this.#mass, this.#freedoms, this.#armature);
    this.#follow(h);
    if (!factorTree(this.#mass, this.#freedoms)) return;
    this.#hold(h);
    const { inV, n } = this.#freedoms;
    for (let i = 0; i < n; i++) v[inV[i]] = this.#move[i];
    integrate(q, body.skeleton, q, v, h, this.#turn);
    for (let k = 0; k < this.#others.length; k++) {
      const o = quatIndex(this.#others[k]);
      for (let c = 0; c < 4; c++) q[o + c] = this.#reference.q[o + c];
    }
    if (this.time < this.stages[this.stage].duration) return;
    if (this.#pressesOn()) this.#enter(this.stage);
    else if (this.stage + 1 < this.stages.length) this.#enter(this.stage + 1);
    else this.isUp = this.time > this.stages[this.stage].duration + SETTLE;
  }

  /** Hands that are not yet where they carry are put there once more. */
  #pressesOn(): boolean {
    if (this.stages[this.stage].name !== 'press' || !this.#plan) return false;
    return pressesOn(this.#plan, this.#figure, this.#way, this.q, this.#ground);
  }

  /** move = what the muscles would make of the velocity. */
  #follow(h: number): void {
    const { inV, n } = this.#freedoms;
    let behind = 0;
    difference(this.#error, this.body.skeleton, this.q, 0, this.#reference.q, 0, 1, this.#turn);
    for (let i = 0; i < n; i++) {
      const k = inV[i];
      const a = TRACKING * TRACKING * this.#error[k] + 2 * TRACKING * (this.#reference.v[k] - this.v[k]);
      const most = i < 3 ? QUICKEST.root : QUICKEST.joint;
      this.#move[i] = this.v[k] + h * Math.max(-most, Math.min(most, a));
      if (i > 5) behind += this.#error[k] * this.#error[k];
    }
    // nobody floats: what nothing carries comes down
    let gap = Infinity;
    for (let k = 0; k < this.#touch.depth.length; k++) gap = Math.min(gap, -this.#touch.depth[k]);
    if (this.#lies(this.stage)) this.#move[1] = this.v[1] - h * GRAVITY;
    else if (gap > FLOATS) this.#move[1] -= h * GRAVITY;
    this.behind = Math.sqrt((3 * behind) / (n - 6));
  }

  #hold(h: number): void {
    const rows = this.#rows;
    const { touch, ends } = this.#soft;
    rows.begin(h);
    this.#ranges.addRows(rows, this.q, this.#move, this.#mass, ends, h);
    this.#self.addRows(rows, this.ws, this.#move, this.#mass, touch);
    this.#touch.addRows(rows, this.ws, this.#ground, this.#move, this.#mass, touch, h);
    this.#grips.addRows(rows, this.ws, this.#ground, this.#move, this.#mass, ends, h);
    if (rows.count > 0) rows.solve(this.#move, this.#mass, ROUNDS);
  }

  get stateSize(): number {
    return SINGLE + 4 * this.q.length + 2 * this.v.length + FRAME + FOUND_SIZE + GRIP_STATE;
  }

  save(out: Float64Array, o = 0): void {
    let at = o;
    const add = (values: Float64Array): void => {
      out.set(values, at);
      at += values.length;
    };
    add(Float64Array.of(this.stage, this.time, this.isUp ? 1 : 0, this.#heading ?? NO_HEADING, this.#letGo));
    for (const values of [this.#rest, this.#stand, this.#entry, this.q, this.v, this.#reference.start]) add(values);
    const { frame, found } = this.#plan ?? { frame: STAY, found: new Float64Array(FOUND_SIZE) };
    add(Float64Array.of(frame.yaw, frame.x, frame.z));
    add(found);
    this.#grips.save(out, at);
  }

  restore(state: Float64Array, o = 0): void {
    let at = o;
    const take = (count: number): Float64Array => {
      at += count;
      return state.subarray(at - count, at);
    };
    const [stage, time, isUp, heading, letGo] = take(SINGLE);
    const [nq, nv] = [this.q.length, this.v.length];
    const [rest, stand, entry, q, v, start, frame] = [
      take(nq),
      take(nq),
      take(nq),
      take(nq),
      take(nv),
      take(nv),
      take(FRAME),
    ];
    this.begin(rest, { stand, heading: heading === NO_HEADING ? undefined : heading });
    if (this.#plan) {
      this.#plan.frame = { yaw: frame[0], x: frame[1], z: frame[2] };
      this.#plan.found.set(take(FOUND_SIZE));
      this.stages = stagesOf(this.#figure, this.#way, this.#plan, rest, this.#ground);
    }
    this.#reference.resume(entry, start);
    this.#goTo(Math.max(0, Math.min(this.stages.length - 1, Math.round(stage))));
    this.#depart(letGo);
    this.time = time;
    this.#reference.at(time, 1);
    this.isUp = isUp === 1;
    this.q.set(q);
    this.v.set(v);
    this.#grips.restore(state, at);
  }
}
