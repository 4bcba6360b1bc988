/** What getting up needs to know of a body: an upright pose that faces +Z over the origin, lengths of limbs, feet and hands as they lie flat. */
import type { Body } from '../../body/body.ts';
import type { BodyShape } from '../../body/shapes.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { UsageError } from '../../errors.ts';
import { type Limb, limbOf } from '../../ik/leg-ik.ts';
import { expQuat, multiplyQuat, quatBetween, quatFromAxisAngle, relativeQuat } from '../../math/quat.ts';
import { quatFromMat3 } from '../../math/quat-mat3.ts';
import {
  add,
  along,
  cross,
  distance,
  mix,
  perpendicular,
  scale,
  sub,
  turned,
  turnedBack,
  unit,
  vectorAt,
} from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import { coordinateCount, quatIndex } from '../../motion/skeleton.ts';
import { type FallJoint, fallJoints } from '../fall/fall-joints.ts';
import { FALL_DEFAULTS } from '../fall/parameters.ts';
import { SelfTouch } from '../fall/self-touch.ts';
import { createFootFrame, type FootFrame } from '../foot-frame.ts';

/** One side of a body. */
export interface FigureSide {
  readonly leg: Limb;
  readonly shoulder: number;
  readonly elbow: number;
  readonly arm: Limb | undefined; // of rigs without a hand joint: none
  readonly foot: FootFrame;
  readonly flat: Float64Array; // 4 world-from-foot of a foot that stands flat and points along +Z
  readonly ankle: number; // [m] height of the ankle of a flat foot
  readonly tip: Vec3; // [m] in the foot's frame: middle of the ball on which a foot stands whose heel is lifted
  readonly tipRadius: number; // [m]
  readonly kneeRadius: number; // [m]
  readonly hand: Float64Array; // 4 world-from-hand of a hand on the ground, fingers along +Z, palm down
  readonly wrist: Vec3; // [m] from the middle of the palm on the ground to the wrist of such a hand
  /** [m] in the frame of the lower arm: of rigs without wrists, the end of what they have for a hand. */
  readonly knuckles: { readonly at: Vec3; readonly radius: number };
  readonly fist: Vec3; // [m] where the hand begins in the upright pose
  readonly hipAside: number; // [m] +x to the left
  readonly shoulderAside: number;
}

export interface Figure {
  readonly body: Body;
  readonly ws: Workspace;
  readonly joints: readonly FallJoint[];
  readonly upright: Float64Array; // nq
  readonly midHip: Vec3; // [m] from the root's origin, root's frame
  readonly thigh: number; // [m]
  readonly shank: number;
  readonly trunk: number; // mid-hip to mid-shoulder
  readonly arm: number; // shoulder to wrist
  readonly depth: number; // [m] radius of the pelvis
  readonly sides: Readonly<Record<Side, FigureSide>>;
  readonly self: SelfTouch;
}

const UP: Vec3 = [0, 1, 0];
const DOWN: Vec3 = [0, -1, 0];
const AHEAD: Vec3 = [0, 0, 1];
const ARM_OUT = 0.16; // of a hanging arm, out over down
const HANGING_ELBOW = 0.25; // [rad]

/** How far a hand bends aside, as far as it bends forward: which of both axes is the wrist's hinge depends on how a rig turns its palms. */
export function withFreeWrists(body: Body): Body {
  const [lower, upper] = [body.limits.lower.slice(), body.limits.upper.slice()];
  for (const role of ['leftHand', 'rightHand'] as const) {
    const o = 3 * (body.roles[role] ?? -1);
    if (o < 0 || lower[o] === -Infinity) continue;
    const most = Math.max(-lower[o], upper[o]);
    for (let axis = 0; axis < 2; axis++) {
      lower[o + axis] = -most;
      upper[o + axis] = most;
    }
  }
  return { ...body, limits: { ...body.limits, lower, upper } };
}

export function createFigure(person: Body): Figure {
  const body = withFreeWrists(person);
  const ws = createWorkspace(body);
  const joints = fallJoints(body, ws.moving);
  const upright = uprightPose(body, ws, joints);
  forwardKinematics(body, ws, upright);
  const sides = { left: sideOf(body, ws, 'left'), right: sideOf(body, ws, 'right') };
  const at = (joint: number): Vec3 => vectorAt(ws.segmentOrigin, 3 * joint);
  const midHip = mix(at(sides.left.leg.upper), at(sides.right.leg.upper), 0.5);
  const midShoulder = mix(at(sides.left.shoulder), at(sides.right.shoulder), 0.5);
  const mean = (of: (side: FigureSide) => number): number => (of(sides.left) + of(sides.right)) / 2;
  const wristOf = (side: FigureSide): Vec3 => (side.arm ? at(side.arm.end) : side.fist);
  return {
    body,
    ws,
    joints,
    upright,
    midHip: turnedBack(ws.segmentRotation, 0, sub(midHip, at(0))),
    thigh: mean(({ leg }) => distance(at(leg.upper), at(leg.lower))),
    shank: mean(({ leg }) => distance(at(leg.lower), at(leg.end))),
    trunk: distance(midHip, midShoulder),
    arm: mean((side) => distance(at(side.shoulder), at(side.elbow)) + distance(at(side.elbow), wristOf(side))),
    depth: body.shapes.find(({ part }) => part === 'pelvis')?.nearRadius ?? 0.06 * body.height,
    sides,
    self: new SelfTouch(body, FALL_DEFAULTS.core),
  };
}

/** The neutral pose with hanging arms, turned upright, facing +Z. */
function uprightPose(body: Body, ws: Workspace, joints: readonly FallJoint[]): Float64Array {
  const { neutral, axes } = body.limits;
  const q = new Float64Array(coordinateCount(body.skeleton));
  for (let joint = 0; joint < body.skeleton.names.length; joint++) {
    q.set(neutral.subarray(4 * joint, 4 * joint + 4), quatIndex(joint));
  }
  forwardKinematics(body, ws, q);
  const frame = trunkFrame(body, ws);
  const turn = new Float64Array(4);
  quatFromMat3(turn, 0, Float64Array.from([...frame.left, ...frame.up, ...frame.front]), 0); // rows: trunk ← world
  multiplyQuat(q, 3, turn, 0, q, 3);
  forwardKinematics(body, ws, q);
  for (const { joint, kind, side } of joints) {
    if (kind !== 'shoulder' || side === undefined) continue;
    const end = body.roles[`${side}LowerArm`] ?? joint;
    const bone = sub(vectorAt(ws.segmentOrigin, 3 * end), vectorAt(ws.segmentOrigin, 3 * joint));
    turnBone(q, ws, body, joint, bone, add(DOWN, [side === 'left' ? ARM_OUT : -ARM_OUT, 0, 0]));
    const flexion = Float64Array.from(axes.subarray(9 * end, 9 * end + 3), (x) => HANGING_ELBOW * x);
    expQuat(turn, 0, flexion, 0);
    multiplyQuat(q, quatIndex(end), q, quatIndex(end), turn, 0);
  }
  return q;
}

/** Turns a joint the shortest way so that a bone of it (world) points elsewhere. ws: of q before. */
export function turnBone(q: Float64Array, ws: Workspace, body: Body, joint: number, bone: Vec3, to: Vec3): void {
  const world = new Float64Array(4);
  quatBetween(world, 0, Float64Array.from(bone), 0, Float64Array.from(to), 0);
  multiplyQuat(world, 0, world, 0, ws.segmentRotation, 4 * joint);
  relativeQuat(q, quatIndex(joint), ws.segmentRotation, 4 * body.skeleton.parents[joint], world, 0);
}

export interface TrunkFrame {
  readonly up: Vec3; // mid-hip to mid-shoulder
  readonly left: Vec3;
  readonly front: Vec3;
}

/** Axes of the trunk in the world. Needs the position level. */
export function trunkFrame({ roles }: Body, { segmentOrigin }: Workspace): TrunkFrame {
  const at = (joint: number | undefined): Vec3 => vectorAt(segmentOrigin, 3 * (joint ?? 0));
  const hips = mix(at(roles.leftUpperLeg), at(roles.rightUpperLeg), 0.5);
  const up = unit(sub(mix(at(roles.leftUpperArm), at(roles.rightUpperArm), 0.5), hips), UP);
  const left = perpendicular(sub(at(roles.leftUpperLeg), at(roles.rightUpperLeg)), up);
  return { up, left, front: cross(left, up) };
}

function sideOf(body: Body, ws: Workspace, side: Side): FigureSide {
  const { roles, shapes, soles } = body;
  const at = (joint: number): Vec3 => vectorAt(ws.segmentOrigin, 3 * joint);
  const leg = limbOf(body, side, 'leg');
  if (!leg) throw new UsageError(`getting up needs a ${side} leg`);
  const [shoulder, elbow] = [roles[`${side}UpperArm`] ?? 0, roles[`${side}LowerArm`] ?? 0];
  const shapeOf = (part: string) => shapes.find((shape) => shape.part === part && shape.side === side);
  const hand = shapeOf('hand');
  const flat = flatFoot(body, ws, side);
  const toe = shapeOf('foot');
  const frame = createFootFrame(body, SIDES.indexOf(side) as 0 | 1);
  const middle = (at(soles[0].foot)[0] + at(soles[1].foot)[0]) / 2;
  return {
    leg,
    shoulder,
    elbow,
    arm: limbOf(body, side, 'arm'),
    foot: frame,
    tip: toe?.segment === frame.joint ? toe.far : vectorAt(frame.ball, 0),
    tipRadius: toe?.segment === frame.joint ? toe.farRadius : 0,
    flat: flat.rotation,
    ankle: flat.height,
    kneeRadius: Math.max(shapeOf('lowerLeg')?.nearRadius ?? 0.03 * body.height, shapeOf('upperLeg')?.farRadius ?? 0),
    ...flatHand(body, ws, side, hand),
    knuckles: { at: hand?.segment === elbow ? hand.far : [0, 0, 0], radius: hand?.farRadius ?? 0 },
    fist: hand ? add(at(hand.segment), turned(ws.segmentRotation, 4 * hand.segment, hand.near)) : at(elbow),
    hipAside: at(leg.upper)[0] - middle,
    shoulderAside: at(shoulder)[0] - middle,
  };
}

/** The rotation that puts heel and ball points on the level, pointing along +Z, and the ankle's height over them. */
function flatFoot(body: Body, ws: Workspace, side: Side): { readonly rotation: Float64Array; readonly height: number } {
  const { foot, parts, points, segments } = body.soles[SIDES.indexOf(side)];
  const of = (part: string): Vec3[] =>
    parts.flatMap((name, k) => (name === part && segments[k] === foot ? [vectorAt(points, 3 * k)] : []));
  const mean = (all: readonly Vec3[]): Vec3 => scale(all.reduce(add, [0, 0, 0]), 1 / Math.max(1, all.length));
  const [heel, ball] = [mean(of('heel')), mean(of('ball'))];
  const ahead = unit(sub(ball, heel), AHEAD);
  // up in the foot's frame: as in the upright pose, at right angles to the sole's line
  const up = perpendicular(turnedBack(ws.segmentRotation, 4 * foot, UP), ahead);
  const left = cross(up, ahead);
  const rotation = new Float64Array(4);
  quatFromMat3(rotation, 0, Float64Array.from([...left, ...up, ...ahead]), 0);
  return { rotation, height: -(up[0] * ball[0] + up[1] * ball[1] + up[2] * ball[2]) };
}

/** A hand on the ground. Which side is the palm: arms of a rest pose that points aside have it below; others are swung there. */
function flatHand(
  body: Body,
  ws: Workspace,
  side: Side,
  shape: BodyShape | undefined,
): Pick<FigureSide, 'hand' | 'wrist'> {
  const end = shape?.segment ?? 0;
  const [near, far]: readonly [Vec3, Vec3] = shape
    ? [shape.near, shape.far]
    : [
        [0, 0, 0],
        [0, -0.01, 0],
      ];
  const radius = shape ? 0.5 * (shape.nearRadius + shape.farRadius) : 0.02 * body.height;
  const inward: Vec3 = [side === 'left' ? -1 : 1, 0, 0];
  const fingers = unit(sub(far, near), turnedBack(ws.segmentRotation, 4 * end, DOWN));
  const up = scale(perpendicular(turnedBack(ws.segmentRotation, 4 * end, inward), fingers), -1);
  const hand = new Float64Array(4);
  quatFromMat3(hand, 0, Float64Array.from([...cross(up, fingers), ...up, ...fingers]), 0);
  // fingers are thinner than palms: they are laid down, too
  const tip = new Float64Array(4);
  const thinner = shape ? shape.nearRadius - shape.farRadius : 0;
  quatFromAxisAngle(
    tip,
    0,
    1,
    0,
    0,
    Math.asin(Math.max(-1, Math.min(1, thinner / Math.max(1e-6, distance(near, far))))),
  );
  multiplyQuat(hand, 0, tip, 0, hand, 0);
  return { hand, wrist: along(scale(turned(hand, 0, mix(near, far, 0.5)), -1), UP, radius) };
}

/** Where the sole of a foot points, about up [rad]. */
export function soleYaw({ ws, sides }: Figure, side: Side): number {
  const { foot } = sides[side];
  const ahead = sub(vectorAt(foot.ball, 0), vectorAt(foot.heel, 0));
  const [x, , z] = turned(ws.segmentRotation, 4 * foot.joint, ahead);
  return Math.atan2(x, z);
}
