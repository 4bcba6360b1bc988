/** Did the person follow the clip? By what one sees: who is on both feet but bent double, or through whose legs the other one goes, did not. */
import { legDepths } from '../balance/motion-check/legs.ts';
import { MOTION_LIMITS } from '../balance/motion-check/parameters.ts';
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import type { Clip } from '../motion/clip.ts';
import { sample } from '../motion/sample.ts';
import type { MomentumController } from './controller/momentum-controller.ts';
import { FALL_WORDS, fallReason } from './fall.ts';
import type { FollowResult } from './follow-clip.ts';
import { meanJointError } from './judge-standing.ts';
import type { RunningScene } from './simulation.ts';

/** What still counts as following. */
export interface FollowLimits {
  readonly joints: number; // [rad] mean over the moving joints, at the end
  readonly trunk: number; // [rad] between the directions of the trunk, hips to neck
  readonly bentFor: number; // [s] that a trunk may be farther off
  readonly last: number; // [s] at the end, of which every moment is beyond: it has not come back
}

/** `joints` as scenarios judge their last pose; a trunk that is 45° off lies over the thighs or looks at the sky. People who are pushed bend, and are
 *  back within half a second. */
const FOLLOW_LIMITS: FollowLimits = { joints: 0.3, trunk: Math.PI / 4, bentFor: 0.5, last: 0.2 };

const DEGREES = 180 / Math.PI;
const BENT = `the trunk leans by more than ${(DEGREES * FOLLOW_LIMITS.trunk).toFixed(0)}° otherwise than in the clip`;

export class FollowWatch {
  fellAt: number | undefined;
  private reason = '';
  private error = 0;
  private comSquares = 0;
  private count = 0;
  private trunkError = 0;
  private strays = ''; // why, when it was seen to
  private bentSince: number | undefined; // [s] since when the trunk is beyond its limit
  private offSince: number | undefined; // [s] since when the joints are
  private joints = 0; // [rad] mean distance now
  private readonly cop: { readonly samples: number; valid: number; squares: number };
  private readonly scene: RunningScene;
  private readonly pose: Float64Array;
  private readonly clip: Clip;
  private readonly moving: ArrayLike<number>; // joints
  private readonly trunks: readonly [Workspace, Workspace];

  constructor(scene: RunningScene, clip: Clip, samples: number) {
    this.cop = { samples, valid: 0, squares: 0 };
    this.scene = scene;
    this.clip = clip;
    this.pose = new Float64Array(scene.q.length);
    this.moving = scene.links.joint.slice(1, scene.links.count);
    this.trunks = [createWorkspace(scene.links.body), createWorkspace(scene.links.body)];
  }

  look({ follower }: MomentumController): void {
    const { scene, clip, pose } = this;
    if (this.fellAt !== undefined) return;
    this.lookAtCop();
    const fall = fallReason({
      touchesGround: scene.touchesGround,
      height: scene.com[1] - scene.person.floorHeight,
      expectedHeight: follower?.comHeight ?? 0,
      away: 0,
    });
    if (fall) {
      this.fellAt = scene.time;
      this.reason = FALL_WORDS[fall];
      return;
    }
    sample(pose, clip, scene.time);
    this.lookAtPose();
    this.comSquares +=
      (scene.com[0] - (follower?.com.place[0] ?? 0)) ** 2 + (scene.com[2] - (follower?.com.place[1] ?? 0)) ** 2;
    this.count++;
  }

  private lookAtPose(): void {
    const { scene, pose } = this;
    this.joints = meanJointError(this.moving, scene.q, pose);
    const trunk = this.trunkOff();
    this.error += this.joints;
    this.trunkError = Math.max(this.trunkError, trunk);
    this.offSince = this.joints > FOLLOW_LIMITS.joints ? (this.offSince ?? scene.time) : undefined;
    this.bentSince = trunk > FOLLOW_LIMITS.trunk ? (this.bentSince ?? scene.time) : undefined;
    if (this.hasBeen(this.bentSince, FOLLOW_LIMITS.bentFor)) this.strays ||= BENT;
  }

  private hasBeen(since: number | undefined, seconds: number): boolean {
    return since !== undefined && this.scene.time - since > seconds;
  }

  /** It is on its feet, and not in the pose of the clip. */
  private straying(followed: Clip): string {
    const { last } = FOLLOW_LIMITS;
    if (this.strays) return this.strays;
    if (this.hasBeen(this.bentSince, last)) return 'the trunk leans otherwise than in the clip at the end';
    if (this.hasBeen(this.offSince, last)) {
      return `joints are ${(DEGREES * this.joints).toFixed(0)}° from the clip on average at the end`;
    }
    return this.legsCross(followed) ? 'one leg goes through the other' : '';
  }

  /** Angle between the trunk here and in the clip [rad]. */
  private trunkOff(): number {
    const { body } = this.scene.links;
    const [here, there] = this.trunks;
    forwardKinematics(body, here, this.scene.q);
    forwardKinematics(body, there, this.pose);
    const [a, b] = [trunkOf(body, here), trunkOf(body, there)];
    const cosine = (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / (Math.hypot(...a) * Math.hypot(...b) || 1);
    return Math.acos(Math.max(-1, Math.min(1, cosine)));
  }

  private lookAtCop(): void {
    const { cop, hasCop, supportCentre } = this.scene;
    if (!hasCop) return;
    this.cop.valid++;
    this.cop.squares += (cop[0] - supportCentre[0]) ** 2 + (cop[1] - supportCentre[1]) ** 2;
  }

  /** `followed`: what was recorded. */
  outcome(followed: Clip): Omit<FollowResult, 'clip' | 'steps'> {
    const { fault } = this.scene;
    const strays = fault || this.fellAt !== undefined ? '' : this.straying(followed);
    const status = fault ? 'fault' : this.fellAt !== undefined ? 'fell' : strays ? 'strayed' : 'stands';
    return {
      status,
      reason: fault ? `the engine gave up at ${fault.time.toFixed(2)} s: ${fault.reason}` : this.reason || strays,
      fellAt: this.fellAt,
      trackingError: this.count > 0 ? this.error / this.count : 0,
      trunkError: this.trunkError,
      comError: this.count > 0 ? Math.sqrt(this.comSquares / this.count) : 0,
      cop: { ...this.cop },
    };
  }

  /** Farther than in the clip: nobody could do that. */
  private legsCross(followed: Clip): boolean {
    const { body } = this.scene.links;
    const { legCore, legDepthError } = MOTION_LIMITS;
    const own = legDepths(body, this.clip, legCore).reduce((a, b) => Math.max(a, b), 0);
    return legDepths(body, followed, legCore).some((depth) => depth > own + legDepthError);
  }
}

/** From the hips to the neck [m]. */
function trunkOf({ roles }: Body, { segmentOrigin }: Workspace): readonly [number, number, number] {
  const [low, high] = [3 * (roles.hips ?? 0), 3 * (roles.neck ?? roles.head ?? 0)];
  return [0, 1, 2].map((c) => segmentOrigin[high + c] - segmentOrigin[low + c]) as [number, number, number];
}
