/** Chooses what answers hits: the method for the situation, from the pose that is shown to where it has led. */
import type { Body } from '../body/body.ts';
import { shown, UsageError } from '../errors.ts';
import {
  moveBetween,
  movePlace,
  movePose,
  moveVelocity,
  type Placement,
  STAY,
  thenMove,
  undone,
} from '../gait/placement.ts';
import type { Vec3 } from '../math/types.ts';
import type { BalancerEvent } from '../methods/balancer.ts';
import type { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import type { Display } from './display.ts';
import type { Driver, FallDriver } from './driver.ts';
import type { Drivers } from './drivers.ts';
import type { Move, OnMove, ReactionEvent } from './events.ts';
import type { Intake } from './intake.ts';
import { LiveMove, shareOfMove } from './live-move.ts';
import { baseShare, type Shares } from './mix-pose.ts';
import { turnGround } from './moving-ground.ts';
import type { LayerMethod } from './options.ts';
import type { Flags } from './saved-layer.ts';
import type { Situation } from './situation.ts';
import { absorb, placementAfter, type Whereabouts } from './whereabouts.ts';

interface AnsweringParts {
  readonly stream: StreamPrimary;
  readonly situation: Situation;
  readonly where: Whereabouts;
  readonly display: Display;
  readonly drivers: Drivers;
  readonly shares: Shares;
  readonly intake: Intake;
}

const LIES = 0.05; // [m/s] of the hips of a body that has fallen
/** [m/s] of the whole body: no person walking or running falls from so little (404 pushed people, step-plan.md). */
const TAP = 0.35;
const LET_GO = 0.5; // [s] in which the animation takes over in the middle of a reaction
const NO_TAP = 1e3; // [m/s] pulls last as long as they like
const LEAST_MOVE = 1e-6; // [m] that an owner is asked about

export const quietFlags = (): Flags => ({ fell: 0, busy: 0, struck: 0, warned: 0 });

export class Answering {
  driver: Driver | undefined;
  readonly flags: Flags = quietFlags();
  readonly #body: Body;
  readonly #parts: AnsweringParts;
  readonly #live: LiveMove;
  readonly #before: Float64Array;

  constructor(body: Body, parts: AnsweringParts) {
    this.#body = body;
    this.#parts = parts;
    this.#live = new LiveMove(body);
    this.#before = parts.where.pose.slice();
  }

  /** The method that is at it; one that only holds the feet where they stand is not. */
  get active(): Driver['id'] | undefined {
    return this.driver?.isHolding ? undefined : this.driver?.id;
  }

  /** The fall in progress: going down, lying or getting up. */
  get fallen(): FallDriver | undefined {
    return this.driver?.id === 'fall' ? this.#parts.drivers.fall : undefined;
  }

  /** Where steps have led the character away from its animation, by now. */
  get displacement(): Placement {
    return placementAfter(this.#parts.where, this.move());
  }

  /** How far the reaction that goes on has led the character, in the coordinates of reactions. */
  readonly move = (): Placement => {
    const { stream, shares } = this.#parts;
    if (!this.driver) return STAY;
    const { q } = stream.state;
    return shareOfMove(this.#live.between(q, this.driver.q), baseShare(shares, this.#body), q[0], q[2]);
  };

  /** The owner has moved the model there. */
  absorbDisplacement(): void {
    absorb(this.#parts.where, this.displacement);
  }

  /** The owner moves the model along, as far as walls allow; what they do not allow is taken back, feet and all. */
  moveAlong(onMove: OnMove): void {
    const { where } = this.#parts;
    const [x, z] = [where.read[0], where.read[2]];
    const [toX, toZ] = movePlace(this.displacement, x, z);
    const delta: Move = { x: toX - x, z: toZ - z };
    if (Math.hypot(delta.x, delta.z) < LEAST_MOVE) return;
    const answer = onMove(delta);
    const allowed = typeof answer === 'object' ? answer : answer === false ? { x: 0, z: 0 } : delta;
    if (!Number.isFinite(allowed?.x) || !Number.isFinite(allowed.z)) {
      throw new UsageError(`onMove: expected { x, z } in metres or a boolean, found ${shown(answer)}`);
    }
    absorb(where, { yaw: 0, x: allowed.x, z: allowed.z });
    const [backX, backZ] = [delta.x - allowed.x, delta.z - allowed.z];
    where.travel.x += backX;
    where.travel.z += backZ;
    where.placement = { ...where.placement, x: where.placement.x - backX, z: where.placement.z - backZ };
  }

  /** The driver that answers: the one at work, or the one for the situation. */
  driverFor(what: 'hit' | 'pull', method: LayerMethod): Driver {
    const { driver: now } = this;
    const { drivers, display, stream, situation, intake } = this.#parts;
    if (now?.id === 'fall') return now;
    const walks = now?.id === 'reactive-locomotion';
    const suits = walks || (what === 'hit' ? method === 'auto' || now?.id === method : now?.id === 'reactive-blend');
    if (now && suits) return now;
    const driver = drivers.named(drivers.choose(what, method, situation));
    if (driver === now) return now;
    const { time } = stream.state;
    const shown = now ?? intake.restOf(stream.state);
    const leant = now === undefined && intake.isBracing ? shown : undefined;
    display.show(shown.q, shown.v, time);
    // what comes goes on where the other has led
    if (now) this.#leadOn(moveBetween(stream.state.q, display.q));
    driver.begin(time, leant);
    display.change(display, driver, time);
    this.driver = driver;
    return driver;
  }

  /** A hit [N·s], or a pull: of no known impulse. */
  strike(impulse: Vec3 | undefined): void {
    this.flags.struck += impulse ? Math.hypot(...impulse) / this.#body.totalMass : NO_TAP;
  }

  /** Goes on by dt [s] and shows what has come of it: the reaction, or the animation where nothing happens. */
  step(dt: number): readonly ReactionEvent[] {
    const { driver, flags } = this;
    const { display, stream, where, intake } = this.#parts;
    const { time } = stream.state;
    if (!driver) {
      if (intake.isFitted !== intake.wasFitted)
        display.change({ q: this.#shownBefore(), v: stream.state.v }, intake.rest, time);
      display.show(intake.rest.q, intake.rest.v, time);
      return [];
    }
    const { status } = driver;
    const events = driver.step(dt).map((event) => told(event, driver, where));
    display.show(driver.q, driver.v, time);
    const lies = driver.id === 'fall' ? events.some(({ kind }) => kind === 'down') : isStill(driver);
    const fall = events.findIndex(({ kind }) => kind === 'fall');
    const isTap = driver.isMoving && flags.struck <= TAP && fall >= 0;
    if (isTap) events.splice(fall, 1, ...this.#letGo(driver));
    else if (fall >= 0) {
      flags.fell = 1;
      this.#handOver(driver);
    } else if (flags.fell === 1 && lies) {
      flags.fell = 0;
      events.push({ kind: 'landed', from: 'fall', airborne: 0, time, method: driver.id });
    }
    if (driver.isOver || isTap) {
      // whoever stops, walks off or changes its gait in the middle of a reaction has recovered, too
      const isEarly = isTap || status !== 'balanced';
      if (!isTap && isEarly && !events.some(({ kind }) => kind === 'recovered'))
        events.push({ kind: 'recovered', time, method: driver.id });
      this.#leadOn(driver.placement());
      this.driver = undefined;
      intake.restAgain();
      display.change(display, intake.rest, time, isEarly ? LET_GO : undefined);
    }
    if (this.driver && driver.status !== 'balanced') flags.busy = 1;
    else if (flags.busy === 1 && this.active === undefined) {
      flags.busy = 0;
      flags.struck = 0;
      events.push({ kind: 'settled', time, method: driver.id, displacement: this.displacement });
    }
    return events;
  }

  /** The body could not follow the animation, though nobody falls from so little: the animation takes over, and its owner is told. */
  #letGo({ id: method }: Driver): ReactionEvent[] {
    const { time } = this.#parts.stream.state;
    const events: ReactionEvent[] = [{ kind: 'recovered', time, method }];
    if (this.flags.warned === 0) {
      this.flags.warned = 1;
      const message =
        'a weak hit could not be answered in balance: nobody could walk as this animation does. It goes on';
      events.push({ kind: 'warning', time, method, message });
    }
    return events;
  }

  /** Balance is lost: whoever falls goes on from here, where there is somebody for it. */
  #handOver({ q, v }: Driver): void {
    const { fall } = this.#parts.drivers;
    if (!fall) return;
    fall.take(q, v);
    this.driver = fall;
  }

  /** What the animation showed without its feet on the ground, or with them: the other of the two. */
  #shownBefore(): Float64Array {
    const { where, intake } = this.#parts;
    this.#before.set(where.pose);
    if (!intake.isFitted) intake.putOnGround(this.#before);
    return this.#before;
  }

  /** The stream goes on where a reaction has led, as far as it is shown; so does what is shown. */
  #leadOn(whole: Placement): void {
    const { where, situation, stream, display, shares } = this.#parts;
    const { q, v } = stream.state;
    const move = shareOfMove(whole, baseShare(shares, this.#body), q[0], q[2]);
    const rest = thenMove(undone(whole), move);
    movePose(rest, display.q);
    moveVelocity(rest, display.v);
    where.placement = placementAfter(where, move);
    turnGround(situation.groundVelocity, move.yaw);
    for (const pose of [q, where.pose]) movePose(move, pose);
    moveVelocity(move, v);
  }
}

const isStill = ({ v }: Driver): boolean => Math.hypot(v[0], v[1], v[2]) < LIES;

/** An event as the layer tells it: places are those of the rig, not of a ground that rests. */
function told(event: BalancerEvent, { id, q, v }: Driver, { travel }: Whereabouts): ReactionEvent {
  if (event.kind === 'step') {
    const [x, y, z] = event.position;
    return { ...event, method: id, position: [x - travel.x, y - travel.y, z - travel.z] };
  }
  if (event.kind !== 'fall') return { ...event, method: id };
  const pose = q.slice();
  pose[0] -= travel.x;
  pose[1] -= travel.y;
  pose[2] -= travel.z;
  return { ...event, method: id, q: pose, v: v.slice() };
}
