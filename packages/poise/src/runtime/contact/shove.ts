/** One character pushes another: hands are laid on the chest, then both get the same impulse, in opposite directions. */

import type { Body } from '../../body/body.ts';
import { stepTime } from '../../control/begin-state.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { UsageError } from '../../errors.ts';
import { ease } from '../../math/ease.ts';
import { withDefaults } from '../../math/options.ts';
import { rotate3, rotateBack3 } from '../../math/quat.ts';
import type { ReadonlyVector, Vec3 } from '../../math/types.ts';
import { noSave } from '../../methods/check-saved.ts';
import { checkShape, type Shape } from '../../methods/save-shape.ts';
import { BOUNDS, isWithin } from '../../motion/bounds.ts';
import { SIDES } from '../../motion/roles.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import type { ReactionLayer } from '../layer.ts';
import { createReachingArm, palmOf, type ReachingArm, reachHand } from './reach-hand.ts';

export interface ShoveOptions {
  readonly impulse: number; // [N·s] that each of the two gets
  readonly hands: 'both' | 'left' | 'right';
  readonly at: 'chest' | 'leftShoulder' | 'rightShoulder'; // of the other
  readonly reach: number; // [s] until the hands are there
  readonly duration: number; // [s] that they push
  readonly release: number; // [s] in which the arms go back
}

export const SHOVE_DEFAULTS: ShoveOptions = {
  impulse: 30,
  hands: 'both',
  at: 'chest',
  reach: 0.25,
  duration: 0.12,
  release: 0.3,
};

/** out-of-reach: nothing was pushed. */
export type ShoveStatus = 'reaching' | 'pushing' | 'releasing' | 'over' | 'out-of-reach';

interface ShoveState {
  status: ShoveStatus;
  since: number; // [s] in this status
  ahead: Vec3; // from one to the other, level
  contacts: readonly Vec3[]; // per arm, in the segment that is touched
}

const SHOVE_SHAPE: Shape = {
  fields: {
    status: { words: ['reaching', 'pushing', 'releasing', 'over', 'out-of-reach'] },
    since: 'number',
    ahead: { numbers: 3 },
    contacts: { list: { numbers: 3 } },
  },
};

const DEPTH = 0.065; // body heights from the middle of the chest to its surface
const APART = 0.07; // body heights of a hand from the middle
const TOUCH = 0.02; // [m] a hand this near touches

/** A push between two characters. Call `update` once per frame, after both layers were updated.
 *
 * ```ts
 * const shove = new Shove(ann, bob, { impulse: 25 }); // two ReactionLayers that face each other within arm's reach
 * ann.update(dt);
 * bob.update(dt);
 * if (!shove.isOver) shove.update(dt);
 * ```
 */
export class Shove {
  readonly options: ShoveOptions;
  readonly #pusher: ReactionLayer;
  readonly #pushed: ReactionLayer;
  readonly #arms: readonly ReachingArm[];
  readonly #touched: number; // segment of the other
  readonly #q: Float64Array; // of the pusher
  readonly #other: Float64Array;
  readonly #ws: Workspace; // of the other
  #state: ShoveState;

  constructor(pusher: ReactionLayer, pushed: ReactionLayer, options: Partial<ShoveOptions> = {}) {
    this.options = withDefaults('Shove', SHOVE_DEFAULTS, options);
    for (const [name, value] of Object.entries(this.options)) {
      if (typeof value === 'number' && !(value > 0 && value < Infinity)) {
        throw new UsageError(`${name}: expected a number above 0, found ${value}`);
      }
    }
    if (pusher === pushed) throw new UsageError('a shove needs two characters');
    if (!isPosed(pusher) || !isPosed(pushed)) throw new UsageError('update both layers once before a shove');
    this.#pusher = pusher;
    this.#pushed = pushed;
    const { hands, at } = this.options;
    this.#arms = SIDES.filter((side) => hands === 'both' || hands === side)
      .map((side) => createReachingArm(pusher.body, side))
      .filter((arm): arm is ReachingArm => arm !== undefined);
    if (this.#arms.length === 0) throw new UsageError(`the pusher has no ${hands} arm`);
    this.#touched = touchedSegment(pushed.body, at);
    this.#q = new Float64Array(coordinateCount(pusher.body.skeleton));
    this.#other = new Float64Array(coordinateCount(pushed.body.skeleton));
    this.#ws = createWorkspace(pushed.body);
    this.#state = this.#aim();
  }

  get status(): ShoveStatus {
    return this.#state.status;
  }

  /** The hands are back, whether they have pushed or not. */
  get isOver(): boolean {
    const { status, since } = this.#state;
    return status === 'over' || (status === 'out-of-reach' && since > this.options.release);
  }

  /** Where the hands are to touch [m], world: one place per hand that pushes, left first. */
  get contacts(): readonly Vec3[] {
    this.#look();
    return this.#state.contacts.map((point) => this.#worldOf(point));
  }

  /** Where the middles of those hands are [m]. */
  get palms(): readonly Vec3[] {
    return this.#arms.map((arm) => palmOf(this.#q, arm));
  }

  update(seconds: number): void {
    const dt = stepTime(seconds, Infinity, 'an update');
    const state = this.#state;
    const { reach, duration, release } = this.options;
    state.since += dt;
    if (this.isOver) return; // arms that did not get there go back too
    const weight =
      state.status === 'reaching'
        ? ease(state.since / reach)
        : state.status === 'pushing'
          ? 1
          : 1 - ease(state.since / release);
    const missing = this.#layHands(weight);
    if (state.status === 'reaching' && state.since >= reach) this.#enter(missing < TOUCH ? 'pushing' : 'out-of-reach');
    else if (state.status === 'pushing' && (state.since >= duration || missing > TOUCH)) this.#enter('releasing');
    else if (state.status === 'releasing' && state.since >= release) this.#enter('over');
  }

  /** Plain data. */
  save(): unknown {
    return structuredClone(this.#state);
  }

  restore(saved: unknown): void {
    checkShape(saved, SHOVE_SHAPE, 'shove');
    const { contacts } = saved as ShoveState;
    if (contacts.length !== this.#state.contacts.length) throw noSave(saved);
    this.#state = structuredClone(saved as ShoveState);
  }

  #enter(status: ShoveStatus): void {
    this.#state.status = status;
    this.#state.since = 0;
    if (status === 'pushing') this.#push();
  }

  /** Each hand its share; what one body gets the other gets the other way round, at the same point. */
  #push(): void {
    const { contacts, ahead } = this.#state;
    const { impulse, duration } = this.options;
    const share = impulse / contacts.length;
    this.#arms.forEach((arm, k) => {
      const point = this.#worldOf(contacts[k]);
      const forth: Vec3 = [share * ahead[0], 0, share * ahead[2]];
      this.#pushed.hit({ bone: this.#touched, point, impulse: forth, duration });
      this.#pusher.hit({ bone: arm.limb.end, point, impulse: [-forth[0], 0, -forth[2]], duration });
    });
  }

  /** How far the worst hand would be from its place [m]. */
  #layHands(weight: number): number {
    this.#look();
    copy(this.#q, this.#pusher.pose);
    let worst = 0;
    this.#arms.forEach((arm, k) => {
      const point = this.#worldOf(this.#state.contacts[k]);
      worst = Math.max(worst, reachHand(this.#q, arm, point, this.#state.ahead, weight));
    });
    this.#pusher.rig.write(this.#q);
    return worst;
  }

  /** The pose that the other is shown in. */
  #look(): void {
    copy(this.#other, this.#pushed.pose);
    forwardKinematics(this.#pushed.body, this.#ws, this.#other);
  }

  #aim(): ShoveState {
    this.#look();
    copy(this.#q, this.#pusher.pose);
    const [s, { segmentCom, segmentOrigin, segmentRotation }] = [this.#touched, this.#ws];
    const { height } = this.#pushed.body;
    const [dx, dz] = [segmentCom[3 * s] - this.#q[0], segmentCom[3 * s + 2] - this.#q[2]];
    const far = Math.hypot(dx, dz);
    const ahead: Vec3 = far > 1e-6 ? [dx / far, 0, dz / far] : [0, 0, 1];
    const contacts = this.#arms.map(({ side }): Vec3 => {
      // to the pusher's left: up × ahead
      const aside = this.#arms.length === 1 ? 0 : (side === 'left' ? APART : -APART) * height;
      const local = Float64Array.of(
        segmentCom[3 * s] - segmentOrigin[3 * s] - DEPTH * height * ahead[0] + aside * ahead[2],
        segmentCom[3 * s + 1] - segmentOrigin[3 * s + 1],
        segmentCom[3 * s + 2] - segmentOrigin[3 * s + 2] - DEPTH * height * ahead[2] - aside * ahead[0],
      );
      rotateBack3(local, 0, segmentRotation, 4 * s, local, 0);
      return [local[0], local[1], local[2]];
    });
    return { status: 'reaching', since: 0, ahead, contacts };
  }

  #worldOf(point: Vec3): Vec3 {
    const s = this.#touched;
    const { segmentOrigin, segmentRotation } = this.#ws;
    const at = Float64Array.from(point);
    rotate3(at, 0, segmentRotation, 4 * s, at, 0);
    return [at[0] + segmentOrigin[3 * s], at[1] + segmentOrigin[3 * s + 1], at[2] + segmentOrigin[3 * s + 2]];
  }
}

function copy(out: Float64Array, from: ReadonlyVector): void {
  for (let i = 0; i < out.length; i++) out[i] = from[i];
}

/** Before the first update there is no pose: a rotation is never zero. What is elsewhere in the universe has none either. */
const isPosed = ({ pose }: ReactionLayer): boolean =>
  Math.hypot(pose[3], pose[4], pose[5], pose[6]) > 0 && isWithin(pose, BOUNDS.length);

function touchedSegment({ roles }: Body, at: ShoveOptions['at']): number {
  const found = at === 'chest' ? (roles.upperChest ?? roles.chest ?? roles.spine) : roles[`${side(at)}UpperArm`];
  if (found === undefined) throw new UsageError(`the other has no ${at}`);
  return found;
}

const side = (at: 'leftShoulder' | 'rightShoulder'): 'left' | 'right' => (at === 'leftShoulder' ? 'left' : 'right');
