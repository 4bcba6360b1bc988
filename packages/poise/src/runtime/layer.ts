/** Reactions on top of any animation: `update` after the mixer, `hit` whenever something happens. */
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { UsageError } from '../errors.ts';
import type { ReadonlyVector } from '../math/types.ts';
import type { BalancerEvent, BalancerStatus } from '../methods/balancer.ts';
import { checkPush } from '../methods/check-input.ts';
import { fromPlain, revived, toPlain } from '../methods/reactive-blend/plain-data.ts';
import { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import type { Clip } from '../motion/clip.ts';
import type { Role } from '../motion/roles.ts';
import { coordinateCount, freedomCount, jointCount } from '../motion/skeleton.ts';
import { type Budget, type DetailChange, followChanges, judgeBudget } from './budget.ts';
import type { Driver } from './driver.ts';
import { Drivers } from './drivers.ts';
import type { Hit, Pull, ReactionEvent } from './events.ts';
import { checkVector, findTarget } from './find-target.ts';
import { createIntake, type Intake, takeIn, turnTravel } from './intake.ts';
import { Listeners } from './listeners.ts';
import { checkedShare, createShares, mixPose, type Shares, setShare } from './mix-pose.ts';
import { followGround } from './moving-ground.ts';
import { checkedLayerOptions, DETAILS, type Detail, type LayerMethod, type ReactionLayerOptions } from './options.ts';
import { combined, isNowhere, type Placement, placementBetween, placePose, turnVelocity } from './placement.ts';
import type { Rig } from './rig.ts';
import { checkSaved, type SavedLayer } from './saved-layer.ts';
import { createSituation, type Situation, watchSituation } from './situation.ts';
import { addTransition, beginTransition, createTransition, type Transition } from './transition.ts';

const STANDS = 30; // frames in a row: no gait is to be looked for
const LONGEST = 1; // [s] of an update; after a stall the reaction goes on where it was

/** A character that takes hits.
 *
 * ```ts
 * const layer = new ReactionLayer(body, rig, { library });
 * mixer.update(dt);
 * layer.update(dt); // reads the pose, writes the reaction
 * layer.hit({ bone: 'chest', impulse: [0, 0, 30] }); // [N·s] world axes
 * layer.on('fall', ({ q, v }) => startRagdoll(q, v));
 * ```
 */
export class ReactionLayer {
  readonly body: Body;
  readonly rig: Rig;
  method: LayerMethod;
  readonly #options: ReactionLayerOptions;
  readonly #stream: StreamPrimary;
  readonly #drivers: Drivers;
  readonly #shares: Shares;
  readonly #ws: Workspace;
  readonly #intake: Intake; // what the animation has made
  readonly #shown: Float64Array; // nq
  readonly #out: Float64Array; // nq as the rig shows it
  readonly #shownV: Float64Array; // nv
  readonly #transition: Transition;
  readonly #listeners = new Listeners();
  readonly #situation: Situation = createSituation();
  #driver: Driver | undefined;
  #placement: Placement = { yaw: 0, x: 0, z: 0 };
  #updates = 0;
  #pulls = 0; // so far
  #budget: Budget;
  #replay: readonly DetailChange[] | undefined;

  constructor(body: Body, rig: Rig, options: Partial<ReactionLayerOptions> = {}) {
    this.body = body;
    this.rig = rig;
    this.#options = checkedLayerOptions(options);
    this.#shares = createShares(body, this.#options.weight, this.#options.mask);
    this.method = this.#options.method;
    this.#stream = new StreamPrimary(body.skeleton);
    this.#ws = createWorkspace(body);
    const [nq, nv] = [coordinateCount(body.skeleton), freedomCount(body.skeleton)];
    this.#intake = createIntake(nq);
    [this.#shown, this.#out] = [new Float64Array(nq), new Float64Array(nq)];
    this.#shownV = new Float64Array(nv);
    this.#transition = createTransition(nv);
    this.#drivers = new Drivers(body, this.#stream, this.#options);
    this.#budget = { detail: this.#options.detail, calm: 0, changes: [] };
    const { groundVelocity } = this.#options;
    if (groundVelocity !== 'auto') this.#situation.groundVelocity = [...groundVelocity];
  }

  get time(): number {
    return this.#stream.state.time;
  }

  get status(): BalancerStatus {
    return this.#driver?.status ?? 'balanced';
  }

  /** 0: the animation alone … 1: the reaction. */
  get weight(): number {
    return this.#shares.weight;
  }

  set weight(weight: number) {
    this.#shares.weight = checkedShare('weight', weight);
  }

  /** The pose that the rig shows since the last update, nq. Overwritten by the next. */
  get pose(): ReadonlyVector {
    return this.#out;
  }

  /** Which method answers at the moment. */
  get active(): Driver['id'] | undefined {
    return this.#driver?.id;
  }

  get detail(): Detail {
    return this.#budget.detail;
  }

  set detail(detail: Detail) {
    if (!(detail in DETAILS)) throw new UsageError(`detail: expected 0, 1 or 2, found ${detail}`);
    this.#budget.detail = detail;
  }

  /** When detail was changed by the budget; a replay that follows this list is exact. */
  get detailChanges(): readonly DetailChange[] {
    return this.#budget.changes;
  }

  /** Changes of detail to follow instead of the clock. */
  followDetail(changes: readonly DetailChange[] | undefined): void {
    this.#replay = changes;
  }

  /** Where recovery steps have led the character away from its animation: turn about up [rad], then shift [m]. */
  get displacement(): Readonly<Placement> {
    return { ...this.#placement };
  }

  /** The owner has moved the character itself by `displacement`: it is forgotten here. Only while `active` is undefined. */
  absorbDisplacement(): void {
    if (this.#driver)
      throw new UsageError('a reaction is going on: absorb its displacement once `active` is undefined');
    turnTravel(this.#intake, this.#placement.yaw);
    this.#placement = { yaw: 0, x: 0, z: 0 };
    this.#drivers.gait?.memory.forget();
  }

  /** The character was put elsewhere (a new life, a cut): whatever goes on ends, and its displacement is forgotten. */
  reset(): void {
    this.#driver = undefined;
    this.#placement = { yaw: 0, x: 0, z: 0 };
    this.#transition.at = -1;
    this.#stream.state.known = 0; // the next pose is elsewhere, which is no motion
    this.#drivers.gait?.memory.forget();
  }

  /** One round of a walk or run, from recordCycle; needs options.gait. Rounds that are not handed over are recorded while they
   *  are shown, which takes two of them. */
  learnGait(cycle: Clip): void {
    const { gait } = this.#drivers;
    if (!gait) throw new UsageError('learnGait needs options.gait = gaitReactions');
    if (jointCount(cycle.skeleton) !== jointCount(this.body.skeleton)) {
      throw new UsageError(
        `the cycle has ${jointCount(cycle.skeleton)} joints, the body ${jointCount(this.body.skeleton)}`,
      );
    }
    gait.learn(cycle);
  }

  /** Share of the reaction in one joint, 0 … 1. */
  setMask(role: Role, weight: number): void {
    setShare(this.#shares, this.body, role, weight);
  }

  /** Tells of events of one kind; returns what ends it. */
  on<K extends ReactionEvent['kind']>(kind: K, tell: (event: Extract<ReactionEvent, { kind: K }>) => void): () => void {
    return this.#listeners.add(kind, tell);
  }

  /** Makes ready what the first hit would have to: call while loading, after the first update. */
  prepare(): void {
    this.#drivers.prepare();
  }

  /** Delivered from the next update on. Call after the first update. */
  hit(hit: Hit): void {
    checkVector('impulse', hit.impulse);
    const target = this.#targetOf(hit);
    const duration = hit.duration === undefined ? {} : { duration: hit.duration };
    const push = { impulse: hit.impulse, ...target, ...duration };
    checkPush(push, this.body); // before anything begins
    this.#driverFor('hit').push(push);
  }

  /** Pulls until the returned function is called. One pull at a time: another takes its place. */
  pull(pull: Pull): () => void {
    checkVector('force', pull.force);
    const { segment, pointInSegment } = this.#targetOf(pull);
    const driver = this.#driverFor('pull');
    driver.pull(pull.force, segment, pointInSegment);
    const mine = ++this.#pulls;
    return () => {
      if (mine === this.#pulls) driver.pull(undefined, segment);
    };
  }

  /** Call once per frame, after the animation was posed and before it is drawn. dt [s] as given to the mixer; more than a second
   *  counts as one. */
  update(dt: number): readonly ReactionEvent[] {
    if (!(dt >= 0 && dt < Infinity)) throw new UsageError(`an update needs a time from 0 s on, found ${dt}`);
    if (dt <= LONGEST) return this.#update(dt);
    this.#drivers.gait?.memory.forget(); // a gait with a gap is none
    return this.#update(LONGEST);
  }

  #update(dt: number): readonly ReactionEvent[] {
    const { now, maxMsPerFrame } = this.#options;
    const start = now?.() ?? 0;
    if (this.#replay) followChanges(this.#budget, this.#updates, this.#replay);
    this.#feed(dt);
    const events = this.#advance(dt);
    this.#write();
    if (now && !this.#replay) judgeBudget(this.#budget, this.#updates, now() - start, maxMsPerFrame);
    this.#updates++;
    return events;
  }

  /** Everything needed to go on from here, as plain data (JSON). */
  save(): SavedLayer {
    return toPlain({
      stream: this.#stream.state,
      situation: this.#situation,
      placement: this.#placement,
      travel: this.#intake.travel,
      driver: this.#driver && { id: this.#driver.id, state: this.#driver.save() },
      shown: { q: this.#shown, v: this.#shownV },
      transition: this.#transition,
      gait: this.#drivers.gait?.memory.save(),
      budget: this.#budget,
      updates: this.#updates,
      pulls: this.#pulls,
      weight: this.weight,
      mask: this.#shares.mask,
      method: this.method,
    }) as SavedLayer;
  }

  /** The same future as when it was saved, to the byte, given the same poses, hits and times. */
  restore(saved: SavedLayer): void {
    checkSaved(saved, this.#out.length);
    const { driver } = saved;
    const answering = driver && this.#drivers.named(driver.id);
    const { shown, budget, placement, travel, mask } = revived({
      ...saved,
      driver: undefined,
      gait: undefined,
    }) as SavedLayer;
    fromPlain(this.#stream.state, saved.stream);
    fromPlain(this.#situation, saved.situation);
    this.#placement = placement;
    this.#intake.travel = travel;
    this.#shown.set(shown.q);
    this.#shownV.set(shown.v);
    fromPlain(this.#transition, saved.transition);
    if (saved.gait) this.#drivers.gait?.memory.restore(saved.gait);
    this.#budget = budget;
    this.#updates = saved.updates;
    this.#pulls = saved.pulls;
    this.weight = saved.weight;
    this.method = saved.method;
    this.#shares.mask.set(mask);
    this.#driver = answering;
    if (driver) answering?.restore(driver.state);
  }

  /** The pose that the animation has made, on its ground and where reactions have led it. */
  #feed(dt: number): void {
    const { read, pose } = this.#intake;
    takeIn(this.#intake, this.rig, this.#situation.groundVelocity, dt);
    const { gait } = this.#drivers;
    // a gait that is being answered keeps its place in the memory
    const looks = this.#situation.stillFor < STANDS && !(gait && this.#driver === gait);
    if (looks) gait?.memory.watch(read, dt);
    else gait?.memory.forget();
    placePose(pose, this.#placement);
    this.#stream.feed(pose, dt);
    if (this.#driver) return;
    const { ground, groundVelocity } = this.#options;
    watchSituation(this.#situation, this.body, this.#ws, this.#stream.state, ground);
    if (groundVelocity !== 'auto') return;
    followGround(this.#situation.groundVelocity, this.body, this.#ws, this.#situation.watched.floor, ground, dt);
  }

  #advance(dt: number): readonly ReactionEvent[] {
    const driver = this.#driver;
    if (!driver) {
      this.#show(this.#intake.pose, this.#stream.state.v);
      return [];
    }
    driver.useDetail(DETAILS[this.#budget.detail]);
    const events = driver.step(dt).map((event) => this.#told(event, driver));
    this.#show(driver.q, driver.v);
    if (driver.isOver) {
      this.#driver = undefined;
      this.#moveStream(driver.placement());
      beginTransition(this.#transition, this.body.skeleton, this.time, driver, this.#stream.state);
    }
    this.#listeners.tell(events);
    return events;
  }

  #told(event: BalancerEvent, driver: Driver): ReactionEvent {
    if (event.kind !== 'fall') return { ...event, method: driver.id };
    return { ...event, method: driver.id, q: driver.q.slice(), v: driver.v.slice() };
  }

  #show(q: Float64Array, v: Float64Array): void {
    this.#shown.set(q);
    this.#shownV.set(v);
    addTransition(this.#transition, this.body.skeleton, this.time, this.#shown, this.#shownV);
  }

  /** The stream goes on where a reaction has led. */
  #moveStream(move: Placement): void {
    this.#placement = combined(move, this.#placement);
    placePose(this.#stream.state.q, move);
    turnVelocity(this.#stream.state.v, move.yaw);
  }

  /** Nothing is written while there is nothing to show: the rig keeps its own numbers. */
  #write(): void {
    const { read, travel } = this.#intake;
    const q = this.#out;
    if (!this.#driver && this.#transition.at < 0 && isNowhere(this.#placement)) {
      q.set(read);
      return;
    }
    q.set(this.#shown);
    q[0] -= travel.x;
    q[2] -= travel.z;
    mixPose(q, read, q, this.#shares);
    this.rig.write(q);
  }

  #targetOf(where: Hit | Pull): ReturnType<typeof findTarget> {
    if (this.#stream.state.known === 0)
      throw new UsageError('update the layer once before the first hit, and after reset()');
    forwardKinematics(this.body, this.#ws, this.#shown);
    return findTarget(this.body, this.#ws, where);
  }

  /** Who answers: the method that is at it, or the one for the situation. */
  #driverFor(what: 'hit' | 'pull'): Driver {
    const now = this.#driver;
    if (now && (what === 'hit' ? this.method === 'auto' || now.id === this.method : now.id === 'reactive-blend'))
      return now;
    const driver = this.#drivers.named(this.#drivers.choose(what, this.method, this.#situation, this.detail));
    if (driver === now) return now;
    driver.useDetail(DETAILS[this.#budget.detail]);
    // what comes goes on where the other has led
    if (now) this.#moveStream(placementBetween(this.#stream.state.q, this.#shown));
    driver.begin(this.time, this.#situation);
    beginTransition(this.#transition, this.body.skeleton, this.time, { q: this.#shown, v: this.#shownV }, driver);
    this.#driver = driver;
    return driver;
  }
}
