/**
 * Somebody who walks or runs on, is hit, and answers: the clip is the source, the step plan says where feet land, the reaction body makes
 * it true. A character that has recovered goes on with the clip on its own timeline.
 */
import type { Body } from '../../body/body.ts';
import { GaitPlanner } from '../../control/gait/gait-planner.ts';
import { sourceOfClip } from '../../control/gait/source-of-clip.ts';
import type { Ground } from '../../control/ground.ts';
import type { ReactionParameters } from '../../control/parameters.ts';
import type { Source } from '../../control/source.ts';
import { type OnFloor, onFloor } from '../../gait/on-floor.ts';
import type { Push } from '../../gait/push.ts';
import { measureSituation, type Situation } from '../../gait/situation.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Clip } from '../../motion/clip.ts';
import type { Balancer, BalancerEvent, BalancerStatus } from '../balancer.ts';
import { NO_TACTICS } from '../no-tactics.ts';
import { ReactingCharacter, type Tactics } from '../reacting-character.ts';
import { checkShape, type Shape } from '../save-shape.ts';
import { type Ball, ballPush } from './ball.ts';
import { checkedStyle, type LocomotionStyle, planOptions } from './options.ts';
import { checkOrigin, originOf, type SaveOrigin } from './save-origin.ts';
import { foresee, recordStep, STEP_SHAPE, type StepRecord } from './step-record.ts';

/** What the character is doing, as plain data for whoever watches. */
export interface LocomotionView {
  readonly steps: readonly StepRecord[]; // since the first hit
  readonly sinceHit: readonly StepRecord[]; // those since the last one
}

export interface WalkerOptions {
  readonly ground: Ground | undefined; // undefined: the floor of the clip
  readonly parameters: Partial<ReactionParameters>; // other values than the table's
  readonly tactics: Tactics | undefined; // of a method that adds to the answer
}

interface SavedLocomotion {
  readonly origin: SaveOrigin;
  readonly style: LocomotionStyle;
  readonly character: unknown;
  readonly steps: readonly StepRecord[];
  readonly sinceHit: number;
}

export class Locomotion implements Balancer {
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** Why the clip's gait does not go on past its end: the character comes to rest there. '': it goes on. */
  readonly restsBecause: string;
  /** What the clip shows, on the whole. */
  readonly kind: Situation['kind'];
  readonly #body: Body;
  readonly #floor: OnFloor;
  readonly #source: Source;
  readonly #options: Partial<WalkerOptions>;
  readonly #foreseen = { time: 0, crosses: false };
  #style: LocomotionStyle;
  #character: ReactingCharacter;
  #steps: readonly StepRecord[] = [];
  #sinceHit = 0; // steps before the last hit
  #origin: SaveOrigin | undefined; // from the first save on

  constructor(body: Body, clip: Clip, options: Partial<LocomotionStyle & WalkerOptions> = {}) {
    this.#body = body;
    this.#floor = onFloor(body, clip);
    this.#options = options;
    this.#style = checkedStyle(options);
    const { source, restsBecause } = sourceOfClip(body, this.#floor.clip, this.#floor.report);
    this.#source = source;
    this.kind = measureSituation(body, this.#floor.clip, { report: this.#floor.report }).kind;
    this.restsBecause = restsBecause;
    this.#character = this.#create();
    this.q = this.#character.q.slice();
    this.v = this.#character.v.slice();
    this.#show();
  }

  #create(): ReactingCharacter {
    const { ground, parameters = {}, tactics = NO_TACTICS } = this.#options;
    const plan = planOptions(this.#style);
    return new ReactingCharacter(this.#source, tactics, {
      ground,
      parameters,
      gait: (source) => new GaitPlanner(source, plan),
    });
  }

  get time(): number {
    return this.#character.time;
  }

  get status(): BalancerStatus {
    return this.#character.status;
  }

  /** The character on its body, for whoever looks closer. */
  get character(): ReactingCharacter {
    return this.#character;
  }

  push(push: Push): void {
    this.#character.push(push);
  }

  /** A steady pull [N], until it is replaced by another or by undefined. */
  pull(force: Vec3 | undefined, segment = 0, pointInSegment?: Vec3): void {
    this.#character.pull(force, segment, pointInSegment);
  }

  /** A ball that hits now. */
  hitByBall(ball: Ball): Push {
    const push = ballPush(ball, this.#body.totalMass, [this.v[0], this.v[1], this.v[2]]);
    this.push(push);
    return push;
  }

  /** Answers differently from now on. What is not given stays. */
  restyle(options: Partial<LocomotionStyle>): void {
    const saved = this.#character.save();
    this.#style = checkedStyle(options, this.#style);
    this.#character = this.#create();
    this.#character.restore(saved);
  }

  step(dt: number): readonly BalancerEvent[] {
    const character = this.#character;
    foresee(this.#foreseen, character.isReacting ? character.gait?.output : undefined);
    const events = character.step(dt);
    for (const event of events) {
      if (event.kind === 'impact') this.#sinceHit = this.#steps.length;
      if (event.kind !== 'step') continue;
      this.#steps = [...this.#steps, recordStep(character, event.foot, event.time, this.#foreseen)];
    }
    this.#show();
    return events.length === 0 ? events : events.map((event) => this.#inClip(event));
  }

  /** Places as the clip has them, which may walk on the spot. */
  #inClip(event: BalancerEvent): BalancerEvent {
    return event.kind === 'step' ? { ...event, position: this.#floor.toClip(event.position, event.time) } : event;
  }

  #show(): void {
    this.q.set(this.#character.q);
    this.v.set(this.#character.v);
    this.#floor.place(this.q, this.v, this.time);
  }

  /** What it is doing, for studios and reports. */
  view(): LocomotionView {
    return { steps: this.#steps, sinceHit: this.#steps.slice(this.#sinceHit) };
  }

  save(): unknown {
    this.#origin ??= originOf(this.#body, this.#floor.clip);
    const saved: SavedLocomotion = {
      origin: this.#origin,
      style: this.#style,
      character: this.#character.save(),
      steps: this.#steps,
      sinceHit: this.#sinceHit,
    };
    return saved;
  }

  /** Goes on from what save() of the same clip and body gave. Throws UsageError for anything else. */
  restore(saved: unknown): void {
    this.#origin ??= originOf(this.#body, this.#floor.clip);
    checkOrigin(saved, this.#origin);
    checkShape(saved, SAVED_STEPS, 'the walk');
    const { style, character, steps, sinceHit } = saved as SavedLocomotion;
    const next = checkedStyle(style);
    if (!isSameStyle(next, this.#style)) {
      this.#style = next;
      this.#character = this.#create();
    }
    this.#character.restore(character);
    this.#steps = steps;
    this.#sinceHit = sinceHit;
    this.#show();
  }
}

const SAVED_STEPS: Shape = { fields: { steps: { list: STEP_SHAPE }, sinceHit: 'whole' } };

const isSameStyle = (a: LocomotionStyle, b: LocomotionStyle): boolean =>
  a.bracing === b.bracing && a.beta === b.beta && a.delay === b.delay && a.strength === b.strength;
