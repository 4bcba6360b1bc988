/** How far mending moved joints. */
import { runsWhere } from '../balance/rules/rule.ts';
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import type { Clip } from '../motion/clip.ts';
import { ROLES } from '../motion/roles.ts';
import { coordinateCount, quatIndex } from '../motion/skeleton.ts';
import type { Frames } from '../motion/stretches.ts';
import { bodyJoints } from './body-joints.ts';
import { turnBetween } from './bridge.ts';

export interface MendChange {
  readonly mean: number; // [m] of joints with roles, over all frames
  readonly largest: number; // [m]
  readonly largestFrame: number; // −1: nothing moved
  readonly largestJoint: string;
  readonly hands: number; // [m] the most that a hand moved
  readonly turned: number; // [rad] RMS over joints of the body and frames
}

/** The most [m] that any joint with a role moved, frame by frame. */
export const movedBetween = (body: Body, before: Clip, after: Clip): Float64Array =>
  waysBetween(body, before, after, (ways) => ways.reduce((most, way) => Math.max(most, way), 0));

/** The mean [m] over joints with a role, frame by frame. */
export const meanMoved = (body: Body, before: Clip, after: Clip): Float64Array =>
  waysBetween(body, before, after, (ways) => ways.reduce((sum, way) => sum + way, 0) / Math.max(1, ways.length));

function waysBetween(body: Body, before: Clip, after: Clip, of: (ways: Float64Array) => number): Float64Array {
  if (before === after) return new Float64Array(after.frameCount);
  const nq = coordinateCount(after.skeleton);
  const [was, is] = [createWorkspace(body), createWorkspace(body)];
  const joints = ROLES.flatMap((role) => body.roles[role] ?? []);
  const ways = new Float64Array(joints.length);
  return Float64Array.from({ length: after.frameCount }, (_, frame) => {
    forwardKinematics(body, was, before.q, frame * nq);
    forwardKinematics(body, is, after.q, frame * nq);
    joints.forEach((joint, k) => {
      ways[k] = wayOf(was, is, joint);
    });
    return of(ways);
  });
}

const wayOf = (was: Workspace, is: Workspace, joint: number): number =>
  Math.hypot(
    is.segmentOrigin[3 * joint] - was.segmentOrigin[3 * joint],
    is.segmentOrigin[3 * joint + 1] - was.segmentOrigin[3 * joint + 1],
    is.segmentOrigin[3 * joint + 2] - was.segmentOrigin[3 * joint + 2],
  );

/** Compares two clips of one skeleton, frame by frame. */
export function changeBetween(body: Body, before: Clip, after: Clip): MendChange {
  const nothing = { mean: 0, largest: 0, largestFrame: -1, largestJoint: '', hands: 0, turned: 0 };
  if (before === after || after.frameCount === 0) return nothing;
  const nq = coordinateCount(after.skeleton);
  const [was, is] = [createWorkspace(body), createWorkspace(body)];
  const joints = ROLES.flatMap((role) => body.roles[role] ?? []);
  const hands = new Set([body.roles.leftHand, body.roles.rightHand]);
  const turning = bodyJoints(body);
  const turn = new Float64Array(4);
  const pair = new Float64Array(8);
  let [sum, squares] = [0, 0];
  const change = { ...nothing };
  for (let frame = 0; frame < after.frameCount; frame++) {
    forwardKinematics(body, was, before.q, frame * nq);
    forwardKinematics(body, is, after.q, frame * nq);
    for (const joint of joints) {
      const way = wayOf(was, is, joint);
      sum += way;
      if (hands.has(joint)) change.hands = Math.max(change.hands, way);
      if (way <= change.largest) continue;
      change.largest = way;
      change.largestFrame = frame;
      change.largestJoint = after.skeleton.names[joint];
    }
    for (const joint of turning) {
      const o = frame * nq + quatIndex(joint);
      for (let k = 0; k < 4; k++) {
        pair[k] = before.q[o + k];
        pair[4 + k] = after.q[o + k];
      }
      turnBetween(turn, pair, 0, 4);
      squares += turn[0] ** 2 + turn[1] ** 2 + turn[2] ** 2;
    }
  }
  change.mean = sum / (after.frameCount * joints.length);
  change.turned = Math.sqrt(squares / (after.frameCount * turning.length));
  return change;
}

const MOVED = 0.005; // [m] less, and feet stand where they stood

/** Stretches in which joints moved. */
export function movedStretches(body: Body, before: Clip, after: Clip): readonly Frames[] {
  if (before === after) return [];
  const moved = movedBetween(body, before, after);
  return runsWhere(after.frameCount, (frame) => moved[frame] > MOVED);
}
