/** From how somebody lies to the stages of getting up, placed in the world; anew at every stage, from where hands and feet have really come down. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { movePlace, movePose } from '../../gait/placement.ts';
import { wrapAngle } from '../../math/angle.ts';
import { sub, vectorAt } from '../../math/tuple.ts';
import type { ReadonlyVector } from '../../math/types.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import type { Ground } from '../ground.ts';
import { type Figure, soleYaw, trunkFrame } from './figure.ts';
import { type Found, isFirstPress, nothingFound, spotsOf } from './found.ts';
import type { KeyPose } from './key-pose.ts';
import type { WayUp } from './library.ts';
import { frontFrame, isKneeling, leadOf, readLying, rollOver } from './lying.ts';
import { type PlacedStage, placeStage } from './placed-stage.ts';
import { followPose } from './standing-pose.ts';
import { other, type Steps } from './way-keys.ts';
import { type Grip, stagesUp } from './way-up.ts';

/** What somebody is to get up to. */
export interface Rise {
  readonly stand: Float64Array; // nq: how it stands in the end, anywhere
  /** [rad] which way it is to face, as far as it can be reached: 0 along +Z; undefined: as it lies. */
  readonly heading: number | undefined;
}

/** What is decided once, how it lay, and what has come of it so far; plain data. */
export interface RisePlan extends Found {
  readonly stand: Float64Array; // nq
  readonly side: PlacedStage | undefined; // where it has to roll over first
  readonly kneels: boolean; // it is on its knees already
}

const ON_FRONT = -0.5; // the front of the trunk points down by more than this: it lies on its front
const HASTE = 10; // [m/s²] most acceleration of the hips on their way between two poses
const HAND_SPEED = 1.6; // [m/s] mean, of hands that are put beside a lying trunk
const MOST_TURN = 0.85; // [rad] a hip turns out by somewhat more
const CLEAR_TURN = 0.2; // [rad] from which the foot on that side leads

/** q (nq): how it lies. */
export function planRise(
  figure: Figure,
  way: WayUp,
  q: ReadonlyVector,
  { stand, heading }: Rise,
  ground: Ground,
): RisePlan {
  const { body, ws } = figure;
  forwardKinematics(body, ws, q);
  const lying = readLying(figure);
  const kneels = isKneeling(figure, lying, ground);
  const wanted = heading === undefined ? 0 : wrapAngle(heading - lying.yaw);
  const turn = Math.max(-MOST_TURN, Math.min(MOST_TURN, wanted));
  const lead = Math.abs(turn) > CLEAR_TURN ? (turn > 0 ? 'left' : 'right') : leadOf(figure, lying);
  const steps: Steps = { lead, toeOut: footYaw(figure, stand, lead), turn };
  const rolls = !kneels && lying.front[1] > ON_FRONT ? rollOver(figure, way, lying, steps, ground) : undefined;
  const frame = kneels
    ? { yaw: lying.yaw, x: lying.knees[0], z: lying.knees[2] }
    : frontFrame(figure, way, lying, steps);
  const found = nothingFound();
  return { steps, stand, side: rolls?.stage, kneels, frame: rolls?.frame ?? frame, found };
}

/** All stages, in order; `before`: the pose from which the first begins. */
export function stagesOf(
  figure: Figure,
  way: WayUp,
  plan: RisePlan,
  before: ReadonlyVector,
  ground: Ground,
): readonly PlacedStage[] {
  const { steps, side, frame, kneels } = plan;
  const spots = spotsOf(plan);
  const stages = stagesUp(figure, way, steps, spots);
  const placed = stages.slice(kneels ? 2 : 0).map((stage) => placeStage(figure, stage, frame, ground, spots));
  if (side) placed.unshift(side);
  const up = standUp(figure, plan, stages.at(-1)!.key, ground);
  const { lead } = steps;
  const [standing, comes]: readonly Grip[] = [`${lead}Foot`, `${other(lead)}Foot`];
  const onFeet = { height: up.height, lets: [], letsUntil: 0, later: [], reaches: [], steps: SIDES } as const;
  const follow = followPose(figure, up.q, lead, way.followShare);
  placed.push(
    { ...onFeet, name: 'follow', duration: way.followTime, q: follow, grips: [standing, comes], later: [comes] },
    { ...onFeet, name: 'stand', duration: way.standTime, q: up.q, grips: [standing, comes] },
  );
  return placed.map((stage, k) => unhurried(figure, plan, stage, k === 0 ? before : placed[k - 1].q));
}

/** A stage takes as long as its hips need for their way, and hands that are put to the ground for theirs. */
function unhurried(figure: Figure, plan: RisePlan, stage: PlacedStage, before: ReadonlyVector): PlacedStage {
  const { q, name, duration } = stage;
  const hips = Math.sqrt((6 * Math.hypot(q[0] - before[0], q[1] - before[1], q[2] - before[2])) / HASTE);
  const hands = name === 'press' && isFirstPress(plan) ? handWay(figure, before, q) / HAND_SPEED : 0;
  return { ...stage, duration: Math.max(duration, hips, hands) };
}

/** [m] of the hand that has the longer way. */
function handWay({ body, ws, sides }: Figure, from: ReadonlyVector, to: ReadonlyVector): number {
  const ends = SIDES.map((side) => sides[side].arm?.end ?? sides[side].elbow);
  forwardKinematics(body, ws, from);
  const starts = ends.map((end) => vectorAt(ws.segmentOrigin, 3 * end));
  forwardKinematics(body, ws, to);
  return Math.max(...ends.map((end, k) => Math.hypot(...sub(vectorAt(ws.segmentOrigin, 3 * end), starts[k]))));
}

/** How far the foot of a pose is turned out against its trunk [rad], as a turn about up. */
function footYaw(figure: Figure, pose: Float64Array, side: Side): number {
  const { body, ws } = figure;
  forwardKinematics(body, ws, pose);
  const { front } = trunkFrame(body, ws);
  return wrapAngle(soleYaw(figure, side) - Math.atan2(front[0], front[2]));
}

/** The standing pose, its leading foot where the key before has it, and the height of the ground there. */
function standUp(
  figure: Figure,
  { steps, stand, frame }: RisePlan,
  { legs }: KeyPose,
  ground: Ground,
): { readonly q: Float64Array; readonly height: number } {
  const { body, ws, sides } = figure;
  const { lead, toeOut } = steps;
  const sole = legs[lead];
  const [x, z] = sole.kind === 'foot' ? movePlace(frame, sole.x, sole.z) : [frame.x, frame.z];
  const yaw = frame.yaw + (sole.kind === 'foot' ? sole.yaw - toeOut : 0);
  const q = stand.slice();
  forwardKinematics(body, ws, q);
  const { front } = trunkFrame(body, ws);
  movePose({ yaw: yaw - Math.atan2(front[0], front[2]), x: 0, z: 0 }, q);
  forwardKinematics(body, ws, q);
  const { leg, ankle } = sides[lead];
  const { height } = ground(x, z);
  q[0] += x - ws.segmentOrigin[3 * leg.end];
  q[1] += height + ankle - ws.segmentOrigin[3 * leg.end + 1];
  q[2] += z - ws.segmentOrigin[3 * leg.end + 2];
  return { q, height };
}
