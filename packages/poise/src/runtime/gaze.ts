/** A character that is hit looks at the pusher for a moment: neck and head turn to where the hit came from. */
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { headingYaw } from '../gait/heading.ts';
import { wrapAngle } from '../math/angle.ts';
import { ease } from '../math/ease.ts';
import { multiplyQuat, normalizeQuat, quatFromAxisAngle, relativeQuat } from '../math/quat.ts';
import type { Vec3 } from '../math/types.ts';
import { quatIndex } from '../motion/skeleton.ts';

/** [s] after the hit: people look up from a surprise after about 0.3 s, a gaze shift of the head takes 0.3 s; held and released by hand. */
const BEGINS = 0.3;
const TURNS_IN = 0.3;
const ENDS = 1.6;
const TURNS_BACK_IN = 0.6;
const FARTHEST = (65 * Math.PI) / 180; // [rad] of a neck, without the trunk
const NECK = 0.4; // of the turn
const LEAST = 0.5; // [N·s] level: less says nothing of a direction

/** Plain data. */
export interface GazeState {
  at: number; // [s] of the hit; −1: none
  towards: number; // [rad] where the pusher is, world
}

export class Gaze {
  readonly state: GazeState = { at: -1, towards: 0 };
  isEnabled: boolean;
  readonly #body: Body;
  readonly #ws: Workspace;
  readonly #turn = new Float64Array(8);
  #share = 0; // of the turn, now

  constructor(body: Body, isEnabled: boolean) {
    this.#body = body;
    this.#ws = createWorkspace(body);
    this.isEnabled = isEnabled;
  }

  get isLooking(): boolean {
    return this.#share > 0;
  }

  /** A hit at a time [s]. Hits while somebody looks already change the direction only once the head is back. */
  hit([x, , z]: Vec3, time: number): void {
    if (!this.isEnabled || Math.hypot(x, z) < LEAST || this.state.at >= 0) return;
    this.state.at = time;
    this.state.towards = Math.atan2(-x, -z);
  }

  forget(): void {
    this.state.at = -1;
    this.#share = 0;
  }

  /** Goes on to a time [s]. `falls`: nobody looks then. */
  advance(time: number, falls: boolean): void {
    const since = time - this.state.at;
    if (this.state.at < 0) this.#share = 0;
    else this.#share = ease((since - BEGINS) / TURNS_IN) * (1 - ease((since - ENDS) / TURNS_BACK_IN));
    if (since > ENDS + TURNS_BACK_IN || falls) this.forget();
  }

  turnHead(q: Float64Array, weight: number): void {
    const { neck, head } = this.#body.roles;
    if (!(this.#share * weight > 0) || head === undefined) return;
    forwardKinematics(this.#body, this.#ws, q);
    const off = wrapAngle(this.state.towards - headingYaw(this.#body, this.#ws));
    const angle = this.#share * weight * Math.max(-FARTHEST, Math.min(FARTHEST, off));
    if (neck === undefined) this.#turnJoint(q, head, angle);
    else {
      this.#turnJoint(q, neck, NECK * angle);
      this.#turnJoint(q, head, (1 - NECK) * angle);
    }
  }

  /** About the vertical: local' = parent⁻¹ turn parent local. */
  #turnJoint(q: Float64Array, joint: number, angle: number): void {
    const { segmentRotation } = this.#ws;
    const parent = 4 * this.#body.skeleton.parents[joint];
    const turn = this.#turn;
    const i = quatIndex(joint);
    quatFromAxisAngle(turn, 0, 0, 1, 0, angle);
    multiplyQuat(turn, 0, turn, 0, segmentRotation, parent);
    relativeQuat(turn, 4, segmentRotation, parent, turn, 0);
    multiplyQuat(q, i, turn, 4, q, i);
    normalizeQuat(q, i, q, i);
  }
}
