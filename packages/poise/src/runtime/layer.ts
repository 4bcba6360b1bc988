/** Reactions on top of any animation: `update` after the mixer, `hit` whenever something happens. */
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { UsageError } from '../errors.ts';
import type { Placement } from '../gait/placement.ts';
import type { ReadonlyVector } from '../math/types.ts';
import type { BalancerStatus } from '../methods/balancer.ts';
import { checkPush } from '../methods/check-input.ts';
import { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import type { Clip } from '../motion/clip.ts';
import type { Role } from '../motion/roles.ts';
import { coordinateCount, freedomCount, jointCount } from '../motion/skeleton.ts';
import { Answering } from './answering.ts';
import { type DetailChange, followChanges, judgeBudget } from './budget.ts';
import { Display } from './display.ts';
import type { Driver } from './driver.ts';
import { Drivers } from './drivers.ts';
import type { Hit, Pull, ReactionEvent } from './events.ts';
import { checkVector, findTarget } from './find-target.ts';
import { Listeners } from './listeners.ts';
import { checkedShare, createShares, type Shares, setShare } from './mix-pose.ts';
import { followGround } from './moving-ground.ts';
import { checkedLayerOptions, DETAILS, type Detail, type LayerMethod, type ReactionLayerOptions } from './options.ts';
import type { Rig } from './rig.ts';
import { type LayerParts, restoreParts, type SavedLayer, saveParts } from './saved-layer.ts';
import { createSituation, type Situation, watchSituation } from './situation.ts';
import { createWhereabouts, forgetPlace, takeIn, type Whereabouts } from './whereabouts.ts';

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
  readonly #options: ReactionLayerOptions;
  readonly #stream: StreamPrimary;
  readonly #drivers: Drivers;
  readonly #shares: Shares;
  readonly #ws: Workspace;
  readonly #where: Whereabouts; // what the animation has made, and where reactions have led it
  readonly #display: Display;
  readonly #answering: Answering;
  readonly #listeners = new Listeners();
  readonly #situation: Situation = createSituation();
  readonly #run: LayerParts['run'];
  #replay: readonly DetailChange[] | undefined;

  constructor(body: Body, rig: Rig, options: Partial<ReactionLayerOptions> = {}) {
    this.body = body;
    this.rig = rig;
    this.#options = checkedLayerOptions(options);
    const { weight, mask, method, detail } = this.#options;
    this.#shares = createShares(body, weight, mask);
    this.#stream = new StreamPrimary(body.skeleton);
    this.#ws = createWorkspace(body);
    const nq = coordinateCount(body.skeleton);
    this.#where = createWhereabouts(nq);
    this.#display = new Display(body.skeleton, nq, freedomCount(body.skeleton));
    this.#drivers = new Drivers(body, this.#stream, this.#options);
    this.#run = { method, updates: 0, pulls: 0, budget: { detail, calm: 0, changes: [] } };
    const [stream, situation, where, display] = [this.#stream, this.#situation, this.#where, this.#display];
    this.#answering = new Answering({ stream, situation, where, display, drivers: this.#drivers });
    this.#believeGround();
  }

  get time(): number {
    return this.#stream.state.time;
  }

  get status(): BalancerStatus {
    return this.#answering.driver?.status ?? 'balanced';
  }

  /** Which method answers hits. */
  get method(): LayerMethod {
    return this.#run.method;
  }

  set method(method: LayerMethod) {
    this.#run.method = method;
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
    return this.#display.out;
  }

  /** Which method answers at the moment; undefined as soon as nothing is left of what happened but where feet stand. */
  get active(): Driver['id'] | undefined {
    return this.#answering.active;
  }

  get detail(): Detail {
    return this.#run.budget.detail;
  }

  set detail(detail: Detail) {
    if (!(detail in DETAILS)) throw new UsageError(`detail: expected 0, 1 or 2, found ${detail}`);
    this.#run.budget.detail = detail;
  }

  /** When detail was changed by the budget; a replay that follows this list is exact. */
  get detailChanges(): readonly DetailChange[] {
    return this.#run.budget.changes;
  }

  /** Changes of detail to follow instead of the clock. */
  followDetail(changes: readonly DetailChange[] | undefined): void {
    this.#replay = changes;
  }

  /** Where recovery steps have led the character away from its animation: turn about up [rad], then shift [m]. */
  get displacement(): Readonly<Placement> {
    return this.#answering.displacement;
  }

  /** The owner has moved the character itself by `displacement`: it is forgotten here. Only while `active` is undefined. */
  absorbDisplacement(): void {
    this.#answering.absorbDisplacement();
    this.#drivers.gait?.memory.forget();
  }

  /** The character was put elsewhere (a new life, a cut): whatever goes on ends, and its displacement is forgotten. */
  reset(): void {
    this.#answering.driver = undefined;
    forgetPlace(this.#where);
    this.#believeGround();
    this.#display.transition.at = -1;
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
    this.#answering.driverFor('hit', this.method, this.detail).push(push);
  }

  /** Pulls until the returned function is called. One pull at a time: another takes its place. */
  pull(pull: Pull): () => void {
    checkVector('force', pull.force);
    const { segment, pointInSegment } = this.#targetOf(pull);
    const driver = this.#answering.driverFor('pull', this.method, this.detail);
    driver.pull(pull.force, segment, pointInSegment);
    const mine = ++this.#run.pulls;
    return () => {
      if (mine === this.#run.pulls) driver.pull(undefined, segment);
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
    const run = this.#run;
    if (this.#replay) followChanges(run.budget, run.updates, this.#replay);
    this.#feed(dt);
    const events = this.#answering.step(dt, this.detail);
    this.#display.write(this.rig, this.#where, this.#shares, this.#answering.driver !== undefined);
    if (now && !this.#replay) judgeBudget(run.budget, run.updates, now() - start, maxMsPerFrame);
    run.updates++;
    this.#listeners.tell(events); // last: whatever they do or throw, the pose is shown
    return events;
  }

  /** Everything needed to go on from here, as plain data (JSON). */
  save(): SavedLayer {
    return saveParts(this.#parts(), this.#answering.driver, this.#drivers.gait);
  }

  /** The same future as when it was saved, to the byte, given the same poses, hits and times. */
  restore(saved: SavedLayer): void {
    this.#answering.driver = restoreParts(this.#parts(), saved, this.#drivers);
  }

  #parts(): LayerParts {
    return {
      stream: this.#stream.state,
      situation: this.#situation,
      where: this.#where,
      display: this.#display,
      shares: this.#shares,
      run: this.#run,
    };
  }

  /** The pose that the animation has made, on its ground and where reactions have led it. */
  #feed(dt: number): void {
    const { read, pose } = this.#where;
    takeIn(this.#where, this.rig, this.#situation.groundVelocity, dt);
    const { gait } = this.#drivers;
    // a gait that is being answered keeps its place in the memory
    const looks = this.#situation.stillFor < STANDS && !(gait && this.#answering.driver === gait);
    if (looks) gait?.memory.watch(read, dt);
    else gait?.memory.forget();
    this.#stream.feed(pose, dt);
    if (this.#answering.driver) return;
    const { ground, groundVelocity } = this.#options;
    watchSituation(this.#situation, this.body, this.#ws, this.#stream.state, ground);
    if (groundVelocity !== 'auto') return;
    followGround(this.#situation.groundVelocity, this.body, this.#ws, this.#situation.watched.floor, ground, dt);
  }

  /** The ground moves as the owner has told, or is thought to rest until feet tell. */
  #believeGround(): void {
    const { groundVelocity } = this.#options;
    this.#situation.groundVelocity = groundVelocity === 'auto' ? [0, 0] : [...groundVelocity];
  }

  #targetOf(where: Hit | Pull): ReturnType<typeof findTarget> {
    if (this.#stream.state.known === 0)
      throw new UsageError('update the layer once before the first hit, and after reset()');
    forwardKinematics(this.body, this.#ws, this.#display.q);
    return findTarget(this.body, this.#ws, where, this.#where.travel);
  }
}
