/** From how somebody lies to the stages of getting up, placed in the world; anew at every stage, from where hands and feet have really come down. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { movePlace, movePose, type Placement, undone } from '../../gait/placement.ts';
import { wrapAngle } from '../../math/angle.ts';
import { add, mix, sub, turned, vectorAt } from '../../math/tuple.ts';
import type { ReadonlyVector, Vec3 } from '../../math/types.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import type { Ground } from '../ground.ts';
import { type Figure, type TrunkFrame, trunkFrame } from './figure.ts';
import { type KeyPose, poseKey } from './key-pose.ts';
import type { WayUp } from './library.ts';
import { type Grip, handsOf, type Spot, type Spots, type Stage, type Steps, sideKey, stagesUp } from './way-up.ts';

/** A stage with its pose in the world. */
export interface PlacedStage {
  readonly name: string;
  readonly duration: number; // [s]
  readonly q: Float64Array; // nq
  readonly grips: readonly Grip[];
  readonly lets: readonly Grip[]; // what holds on until the limb is about to be lifted
  readonly lifts: readonly Side[]; // legs whose feet are put elsewhere
  readonly swings: readonly Side[]; // arms whose hands come to the ground or leave it
}

/** What somebody is to get up to. */
export interface Rise {
  readonly stand: Float64Array; // nq: how it stands in the end, anywhere
  /** [rad] which way it is to face, as far as it can be reached: 0 along +Z; undefined: as it lies. */
  readonly heading: number | undefined;
}

/** What is decided once, how it lay, and what has come of it so far; plain data. */
export interface RisePlan {
  readonly steps: Steps;
  readonly stand: Float64Array; // nq
  readonly side: PlacedStage | undefined; // where it has to roll over first
  frame: Placement; // of the keys
  readonly found: Float64Array; // world, see FOUND; UNKNOWN: not yet
}

/** Places in `found`: hands, leading foot and its turn, ball of the trailing foot. */
const FOUND = { left: 0, right: 2, foot: 4, footYaw: 6, ball: 7 } as const;
export const FOUND_SIZE = 9;
const UNKNOWN = 1e9;

const ON_FRONT = -0.5; // the front of the trunk points down by more than this: it lies on its front
const HASTE = 4.5; // [m/s²] most acceleration of the hips on their way between two poses
const MOST_TURN = 0.85; // [rad] a hip turns out by somewhat more
const CLEAR_TURN = 0.2; // [rad] from which the foot on that side leads
const SLOWEST = 2.6; // [rad/s] mean speed at which a trunk is rolled over
const DOWN = 0.05; // [m] a hand nearer to the ground than this has come down

/** How somebody lies: axes of the trunk, where it is. */
interface Lying extends TrunkFrame {
  readonly hips: Vec3;
  readonly knees: Vec3;
  readonly yaw: number; // which way the head lies
}

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
  const wanted = heading === undefined ? 0 : wrapAngle(heading - lying.yaw);
  const turn = Math.max(-MOST_TURN, Math.min(MOST_TURN, wanted));
  const lead = Math.abs(turn) > CLEAR_TURN ? (turn > 0 ? 'left' : 'right') : leadOf(figure, lying);
  const steps: Steps = { lead, toeOut: footYaw(figure, stand, lead), turn };
  const rolls = lying.front[1] > ON_FRONT ? rollOver(figure, way, lying, steps, ground) : undefined;
  const [x, , z] = rolls?.knees ?? lying.knees;
  const found = new Float64Array(FOUND_SIZE).fill(UNKNOWN);
  return { steps, stand, side: rolls?.stage, frame: { yaw: lying.yaw, x, z }, found };
}

/** All stages, in order; `before`: the pose from which the first begins. */
export function stagesOf(
  figure: Figure,
  way: WayUp,
  plan: RisePlan,
  before: ReadonlyVector,
  ground: Ground,
): readonly PlacedStage[] {
  const { steps, side, frame } = plan;
  const stages = stagesUp(figure, way, steps, spotsOf(plan));
  const placed = (side ? stages.slice(1) : stages).map((stage) => place(figure, stage, frame, ground));
  if (side) placed.unshift(side);
  placed.push(standUp(figure, way.standTime, plan, stages.at(-1)!.key, ground));
  return placed.map((stage, k) => unhurried(stage, k === 0 ? before : placed[k - 1].q));
}

function spotsOf({ found, frame }: RisePlan): Spots {
  const back = undone(frame);
  const spot = (at: number): Spot | undefined => {
    if (found[at] === UNKNOWN) return undefined;
    const [x, z] = movePlace(back, found[at], found[at + 1]);
    return { x, z };
  };
  const foot = spot(FOUND.foot);
  return {
    hands: { left: spot(FOUND.left), right: spot(FOUND.right) },
    foot: foot && { ...foot, yaw: wrapAngle(found[FOUND.footYaw] - frame.yaw) },
    ball: spot(FOUND.ball),
  };
}

/** Notes where limbs are that hold from the stage `name` on; q: the pose as it is. */
export function findContacts(plan: RisePlan, figure: Figure, name: string, q: ReadonlyVector, ground: Ground): void {
  const { body, ws, sides } = figure;
  const { found, steps } = plan;
  const [lead, trail] =
    steps.lead === 'left' ? ([sides.left, sides.right] as const) : ([sides.right, sides.left] as const);
  forwardKinematics(body, ws, q);
  const at = (segment: number, point: Vec3): Vec3 =>
    add(vectorAt(ws.segmentOrigin, 3 * segment), turned(ws.segmentRotation, 4 * segment, point));
  const note = (place: number, [x, , z]: Vec3): void => {
    found[place] = x;
    found[place + 1] = z;
  };
  for (const shape of ['quadruped', 'step', 'release'].includes(name) ? body.shapes : []) {
    if (shape.part !== 'hand' || !shape.side) continue;
    const palm = at(shape.segment, mix(shape.near, shape.far, 0.5));
    const isDown = palm[1] - shape.nearRadius - ground(palm[0], palm[2]).height < DOWN;
    note(FOUND[shape.side], isDown ? palm : [UNKNOWN, 0, 0]);
  }
  if (name === 'quadruped') {
    const [x, , z] = readLying(figure).knees;
    plan.frame = { ...plan.frame, x, z };
  }
  if (name === 'step') {
    note(FOUND.ball, at(trail.foot.joint, trail.tip));
    const knee = vectorAt(ws.segmentOrigin, 3 * trail.leg.lower);
    const [x, z] = movePlace({ ...plan.frame, x: knee[0], z: knee[2] }, -trail.hipAside, 0);
    plan.frame = { ...plan.frame, x, z };
  }
  if (name === 'release') {
    note(FOUND.foot, vectorAt(ws.segmentOrigin, 3 * lead.leg.end));
    found[FOUND.footYaw] = soleYaw(figure, steps.lead);
  }
}

/** A stage takes as long as its hips need for their way. */
function unhurried(stage: PlacedStage, before: ReadonlyVector): PlacedStage {
  const way = Math.hypot(stage.q[0] - before[0], stage.q[1] - before[1], stage.q[2] - before[2]);
  return { ...stage, duration: Math.max(stage.duration, Math.sqrt((6 * way) / HASTE)) };
}

function readLying({ body, ws, sides }: Figure): Lying {
  const at = (joint: number): Vec3 => vectorAt(ws.segmentOrigin, 3 * joint);
  const frame = trunkFrame(body, ws);
  const hips = mix(at(sides.left.leg.upper), at(sides.right.leg.upper), 0.5);
  const knees = mix(at(sides.left.leg.lower), at(sides.right.leg.lower), 0.5);
  return { ...frame, hips, knees, yaw: Math.atan2(frame.up[0], frame.up[2]) };
}

/** The foot that comes forward: of the leg whose knee is farther up already. */
function leadOf({ ws, sides }: Figure, { up }: Lying): Side {
  const ahead = (side: Side): number => {
    const knee = vectorAt(ws.segmentOrigin, 3 * sides[side].leg.lower);
    return knee[0] * up[0] + knee[1] * up[1] + knee[2] * up[2];
  };
  return ahead('left') >= ahead('right') ? 'left' : 'right';
}

function place(
  figure: Figure,
  { name, duration, key, grips, lets = [], lifts = [] }: Stage,
  frame: Placement,
  ground: Ground,
): PlacedStage {
  const q = figure.upright.slice();
  poseKey(q, figure, key);
  movePose(frame, q);
  q[1] += ground(frame.x, frame.z).height;
  const comesDown = (side: Side): boolean => key.arms[side].kind === 'hand' && !grips.includes(`${side}Hand`);
  return { name, duration, q, grips, lets, lifts, swings: name === 'release' ? [] : SIDES.filter(comesDown) };
}

const LYING_PARTS: readonly string[] = ['chest', 'waist', 'pelvis', 'upperLeg'];

/** [m] of the lowest point of trunk and thighs. */
function lowestOf({ body, ws }: Figure): number {
  let lowest = Infinity;
  for (const { part, segment, near, far, nearRadius, farRadius } of body.shapes) {
    if (!LYING_PARTS.includes(part)) continue;
    const at = (end: Vec3): number =>
      ws.segmentOrigin[3 * segment + 1] + turned(ws.segmentRotation, 4 * segment, end)[1];
    lowest = Math.min(lowest, at(near) - nearRadius, at(far) - farRadius);
  }
  return lowest;
}

/** Over the side on which it nearly lies, hands put down where they will carry. */
function rollOver(
  figure: Figure,
  way: WayUp,
  lying: Lying,
  steps: Steps,
  ground: Ground,
): { readonly stage: PlacedStage; readonly knees: Vec3 } {
  const { body, ws, upright } = figure;
  const roll = lying.left[1] >= 0 ? -Math.PI / 2 : Math.PI / 2; // left side up: the front goes to the right
  const side = sideKey(figure, way, roll);
  const angle = Math.acos(Math.min(1, Math.abs(lying.left[1])));
  const q = upright.slice();
  poseKey(q, figure, side);
  forwardKinematics(body, ws, q);
  const own = readLying(figure).knees;
  const onGround = { ...side, height: side.height - lowestOf(figure) };
  const none: Spots = { hands: { left: undefined, right: undefined }, foot: undefined, ball: undefined };
  const key = handsOf(onGround, stagesUp(figure, way, steps, none)[1].key, own[0], own[2]);
  const stage: Stage = { name: 'side', duration: Math.max(way.sideTime, angle / SLOWEST), key, grips: [] };
  const frame: Placement = { yaw: lying.yaw, x: lying.hips[0], z: lying.hips[2] };
  const [x, z] = movePlace(frame, own[0], own[2]);
  return { stage: place(figure, stage, frame, ground), knees: [x, 0, z] };
}

/** Where the sole of a foot points, about up [rad]. */
function soleYaw({ ws, sides }: Figure, side: Side): number {
  const { foot } = sides[side];
  const ahead = sub(vectorAt(foot.ball, 0), vectorAt(foot.heel, 0));
  const [x, , z] = turned(ws.segmentRotation, 4 * foot.joint, ahead);
  return Math.atan2(x, z);
}

/** How far the foot of a pose is turned out against its trunk [rad], as a turn about up. */
function footYaw(figure: Figure, pose: Float64Array, side: Side): number {
  const { body, ws } = figure;
  forwardKinematics(body, ws, pose);
  const { front } = trunkFrame(body, ws);
  return wrapAngle(soleYaw(figure, side) - Math.atan2(front[0], front[2]));
}

/** The standing pose, its leading foot where the key before has it. */
function standUp(
  figure: Figure,
  duration: number,
  { steps, stand, frame }: RisePlan,
  { legs }: KeyPose,
  ground: Ground,
): PlacedStage {
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
  q[0] += x - ws.segmentOrigin[3 * leg.end];
  q[1] += ground(x, z).height + ankle - ws.segmentOrigin[3 * leg.end + 1];
  q[2] += z - ws.segmentOrigin[3 * leg.end + 2];
  const trail: Side = lead === 'left' ? 'right' : 'left';
  return { name: 'stand', duration, q, grips: [`${lead}Foot`], lets: [`${trail}Ball`], lifts: [trail], swings: [] };
}
