/** What is seen: the animation's pose or a reaction's, from one to the next without a jump, mixed by weight and joint. */
import type { Body } from '../body/body.ts';
import { type Placement, STAY } from '../gait/placement.ts';
import { coordinateCount, freedomCount } from '../motion/skeleton.ts';
import { Composer } from './compose-pose.ts';
import type { Gaze } from './gaze.ts';
import type { Shares } from './mix-pose.ts';
import type { Rig } from './rig.ts';
import { addTransition, beginTransition, createTransition, type Transition, USUAL_FADE } from './transition.ts';
import { isAtHome, type Whereabouts } from './whereabouts.ts';

/** A pose and its velocity. */
export interface Moving {
  readonly q: Float64Array; // nq
  readonly v: Float64Array; // nv
}

/** What is to be shown besides the pose of `Display.q`. */
export interface Scene {
  readonly where: Whereabouts;
  readonly rest: Float64Array; // nq: the animation's pose on its ground, in the coordinates of reactions
  readonly isFitted: boolean; // whether the ground changes it
  readonly reacts: boolean;
  readonly gaze: Gaze;
  readonly braces: boolean; // the animation's pose is leant
  /** How far the reaction has led the character by now, in the coordinates of reactions. */
  readonly move: () => Placement;
}

export class Display implements Moving {
  readonly q: Float64Array; // nq, over ground that rests
  readonly v: Float64Array; // nv
  readonly out: Float64Array; // nq as the rig shows it
  readonly transition: Transition;
  readonly #body: Body;
  readonly #composer: Composer;

  constructor(body: Body) {
    this.#body = body;
    const [nq, nv] = [coordinateCount(body.skeleton), freedomCount(body.skeleton)];
    [this.q, this.out] = [new Float64Array(nq), new Float64Array(nq)];
    this.v = new Float64Array(nv);
    this.transition = createTransition(nv);
    this.#composer = new Composer(body);
  }

  show(q: Float64Array, v: Float64Array, time: number): void {
    this.q.set(q);
    this.v.set(v);
    addTransition(this.transition, this.#body.skeleton, time, this.q, this.v);
  }

  /** From now on another source is shown: what differs dies away. */
  change(from: Moving, to: Moving, time: number, duration = USUAL_FADE): void {
    beginTransition(this.transition, this.#body.skeleton, time, from, to, duration);
  }

  /** Nothing is written while there is nothing to show: the rig keeps its own numbers. */
  write(rig: Rig, shares: Shares, scene: Scene): void {
    const { out, transition } = this;
    const { where, rest, isFitted, reacts, gaze, braces } = scene;
    const { travel, read } = where;
    const isMoved = reacts || transition.at >= 0;
    if (!isMoved && !isFitted && !braces && !gaze.isLooking && isAtHome(where)) {
      out.set(read);
      return;
    }
    out.set(this.q);
    if (isMoved) this.#composer.mix(out, rest, out, shares);
    gaze.turnHead(out, shares.weight);
    const holds = shares.held[0] + shares.held[1] > 0 && (isMoved || gaze.isLooking);
    if (holds) this.#composer.holdHands(out, rest, reacts ? scene.move() : STAY, shares);
    out[0] -= travel.x;
    out[1] -= travel.y;
    out[2] -= travel.z;
    rig.write(out);
  }
}
