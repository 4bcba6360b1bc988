/** In which pose somebody stands once up: the animation's where it stands on both feet, otherwise an upright one. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { solveLimb } from '../../ik/leg-ik.ts';
import { distance, sub, turned, vectorAt } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import { type Figure, trunkFrame } from './figure.ts';
import { poseKey } from './key-pose.ts';

const UPRIGHT = 0.9; // the trunk's axis points up by at least this
const BENT = 0.9; // a leg that is shorter than this share of its bones is bent
const LEVEL = 0.015; // [statures] by which ankles and toes of both feet may differ in height
const APART = 0.25; // [statures] feet farther apart than this stride

/** Whether a pose stands on two flat feet. */
export function stands(figure: Figure, pose: Float64Array): boolean {
  const { body, ws, sides } = figure;
  forwardKinematics(body, ws, pose);
  const at = (joint: number): Vec3 => vectorAt(ws.segmentOrigin, 3 * joint);
  if (trunkFrame(body, ws).up[1] < UPRIGHT) return false;
  const isBent = (side: Side): boolean => {
    const { leg } = sides[side];
    return distance(at(leg.upper), at(leg.end)) < BENT * (figure.thigh + figure.shank);
  };
  if (SIDES.some(isBent)) return false;
  const heights = body.soles.flatMap(({ segments, points, foot }) =>
    Array.from(segments, (segment, k) => ({ segment, at: points.subarray(3 * k, 3 * k + 3) }))
      .filter(({ segment }) => segment === foot)
      .map(({ segment, at: p }) => heightOf(figure, segment, p)),
  );
  if (Math.max(...heights) - Math.min(...heights) > LEVEL * body.height) return false;
  const [x, , z] = sub(at(sides.left.leg.end), at(sides.right.leg.end));
  return Math.hypot(x, z) < APART * body.height;
}

function heightOf({ ws }: Figure, segment: number, p: Float64Array): number {
  const r = ws.worldFromSegment;
  const o = 9 * segment + 3;
  return ws.segmentOrigin[3 * segment + 1] + r[o] * p[0] + r[o + 1] * p[1] + r[o + 2] * p[2];
}

/** The pose itself, its knees bent the way that knees bend, or an upright one. */
export function standingPose(figure: Figure, pose: Float64Array): Float64Array {
  if (!stands(figure, pose)) return uprightStance(figure);
  const q = pose.slice();
  forwardKinematics(figure.body, figure.ws, q);
  for (const foot of feetOf(figure)) solveLimb(q, figure.ws, foot.limb, foot);
  return q;
}

/** Where ankles are. Needs the position level. */
const feetOf = ({ ws, sides }: Figure) =>
  SIDES.map((side) => {
    const { leg } = sides[side];
    return {
      limb: leg,
      position: ws.segmentOrigin.slice(3 * leg.end, 3 * leg.end + 3),
      rotation: ws.segmentRotation.slice(4 * leg.end, 4 * leg.end + 4),
    };
  });

/** Upright on flat feet under the hips, arms hanging. */
export function uprightStance(figure: Figure): Float64Array {
  const { thigh, shank, sides, upright } = figure;
  const q = upright.slice();
  const foot = (side: Side) =>
    ({ kind: 'foot', x: 1.15 * sides[side].hipAside, z: 0, yaw: side === 'left' ? 0.1 : -0.1 }) as const;
  const arm = { kind: 'free', way: [0.17, -1, 0.05], elbow: 0.3 } as const;
  poseKey(q, figure, {
    x: 0,
    height: 0.985 * (thigh + shank) + sides.left.ankle,
    z: 0.01 * thigh,
    yaw: 0,
    pitch: 0.02,
    roll: 0,
    trunk: 0,
    neck: 0,
    legs: { left: foot('left'), right: foot('right') },
    arms: { left: arm, right: arm },
  });
  return q;
}

const SINK = 0.02; // [leg lengths] that somebody stands lower on one foot
const SOLE_MIDDLE = 0.4; // of the way from ankle to tip

/** A standing pose with its CoM moved over one foot by a share of the way, both feet where they are. */
export function followPose(figure: Figure, stand: Float64Array, side: Side, share: number): Float64Array {
  const { body, ws, sides, thigh, shank } = figure;
  const q = stand.slice();
  forwardKinematics(body, ws, q);
  const feet = feetOf(figure);
  const { foot, tip, leg } = sides[side];
  const [x, , z] = turned(ws.segmentRotation, 4 * foot.joint, tip);
  q[0] += share * (ws.segmentOrigin[3 * leg.end] + SOLE_MIDDLE * x - ws.com[0]);
  q[1] -= SINK * (thigh + shank);
  q[2] += share * (ws.segmentOrigin[3 * leg.end + 2] + SOLE_MIDDLE * z - ws.com[2]);
  forwardKinematics(body, ws, q);
  for (const foot of feet) solveLimb(q, ws, foot.limb, foot);
  return q;
}
