/** From how somebody lies to the stages of getting up, placed in the world; anew at every stage, from where hands and feet have really come down. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { movePlace, movePose, type Placement } from '../../gait/placement.ts';
import { wrapAngle } from '../../math/angle.ts';
import { sub, vectorAt } from '../../math/tuple.ts';
import type { ReadonlyVector } from '../../math/types.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import type { Ground } from '../ground.ts';
import { MODEL_HEIGHT } from '../parameters.ts';
import { type Figure, soleYaw, trunkFrame } from './figure.ts';
import { type Found, nothingFound, spotsOf } from './found.ts';
import { type KeyPose, placeLimbs, poseKey } from './key-pose.ts';
import type { WayUp } from './library.ts';
import { frontFrame, isFolded, isKneeling, isTrapped, leadOf, lowestOf, readLying, rollOver } from './lying.ts';
import { type PlacedStage, placeStage } from './placed-stage.ts';
import { followPose } from './standing-pose.ts';
import { other, type Steps } from './way-keys.ts';
import { type Led, type Stage, type StageName, stagesUp } from './way-up.ts';

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
  readonly from: 'press' | 'reach' | 'kneel'; // the first stage but a roll
}

const ON_FRONT = -0.5; // the front of the trunk points down by more than this: it lies on its front
const FLAT = -0.9; // and by more than this: flat on it
const HASTE = 12; // [m/s²] most acceleration of the hips on their way between two poses
const HAND_SPEED = 1.6; // [m/s] mean, of hands that are put to the ground
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
  const trapped = isTrapped(figure);
  const lies = lying.front[1] < ON_FRONT && !isFolded(figure, lying);
  const wanted = heading === undefined ? 0 : wrapAngle(heading - lying.yaw);
  const turn = Math.max(-MOST_TURN, Math.min(MOST_TURN, wanted));
  const lead = Math.abs(turn) > CLEAR_TURN ? (turn > 0 ? 'left' : 'right') : leadOf(figure, lying);
  const steps: Steps = { lead, toeOut: footYaw(figure, stand, lead), turn };
  const rolls = !kneels && !lies ? rollOver(figure, way, lying, steps, ground) : undefined;
  const frame = kneels
    ? { yaw: lying.yaw, x: lying.knees[0], z: lying.knees[2] }
    : frontFrame(figure, way, lying, steps);
  const found = nothingFound();
  const from = kneels ? 'kneel' : !rolls && lying.front[1] < FLAT && !trapped ? 'reach' : 'press';
  return { steps, stand, side: rolls?.stage, from, frame: rolls?.frame ?? frame, found };
}

/** All stages, in order, with limbs where they really are; now: the pose as it is on entering the stage `name`. */
export function stagesOf(
  figure: Figure,
  way: WayUp,
  plan: RisePlan,
  name: StageName | undefined,
  now: ReadonlyVector,
  ground: Ground,
): readonly PlacedStage[] {
  const { steps, side, frame, from } = plan;
  const stages = stagesUp(figure, way, steps, spotsOf(plan));
  const placed = stages
    .slice(stages.findIndex((stage) => stage.name === from))
    .map((stage) => (from === 'kneel' ? withoutHands(stage) : stage))
    .map((stage) => {
      const all = placeStage(figure, stage, frame, ground);
      return stage.name === 'reach' ? layFlat(figure, all, stages[0].key, stage.key, frame) : all;
    });
  if (side) placed.unshift(side);
  const up = standUp(figure, plan, stages.at(-1)!.key, ground);
  const { lead } = steps;
  const [ahead, behind]: readonly Led[] = [`${lead}Leg`, `${other(lead)}Leg`];
  const onFeet = { height: up.height, knees: [], letsGo: 0 } as const;
  const follow = followPose(figure, up.q, lead, way.followShare);
  placed.push(
    { ...onFeet, name: 'follow', duration: way.followTime, q: follow, leads: { [ahead]: 'stays', [behind]: 'goes' } },
    { ...onFeet, name: 'stand', duration: way.standTime, q: up.q, leads: { [ahead]: 'turns', [behind]: 'turns' } },
  );
  const at = placed.findIndex((stage) => stage.name === name);
  return placed.map((stage, k) => unhurried(figure, stage, k === Math.max(0, at) ? now : (placed[k - 1]?.q ?? now)));
}

/** Of somebody who kneels already: only toes may have to be tucked. */
function withoutHands(stage: Stage): Stage {
  if (stage.name !== 'kneel') return stage;
  return { ...stage, leads: { leftLeg: 'goes', rightLeg: 'goes' }, letsGo: 0 };
}

/** The trunk comes to lie flat, where arms have been under it as well; hands, knees and toes go to where they carry. */
function layFlat(figure: Figure, stage: PlacedStage, press: KeyPose, key: KeyPose, frame: Placement): PlacedStage {
  const q = figure.upright.slice();
  poseKey(q, figure, press);
  forwardKinematics(figure.body, figure.ws, q);
  q[1] -= lowestOf(figure);
  for (const { toes } of figure.body.soles) {
    q.set(figure.upright.subarray(quatIndex(toes), quatIndex(toes) + 4), quatIndex(toes));
  }
  placeLimbs(q, figure, key);
  movePose(frame, q);
  q[1] += stage.height;
  return { ...stage, q };
}

/** A stage takes as long as its hips need for their way, and hands that are put to the ground for theirs. */
function unhurried(figure: Figure, stage: PlacedStage, before: ReadonlyVector): PlacedStage {
  const { q, name, duration } = stage;
  const hips = Math.sqrt((6 * Math.hypot(q[0] - before[0], q[1] - before[1], q[2] - before[2])) / HASTE);
  const hands = name === 'press' || name === 'reach' ? handWay(figure, before, q) / HAND_SPEED : 0;
  const pace = Math.sqrt(figure.body.height / MODEL_HEIGHT); // tall people are slower, as pendulums are
  return { ...stage, duration: Math.max(duration * pace, hips, hands) };
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
