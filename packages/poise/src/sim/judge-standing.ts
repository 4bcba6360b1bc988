/** Did the person keep standing? An honest test: loose ones have passed falls. */

import { UsageError } from '../errors.ts';
import { filledWith } from '../math/options.ts';
import { logQuat, relativeQuat } from '../math/quat.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { quatIndex } from '../motion/skeleton.ts';
import { FALL_LIMITS, FALL_WORDS, type FallLimits, fallReason } from './fall.ts';
import type { RunningScene } from './simulation.ts';

export interface StandingLimits extends FallLimits {
  readonly slip: number; // [m] of a foot from where it stood
  readonly tilt: number; // [rad] of a sole, at any time
  readonly endTilt: number; // [rad] at the end
  readonly poseError: number; // [rad] mean over the moving joints, at the end
  readonly endSpeed: number; // [m/s] of the CoM at the end
}

export const STANDING_LIMITS: StandingLimits = {
  slip: 0.06,
  tilt: 0.1,
  endTilt: 0.02,
  poseError: 0.1,
  endSpeed: 0.05,
  ...FALL_LIMITS, // of the height at the start
};

export interface StandingVerdict {
  readonly stands: boolean;
  readonly reason: string; // '' when it stands
  readonly fellAt: number | undefined; // [s]
  readonly slip: number; // [m] largest
  readonly tilt: number; // [rad] largest
  readonly poseError: number; // [rad] at the end
  readonly endSpeed: number; // [m/s]
}

/** Watches one run: `look` after every tick, `verdict` at the end. `lowestCom` [m] overrides the fall height for motions that
 *  go down on purpose. */
export class StandingJudge {
  fellAt: number | undefined;
  private readonly scene: RunningScene;
  private readonly limits: StandingLimits;
  private readonly startHeight: number;
  private readonly start: readonly Float64Array[];
  private slip = 0;
  private tilt = 0;
  private nowTilt = 0;
  private reason = '';

  constructor(scene: RunningScene, limits: Partial<StandingLimits> = {}) {
    this.scene = scene;
    this.limits = filledWith(STANDING_LIMITS, limits);
    this.startHeight = scene.com[1];
    this.start = scene.person.solePoints.map((points) => points.slice());
    if (scene.supportCount === 0) throw new UsageError('the person does not stand on anything at the start');
  }

  /** False once it has fallen. */
  look(): boolean {
    const { scene, limits } = this;
    if (this.fellAt !== undefined) return false;
    this.nowTilt = 0;
    scene.person.solePoints.forEach((points, foot) => {
      this.slip = Math.max(this.slip, shiftOf(points, this.start[foot]));
      this.nowTilt = Math.max(this.nowTilt, this.tiltOf(foot));
    });
    this.tilt = Math.max(this.tilt, this.nowTilt);
    const { com, supportCentre, touchesGround } = scene;
    const away = Math.hypot(com[0] - supportCentre[0], com[2] - supportCentre[1]);
    const signs = { touchesGround, height: com[1], expectedHeight: this.startHeight, away };
    const fall = fallReason(signs, limits);
    if (!scene.fault && !fall) return true;
    this.fellAt = scene.time;
    this.reason = scene.fault ? `the engine gave up: ${scene.fault.reason}` : FALL_WORDS[fall!];
    return false;
  }

  private tiltOf(foot: number): number {
    const { link, up } = this.scene.links.soles[foot];
    const { xmat } = this.scene.engine.views;
    const m = 9 * (link + 1) + 3;
    const cosine = xmat[m] * up[0] + xmat[m + 1] * up[1] + xmat[m + 2] * up[2];
    return Math.acos(Math.max(-1, Math.min(1, cosine)));
  }

  /** `pose`: where the joints should be at the end. */
  verdict(pose: ReadonlyVector): StandingVerdict {
    const { limits, scene } = this;
    const { links } = scene;
    const poseError = meanJointError(links.joint.slice(1, links.count), scene.q, pose);
    const endSpeed = Math.hypot(...scene.comVelocity);
    const failures: readonly (readonly [boolean, string])[] = [
      [this.fellAt !== undefined, this.reason],
      [this.slip > limits.slip, `a foot slid ${(100 * this.slip).toFixed(1)} cm`],
      [this.tilt > limits.tilt, `a sole tipped by ${this.tilt.toFixed(2)} rad`],
      [this.nowTilt > limits.endTilt, 'a sole is not flat at the end'],
      [poseError > limits.poseError, `joints are ${poseError.toFixed(2)} rad from where they should be`],
      [endSpeed > limits.endSpeed, `still moves at ${endSpeed.toFixed(2)} m/s`],
    ];
    const failed = failures.find(([wrong]) => wrong);
    return {
      stands: failed === undefined,
      reason: failed?.[1] ?? '',
      fellAt: this.fellAt,
      slip: this.slip,
      tilt: this.tilt,
      poseError,
      endSpeed,
    };
  }
}

/** How far the middle of a sole has moved over the ground [m]. */
function shiftOf(now: Float64Array, start: Float64Array): number {
  let [x, z] = [0, 0];
  for (let i = 0; i < now.length; i += 3) {
    x += now[i] - start[i];
    z += now[i + 2] - start[i + 2];
  }
  return (3 * Math.hypot(x, z)) / now.length;
}

const turn = new Float64Array(4);

/** Mean angle between the same joints of two poses [rad]; 0 where there are none. */
export function meanJointError(joints: ArrayLike<number>, q: ReadonlyVector, pose: ReadonlyVector): number {
  let sum = 0;
  for (let i = 0; i < joints.length; i++) {
    const o = quatIndex(joints[i]);
    relativeQuat(turn, 0, q, o, pose, o);
    logQuat(turn, 0, turn, 0);
    sum += Math.hypot(turn[0], turn[1], turn[2]);
  }
  return joints.length > 0 ? sum / joints.length : 0;
}
