/** Reactions on top of any animation: `update` after the mixer, `hit` whenever something happens. */
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { UsageError } from '../errors.ts';
import { slerpQuat } from '../math/quat.ts';
import type { BalancerEvent, BalancerStatus } from '../methods/balancer.ts';
import { fromPlain, revived, toPlain } from '../methods/reactive-blend/plain-data.ts';
import { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import { addFade } from '../methods/reactive-locomotion/fade.ts';
import { difference } from '../motion/coordinates.ts';
import { ROLES, type Role } from '../motion/roles.ts';
import { coordinateCount, freedomCount, jointCount, quatIndex } from '../motion/skeleton.ts';
import { createBlendDriver } from './blend-driver.ts';
import { type Budget, type DetailChange, followChanges, judgeBudget } from './budget.ts';
import type { Driver } from './driver.ts';
import type { Hit, Pull, ReactionEvent } from './events.ts';
import { findTarget } from './find-target.ts';
import { followGround } from './moving-ground.ts';
import { checkedLayerOptions, type Detail, type LayerMethod, type ReactionLayerOptions, TICKS } from './options.ts';
import { combined, isNowhere, type Placement, placePose } from './placement.ts';
import type { Rig } from './rig.ts';
import { createSituation, type SavedLayer, type Situation, watchSituation } from './situation.ts';
import { createStandingDriver } from './standing-driver.ts';

const FADE = 0.25; // [s] from one method to another

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
  weight: number; // 0: the animation alone … 1: the reaction
  method: LayerMethod;
  readonly #rig: Rig;
  readonly #options: ReactionLayerOptions;
  readonly #stream: StreamPrimary;
  readonly #drivers: Driver[] = []; // made when they are needed first
  readonly #mask: Float64Array; // n
  readonly #ws: Workspace;
  readonly #read: Float64Array; // nq as the rig has it
  readonly #pose: Float64Array; // nq the same, placed
  readonly #shown: Float64Array; // nq
  readonly #shownV: Float64Array; // nv
  readonly #fade: { readonly offset: Float64Array; readonly rate: Float64Array };
  readonly #listeners: { readonly kind: string; readonly tell: (event: never) => void }[] = [];
  readonly #situation: Situation = createSituation();
  #driver: Driver | undefined;
  #placement: Placement = { yaw: 0, x: 0, z: 0 };
  #travel = { x: 0, z: 0 }; // [m] over a ground that moves
  #fadeAt = -1; // [s]
  #updates = 0;
  #budget: Budget;
  #replay: readonly DetailChange[] | undefined;

  constructor(body: Body, rig: Rig, options: Partial<ReactionLayerOptions> = {}) {
    this.body = body;
    this.#rig = rig;
    this.#options = checkedLayerOptions(options);
    this.weight = this.#options.weight;
    this.method = this.#options.method;
    this.#stream = new StreamPrimary(body.skeleton);
    this.#ws = createWorkspace(body);
    const [nq, nv] = [coordinateCount(body.skeleton), freedomCount(body.skeleton)];
    [this.#read, this.#pose, this.#shown] = [new Float64Array(nq), new Float64Array(nq), new Float64Array(nq)];
    this.#shownV = new Float64Array(nv);
    this.#fade = { offset: new Float64Array(nv), rate: new Float64Array(nv) };
    this.#mask = new Float64Array(jointCount(body.skeleton)).fill(1);
    for (const role of ROLES) this.setMask(role, this.#options.mask[role] ?? 1);
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

  /** Which method answers at the moment. */
  get active(): Driver['id'] | undefined {
    return this.#driver?.id;
  }

  get detail(): Detail {
    return this.#budget.detail;
  }

  set detail(detail: Detail) {
    if (!(detail in TICKS)) throw new UsageError(`detail: expected 0, 1 or 2, found ${detail}`);
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

  /** The owner has moved the character itself by `displacement`: it is forgotten here. Only while nothing is going on. */
  absorbDisplacement(): void {
    if (this.#driver) throw new UsageError('a reaction is going on: absorb its displacement after "recovered"');
    this.#placement = { yaw: 0, x: 0, z: 0 };
    // the next pose is elsewhere, which is no motion
    this.#stream.state.known = 0;
  }

  /** Share of the reaction in one joint, 0 … 1. */
  setMask(role: Role, weight: number): void {
    const joint = this.body.roles[role];
    if (joint !== undefined) this.#mask[joint] = weight;
  }

  /** Tells of events of one kind; returns what ends it. */
  on<K extends ReactionEvent['kind']>(kind: K, tell: (event: Extract<ReactionEvent, { kind: K }>) => void): () => void {
    const listener = { kind, tell: tell as (event: never) => void };
    this.#listeners.push(listener);
    return () => {
      this.#listeners.splice(this.#listeners.indexOf(listener), 1);
    };
  }

  /** Makes ready what the first hit would have to: call while loading, after the first update. */
  prepare(): void {
    this.#driverNamed('reactive-blend');
    if (this.#options.library) this.#driverNamed('push-response');
  }

  /** Delivered from the next update on. Call after the first update. */
  hit(hit: Hit): void {
    const target = this.#targetOf(hit);
    const duration = hit.duration === undefined ? {} : { duration: hit.duration };
    const push = { impulse: hit.impulse, ...target, ...duration };
    this.#driverFor('hit').push(push);
  }

  /** Pulls until the returned function is called. One pull at a time. */
  pull(pull: Pull): () => void {
    const { segment, pointInSegment } = this.#targetOf(pull);
    const driver = this.#driverFor('pull');
    driver.pull(pull.force, segment, pointInSegment);
    return () => driver.pull(undefined, segment);
  }

  /** Call once per frame, after the animation was posed and before it is drawn. dt [s] as given to the mixer. */
  update(dt: number): readonly ReactionEvent[] {
    if (!(dt >= 0 && dt < Infinity)) throw new UsageError(`an update needs a time from 0 s on, found ${dt}`);
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
      travel: this.#travel,
      driver: this.#driver && { id: this.#driver.id, state: this.#driver.save() },
      shown: { q: this.#shown, v: this.#shownV },
      fade: { at: this.#fadeAt, ...this.#fade },
      budget: this.#budget,
      updates: this.#updates,
      weight: this.weight,
      mask: this.#mask,
      method: this.method,
    }) as SavedLayer;
  }

  /** The same future as when it was saved, to the byte, given the same poses, hits and times. */
  restore(saved: SavedLayer): void {
    const { driver } = saved;
    const { shown, fade, budget, placement, travel, mask } = revived(saved) as SavedLayer;
    fromPlain(this.#stream.state, saved.stream);
    fromPlain(this.#situation, saved.situation);
    this.#placement = placement;
    this.#travel = travel;
    this.#shown.set(shown.q);
    this.#shownV.set(shown.v);
    this.#fade.offset.set(fade.offset);
    this.#fade.rate.set(fade.rate);
    this.#fadeAt = fade.at;
    this.#budget = budget;
    this.#updates = saved.updates;
    this.weight = saved.weight;
    this.method = saved.method;
    this.#mask.set(mask);
    this.#driver = driver && this.#driverNamed(driver.id);
    if (driver) this.#driver?.restore(driver.state);
  }

  /** The pose that the animation has made, on its ground and where reactions have led it. */
  #feed(dt: number): void {
    this.#rig.read(this.#read);
    const bad = this.#read.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0) throw new UsageError(`the rig's pose holds ${this.#read[bad]} at coordinate ${bad}`);
    const [gx, gz] = this.#situation.groundVelocity;
    this.#travel.x -= dt * gx;
    this.#travel.z -= dt * gz;
    this.#pose.set(this.#read);
    this.#pose[0] += this.#travel.x;
    this.#pose[2] += this.#travel.z;
    placePose(this.#pose, this.#placement);
    this.#stream.feed(this.#pose, dt);
    if (this.#driver) return;
    const { ground, groundVelocity } = this.#options;
    watchSituation(this.#situation, this.body, this.#ws, this.#stream.state, ground);
    if (groundVelocity !== 'auto') return;
    followGround(this.#situation.groundVelocity, this.body, this.#ws, this.#situation.watched.floor, ground, dt);
  }

  #advance(dt: number): readonly ReactionEvent[] {
    const driver = this.#driver;
    if (!driver) {
      this.#show(this.#pose, this.#stream.state.v);
      return [];
    }
    driver.useTick(TICKS[this.#budget.detail]);
    const events = driver.step(dt).map((event) => this.#told(event, driver));
    this.#show(driver.q, driver.v);
    if (driver.isOver) {
      this.#placement = combined(driver.placement(), this.#placement);
      this.#driver = undefined;
      // the stream goes on where the reaction has led
      this.#stream.state.q.set(driver.q);
    }
    for (const event of events) {
      for (const { kind, tell } of [...this.#listeners]) if (kind === event.kind) tell(event as never);
    }
    return events;
  }

  #told(event: BalancerEvent, driver: Driver): ReactionEvent {
    if (event.kind !== 'fall') return { ...event, method: driver.id };
    return { ...event, method: driver.id, q: driver.q.slice(), v: driver.v.slice() };
  }

  #show(q: Float64Array, v: Float64Array): void {
    this.#shown.set(q);
    this.#shownV.set(v);
    if (this.#fadeAt < 0) return;
    const since = this.time - this.#fadeAt;
    if (since >= FADE) this.#fadeAt = -1;
    else addFade({ ...this.#fade, duration: FADE }, this.body.skeleton, since, 0, this.#shown, this.#shownV);
  }

  /** Nothing is written while there is nothing to show: the rig keeps its own numbers. */
  #write(): void {
    if (!this.#driver && this.#fadeAt < 0 && isNowhere(this.#placement)) return;
    const q = this.#pose; // memory; read again in the next update
    for (let c = 0; c < 3; c++) q[c] = this.#shown[c];
    q[0] -= this.#travel.x;
    q[2] -= this.#travel.z;
    for (let c = 0; c < 3; c++) q[c] = this.#read[c] + this.weight * (q[c] - this.#read[c]);
    for (let joint = 0; joint < this.#mask.length; joint++) {
      const i = quatIndex(joint);
      const share = this.weight * this.#mask[joint];
      if (share === 1) for (let c = 0; c < 4; c++) q[i + c] = this.#shown[i + c];
      else if (share === 0) for (let c = 0; c < 4; c++) q[i + c] = this.#read[i + c];
      else slerpQuat(q, i, this.#read, i, this.#shown, i, share);
    }
    this.#rig.write(q);
  }

  #targetOf(where: Hit | Pull): ReturnType<typeof findTarget> {
    if (this.#stream.state.known === 0) throw new UsageError('update the layer once before the first hit');
    forwardKinematics(this.body, this.#ws, this.#shown);
    return findTarget(this.body, this.#ws, where);
  }

  /** Who answers: the method that is at it, or the one for the situation. */
  #driverFor(what: 'hit' | 'pull'): Driver {
    const standing = this.#situation.stillFor > 0;
    const auto = this.#options.library && standing ? 'push-response' : 'reactive-blend';
    const wanted = what === 'pull' ? 'reactive-blend' : this.method === 'auto' ? auto : this.method;
    const now = this.#driver;
    if (now && (now.id === wanted || this.method === 'auto') && (what === 'hit' || now.id === 'reactive-blend'))
      return now;
    const driver = this.#driverNamed(wanted);
    driver.useTick(TICKS[this.#budget.detail]);
    driver.begin(this.time, this.#situation);
    if (now) {
      // what is shown now dies away in what comes
      difference(this.#fade.offset, this.body.skeleton, driver.q, 0, this.#shown, 0, 1);
      for (let i = 0; i < this.#shownV.length; i++) this.#fade.rate[i] = this.#shownV[i] - driver.v[i];
      this.#fadeAt = this.time;
    }
    this.#driver = driver;
    return driver;
  }

  #driverNamed(id: Driver['id']): Driver {
    const found = this.#drivers.find((driver) => driver.id === id);
    if (found) return found;
    const { ground, hands, library } = this.#options;
    if (id === 'push-response' && !library) throw new UsageError('push responses need a library');
    const made =
      id === 'push-response'
        ? createStandingDriver(this.body, this.#stream, library!)
        : createBlendDriver(this.body, this.#stream, { ground, hands, library });
    this.#drivers.push(made);
    return made;
  }
}
