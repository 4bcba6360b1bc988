/** Reactions on top of any animation: `update` after the mixer, `hit` whenever something happens. */
import type { Body } from '../body/body.ts';
import { stepTime } from '../control/begin-state.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { UsageError } from '../errors.ts';
import { headingYaw } from '../gait/heading.ts';
import type { Placement } from '../gait/placement.ts';
import { checkPush } from '../gait/push.ts';
import { refuseUnknown } from '../math/options.ts';
import type { ReadonlyVector } from '../math/types.ts';
import type { BalancerStatus } from '../methods/balancer.ts';
import type { PushFate } from '../methods/recoverability/types.ts';
import type { Clip } from '../motion/clip.ts';
import type { Role } from '../motion/roles.ts';
import { jointCount } from '../motion/skeleton.ts';
import { quietFlags } from './answering.ts';
import { decodeSave, encodeSave } from './binary.ts';
import { poseCanTake } from './can-take.ts';
import type { Driver, GetUp } from './driver.ts';
import { EXPECTATION_OPTIONS, type Expectation, type Hit, type Pull, type ReactionEvent } from './events.ts';
import { findTarget, heightOfTarget } from './find-target.ts';
import { createParts, type Parts } from './layer-parts.ts';
import { Listeners } from './listeners.ts';
import { checkedShare, type MaskValue, setShare } from './mix-pose.ts';
import { checkedChoice, checkedLayerOptions, type LayerMethod, METHODS, type ReactionLayerOptions } from './options.ts';
import { resolveHit } from './presets.ts';
import { type Ragdoll, ragdollOf } from './ragdoll.ts';
import type { Rig } from './rig.ts';
import { type LayerParts, restoreOrKeep, saveParts } from './saved-layer.ts';
import type { LayerGround, Walkable } from './scene-ground.ts';
import { toVec3, type VectorLike } from './vector-like.ts';
import { forgetPlace } from './whereabouts.ts';

const STANDS = 30; // frames in a row: no gait is to be looked for
const NOTHING: readonly ReactionEvent[] = [];
const LONGEST = 1; // [s] of an update; after a stall the reaction goes on where it was

/** A character that takes hits.
 *
 * ```ts
 * const layer = new ReactionLayer(body, rig, { library });
 * mixer.update(dt);
 * layer.update(dt); // reads the pose, writes the reaction
 * layer.hit({ bone: 'chest', impulse: [0, 0, 30] }); // [N·s] world axes
 * layer.on('fall', () => startRagdoll(layer.ragdoll())); // or: falls of poise/falls
 * ```
 */
export class ReactionLayer {
  readonly body: Body;
  readonly rig: Rig;
  readonly #options: ReactionLayerOptions;
  readonly #all: Parts;
  readonly #ws: Workspace;
  readonly #listeners = new Listeners();
  readonly #run: LayerParts['run'];

  constructor(body: Body, rig: Rig, options: Partial<ReactionLayerOptions> = {}) {
    this.body = body;
    this.rig = rig;
    this.#options = checkedLayerOptions(options);
    this.#all = createParts(body, this.#options);
    this.#ws = createWorkspace(body);
    this.#run = { method: this.#options.method, pulls: 0 };
    this.#believeGround();
  }

  get time(): number {
    return this.#all.stream.state.time;
  }

  get status(): BalancerStatus {
    return this.#all.answering.driver?.status ?? 'balanced';
  }

  /** Which method answers hits. */
  get method(): LayerMethod {
    return this.#run.method;
  }

  set method(method: LayerMethod) {
    this.#run.method = checkedChoice('method', method, METHODS);
  }

  /** 0: the animation alone … 1: the reaction. */
  get weight(): number {
    return this.#all.shares.weight;
  }

  set weight(weight: number) {
    this.#all.shares.weight = checkedShare('weight', weight);
  }

  /** The pose that the rig shows since the last update, nq. Overwritten by the next. */
  get pose(): ReadonlyVector {
    return this.#all.display.out;
  }

  /** Which method answers at the moment; undefined as soon as nothing is left of what happened but where feet stand. */
  get active(): Driver['id'] | undefined {
    return this.#all.answering.active;
  }

  /** The ground that characters stand on. Takes effect with the next update; reactions that go on keep to what they began on. */
  get ground(): LayerGround {
    return this.#all.ground.setting;
  }

  set ground(ground: LayerGround) {
    this.#all.ground.setting = ground;
  }

  /** Where feet may be put. */
  set walkable(walkable: Walkable) {
    this.#all.ground.walkable = walkable;
  }

  /** Where recovery steps have led the character away from its animation, by now: turn about up [rad], then shift [m]. As shown: at weight
   *  0.5 half as far. */
  get displacement(): Readonly<Placement> {
    return this.#all.answering.displacement;
  }

  /** The owner has moved the model by `displacement`: it is forgotten here. At any time, also while a method answers. */
  absorbDisplacement(): void {
    this.#all.answering.absorbDisplacement();
    this.#all.drivers.gait.memory.forget();
  }

  /** The character was put elsewhere (a new life, a cut): whatever goes on ends, and its displacement is forgotten. */
  reset(): void {
    this.#all.answering.driver = undefined;
    forgetPlace(this.#all.where);
    this.#believeGround();
    this.#all.display.transition.at = -1;
    this.#all.feet.forget();
    this.#all.gaze.forget();
    this.#all.brace.forget();
    Object.assign(this.#all.answering.flags, quietFlags());
    this.#all.stream.state.known = 0; // the next pose is elsewhere, which is no motion
    this.#all.drivers.gait.memory.forget();
  }

  /** One round of a walk or run, from recordCycle. Rounds that are not handed over are recorded while they
   *  are shown, which takes two of them. */
  learnGait(cycle: Clip): void {
    if (jointCount(cycle.skeleton) !== jointCount(this.body.skeleton)) {
      throw new UsageError(
        `the cycle has ${jointCount(cycle.skeleton)} joints, the body ${jointCount(this.body.skeleton)}`,
      );
    }
    this.#all.drivers.gait.learn(cycle);
  }

  /** Share of the reaction in one joint, 0 … 1; 'world' for a hand that stays where the animation has it. */
  setMask(role: Role, weight: MaskValue): void {
    setShare(this.#all.shares, this.body, role, weight);
  }

  /** Tells of events of one kind; returns what ends it. */
  on<K extends ReactionEvent['kind']>(kind: K, tell: (event: Extract<ReactionEvent, { kind: K }>) => void): () => void {
    return this.#listeners.add(kind, tell);
  }

  /** Makes ready what the first hit would have to: call while loading, after the first update. */
  prepare(): void {
    this.#all.drivers.prepare();
  }

  /** Delivered from the next update on. Call after the first update. */
  hit(hit: Hit): void {
    const { impulse, duration, ...place } = resolveHit(hit, this.body);
    const push = { impulse, ...this.#targetOf(place), ...(duration !== undefined && { duration }) };
    checkPush(push, this.body); // before anything begins
    this.#all.answering.driverFor('hit', this.method).push(push);
    this.#all.answering.strike(impulse);
    this.#all.gaze.hit(impulse, this.time);
  }

  /** A hit is known before it comes: the character leans against it and sinks into its knees until then, and back again whether it comes or
   *  not. The hit itself still has to be told, by `hit`. For characters that stand; another expectation takes the place of this one. Returns what calls it off. */
  expect(expected: Expectation): () => void {
    refuseUnknown('an expectation', expected, EXPECTATION_OPTIONS);
    const { in: lead, ...hit } = expected;
    const { impulse, duration: _, ...place } = resolveHit(hit, this.body);
    const target = this.#targetOf(place); // the workspace holds the pose now
    checkPush({ impulse, ...target }, this.body);
    const { brace } = this.#all;
    brace.expect(impulse, heightOfTarget(this.#ws, target), headingYaw(this.body, this.#ws), lead, this.time);
    const { at } = brace.state;
    return () => {
      if (brace.state.at === at) brace.callOff(this.time);
    };
  }

  /** Would a push [N·s] be held, need steps, or end in a fall? By `options.map`; undefined without one. */
  canTake(impulse: VectorLike): PushFate | undefined {
    return poseCanTake(this.#options.map, this.body, this.#ws, this.pose, impulse);
  }

  /** Pulls until the returned function is called. One pull at a time: another takes its place. */
  pull(pull: Pull): () => void {
    refuseUnknown('a pull', pull, ['force', 'bone', 'point']);
    const [force, { segment, pointInSegment }] = [toVec3('force', pull.force), this.#targetOf(pull)];
    checkPush({ impulse: force, segment, ...(pointInSegment && { pointInSegment }) }, this.body);
    const driver = this.#all.answering.driverFor('pull', this.method);
    driver.pull(force, segment, pointInSegment);
    this.#all.answering.strike(undefined);
    const mine = ++this.#run.pulls;
    return () => {
      if (mine === this.#run.pulls) driver.pull(undefined, segment);
    };
  }

  /** A character that lies gets up to where the animation is; one that still falls, after it has come to rest. False: it neither lies nor falls. Needs `falls`. */
  getUp(how: GetUp = {}): boolean {
    refuseUnknown('getUp', how, ['after', 'heading']);
    return this.#all.answering.fallen?.getUp(how) ?? false;
  }

  /** A character that falls or lies stays down until getUp(), whatever `liesFor` says. */
  stayDown(): void {
    this.#all.answering.fallen?.stayDown();
  }

  /** Shapes, transforms, velocities and joints as they are shown, for a physics engine that takes over. */
  ragdoll(): Ragdoll {
    return ragdollOf(this.body, this.#ws, this.pose, this.#all.display.v);
  }

  /** Call once per frame, after the animation was posed and before it is drawn. dt [s] as given to the mixer; more than a second
   *  counts as one. */
  update(dt: number): readonly ReactionEvent[] {
    if (dt > LONGEST) this.#all.drivers.gait.memory.forget(); // a gait with a gap is none
    return this.#update(stepTime(dt, LONGEST, 'an update'));
  }

  #update(dt: number): readonly ReactionEvent[] {
    this.#feed(dt);
    const events = [...this.#all.answering.step(dt), ...this.#seen()];
    this.#all.gaze.advance(this.time, this.status === 'falling');
    if (this.#options.onMove) this.#all.answering.moveAlong(this.#options.onMove);
    this.#all.display.write(this.rig, this.#all.shares, {
      where: this.#all.where,
      rest: this.#all.intake.rest.q,
      isFitted: this.#all.intake.isFitted,
      reacts: this.#all.answering.driver !== undefined,
      gaze: this.#all.gaze,
      braces: this.#all.brace.isBracing,
      move: this.#all.answering.move,
    });
    this.#listeners.tell(events); // last: whatever they do or throw, the pose is shown
    return events;
  }

  /** Everything needed to go on from here, as bytes. Recorded gaits are not part of it: see saveGait. */
  save(): Uint8Array<ArrayBuffer> {
    return saveParts(this.#parts(), this.#all.answering.driver);
  }

  /** The same future as when it was saved, to the byte, given the same poses, hits and times. Also into another layer of the same body and
   *  options. Bytes that are no sound save are refused with a UsageError, and the layer stays as it was. */
  restore(saved: Uint8Array | ArrayBuffer): void {
    restoreOrKeep(this.#parts(), saved, this.#all.drivers, this.#all.answering);
  }

  /** Gaits that were recorded, as bytes, with their version; undefined: they are still those of the version `known`. Gaits that were handed
   *  over are not part of it: hand them over again, in the same order. */
  saveGait(known = -1): { readonly version: number; readonly bytes: Uint8Array<ArrayBuffer> } | undefined {
    const { memory } = this.#all.drivers.gait;
    if (memory.version === known) return undefined;
    return { version: memory.version, bytes: encodeSave(memory.save(), this.#all.where.read.length) };
  }

  /** Before `restore`, where gaits were saved. */
  restoreGait(bytes: Uint8Array | ArrayBuffer): void {
    this.#all.drivers.gait.memory.restore(decodeSave(bytes, this.#all.where.read.length));
  }

  #parts(): LayerParts {
    const { stream, feet, gaze, brace, answering, drivers, ...others } = this.#all;
    const [run, { flags }, { looking }] = [this.#run, answering, drivers.gait.memory];
    const states = { stream: stream.state, feet: feet.state, gaze: gaze.state, brace: brace.state };
    return { ...others, ...states, looking, run, flags };
  }

  /** The pose that the animation has made, on its ground and where reactions have led it. */
  #feed(dt: number): void {
    const { driver } = this.#all.answering;
    this.#all.intake.feed(this.rig, dt, driver !== undefined);
    if (driver) this.#all.feet.forget();
    const { gait } = this.#all.drivers;
    // a gait that is being answered keeps its place in the memory
    const looks = this.#all.situation.stillFor < STANDS && driver !== gait;
    if (looks) gait.memory.watch(this.#all.where.read, dt);
    else gait.memory.forget();
  }

  /** What the animation itself has done, and what the owner ought to know. */
  #seen(): readonly ReactionEvent[] {
    const { found } = this.#all.feet;
    const { warning } = this.#all.intake;
    if (found.length === 0 && warning === undefined) return NOTHING;
    const [time, method] = [this.time, 'animation'];
    const events: ReactionEvent[] = found.map((event) => ({ ...event, time, method }));
    found.length = 0;
    if (warning !== undefined) events.push({ kind: 'warning', time, method, message: warning });
    this.#all.intake.warning = undefined;
    return events;
  }

  /** The ground moves as the owner has told, or is thought to rest until feet tell. */
  #believeGround(): void {
    const { groundVelocity } = this.#options;
    this.#all.situation.groundVelocity = groundVelocity === 'auto' ? [0, 0] : [...groundVelocity];
  }

  #targetOf(where: Pick<Hit, 'bone' | 'point'>): ReturnType<typeof findTarget> {
    if (this.#all.stream.state.known === 0)
      throw new UsageError('update the layer once before the first hit, and after reset()');
    forwardKinematics(
      this.body,
      this.#ws,
      this.#all.answering.driver?.q ?? this.#all.intake.restOf(this.#all.stream.state).q,
    );
    return findTarget(this.body, this.rig, this.#ws, where, this.#all.where.travel);
  }
}
