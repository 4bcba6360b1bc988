/**
 * Soles: the outline of each foot on the ground it stands on, fixed to the foot (heel, ball) and to the toes (toe).
 * Proportions over foot length: heel 0.26 behind the ankle and tip 0.74 ahead, ball width 0.38 and heel width 0.26. The foot is
 * 0.152 of stature long and the ball 0.055 wide ([Winter09] fig. 4.1 after Drillis and Contini gives length 0.152 and breadth
 * 0.055; 0.055/0.152 = 0.36). The heel-to-ankle share is a
 * working figure of this project, not a cited one.
 */

import {
  add,
  along,
  cross,
  distance,
  dot,
  norm,
  perpendicular,
  scale,
  sub,
  turned,
  turnedBack,
  unit,
  vectorAt,
} from '../math/tuple.ts';
import type { Vec3 } from '../math/types.ts';
import { jointOf, sideRole } from '../motion/role-joints.ts';
import { type RoleMap, SIDES, type Side } from '../motion/roles.ts';
import type { Skeleton } from '../motion/skeleton.ts';
import type { Sole, SolePart } from './body.ts';
import { type Landmarks, pointsBelow } from './landmarks.ts';
import type { BodyOptions, SolePlane } from './options.ts';
import type { FootLine } from './segments.ts';
import { LENGTH_OVER_STATURE } from './tables.ts';

const UP: Vec3 = [0, 1, 0];
const TIP_AHEAD = 0.74;
const BALL_AHEAD = 0.46; // where the rig has no toe joint
/** The ankle joint over stature, [Winter09] fig. 4.1. */
const ANKLE_HEIGHT = 0.039;
/** Higher than this over stature the rest pose stands on its toes (or on heels that the file does not show). */
const HIGHEST_ANKLE = 0.075;
/** The toe joint's height above the sole, over stature (2 cm at 1.75 m: half the thickness of the ball of the foot). */
const TOE_JOINT_HEIGHT = 0.0115;

/** Outline over foot length: part, forward of the ankle, to the outside. The inner edge is straighter than the outer. */
const OUTLINE: readonly (readonly [SolePart, number | 'ball', number])[] = [
  ['heel', -0.2, -0.13],
  ['heel', -0.26, 0],
  ['heel', -0.2, 0.13],
  ['ball', 'ball', 0.19],
  ['ball', 'ball', -0.19],
  ['toe', 0.64, -0.14],
  ['toe', 0.74, -0.05],
  ['toe', 0.62, 0.14],
];

/** The frame of one standing foot in world axes of the reference pose. */
interface FootStance {
  readonly side: Side;
  readonly foot: number;
  readonly toes: number;
  readonly ankle: Vec3;
  readonly up: Vec3;
  readonly toesUp: Vec3 | undefined; // in the frame of the toes; undefined: as the foot's
  readonly forward: Vec3;
  readonly outward: Vec3;
  readonly ankleHeight: number;
  readonly length: number;
  readonly ball: number; // [m] forward of the ankle
}

/** What the rig tells about a foot, in world axes of the reference pose. */
interface FootBones {
  readonly ankle: Vec3;
  readonly toeJoint: Vec3 | undefined;
  readonly below: readonly Vec3[]; // toe joint, tips and end sites that lie away from the ankle
}

function footBones(skeleton: Skeleton, roles: RoleMap, marks: Landmarks, side: Side): FootBones {
  const foot = jointOf(roles, sideRole(side, 'Foot'));
  const toes = roles[sideRole(side, 'Toes')];
  const ankle = vectorAt(marks.frames.origins, 3 * foot);
  const below = pointsBelow(skeleton, marks.frames, foot).filter((p) => distance(p, ankle) > 0.02 * marks.height);
  return { ankle, toeJoint: toes === undefined ? undefined : vectorAt(marks.frames.origins, 3 * toes), below };
}

/** Normal of the sole where nobody has measured it: the world's up, or the shank where the rest pose stands with legs spread
 *  (Acclaim rigs by 20°, their feet turned with the shank). A foot bone that lies level there is no standing foot, whose ankle
 *  is higher than the toe joint: the normal is then tipped back until it is, but not that of the toes. */
function soleNormals(marks: Landmarks, side: Side, { ankle, toeJoint }: FootBones): { up: Vec3; toesUp: Vec3 } {
  const shank = unit(sub(marks.sides[side].lowerLeg.near, ankle), UP);
  const tilt = Math.acos(Math.min(1, Math.abs(dot(shank, UP))));
  const up = tilt > 0.2 && tilt < 0.8 ? shank : UP;
  if (!toeJoint) return { up, toesUp: up };
  const bone = sub(toeJoint, ankle);
  const sine = -dot(bone, up) / Math.max(norm(bone), 1e-9);
  const usual = Math.min(0.6, ((ANKLE_HEIGHT - TOE_JOINT_HEIGHT) * marks.height) / Math.max(norm(bone), 1e-9));
  if (sine > 0.4 * usual) return { up, toesUp: up };
  const tip = Math.asin(usual) - Math.asin(Math.max(-1, sine));
  return { up: along(scale(up, Math.cos(tip)), perpendicular(bone, up), -Math.sin(tip)), toesUp: up };
}

function stanceOf(
  skeleton: Skeleton,
  roles: RoleMap,
  marks: Landmarks,
  side: Side,
  plane: SolePlane | undefined,
): FootStance {
  const { height } = marks;
  const foot = jointOf(roles, sideRole(side, 'Foot'));
  const bones = footBones(skeleton, roles, marks, side);
  const { ankle, toeJoint, below } = bones;
  const { rotations } = marks.frames;
  const normals = soleNormals(marks, side, bones);
  const up = plane ? unit(turned(rotations, 4 * foot, plane.up), UP) : normals.up;
  const toes = roles[sideRole(side, 'Toes')] ?? foot;
  // A measured sole whose toes were not measured keeps them as they are in the reference pose.
  const toesUp = plane ? plane.toesUp : turnedBack(rotations, 4 * toes, normals.toesUp);
  const level = (p: Vec3): Vec3 => along(sub(p, ankle), up, -dot(sub(p, ankle), up));
  const ahead = (p: Vec3): number => norm(level(p));
  const farthest = below.reduce((best, p) => (ahead(p) > ahead(best) ? p : best), ankle);
  const guides = [toeJoint ?? farthest, farthest].filter((p) => ahead(p) > 0.02 * height);
  const forward = perpendicular(guides.length > 0 ? level(guides[0]) : marks.forward, up);
  // The rig's own toe tip tells the length where it is a foot's; end sites are often missing or at the toe joint.
  const usual = LENGTH_OVER_STATURE.foot * height;
  const reach = ahead(farthest) / (TIP_AHEAD * usual);
  const length = toeJoint && reach > 0.8 && reach < 1.3 ? reach * usual : usual;
  const ballShare = toeJoint ? Math.min(0.58, Math.max(0.36, ahead(toeJoint) / length)) : BALL_AHEAD;
  const drop = (toeJoint ? [toeJoint] : below).reduce((most, p) => Math.max(most, dot(sub(ankle, p), up)), 0);
  const measured = Math.max(ANKLE_HEIGHT * height, drop + TOE_JOINT_HEIGHT * height);
  return {
    side,
    foot,
    toes,
    toesUp,
    ankle,
    up,
    forward,
    outward: scale(cross(up, forward), side === 'left' ? 1 : -1),
    ankleHeight: plane?.ankleHeight ?? Math.min(HIGHEST_ANKLE * height, measured),
    length,
    ball: ballShare * length,
  };
}

/** A point of the outline in world axes: distances over foot length, scaled about the point under the ankle. */
function outlinePoint(stance: FootStance, ahead: number | 'ball', outward: number, size: number): Vec3 {
  const under = along(stance.ankle, stance.up, -stance.ankleHeight);
  const forward = ahead === 'ball' ? stance.ball : ahead * stance.length;
  return along(along(under, stance.forward, size * forward), stance.outward, size * outward * stance.length);
}

/** World point → the toe joint's frame. With a measured toe normal the toes are first laid flat beside the foot. */
function inToes(marks: Landmarks, stance: FootStance, point: Vec3): Vec3 {
  const origin = vectorAt(marks.frames.origins, 3 * stance.toes);
  const offset = sub(point, origin);
  const local = turnedBack(marks.frames.rotations, 4 * stance.toes, offset);
  const { toesUp } = stance;
  if (!toesUp) return local;
  // Rebuild the offset on the measured normal; forward keeps its direction in the toes as far as the normal allows.
  const up = unit(toesUp, toesUp);
  const forward = perpendicular(turnedBack(marks.frames.rotations, 4 * stance.toes, stance.forward), up);
  const side = cross(up, forward);
  const parts: Vec3 = [
    dot(offset, cross(stance.up, stance.forward)),
    dot(offset, stance.up),
    dot(offset, stance.forward),
  ];
  return add(add(scale(side, parts[0]), scale(up, parts[1])), scale(forward, parts[2]));
}

function soleOf(marks: Landmarks, stance: FootStance, size: number): Sole {
  const segments = new Int32Array(OUTLINE.length);
  const points = new Float64Array(3 * OUTLINE.length);
  OUTLINE.forEach(([part, ahead, outward], k) => {
    const point = outlinePoint(stance, ahead, outward, size);
    segments[k] = part === 'toe' ? stance.toes : stance.foot;
    const local =
      part === 'toe' && stance.toes !== stance.foot
        ? inToes(marks, stance, point)
        : turnedBack(marks.frames.rotations, 4 * stance.foot, sub(point, stance.ankle));
    points.set(local, 3 * k);
  });
  return {
    side: stance.side,
    foot: stance.foot,
    toes: stance.toes,
    parts: OUTLINE.map(([part]) => part),
    segments,
    points,
  };
}

/** Soles and the heel-to-tip lines that carry the feet's masses. */
export function buildSoles(
  skeleton: Skeleton,
  roles: RoleMap,
  marks: Landmarks,
  options: Pick<BodyOptions, 'soleScale' | 'solePlanes'>,
): { readonly soles: readonly [Sole, Sole]; readonly feet: readonly FootLine[] } {
  const stances = SIDES.map((side) => stanceOf(skeleton, roles, marks, side, options.solePlanes[side]));
  const soles = stances.map((stance) => soleOf(marks, stance, options.soleScale));
  const feet = stances.map((stance) => ({
    joint: stance.foot,
    heel: outlinePoint(stance, -0.26, 0, 1),
    tip: outlinePoint(stance, TIP_AHEAD, 0, 1),
    up: stance.up,
    ankleHeight: stance.ankleHeight,
  }));
  return { soles: [soles[0], soles[1]], feet };
}
