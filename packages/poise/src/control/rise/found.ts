/** Where hands, knees and feet of somebody who gets up have really come down. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { movePlace, type Placement, undone } from '../../gait/placement.ts';
import { wrapAngle } from '../../math/angle.ts';
import { add, distance, mix, sub, turned, vectorAt } from '../../math/tuple.ts';
import type { ReadonlyVector, Vec3 } from '../../math/types.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import type { Ground } from '../ground.ts';
import type { Spot } from './balanced-key.ts';
import { type Figure, soleYaw } from './figure.ts';
import type { WayUp } from './library.ts';
import { frontFrame, readLying } from './lying.ts';
import { both, other, type Spots, type Steps, WayKeys } from './way-keys.ts';
import type { StageName } from './way-up.ts';

/** Places in `found`: hands, knees, balls of the feet, leading foot and its turn. */
const FOUND = {
  hand: { left: 0, right: 2 },
  knee: { left: 4, right: 6 },
  ball: { left: 8, right: 10 },
  foot: 12,
  footYaw: 14,
} as const;
export const FOUND_SIZE = 15;
const UNKNOWN = 1e9;

const DOWN = 0.05; // [m] a hand or knee nearer to the ground than this has come down
const MOST_SPREAD = 0.12; // [rad] of thighs that are drawn in
const AT_HAND = 0.1; // [arm lengths] a hand farther from where it is to carry is put there

/** What has come of a way up so far; plain data. */
export interface Found {
  readonly steps: Steps;
  frame: Placement; // of the keys
  readonly found: Float64Array; // world, see FOUND; UNKNOWN: not yet
}

export const nothingFound = (): Float64Array => new Float64Array(FOUND_SIZE).fill(UNKNOWN);

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
  if (name === 'reach') {
    plan.frame = frontFrame(figure, way, { ...readLying(figure), yaw: plan.frame.yaw }, steps);
    forwardKinematics(body, ws, q); // keys are posed in the same workspace
  }
  if (name === 'reach' || name === 'quadruped' || name === 'kneel') {
    const spread = name === 'reach' ? MOST_SPREAD : Math.PI;
    const knees = SIDES.map((side) => kneeDown(figure, side, plan.frame.yaw, spread, ground));
    const [x, , z] = mix(knees[0], knees[1], 0.5);
    plan.frame = { ...plan.frame, x, z };
    SIDES.forEach((side, k) => {
      note(FOUND.knee[side], knees[k]);
      // shanks lie on as thighs do
      const hip = vectorAt(ws.segmentOrigin, 3 * sides[side].leg.upper);
      if (name === 'reach') note(FOUND.ball[side], add(knees[k], sub(knees[k], hip)));
    });
  }
  if (name === 'reach' || name === 'quadruped') {
    for (const { side, palm, isThere } of palmsOf(plan, figure, way, ground)) {
      if (isThere || name === 'quadruped') note(FOUND.hand[side], palm);
    }
    forwardKinematics(body, ws, q);
  }
  if (name === 'quadruped' || (name === 'kneel' && found[FOUND.hand.left] !== UNKNOWN)) {
    for (const side of SIDES) note(FOUND.ball[side], at(sides[side].foot.joint, sides[side].tip));
  }
  if (name === 'lunge') {
    note(FOUND.foot, vectorAt(ws.segmentOrigin, 3 * sides[steps.lead].leg.end));
    found[FOUND.footYaw] = soleYaw(figure, steps.lead);
    const trail = other(steps.lead);
    note(FOUND.ball[trail], at(sides[trail].foot.joint, sides[trail].tip));
  }
}

/** Where a knee is on the ground with the hip where it is: the way from hip to knee, laid on the ground, no farther from straight back than
 *  `spread`. Needs the position level of the figure. */
function kneeDown({ ws, sides }: Figure, side: Side, yaw: number, spread: number, ground: Ground): Vec3 {
  const { leg, kneeRadius } = sides[side];
  const hip = vectorAt(ws.segmentOrigin, 3 * leg.upper);
  const knee = vectorAt(ws.segmentOrigin, 3 * leg.lower);
  const [x, , z] = sub(knee, hip);
  const thigh = distance(hip, knee);
  const height = ground(knee[0], knee[2]).height + kneeRadius;
  const reach = Math.sqrt(Math.max(0, thigh * thigh - (hip[1] - height) ** 2));
  const aside = wrapAngle(Math.atan2(-x, -z) - yaw);
  const angle = yaw + Math.max(-spread, Math.min(spread, aside));
  return [hip[0] - reach * Math.sin(angle), height, hip[2] - reach * Math.cos(angle)];
}

/** Palms, and whether they are on the ground near where they are to carry. Needs the position level of the figure. */
function palmsOf(plan: Found, figure: Figure, way: WayUp, ground: Ground) {
  const { body, ws } = figure;
  const points = body.shapes.flatMap(({ part, side, segment, near, far, nearRadius }) => {
    if (part !== 'hand' || !side) return [];
    const at = turned(ws.segmentRotation, 4 * segment, mix(near, far, 0.5));
    return [{ side, palm: add(vectorAt(ws.segmentOrigin, 3 * segment), at), radius: nearRadius }];
  });
  const { arms } = new WayKeys(figure, way, plan.steps, {
    ...spotsOf(plan),
    hands: both(undefined, undefined),
  }).quadruped();
  return points.map(({ side, palm, radius }) => {
    const wanted = arms[side];
    const [x, z] = wanted.kind === 'hand' ? movePlace(plan.frame, wanted.x, wanted.z) : [palm[0], palm[2]];
    const isDown = palm[1] - radius - ground(palm[0], palm[2]).height < DOWN;
    return { side, palm, isThere: isDown && Math.hypot(x - palm[0], z - palm[2]) < AT_HAND * figure.arm };
  });
}
