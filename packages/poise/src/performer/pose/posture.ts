/**
 * Trunk, head and arms by named angles, as the statistics of real people name them, in degrees because their tables are.
 * Signs: tilt, flexion, pitch forward +; list = left side up +; turn = to the left +; arms: flexion = forward +, abduction =
 * outward +, rotation = forearm inward +, lift = shoulder up +, reach = shoulder forward +, wrist = palm inward +.
 */
import { conjugateQuat, multiplyQuat, quatFromAxisAngle } from '../../math/quat.ts';
import { SIDES } from '../../motion/roles.ts';
import type { Actor } from '../actor.ts';
import type { PoseRequest } from './request.ts';

export interface Posture {
  pelvisTilt: number; // pelvis in the world
  pelvisList: number;
  pelvisTurn: number;
  trunkFlexion: number; // chest relative to the pelvis
  trunkList: number;
  trunkTurn: number;
  headPitch: number; // relative to the chest
  headList: number;
  headTurn: number;
  leftFlexion: number; // upper arm relative to the chest
  leftAbduction: number;
  leftRotation: number;
  leftElbow: number;
  leftWrist: number;
  leftLift: number; // collar bone
  leftReach: number;
  rightFlexion: number;
  rightAbduction: number;
  rightRotation: number;
  rightElbow: number;
  rightWrist: number;
  rightLift: number;
  rightReach: number;
}

const DEGREE = Math.PI / 180;

/** Shares of the trunk's joints in flexion and list, and in turning: the lumbar spine bends, the ribs turn. */
const TRUNK = [
  ['spine', 0.42, 0.2],
  ['chest', 0.34, 0.4],
  ['upperChest', 0.24, 0.4],
] as const;
const HEAD = [
  ['neck', 0.5, 0.5],
  ['head', 0.5, 0.5],
] as const;

/** A raised arm takes its shoulder along: lift [deg] of the collar bone at 90°, twice that overhead. */
const SHOULDER_RHYTHM = 9;

/** Writes hipsRotation and turns of a request. Joints the rig lacks leave their share to the others. */
export function writePosture(request: PoseRequest, actor: Actor, posture: Posture): void {
  turnOf(request.hipsRotation, 0, posture.pelvisTurn, posture.pelvisTilt, posture.pelvisList);
  bendColumn(request, actor, TRUNK, posture.trunkTurn, posture.trunkFlexion, posture.trunkList);
  bendColumn(request, actor, HEAD, posture.headTurn, posture.headPitch, posture.headList);
  for (const side of SIDES) writeArm(request, actor, posture, side);
}

/** out = turn about y, then pitch about the turned x, then list about the pitched z. */
function turnOf(out: Float64Array, o: number, turn: number, pitch: number, list: number): void {
  quatFromAxisAngle(out, o, 0, 1, 0, turn * DEGREE);
  quatFromAxisAngle(part, 0, 1, 0, 0, pitch * DEGREE);
  multiplyQuat(out, o, out, o, part, 0);
  quatFromAxisAngle(part, 0, 0, 0, 1, list * DEGREE);
  multiplyQuat(out, o, out, o, part, 0);
}
const part = new Float64Array(4);

function bendColumn(
  request: PoseRequest,
  actor: Actor,
  column: readonly (readonly [role: 'spine' | 'chest' | 'upperChest' | 'neck' | 'head', bend: number, turn: number])[],
  turn: number,
  pitch: number,
  list: number,
): void {
  const present = column.filter(([role]) => actor.roles[role] !== undefined);
  const bends = present.reduce((sum, [, bend]) => sum + bend, 0);
  const turns = present.reduce((sum, [, , share]) => sum + share, 0);
  for (const [role, bend, share] of present) {
    const joint = actor.roles[role] ?? 0;
    turnOf(request.turns, 4 * joint, (share / turns) * turn, (bend / bends) * pitch, (bend / bends) * list);
  }
}

const collar = new Float64Array(4);
const arm = new Float64Array(4);

function writeArm(request: PoseRequest, actor: Actor, posture: Posture, side: 'left' | 'right'): void {
  const sign = side === 'left' ? 1 : -1;
  const flexion = posture[`${side}Flexion`] * DEGREE;
  const abduction = posture[`${side}Abduction`] * DEGREE;
  // Upper arm relative to the chest: turned about itself, out, then forward.
  quatFromAxisAngle(arm, 0, 1, 0, 0, -flexion);
  quatFromAxisAngle(part, 0, 0, 0, 1, sign * abduction);
  multiplyQuat(arm, 0, arm, 0, part, 0);
  quatFromAxisAngle(part, 0, 0, 1, 0, -sign * posture[`${side}Rotation`] * DEGREE);
  multiplyQuat(arm, 0, arm, 0, part, 0);
  // The collar bone, between chest and arm, does not change where the arm points.
  const shoulder = actor.roles[`${side}Shoulder`];
  if (shoulder !== undefined) {
    const raised = 1 - Math.cos(flexion) * Math.cos(abduction);
    const lift = posture[`${side}Lift`] + SHOULDER_RHYTHM * raised;
    turnOf(collar, 0, -sign * posture[`${side}Reach`], 0, sign * lift);
    request.turns.set(collar, 4 * shoulder);
    conjugateQuat(collar, 0, collar, 0);
    multiplyQuat(arm, 0, collar, 0, arm, 0);
  }
  request.turns.set(arm, 4 * (actor.roles[`${side}UpperArm`] ?? 0));
  const [elbow, hand] = [actor.roles[`${side}LowerArm`], actor.roles[`${side}Hand`]];
  if (elbow !== undefined) quatFromAxisAngle(request.turns, 4 * elbow, 1, 0, 0, -posture[`${side}Elbow`] * DEGREE);
  if (hand !== undefined) quatFromAxisAngle(request.turns, 4 * hand, 0, 0, 1, -sign * posture[`${side}Wrist`] * DEGREE);
}
