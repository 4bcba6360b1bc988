/** Small edits of poses, for making clips impossible on purpose. Not part of the library: IK proper lives in src/ik. */
import type { Body } from '../../src/body/body.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../src/dynamics/workspace.ts';
import { multiplyQuat, quatBetween, quatFromAxisAngle, relativeQuat } from '../../src/math/quat.ts';
import type { Clip } from '../../src/motion/clip.ts';
import type { Side } from '../../src/motion/roles.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';

/** A clip being edited: its coordinates may be written. */
export interface Edit {
  readonly body: Body;
  readonly clip: Clip;
  readonly q: Float64Array;
  readonly ws: Workspace;
}

export const startEdit = (body: Body, clip: Clip): Edit => ({
  body,
  clip,
  q: clip.q.slice(),
  ws: createWorkspace(body),
});

/** Row of a frame in q. */
export const rowOf = (edit: Edit, frame: number): number => frame * coordinateCount(edit.clip.skeleton);

export function place(edit: Edit, frame: number): void {
  forwardKinematics(edit.body, edit.ws, edit.q, rowOf(edit, frame));
}

/** World position of a joint in the pose last placed. */
export const positionOf = (edit: Edit, joint: number): [number, number, number] => [
  edit.ws.segmentOrigin[3 * joint],
  edit.ws.segmentOrigin[3 * joint + 1],
  edit.ws.segmentOrigin[3 * joint + 2],
];

export const rotationOf = (edit: Edit, joint: number): Float64Array =>
  edit.ws.segmentRotation.slice(4 * joint, 4 * joint + 4);

/** Gives a joint a world rotation; its parents must be placed. */
export function setWorldRotation(edit: Edit, frame: number, joint: number, rotation: Float64Array): void {
  const o = rowOf(edit, frame) + quatIndex(joint);
  const parent = edit.clip.skeleton.parents[joint];
  if (parent < 0) edit.q.set(rotation, o);
  else relativeQuat(edit.q, o, edit.ws.segmentRotation, 4 * parent, rotation, 0);
  place(edit, frame);
}

/** Turns a joint by `turn` in world axes. */
export function turnJoint(edit: Edit, frame: number, joint: number, turn: Float64Array): void {
  const rotation = new Float64Array(4);
  multiplyQuat(rotation, 0, turn, 0, edit.ws.segmentRotation, 4 * joint);
  setWorldRotation(edit, frame, joint, rotation);
}

const minus = (a: readonly number[], b: readonly number[]): Float64Array =>
  Float64Array.of(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Bends one leg so that its ankle reaches `target` (as near as the leg allows) with the foot turned as `footRotation`. */
export function reachWithLeg(
  edit: Edit,
  frame: number,
  side: Side,
  target: readonly number[],
  footRotation: Float64Array,
): void {
  const { roles } = edit.body;
  const upper = roles[`${side}UpperLeg`];
  const lower = roles[`${side}LowerLeg`];
  const foot = roles[`${side}Foot`];
  if (upper === undefined || lower === undefined || foot === undefined) return;
  place(edit, frame);
  const hip = positionOf(edit, upper);
  const knee = positionOf(edit, lower);
  const ankle = positionOf(edit, foot);
  const thigh = minus(hip, knee);
  const shank = minus(ankle, knee);
  const [l1, l2] = [Math.hypot(...thigh), Math.hypot(...shank)];
  const wanted = Math.min(Math.hypot(...minus(target, hip)), 0.9995 * (l1 + l2));
  const cosine = (l1 * l1 + l2 * l2 - wanted * wanted) / (2 * l1 * l2);
  const angle = Math.acos(Math.min(1, Math.max(-1, cosine)));
  const dot = thigh[0] * shank[0] + thigh[1] * shank[1] + thigh[2] * shank[2];
  const now = Math.acos(Math.min(1, Math.max(-1, dot / (l1 * l2))));
  // Knee axis: the normal of the leg's plane; a straight leg has none and bends as the foot points.
  let axis = [
    thigh[1] * shank[2] - thigh[2] * shank[1],
    thigh[2] * shank[0] - thigh[0] * shank[2],
    thigh[0] * shank[1] - thigh[1] * shank[0],
  ];
  if (Math.hypot(...axis) < 1e-4 * l1 * l2) axis = [1, 0, 0];
  const size = Math.hypot(...axis);
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, axis[0] / size, axis[1] / size, axis[2] / size, angle - now);
  turnJoint(edit, frame, lower, turn);
  quatBetween(turn, 0, minus(positionOf(edit, foot), hip), 0, minus(target, hip), 0);
  turnJoint(edit, frame, upper, turn);
  setWorldRotation(edit, frame, foot, footRotation);
}

/** 0 → 1 → 0 with smooth ramps of `ramp` frames inside start…end. */
export function plateau(frame: number, start: number, end: number, ramp: number): number {
  const x = Math.min(1, Math.max(0, Math.min(frame - start, end - frame) / Math.max(1, ramp)));
  return x * x * (3 - 2 * x);
}
