/** Where hands, knees and feet of somebody who gets up have really come down. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { movePlace, type Placement, undone } from '../../gait/placement.ts';
import { wrapAngle } from '../../math/angle.ts';
import { add, mix, turned, vectorAt } from '../../math/tuple.ts';
import type { ReadonlyVector, Vec3 } from '../../math/types.ts';
import { SIDES } from '../../motion/roles.ts';
import type { Ground } from '../ground.ts';
import type { Spot } from './balanced-key.ts';
import { type Figure, soleYaw } from './figure.ts';
import type { WayUp } from './library.ts';
import { frontFrame, readLying } from './lying.ts';
import { both, type Spots, type Steps } from './way-keys.ts';
import { type StageName, stagesUp } from './way-up.ts';

/** Places in `found`: hands, knees, balls of the feet, leading foot and its turn; how often hands have been put down again. */
const FOUND = {
  hand: { left: 0, right: 2 },
  knee: { left: 4, right: 6 },
  ball: { left: 8, right: 10 },
  foot: 12,
  footYaw: 14,
  presses: 15,
} as const;
export const FOUND_SIZE = 16;
const UNKNOWN = 1e9;

const DOWN = 0.05; // [m] a hand or knee nearer to the ground than this has come down
const AT_HAND = 0.35; // [arm lengths] a hand farther from where it carries is put there
const MOST_PRESSES = 1; // more: arms are stuck

/** What has come of a way up so far; plain data. */
export interface Found {
  readonly steps: Steps;
  frame: Placement; // of the keys
  readonly found: Float64Array; // world, see FOUND; UNKNOWN: not yet
}

export function nothingFound(): Float64Array {
  const found = new Float64Array(FOUND_SIZE).fill(UNKNOWN);
  found[FOUND.presses] = 0;
  return found;
}

/** Whether hands are put down for the first time. */
export const isFirstPress = ({ found }: Found): boolean => found[FOUND.presses] === 0;

/** In the frame of the keys. */
export function spotsOf({ found, frame }: Found): Spots {
  const back = undone(frame);
  const spot = (at: number): Spot | undefined => {
    if (found[at] === UNKNOWN) return undefined;
    const [x, z] = movePlace(back, found[at], found[at + 1]);
    return { x, z };
  };
  const foot = spot(FOUND.foot);
  return {
    hands: { left: spot(FOUND.hand.left), right: spot(FOUND.hand.right) },
    knees: { left: spot(FOUND.knee.left), right: spot(FOUND.knee.right) },
    balls: { left: spot(FOUND.ball.left), right: spot(FOUND.ball.right) },
    foot: foot && { ...foot, yaw: wrapAngle(found[FOUND.footYaw] - frame.yaw) },
  };
}

/** Notes where limbs are that hold from the stage `name` on; q: the pose as it is. */
export function findContacts(
  plan: Found,
  figure: Figure,
  way: WayUp,
  name: StageName,
  q: ReadonlyVector,
  ground: Ground,
): void {
  const { body, ws, sides } = figure;
  const { found, steps } = plan;
  forwardKinematics(body, ws, q);
  const at = (segment: number, point: Vec3): Vec3 =>
    add(vectorAt(ws.segmentOrigin, 3 * segment), turned(ws.segmentRotation, 4 * segment, point));
  const note = (place: number, [x, , z]: Vec3): void => {
    found[place] = x;
    found[place + 1] = z;
  };
  const isDown = ([x, y, z]: Vec3, radius: number): boolean => y - radius - ground(x, z).height < DOWN;
  if (name === 'quadruped' || name === 'kneel') {
    const knees = SIDES.map((side) => vectorAt(ws.segmentOrigin, 3 * sides[side].leg.lower));
    const [x, , z] = mix(knees[0], knees[1], 0.5);
    plan.frame = { ...plan.frame, x, z };
    SIDES.forEach((side, k) => {
      if (isDown(knees[k], sides[side].kneeRadius)) note(FOUND.knee[side], knees[k]);
    });
  }
  if (name === 'quadruped') {
    for (const { side, palm, isThere } of palmsOf(plan, figure, way, ground)) {
      if (isThere) note(FOUND.hand[side], palm);
    }
  }
  if (name === 'kneel') {
    for (const side of SIDES) note(FOUND.ball[side], at(sides[side].foot.joint, sides[side].tip));
  }
  if (name === 'lunge') {
    note(FOUND.foot, vectorAt(ws.segmentOrigin, 3 * sides[steps.lead].leg.end));
    found[FOUND.footYaw] = soleYaw(figure, steps.lead);
  }
}

/** Palms, and whether they are on the ground near where they are to carry. Needs the position level of the figure. */
function palmsOf(plan: Found, figure: Figure, way: WayUp, ground: Ground) {
  const { body, ws } = figure;
  const points = body.shapes.flatMap(({ part, side, segment, near, far, nearRadius }) => {
    if (part !== 'hand' || !side) return [];
    const at = turned(ws.segmentRotation, 4 * segment, mix(near, far, 0.5));
    return [{ side, palm: add(vectorAt(ws.segmentOrigin, 3 * segment), at), radius: nearRadius }];
  });
  const { arms } = stagesUp(figure, way, plan.steps, { ...spotsOf(plan), hands: both(undefined, undefined) })[1].key;
  return points.map(({ side, palm, radius }) => {
    const wanted = arms[side];
    const [x, z] = wanted.kind === 'hand' ? movePlace(plan.frame, wanted.x, wanted.z) : [palm[0], palm[2]];
    const isDown = palm[1] - radius - ground(palm[0], palm[2]).height < DOWN;
    return { side, palm, isThere: isDown && Math.hypot(x - palm[0], z - palm[2]) < AT_HAND * figure.arm };
  });
}

/** Whether hands have to be put down once more before the body is pressed up; counts. q: the pose as it is. */
export function pressesOn(plan: Found, figure: Figure, way: WayUp, q: ReadonlyVector, ground: Ground): boolean {
  if (plan.found[FOUND.presses] >= MOST_PRESSES) return false;
  forwardKinematics(figure.body, figure.ws, q);
  plan.frame = frontFrame(figure, way, { ...readLying(figure), yaw: plan.frame.yaw }, plan.steps);
  forwardKinematics(figure.body, figure.ws, q); // keys are posed in the same workspace
  const palms = palmsOf(plan, figure, way, ground);
  if (palms.every(({ isThere }) => isThere)) return false;
  plan.found[FOUND.presses]++;
  return true;
}
