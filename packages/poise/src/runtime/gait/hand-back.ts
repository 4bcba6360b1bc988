/**
 * From a walker back to the stream: joints become the stream's within a moment, but no foot slides for that. One that stands keeps
 * its distance from the stream's until it is lifted; one in the air loses it. The hips go with the feet that stand.
 */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { movePose, type Placement } from '../../gait/placement.ts';
import type { WatchedFeet } from '../../gait/streaming-contacts.ts';
import { closeLegs, createFootGoals, type LegGoals, legsOf } from '../../methods/reactive-blend/move-body.ts';
import { difference } from '../../motion/coordinates.ts';
import type { Moving } from '../display.ts';
import { addTransition, beginTransition, createTransition, type Transition } from '../transition.ts';
import { aimFoot, createHeldFeet, followFeet, type HeldFeet, lookAtFeet, meanOffset, noteFeet } from './held-feet.ts';

/** Plain data. */
export interface HandBackState {
  since: number; // [s] when it began
  place: Placement; // where the stream is shown
  readonly rise: Transition; // joints, and the height of the hips
  readonly hips: Float64Array; // x z [m] from the stream's, and their rates [m/s]
  readonly feet: HeldFeet;
}

const GONE = 2e-4; // [m]
const LONGEST = 1.5; // [s] a foot that is not lifted by then goes all the same
const HIPS = 12; // [1/s] at which they follow the feet
const SIDES = [0, 1] as const;

export class HandBack {
  readonly #body: Body;
  readonly #ground: number;
  readonly #stream: Workspace;
  readonly #legs: LegGoals;
  readonly #before: Float64Array;

  constructor(body: Body, nq: number, ground: number) {
    this.#body = body;
    this.#ground = ground;
    this.#stream = createWorkspace(body);
    this.#legs = { ws: createWorkspace(body), limbs: legsOf(body), feet: createFootGoals() };
    this.#before = new Float64Array(nq);
  }

  /** `from`: what is shown now; `to`: the stream, which is to be shown at `place`; `floor` (2): as the stream's feet are watched. */
  begin(time: number, from: Moving, to: Moving, place: Placement, floor: WatchedFeet['floor']): HandBackState {
    const placed = { q: to.q.slice(), v: to.v };
    movePose(place, placed.q);
    const rise = createTransition(to.v.length);
    beginTransition(rise, this.#body.skeleton, time, from, placed);
    const hips = Float64Array.of(rise.offset[0], rise.offset[2], rise.rate[0], rise.rate[2]);
    for (const c of [0, 2]) [rise.offset[c], rise.rate[c]] = [0, 0];
    const feet = createHeldFeet(floor);
    lookAtFeet(feet, this.#body, this.#stream, placed, this.#ground);
    noteFeet(feet, this.#body, this.#legs.ws, from, this.#stream, time);
    return { since: time, place, rise, hips, feet };
  }

  /** out = what is shown at a time, dt [s] after the last. Returns whether it is over. */
  step(out: Moving, state: HandBackState, stream: Moving, time: number, dt: number): boolean {
    const { skeleton } = this.#body;
    this.#before.set(out.q);
    out.q.set(stream.q);
    out.v.set(stream.v);
    movePose(state.place, out.q);
    followFeet(state.feet, this.#body, this.#stream, out, this.#ground, time);
    addTransition(state.rise, skeleton, time, out.q, out.v);
    let left = this.#carry(state, time, dt);
    out.q[0] += state.hips[0];
    out.q[2] += state.hips[1];
    for (const side of SIDES) {
      left = Math.max(left, aimFoot(this.#legs.feet[side], state.feet, this.#body, this.#stream, side, time));
    }
    forwardKinematics(this.#body, this.#legs.ws, out.q);
    closeLegs(out.q, this.#body, this.#legs);
    if (dt > 0) difference(out.v, skeleton, this.#before, 0, out.q, 0, dt);
    return (state.rise.at < 0 && left < GONE) || time - state.since > LONGEST;
  }

  /** The hips go on by dt towards being over the feet that stand as the stream has them; returns how far off they are [m]. */
  #carry({ hips, feet }: HandBackState, time: number, dt: number): number {
    const fading = Math.exp(-HIPS * dt);
    for (const c of [0, 1] as const) {
      const to = meanOffset(feet, c, time);
      const away = hips[c] - to;
      const pull = hips[2 + c] + HIPS * away;
      hips[c] = to + (away + pull * dt) * fading;
      hips[2 + c] = (hips[2 + c] - HIPS * pull * dt) * fading;
    }
    return Math.max(Math.abs(hips[0]), Math.abs(hips[1]));
  }
}
