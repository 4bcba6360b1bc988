/**
 * Soles: the outline of each foot on the ground it stands on, fixed to the foot (heel, ball) and to the toes (toe).
 * Proportions over foot length: heel 0.26 behind the ankle and tip 0.74 ahead, ball width 0.38 and heel width 0.25. The foot is
 * 0.152 of stature long and the ball 0.055 wide ([Winter09] fig. 4.1 after Drillis and Contini gives length 0.152 and breadth
 * 0.055; 0.055/0.152 = 0.36). The heel-to-ankle share is that of the calcaneus to the malleolus, 0.24-0.27 in foot surveys.
 */
import type { Vec3 } from '../math/types.ts';
import { type RoleMap, SIDES, type Side } from '../motion/roles.ts';
import type { Skeleton } from '../motion/skeleton.ts';
import type { Sole, SolePart } from './body.ts';
import { jointOf, type Landmarks, pointsBelow, sideRole } from './landmarks.ts';
import type { BodyOptions, SolePlane } from './options.ts';
import type { FootLine } from './segments.ts';
import { LENGTH_OVER_STATURE } from './tables.ts';
import { add, along, cross, distance, dot, perpendicular, sub, turned, turnedBack, unit, vectorAt } from './tuple.ts';

const UP: Vec3 = [0, 1, 0];
const TIP_AHEAD = 0.74;
const BALL_AHEAD = 0.46; // where the rig has no toe joint
/** The ankle joint over stature, [Winter09] fig. 4.1. */
const ANKLE_HEIGHT = 0.039;
/** The toe joint's height above the sole, over stature (2 cm at 1.75 m: half the thickness of the ball of the foot). */
const TOE_JOINT_HEIGHT = 0.0115;

/** Outline over foot length: part, forward of the ankle, to the outside. The inner edge is straighter than the outer. */
const OUTLINE: readonly (readonly [SolePart, number | 'ball', number])[] = [
  ['heel', -0.2, -0.11],
  ['heel', -0.26, 0],
  ['heel', -0.2, 0.11],
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
  readonly forward: Vec3;
  readonly outward: Vec3;
  readonly ankleHeight: number;
  readonly length: number;
  readonly ball: number; // [m] forward of the ankle
}

/** Normal of the sole: the world's up, or the shank where the rest pose stands with legs spread (Acclaim rigs by 20°, their
 *  feet turned with the shank). */
function soleNormal(marks: Landmarks, side: Side): Vec3 {
  const { near: knee, far: ankle } = marks.sides[side].lowerLeg;
  const shank = unit(sub(knee, ankle), UP);
  const tilt = Math.acos(Math.min(1, Math.abs(dot(shank, UP))));
  return tilt > 0.2 && tilt < 0.8 ? shank : UP;
}

function stanceOf(
  skeleton: Skeleton,
  roles: RoleMap,
  marks: Landmarks,
  side: Side,
  plane: SolePlane | undefined,
): FootStance {
  const { frames, height } = marks;
  const foot = jointOf(roles, sideRole(side, 'Foot'));
  const toes = roles[sideRole(side, 'Toes')] ?? foot;
  const ankle = vectorAt(frames.origins, 3 * foot);
  const up = plane ? unit(turned(frames.rotations, 4 * foot, plane.up), UP) : soleNormal(marks, side);
  const below = pointsBelow(skeleton, frames, foot).filter((p) => distance(p, ankle) > 0.02 * height);
  const ahead = (p: Vec3): number => norm2(along(sub(p, ankle), up, -dot(sub(p, ankle), up)));
  const farthest = below.reduce((best, p) => (ahead(p) > ahead(best) ? p : best), ankle);
  const toeJoint = toes === foot ? farthest : vectorAt(frames.origins, 3 * toes);
  const pointing = sub(ahead(toeJoint) > 0.02 * height ? toeJoint : farthest, ankle);
  const forward =
    ahead(along(ankle, pointing, 1)) > 0.02 * height ? perpendicular(pointing, up) : perpendicular(marks.forward, up);
  // The rig's own toe tip tells the length where it is a foot's; end sites are often missing or at the toe joint.
  const usual = LENGTH_OVER_STATURE.foot * height;
  const reach = ahead(farthest) / (TIP_AHEAD * usual);
  const length = toes !== foot && reach > 0.8 && reach < 1.3 ? reach * usual : usual;
  const ball = toes === foot ? BALL_AHEAD * length : Math.min(0.58, Math.max(0.36, ahead(toeJoint) / length)) * length;
  const drop = below.reduce((most, p) => Math.max(most, dot(sub(ankle, p), up)), 0);
  const measured = drop + TOE_JOINT_HEIGHT * height;
  const ankleHeight = plane?.ankleHeight ?? Math.min(0.075 * height, Math.max(ANKLE_HEIGHT * height, measured));
  const toLeft = cross(up, forward);
  const outward = side === 'left' ? toLeft : ([-toLeft[0], -toLeft[1], -toLeft[2]] as const);
  return { side, foot, toes, ankle, up, forward, outward, ankleHeight, length, ball };
}

const norm2 = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);

/** A point of the outline in world axes: distances over foot length, scaled about the point under the ankle. */
function outlinePoint(stance: FootStance, ahead: number | 'ball', outward: number, scale: number): Vec3 {
  const under = along(stance.ankle, stance.up, -stance.ankleHeight);
  const forward = ahead === 'ball' ? stance.ball : ahead * stance.length;
  return along(along(under, stance.forward, scale * forward), stance.outward, scale * outward * stance.length);
}

/** World point → the toe joint's frame. With a measured toe normal the toes are first laid flat beside the foot. */
function inToes(marks: Landmarks, stance: FootStance, point: Vec3, toesUp: Vec3 | undefined): Vec3 {
  const origin = vectorAt(marks.frames.origins, 3 * stance.toes);
  const offset = sub(point, origin);
  const local = turnedBack(marks.frames.rotations, 4 * stance.toes, offset);
  if (!toesUp) return local;
  // Rebuild the offset on the measured normal; forward keeps its direction in the toes as far as the normal allows.
  const up = unit(toesUp, toesUp);
  const forward = perpendicular(turnedBack(marks.frames.rotations, 4 * stance.toes, stance.forward), up);
  const side = cross(up, forward);
  const worldSide = cross(stance.up, stance.forward);
  const parts: Vec3 = [dot(offset, worldSide), dot(offset, stance.up), dot(offset, stance.forward)];
  return add(
    add([side[0] * parts[0], side[1] * parts[0], side[2] * parts[0]], along([0, 0, 0], up, parts[1])),
    along([0, 0, 0], forward, parts[2]),
  );
}

function soleOf(marks: Landmarks, stance: FootStance, scale: number, toesUp: Vec3 | undefined): Sole {
  const segments = new Int32Array(OUTLINE.length);
  const points = new Float64Array(3 * OUTLINE.length);
  OUTLINE.forEach(([part, ahead, outward], k) => {
    const point = outlinePoint(stance, ahead, outward, scale);
    segments[k] = part === 'toe' ? stance.toes : stance.foot;
    const local =
      part === 'toe' && stance.toes !== stance.foot
        ? inToes(marks, stance, point, toesUp)
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
  const soles = stances.map((stance) =>
    soleOf(marks, stance, options.soleScale, options.solePlanes[stance.side]?.toesUp),
  );
  const feet = stances.map((stance) => ({
    joint: stance.foot,
    heel: outlinePoint(stance, -0.26, 0, 1),
    tip: outlinePoint(stance, TIP_AHEAD, 0, 1),
    up: stance.up,
    ankleHeight: stance.ankleHeight,
  }));
  return { soles: [soles[0], soles[1]], feet };
}
