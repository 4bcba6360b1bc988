/** The running method: a character that walks or runs on, is hit, and answers. */
import type { Body } from '../../body/body.ts';
import { UsageError } from '../../errors.ts';
import type { Push } from '../../gait/push.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Clip } from '../../motion/clip.ts';
import { difference, integrate } from '../../motion/coordinates.ts';
import { sampleMotion } from '../../motion/motion-spline.ts';
import { coordinateCount, freedomCount } from '../../motion/skeleton.ts';
import type { Balancer, BalancerEvent, BalancerStatus } from '../balancer.ts';
import { checkPush } from '../check-input.ts';
import { type Ball, ballPush } from './ball.ts';
import { findGait } from './find-gait.ts';
import { type Footprint, footprintOf } from './footprints.ts';
import { type OnFloor, onFloor } from './on-floor.ts';
import { checkedPlanner, type PlannerOptions } from './options.ts';
import type { StepRecord } from './plan.ts';
import { shareAt } from './reference.ts';
import { checkOrigin, originOf, type SaveOrigin } from './save-origin.ts';
import {
  restoreStander,
  restoreWalker,
  type SavedStander,
  type SavedWalker,
  saveStander,
  saveWalker,
} from './save-walker.ts';
import { createStander, pushStander, type Stander, strengthen, tickStander } from './stander.ts';
import { withStrength } from './strength.ts';
import { pushWalker, TICK, tickWalker, type Walker } from './walker.ts';

/** What the character is doing, as plain data for whoever watches. */
export interface LocomotionView {
  readonly gait: 'walk' | 'run' | 'none';
  readonly phase: 'double' | 'single' | 'stance' | 'flight' | 'standing';
  readonly share: number; // of the step: 0 … 1 support, 1 … 2 what follows
  readonly records: readonly StepRecord[]; // of the steps since the last hit
  readonly footprints: readonly Footprint[]; // of disturbed steps, with where the clip would have stepped
  readonly lean: Vec3; // [rad] of the trunk, beyond the clip's, world rotation vector
  readonly notes: readonly string[]; // what the clip's gait is not made for
}

const NOTHING: readonly BalancerEvent[] = [];
const UNSTEADY = 'standing feet cannot bring the body back without a step';
const MOST_TICKS = 12_000; // that one step may take: 100 s

interface SavedLocomotion {
  readonly origin: SaveOrigin;
  readonly asked: PlannerOptions;
  readonly time: number;
  readonly ticks: number;
  readonly mover: SavedWalker | SavedStander;
  readonly last: Float64Array;
  readonly prints: readonly Footprint[];
  readonly waiting: readonly Push[];
  readonly status: BalancerStatus;
}

export class Locomotion implements Balancer {
  readonly q: Float64Array;
  readonly v: Float64Array;
  time = 0;
  status: BalancerStatus = 'balanced';

  readonly #body: Body;
  readonly #floor: OnFloor;
  readonly #walker: Walker | undefined;
  readonly #stander: Stander | undefined;
  readonly #reason: string; // why there is no gait
  readonly #last: Float64Array; // nq, pose of the tick before
  readonly #way: Float64Array; // nv, memory
  readonly #turn = new Float64Array(4);
  #asked: PlannerOptions; // what the planner was asked for, whatever strength lets it do
  #ticks = 0;
  #waiting: Push[] = [];
  #events: BalancerEvent[] | undefined; // of the step that is on
  #prints: Footprint[] = [];
  #shown: readonly Footprint[] = []; // copy of them that was last given away
  #origin: SaveOrigin | undefined; // from the first save on

  constructor(body: Body, clip: Clip, options: Partial<PlannerOptions> = {}) {
    this.#body = body;
    this.#floor = onFloor(body, clip);
    this.#asked = checkedPlanner(options);
    const { walker, reason } = findGait(body, this.#floor, this.#asked);
    this.#walker = walker;
    if (!walker) this.#stander = createStander(body, this.#floor.clip, this.#floor.report, this.#asked.strength);
    this.#reason = reason;
    this.q = new Float64Array(coordinateCount(body.skeleton));
    this.v = new Float64Array(freedomCount(body.skeleton));
    this.#last = this.#mover.follower.q.slice();
    this.#way = new Float64Array(this.v.length);
    this.#write();
  }

  get #mover(): Walker | Stander {
    return (this.#walker ?? this.#stander)!;
  }

  /** Why the clip is not walked on: '' when a gait was found. */
  get noGait(): string {
    return this.#reason;
  }

  push(push: Push): void {
    checkPush(push, this.#body);
    this.#waiting.push(push);
  }

  /** A ball that hits now. */
  hitByBall(ball: Ball): Push {
    const push = ballPush(ball, this.#body.totalMass, [this.v[0], this.v[1], this.v[2]]);
    this.push(push);
    return push;
  }

  /** Plans differently from the next hit or step on. What is not given stays. */
  replan(options: Partial<PlannerOptions>): void {
    this.#asked = checkedPlanner(options, this.#asked);
    const walker = this.#walker;
    if (walker) walker.state.plan = { ...walker.state.plan, options: withStrength(this.#asked, walker.gait) };
    else if (this.#stander) strengthen(this.#stander, this.#asked.strength);
  }

  step(dt: number): readonly BalancerEvent[] {
    if (!(dt >= 0 && dt < Number.POSITIVE_INFINITY)) {
      throw new UsageError(`a step needs a time from 0 s on, found ${dt}`);
    }
    if (dt > MOST_TICKS * TICK) throw new UsageError(`a step lasts up to ${MOST_TICKS * TICK} s, found ${dt}`);
    this.#events = undefined;
    for (const push of this.#waiting) {
      if (this.#walker) pushWalker(this.#walker, push);
      else if (this.#stander) pushStander(this.#stander, push);
      this.#add({ kind: 'impact', time: this.time, push });
    }
    this.#waiting.length = 0;
    this.time += dt;
    // a little early rather than one tick late: rounding
    while (this.#ticks * TICK < this.time - 1e-9) this.#tick();
    this.#write();
    return this.#events ?? NOTHING;
  }

  #add(event: BalancerEvent): void {
    this.#events ??= [];
    this.#events.push(event);
  }

  #tick(): void {
    this.#last.set(this.#mover.follower.q);
    this.#ticks++;
    const time = this.#ticks * TICK;
    if (this.#walker) this.#walk(this.#walker, time);
    else if (this.#stander) this.#stand(this.#stander, time);
  }

  #walk(walker: Walker, time: number): void {
    const before = walker.state.plan;
    tickWalker(walker);
    const { plan, calm, deliveries } = walker.state;
    // nobody has recovered from a push that still goes on
    const pushed = deliveries.length > 0;
    if (plan.records.length > before.records.length || (plan.records.length > 0 && before.records.length === 0)) {
      const print = footprintOf(walker, time);
      this.#prints.push(print);
      const position = this.#floor.toClip([print.place[0], walker.follower.guard.floor, print.place[1]], time);
      this.#add({ kind: 'step', time, foot: print.side, position });
    }
    if (plan.status !== before.status) {
      if (plan.status === 'recovered' && !pushed) this.#add({ kind: 'recovered', time });
      if (plan.status === 'fall') this.#add({ kind: 'fall', time, reason: plan.reason });
    }
    this.status = calm ? 'balanced' : STATUS[pushed && plan.status === 'recovered' ? 'recovering' : plan.status];
  }

  #stand(stander: Stander, time: number): void {
    const before = stander.state.status;
    tickStander(stander);
    const { status } = stander.state;
    this.status = status === 'fall' ? 'falling' : status;
    if (status === before) return;
    if (status === 'fall') this.#add({ kind: 'fall', time, reason: UNSTEADY });
    if (status === 'balanced') this.#add({ kind: 'recovered', time });
  }

  /** The pose at `time`, between the last two ticks; while nobody has pushed, the clip's own. */
  #write(): void {
    const { follower } = this.#mover;
    const { skeleton } = this.#body;
    const walker = this.#walker;
    if (walker?.state.untouched && walker.state.deliveries.length === 0) {
      const { motion, scratch } = walker.endless;
      sampleMotion(motion, this.time, this.q, this.v, undefined, scratch);
    } else {
      const share = Math.min(1, Math.max(0, this.time / TICK - (this.#ticks - 1)));
      difference(this.#way, skeleton, this.#last, 0, follower.q, 0, 1, this.#turn);
      integrate(this.q, skeleton, this.#last, this.#way, this.#ticks === 0 ? 0 : share, this.#turn);
      this.v.set(follower.v);
    }
    this.#floor.place(this.q, this.v, this.time);
  }

  /** What it is doing, for studios and reports. */
  view(): LocomotionView {
    const walker = this.#walker;
    const { off } = this.#mover.follower;
    const lean: Vec3 = [off[3], off[4], off[5]];
    const footprints = this.#printsNow();
    if (!walker) {
      const notes = [`no gait was found, so it sways on its feet: ${this.#reason}`];
      return { gait: 'none', phase: 'standing', share: 0, records: [], footprints, lean, notes };
    }
    const { plan, strain } = walker.state;
    const { kind } = plan.phase;
    const last = plan.records.length - 1;
    return {
      gait: walker.gait.steps[0]!.measures.gait,
      phase: kind,
      share: shareAt(plan, this.#ticks * TICK),
      records: plan.records.map((record, k) => (k === last ? { ...record, strain } : record)),
      footprints,
      lean,
      notes: walker.imported.notes,
    };
  }

  /** The footprints so far; later ones are not added to what was given away. */
  #printsNow(): readonly Footprint[] {
    if (this.#shown.length !== this.#prints.length) this.#shown = this.#prints.slice();
    return this.#shown;
  }

  #originNow(): SaveOrigin {
    this.#origin ??= originOf(this.#body, this.#floor.clip);
    return this.#origin;
  }

  save(): unknown {
    const mover = this.#walker ? saveWalker(this.#walker) : saveStander(this.#stander!);
    const { time, status } = this;
    const saved: SavedLocomotion = {
      origin: this.#originNow(),
      asked: this.#asked,
      time,
      status,
      ticks: this.#ticks,
      mover,
      last: this.#last.slice(),
      prints: this.#printsNow(),
      waiting: [...this.#waiting],
    };
    return saved;
  }

  /** Goes on from what save() of the same clip and body gave. Throws UsageError for anything else. */
  restore(saved: unknown): void {
    checkOrigin(saved, this.#originNow());
    const { asked, time, status, ticks, mover, last, prints, waiting } = saved as SavedLocomotion;
    if (this.#walker) restoreWalker(this.#walker, mover as SavedWalker);
    else if (this.#stander) restoreStander(this.#stander, mover as SavedStander);
    this.replan(asked);
    this.time = time;
    this.status = status;
    this.#ticks = ticks;
    this.#last.set(last);
    this.#prints = [...prints];
    this.#shown = prints;
    this.#waiting = [...waiting];
    this.#write();
  }
}

const STATUS = {
  undisturbed: 'balanced',
  recovered: 'balanced',
  recovering: 'stepping',
  stumble: 'stumbling',
  fall: 'falling',
} as const satisfies Record<string, BalancerStatus>;
