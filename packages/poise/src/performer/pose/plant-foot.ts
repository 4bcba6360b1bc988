/** A foot that stands: flat, or on its ball with the toes flat on the ground. */
import { multiplyQuat, quatFromAxisAngle, rotate3 } from '../../math/quat.ts';
import type { Actor } from '../actor.ts';
import type { FootRequest } from './request.ts';

/** Where a foot stands: the ankle of the flat foot over the ground. */
export interface Footprint {
  readonly x: number; // [m]
  readonly z: number; // [m]
  readonly turn: number; // [rad] about +y: + to the left
}

const pitch = new Float64Array(4);
const arm = new Float64Array(3);

/** Writes a foot standing on its print with the heel raised by `heelPitch` [rad] about the toe joint (0: flat). */
export function plantFoot(foot: FootRequest, actor: Actor, print: Footprint, heelPitch = 0): void {
  const { ankleHeight, toeJoint, toeHeight } = actor.foot;
  quatFromAxisAngle(foot.rotation, 0, 0, 1, 0, print.turn);
  // Toe joint of the print, which stays; the ankle turns about it.
  const ballX = print.x + toeJoint * Math.sin(print.turn);
  const ballZ = print.z + toeJoint * Math.cos(print.turn);
  quatFromAxisAngle(pitch, 0, 1, 0, 0, heelPitch);
  multiplyQuat(foot.rotation, 0, foot.rotation, 0, pitch, 0);
  arm[0] = 0;
  arm[1] = ankleHeight - toeHeight;
  arm[2] = -toeJoint;
  rotate3(arm, 0, foot.rotation, 0, arm, 0);
  foot.ankle[0] = ballX + arm[0];
  foot.ankle[1] = toeHeight + arm[1];
  foot.ankle[2] = ballZ + arm[2];
  foot.toeBend = heelPitch;
  foot.kneeYaw = print.turn;
}
