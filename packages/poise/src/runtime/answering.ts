/** Who answers hits: the method for the situation, from the pose that is shown to where it has led. */
import { UsageError } from '../errors.ts';
import { moveBetween, movePose, moveVelocity, type Placement } from '../gait/placement.ts';
import type { BalancerEvent } from '../methods/balancer.ts';
import type { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import type { Display } from './display.ts';
import type { Driver } from './driver.ts';
import type { Drivers } from './drivers.ts';
import type { ReactionEvent } from './events.ts';
import { turnGround } from './moving-ground.ts';
import { DETAILS, type Detail, type LayerMethod } from './options.ts';
import type { Situation } from './situation.ts';
import { absorb, placementAfter, type Whereabouts } from './whereabouts.ts';

interface AnsweringParts {
  readonly stream: StreamPrimary;
  readonly situation: Situation;
  readonly where: Whereabouts;
  readonly display: Display;
  readonly drivers: Drivers;
}

const NOTHING: readonly ReactionEvent[] = [];

export class Answering {
  driver: Driver | undefined;
  readonly #parts: AnsweringParts;

  constructor(parts: AnsweringParts) {
    this.#parts = parts;
  }

  /** The method that is at it; one that only holds the feet where they stand is not. */
  get active(): Driver['id'] | undefined {
    return this.driver?.isHolding ? undefined : this.driver?.id;
  }

  /** Where steps have led the character away from its animation. */
  get displacement(): Placement {
    const { where } = this.#parts;
    return this.driver?.isHolding ? placementAfter(where, this.driver.placement()) : { ...where.placement };
  }

  /** The owner has moved the model there. */
  absorbDisplacement(): void {
    if (this.active) throw new UsageError('a reaction is going on: absorb its displacement once `active` is undefined');
    absorb(this.#parts.where, this.displacement);
  }

  /** Who answers: the method that is at it, or the one for the situation. */
  driverFor(what: 'hit' | 'pull', method: LayerMethod, detail: Detail): Driver {
    const { driver: now } = this;
    const { drivers, display, stream, situation } = this.#parts;
    const suits = what === 'hit' ? method === 'auto' || now?.id === method : now?.id === 'reactive-blend';
    if (now && suits && !now.isReturning) return now;
    const driver = drivers.named(drivers.choose(what, method, situation, detail));
    if (driver === now && !now.isReturning) return now;
    const { time } = stream.state;
    driver.useDetail(DETAILS[detail]);
    // what comes goes on where the other has led
    if (now) this.#leadOn(now.isReturning ? now.placement() : moveBetween(stream.state.q, display.q));
    driver.begin(time, situation);
    display.change(display, driver, time);
    this.driver = driver;
    return driver;
  }

  /** Goes on by dt [s] and shows what has come of it: the reaction, or the animation where nothing happens. */
  step(dt: number, detail: Detail): readonly ReactionEvent[] {
    const { driver } = this;
    const { display, stream, where } = this.#parts;
    const { time } = stream.state;
    if (!driver) {
      display.show(where.pose, stream.state.v, time);
      return NOTHING;
    }
    driver.useDetail(DETAILS[detail]);
    const events = driver.step(dt).map((event) => told(event, driver, where));
    display.show(driver.q, driver.v, time);
    if (driver.isOver) {
      this.driver = undefined;
      this.#leadOn(driver.placement());
      display.change(driver, stream.state, time);
    }
    return events;
  }

  /** The stream goes on where a reaction has led. */
  #leadOn(move: Placement): void {
    const { where, situation, stream } = this.#parts;
    where.placement = placementAfter(where, move);
    turnGround(situation.groundVelocity, move.yaw);
    movePose(move, stream.state.q);
    moveVelocity(move, stream.state.v);
  }
}

/** An event as the layer tells it: places are those of the rig, not of a ground that rests. */
function told(event: BalancerEvent, { id, q, v }: Driver, { travel }: Whereabouts): ReactionEvent {
  if (event.kind === 'step') {
    const [x, y, z] = event.position;
    return { ...event, method: id, position: [x - travel.x, y, z - travel.z] };
  }
  if (event.kind !== 'fall') return { ...event, method: id };
  const pose = q.slice();
  pose[0] -= travel.x;
  pose[2] -= travel.z;
  return { ...event, method: id, q: pose, v: v.slice() };
}
