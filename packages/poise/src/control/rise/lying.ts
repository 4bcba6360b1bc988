/** How somebody lies, and how it comes to lie on its front. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { movePlace, type Placement } from '../../gait/placement.ts';
import { distance, dot, mix, sub, turned, vectorAt } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import type { Ground } from '../ground.ts';
import { type Figure, type TrunkFrame, trunkFrame } from './figure.ts';
import type { ArmKey } from './key-arm.ts';
import { type KeyPose, poseKey } from './key-pose.ts';
import type { WayUp } from './library.ts';
import { type PlacedStage, placeStage } from './placed-stage.ts';
import { both, type Spots, type Steps } from './way-keys.ts';
import { handsOf, type Stage, sideKey, stagesUp } from './way-up.ts';

const SLOWEST = 3; // [rad/s] mean speed at which a trunk is rolled over
const KNEELS = 0.6; // [thighs] hips at least so high over knees on the ground: it kneels
const DOWN = 0.05; // [m] a knee nearer to the ground than this is on it

/** How somebody lies: axes of the trunk, where it is. */
export interface Lying extends TrunkFrame {
  readonly hips: Vec3;
  readonly knees: Vec3;
  readonly yaw: number; // which way the head lies
}

/** Needs the position level. */
export function readLying({ body, ws, sides }: Figure): Lying {
  const at = (joint: number): Vec3 => vectorAt(ws.segmentOrigin, 3 * joint);
  const frame = trunkFrame(body, ws);
  const hips = mix(at(sides.left.leg.upper), at(sides.right.leg.upper), 0.5);
  const knees = mix(at(sides.left.leg.lower), at(sides.right.leg.lower), 0.5);
  return { ...frame, hips, knees, yaw: Math.atan2(frame.up[0], frame.up[2]) };
}

/** The foot that comes forward: of the leg whose knee is farther up already. */
export function leadOf({ ws, sides }: Figure, { up }: Lying): Side {
  const ahead = (side: Side): number => {
    const knee = vectorAt(ws.segmentOrigin, 3 * sides[side].leg.lower);
    return knee[0] * up[0] + knee[1] * up[1] + knee[2] * up[2];
  };
  return ahead('left') >= ahead('right') ? 'left' : 'right';
}

/** Both knees on the ground, hips over them, the trunk not below. */
export function isKneeling({ ws, sides, thigh }: Figure, { up, hips }: Lying, ground: Ground): boolean {
  const isDown = (side: Side): boolean => {
    const [x, y, z] = vectorAt(ws.segmentOrigin, 3 * sides[side].leg.lower);
    return y - ground(x, z).height - sides[side].kneeRadius < DOWN && hips[1] - y > KNEELS * thigh;
  };
  return up[1] > 0 && isDown('left') && isDown('right');
}

const AHEAD = 0.5; // [thighs] feet farther than this towards the head, seen from the hips: the legs are not under or behind the trunk

/** Whether somebody sits, or lies folded over the legs. */
export function isFolded({ ws, sides, thigh }: Figure, { up, hips }: Lying): boolean {
  const ahead = (side: Side): number => dot(sub(vectorAt(ws.segmentOrigin, 3 * sides[side].leg.end), hips), up);
  return Math.max(...SIDES.map(ahead)) > AHEAD * thigh;
}

const UNDER = 0.9; // of the way from the spine to a shoulder: a hand within it lies under the trunk

/** Whether a hand lies between trunk and ground. Needs the position level. */
export const isTrapped = (figure: Figure): boolean =>
  SIDES.some((side) => {
    const { arm, elbow } = figure.sides[side];
    return isUnderTrunk(figure, side, vectorAt(figure.ws.segmentOrigin, 3 * (arm?.end ?? elbow)));
  });

/** Whether a hand at a place lies between trunk and ground. Needs the position level. */
export function isUnderTrunk({ body, ws, sides, depth }: Figure, side: Side, hand: Vec3): boolean {
  const { left } = trunkFrame(body, ws);
  const hips = vectorAt(ws.segmentOrigin, 3 * sides[side].leg.upper);
  const aside = dot(sub(hand, hips), left) + sides[side].hipAside;
  return Math.abs(aside) < UNDER * Math.abs(sides[side].shoulderAside) && hand[1] < hips[1] + 0.5 * depth;
}

/** Nothing has come down yet. */
const NOTHING_DOWN: Spots = {
  hands: both(undefined, undefined),
  knees: both(undefined, undefined),
  balls: both(undefined, undefined),
  foot: undefined,
};

const TRUNK: readonly string[] = ['chest', 'waist', 'pelvis'];

/** [m] of the lowest point of the trunk, and of other parts. Needs the position level. */
export function lowestOf({ body, ws }: Figure, ...others: readonly string[]): number {
  let lowest = Infinity;
  for (const { part, segment, near, far, nearRadius, farRadius } of body.shapes) {
    if (!TRUNK.includes(part) && !others.includes(part)) continue;
    const at = (end: Vec3): number =>
      ws.segmentOrigin[3 * segment + 1] + turned(ws.segmentRotation, 4 * segment, end)[1];
    lowest = Math.min(lowest, at(near) - nearRadius, at(far) - farRadius);
  }
  return lowest;
}

/** Over the side on which it nearly lies, hands on the way to where they will carry; and where it lies then, on its front. */
export function rollOver(
  figure: Figure,
  way: WayUp,
  lying: Lying,
  steps: Steps,
  ground: Ground,
): { readonly stage: PlacedStage; readonly frame: Placement } {
  const { body, ws, upright, depth } = figure;
  const pelvis = body.shapes.find(({ part }) => part === 'pelvis');
  const halfWidth = pelvis ? pelvis.nearRadius + distance(pelvis.near, pelvis.far) / 2 : depth;
  const goes = lying.left[1] >= 0 ? 1 : -1; // left side up: the front goes to the left of who will lie on it
  const side = sideKey(figure, way, (goes * Math.PI) / 2);
  // a trunk that rolls goes as far as its outline is long
  const rolled = ((halfWidth + depth) / 2) * goes;
  const x = rolled * Math.asin(Math.max(-1, Math.min(1, lying.front[1])));
  const q = upright.slice();
  poseKey(q, figure, side);
  forwardKinematics(body, ws, q);
  const height = side.height - lowestOf(figure, 'upperLeg');
  const [press] = stagesUp(figure, way, steps, NOTHING_DOWN);
  const onFront = x + (rolled * Math.PI) / 2;
  const hands = handsOf({ ...side, x, height }, press.key, onFront, -press.key.z);
  // the lower arm is stretched past the head, so that the trunk does not come to lie on it
  const overhead: ArmKey = { kind: 'free', way: [0.35, 1, 0.25], elbow: 0.3 };
  const key: KeyPose = {
    ...hands,
    arms: goes > 0 ? both(hands.arms.left, overhead) : both(overhead, hands.arms.right),
  };
  const angle = Math.acos(Math.min(1, Math.abs(lying.left[1])));
  const duration = Math.max(way.sideTime, angle / SLOWEST);
  const stage: Stage = { name: 'side', duration, key, leads: {}, knees: [], letsGo: 0 };
  const frame: Placement = { yaw: lying.yaw, x: lying.hips[0], z: lying.hips[2] };
  const [frontX, frontZ] = movePlace(frame, onFront, -press.key.z);
  return {
    stage: placeStage(figure, stage, frame, ground),
    frame: { yaw: lying.yaw, x: frontX, z: frontZ },
  };
}

/** The frame of the keys of somebody who lies on the front. */
export function frontFrame(figure: Figure, way: WayUp, { hips, yaw }: Lying, steps: Steps): Placement {
  const { z } = stagesUp(figure, way, steps, NOTHING_DOWN)[0].key;
  const [x, ahead] = movePlace({ yaw, x: hips[0], z: hips[2] }, 0, -z);
  return { yaw, x, z: ahead };
}
