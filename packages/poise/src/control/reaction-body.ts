/**
 * One body under every reaction: it follows a source and a plan as well as the ground, its joints and its feet allow. Each tick the
 * accelerations are found that are nearest to the wished ones in the metric of its masses, with feet that stay where they stand and a
 * ground that only pushes. What hits it enters as a force on its masses, so a body yields where it is hit.
 *
 *   a_d = a_r + kp (q_r ⊖ q) + kd (v_r − v) + Q⁻¹Jᵀ F_push
 *
 * [Komura04] eq. 17–21, [Komura05] eq. 2–4 and [Rabbani14] eq. 6 ask for the same: all joints, weighted, momentum as planned.
 */
import type { Body } from '../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../dynamics/kinematics.ts';
import { centroidalMomentumMatrix } from '../dynamics/momentum-matrix.ts';
import { createMovingFreedoms, type MovingFreedoms, treeMassMatrix } from '../dynamics/tree-mass.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { GRAVITY } from '../dynamics/wrench.ts';
import { ease } from '../math/ease.ts';
import { integrate } from '../motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../motion/skeleton.ts';
import { ConeForce } from '../optim/cone-force.ts';
import { AccelerationProblem } from './acceleration-problem.ts';
import { BodyFoot } from './body-foot.ts';
import { Clearance, MOST_CLEARED } from './clearance.ts';
import { closeLegs, createClosingScratch } from './close-legs.ts';
import { Contacts } from './contacts.ts';
import { dropRounding } from './drop-rounding.ts';
import { footPoint, footVelocity } from './foot-frame.ts';
import { addFootRows, FOOT_ROWS, PITCH_ROW } from './foot-rows.ts';
import type { Ground } from './ground.ts';
import { HitTension } from './hit-tension.ts';
import { Hits } from './hits.ts';
import { addArmature, createJointParts, type JointParts } from './joint-parts.ts';
import { LimitWatch, MOST_LIMITED } from './limit-watch.ts';
import { MomentumBias } from './momentum-bias.ts';
import { MomentumGoals } from './momentum-goals.ts';
import { type ReactionParameters, reactionParameters } from './parameters.ts';
import { createPlan, type Plan, type Planner } from './plan.ts';
import { PostureTrack } from './posture-track.ts';
import { Reference } from './reference.ts';
import { createRootMomentum, readRoot } from './root-momentum.ts';
import type { Source } from './source.ts';
import { createWishScratch, writeWish } from './wish.ts';

/** How often the problem is solved again with joints held at their limits. */
const PASSES = 4;

export interface ReactionBodyOptions {
  readonly parameters: Partial<ReactionParameters>; // of the model person, whom others move like
  readonly ground: Ground; // default: the source's own floor
}

export class ReactionBody {
  readonly body: Body;
  readonly q: Float64Array; // nq; the pose now
  readonly v: Float64Array; // nv; the velocity with which it came here
  readonly reference: Reference;
  readonly plan: Plan = createPlan();
  readonly feet: readonly [BodyFoot, BodyFoot];
  readonly contacts: Contacts; // at the start of the last tick
  readonly ws: Workspace; // of the pose at the start of the last tick
  readonly parameters: ReactionParameters;
  readonly momentum: MomentumGoals;
  readonly hits = new Hits();
  readonly bias = new MomentumBias();
  readonly cone: ConeForce; // the ground's wrench of the last tick, without the allowance
  readonly posture: PostureTrack;
  readonly closing = createClosingScratch();
  fallenFor = 0; // [s] since balance was lost
  sinceHit = Infinity; // [s]
  /** Share of the gains that muscles have now: less just after a hit. */
  awake = 1;
  missing = 0; // [m] that a standing leg was too short in the last tick
  /** (x, z) [m] of the ground's force in the last tick, and its upward part [N]. */
  readonly balancePoint = new Float64Array(2);
  /** (x, z) [m] of it against the source's own in that tick. */
  readonly balanceError = new Float64Array(2);
  load = 0;
  failed = false; // the last tick had no solution; the body went on with its velocity

  readonly freedoms: MovingFreedoms;
  readonly #problem: AccelerationProblem;
  readonly #parts: JointParts;
  readonly #limits: LimitWatch;
  readonly #clearance: Clearance;
  readonly #A: Float64Array; // 6×nv
  readonly #hitForce: Float64Array; // moving freedoms
  readonly #tension: HitTension;
  readonly #root = createRootMomentum();
  readonly #wishing = createWishScratch();
  readonly #turn = new Float64Array(8);
  readonly turned: Int32Array; // joints whose posture a plan may change: all that move but the legs
  readonly #still: Int32Array; // joints that move no mass: they go with the source
  readonly fitted: Int32Array; // freedoms of the reference that its place and the ground change: root and legs

  constructor(source: Source, options: Partial<ReactionBodyOptions> = {}) {
    const { body } = source;
    this.body = body;
    this.parameters = reactionParameters(body, options.parameters);
    const p = this.parameters;
    this.reference = new Reference(source, p.friction, options.ground);
    this.ws = createWorkspace(body);
    this.q = new Float64Array(coordinateCount(body.skeleton));
    this.v = new Float64Array(freedomCount(body.skeleton));
    this.feet = [new BodyFoot(body, 0), new BodyFoot(body, 1)];
    this.freedoms = createMovingFreedoms(body, this.ws);
    this.#problem = new AccelerationProblem(this.freedoms, 2 * FOOT_ROWS + MOST_LIMITED + MOST_CLEARED);
    this.#parts = createJointParts(body, this.freedoms.joints, p);
    for (let k = 0; k < 6; k++) this.#root.armature[k] = this.#parts.armature[k] + this.#parts.effort[k];
    this.#limits = new LimitWatch(body, this.freedoms.joints, this.#parts, p);
    this.#A = new Float64Array(6 * this.v.length);
    this.#hitForce = new Float64Array(this.freedoms.n);
    this.#tension = new HitTension(this.freedoms);
    this.#clearance = new Clearance(this);
    const points = this.reference.firmness.length;
    this.contacts = new Contacts(points);
    this.cone = new ConeForce(6, 4 * points, p.forcePrice / body.totalMass);
    this.momentum = new MomentumGoals(this);
    this.posture = new PostureTrack(this.reference);
    this.turned = this.freedoms.joints.filter((_, i) => this.#parts.part[i] !== 'leg');
    const moving = new Set(this.ws.moving);
    this.fitted = Int32Array.from([
      ...[0, 1, 2, 3, 4, 5],
      ...this.feet.flatMap(({ limb: { upper, lower, end } }) =>
        [upper, lower, end].flatMap((j) => [3, 4, 5].map((c) => 3 * j + c)),
      ),
    ]);
    this.#still = Int32Array.from(body.skeleton.names.map((_, j) => j).filter((j) => !moving.has(j)));
  }

  /** Stands where the source is at t [s], moving as it does; h [s] is the length of ticks. */
  begin(t: number, h: number): void {
    this.reference.begin(t, h);
    this.q.set(this.reference.next);
    this.v.set(this.reference.v);
    this.bias.error.fill(0);
    this.posture.reset(); // what was followed when it last reacted is long gone
  }

  /** Gains are low for a moment after a hit. */
  #wake(h: number): void {
    const { surprisedShare, surprisedUntil, awakeAt } = this.parameters;
    const u = (this.sinceHit - surprisedUntil) / (awakeAt - surprisedUntil);
    this.awake = surprisedShare + (1 - surprisedShare) * ease(u);
    this.sinceHit += h;
  }

  /** Goes on by h [s]. */
  tick(h: number, planner: Planner): void {
    const { body, ws, q, v, reference, plan, feet } = this;
    reference.prepare(h);
    forwardKinematics(body, ws, q);
    forwardVelocity(body, ws, v);
    this.#readBalls();
    this.#wake(h);
    this.momentum.readRate();
    this.hits.deliver(this.#hitForce, body, ws, this.freedoms, h);
    planner.update(plan, this, h);
    if (plan.falling) {
      this.#brake(h);
      reference.advance(h);
      return;
    }
    this.posture.prepare(planner, h);
    for (let foot = 0; foot < 2; foot++) {
      const down = reference.feet[foot].firmness > 0 && plan.feet[foot].load > 0;
      if (down && !feet[foot].stands) feet[foot].land(ws, v, reference.feet[foot], plan.feet[foot]);
      else if (!down && feet[foot].stands) feet[foot].lift(plan.feet[foot]);
      feet[foot].aim(ws, reference.feet[foot], plan.feet[foot], this.parameters);
    }
    this.contacts.read(body, ws, reference, plan, feet);
    reference.calmNoise(this.momentum.noiseShare);
    this.momentum.update();
    this.failed = !this.#solve(h);
    this.#move(h);
    reference.advance(h);
  }

  /** Balance is lost: the body goes on as it moves for a moment, in which whoever takes over reads pose and velocity, and stops. */
  #brake(h: number): void {
    const { q, v, body } = this;
    const slower = Math.exp((-h * this.fallenFor) / BRAKE ** 2);
    for (let i = 0; i < v.length; i++) v[i] *= slower;
    integrate(q, body.skeleton, q, v, h, this.#turn);
    this.fallenFor += h;
  }

  #readBalls(): void {
    for (let foot = 0; foot < 2; foot++) {
      const { frame } = this.reference.feet[foot];
      footPoint(this.feet[foot].ball, 0, this.ws, frame, frame.ball);
    }
  }

  /** Brings both workspaces to the pose of now: between ticks they are those of the last one. */
  readNow(): void {
    const { body, ws, reference } = this;
    forwardKinematics(body, ws, this.q);
    forwardVelocity(body, ws, this.v);
    forwardKinematics(body, reference.ws, reference.next);
    forwardVelocity(body, reference.ws, reference.v);
    this.#readBalls();
  }

  #solve(h: number): boolean {
    const { body, ws, reference, parameters: p, feet, cone } = this;
    const problem = this.#problem;
    const A = this.#A;
    this.bias.read(this);
    centroidalMomentumMatrix(A, body, ws);
    treeMassMatrix(problem.metric, this.freedoms, body, ws, A);
    addArmature(problem.metric, this.freedoms, this.#parts.armature);
    if (this.hits.active && !this.#tension.yieldTo(this.#hitForce, problem)) return false;
    addArmature(problem.metric, this.freedoms, this.#parts.effort);
    if (!problem.factor()) return false;
    writeWish(problem.wish, this, this.#parts, this.#wishing);
    if (this.hits.active) for (let i = 0; i < this.#hitForce.length; i++) problem.wish[i] += this.#hitForce[i];
    this.#writeMomentumRows(A);
    readRoot(this.#root, ws);
    problem.beginAtRoot(this.#root);
    for (let foot = 0; foot < 2; foot++) {
      const isHeld = feet[foot].stands || reference.feet[foot].firmnessNext * this.plan.feet[foot].load > 0;
      addFootRows(problem, this, foot, isHeld ? 0 : 1 - this.plan.feet[foot].grip, h);
      feet[foot].freePitch = feet[foot].heel > 1e-4 && this.contacts.isOnPivot(this.body, foot);
    }
    this.contacts.writeCone(cone, ws, reference, p.friction);
    this.#limits.begin(this.q, this.v, this.posture, feet);
    this.#clearance.begin(h);
    for (let pass = 0; ; pass++) {
      this.#freeHeels();
      if (!problem.price(cone)) return false;
      this.momentum.addTo(cone);
      cone.wrench.fill(0);
      if (cone.count > 0 && !cone.solve(false)) return false;
      problem.solve(cone.wrench);
      if (pass === PASSES - 1) break;
      const cleared = this.#clearance.find(problem);
      if (!this.#limits.find(problem) && !cleared) break;
    }
    this.#readBalancePoint();
    return true;
  }

  /** Where the ground's force meets the ground. */
  #readBalancePoint(): void {
    const { cone, ws, feet } = this;
    const { wrench: w } = cone;
    this.load = w[4];
    if (!(w[4] > 0)) return;
    const height = ws.com[1] - Math.min(feet[0].ball[1], feet[1].ball[1]);
    this.balancePoint[0] = ws.com[0] + (w[2] - height * w[3]) / w[4];
    this.balancePoint[1] = ws.com[2] - (w[0] + height * w[5]) / w[4];
    for (let k = 0; k < 2; k++) this.balanceError[k] = this.balancePoint[k] - this.momentum.ownCop[k];
  }

  /** Heels of straight legs may lift. */
  #freeHeels(): void {
    const { feet, parameters, body } = this;
    const soft = parameters.heelSoftness / (body.totalMass * body.height * body.height);
    for (let foot = 0; foot < 2; foot++) {
      if (!feet[foot].stands) continue;
      if (this.#limits.kneeHeld[foot] && this.contacts.isOnPivot(this.body, foot) && this.#leansAhead(foot))
        feet[foot].freePitch = true;
      this.#problem.softness[FOOT_ROWS * foot + PITCH_ROW] = feet[foot].freePitch ? soft : 0;
    }
  }

  /** Whether the wished balance point lies at the foot's pivot or ahead of it: only then does a lifted heel help. */
  #leansAhead(foot: number): boolean {
    const { axis, pivot } = this.feet[foot];
    const { cop } = this.momentum;
    return -axis[2] * (cop[0] - pivot[0]) + axis[0] * (cop[1] - pivot[2]) > -HEEL_NEEDS * this.body.height;
  }

  /** A x = c + w: momentum changes by what the ground gives, gravity, hits and the source's allowance. */
  #writeMomentumRows(A: Float64Array): void {
    const { momentum, momentumTarget } = this.#problem;
    const { n, inV } = this.freedoms;
    const nv = this.v.length;
    const { wrench } = this.hits;
    for (let r = 0; r < 6; r++) {
      for (let i = 0; i < n; i++) momentum[r * n + i] = A[r * nv + inV[i]];
      momentumTarget[r] = -this.bias.value[r] + wrench[r] + this.reference.allowance[r];
    }
    momentumTarget[4] -= this.body.totalMass * GRAVITY;
  }

  /** Integrates, then puts standing feet where they stand to rounding. */
  #move(h: number): void {
    const { q, v, body, reference, feet, parameters } = this;
    const { n, inV } = this.freedoms;
    const { x } = this.#problem;
    if (!this.failed) for (let i = 0; i < n; i++) v[inV[i]] += h * x[i];
    for (const j of this.#still) for (let c = 3 + 3 * j; c < 6 + 3 * j; c++) v[c] = reference.v[c];
    for (let foot = 0; foot < 2; foot++) {
      // how the solution turns the foot about its axis
      const { axis, velocity } = feet[foot];
      footVelocity(velocity, 0, this.ws, reference.feet[foot].frame, feet[foot].pivot, 0, v);
      feet[foot].rollHeel(h, axis[0] * velocity[3] + axis[1] * velocity[4] + axis[2] * velocity[5], parameters);
    }
    integrate(q, body.skeleton, q, v, h, this.#turn);
    for (const j of this.#still) for (let c = 3 + 4 * j; c < 7 + 4 * j; c++) q[c] = reference.next[c];
    for (let foot = 0; foot < 2; foot++) {
      feet[foot].bendToes(q, v, this.ws, reference, foot);
      if (feet[foot].stands) feet[foot].settle(h, parameters);
    }
    this.missing = closeLegs(this, h);
    dropRounding(this);
  }
}

/** [s] A body that falls, and that nobody takes over, stops in about two of these. */
const BRAKE = 0.1;
/** A heel may lift when the balance point is at most this far behind the pivot, over stature. */
const HEEL_NEEDS = 0.02;
