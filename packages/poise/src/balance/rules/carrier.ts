/** What unseen thing could hold a body that its feet cannot carry: a seat, something under the hands, a push or a pull? */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { signedDistance } from '../../math/polygon.ts';
import type { Role } from '../../motion/roles.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { BALANCE_ERROR, BALANCE_WARNING, type Imbalance } from './imbalance-runs.ts';
import type { RuleInput, Run } from './rule.ts';

export interface Carrier {
  readonly by: 'seat' | 'hands' | 'push';
  readonly share: number; // of body weight: carried upwards by a seat, pushed or pulled along by the others
}

const SEAT_HIGHEST = 0.4; // of stature: hips of people who sit are lower than this …
const SEAT_KNEES = 0.12; // … about as high as their knees, within this share of stature …
const SEAT_SPEED = 0.4; // [m/s] … and rest
const INSIDE = 0.02; // [m] the CoM this far outside the feet still stands over them
const REACH = 0.2; // of stature, from shoulder to hand along the floor: an arm that holds on to something
const LEVEL = 1.3; // times as far along as up or down: a hanging arm that tips with the trunk holds nothing
const REACH_ALONG = 0.7; // cosine between the arm and where the body tips
const LONGEST_PUSH = 0.6; // [s]
const HAND_SPEED = 1; // [m/s]

/** The carrier where the body is out of balance; undefined where nothing hints at one. */
export function carrierOf(input: RuleInput, { run, worst: frame, x, z, swingsBack }: Imbalance): Carrier | undefined {
  const { body, clip, report } = input;
  if (clip.provenance === 'performed') return undefined; // whoever made it knows what carries, and says it as a force
  const size = Math.hypot(x, z);
  const outside = Math.max(0, -report.margin[frame]) || size;
  const [ux, uz] = [x / size, z / size];
  const height = Math.max(0.3, report.com[3 * frame + 1] - report.ground.height);
  const seat = seatAt(input, frame, ux, uz, outside);
  if (seat) return seat;
  if (swingsBack) return undefined;
  if (handsReach(input, frame, ux, uz)) return { by: 'hands', share: outside / (0.8 * body.height) };
  return isBrief(input, run, size) && isOverFeet(input, frame, ux, uz)
    ? { by: 'push', share: outside / height }
    : undefined;
}

/** The same where it is sure enough to leave the posture as it is: a seat is seen; what pushes, pulls or is held on to is not, and what is
 *  within the errors of bodies and captures asks for nothing unseen. */
export function surelyCarriedBy(input: RuleInput, imbalance: Imbalance): Carrier | undefined {
  const carrier = carrierOf(input, imbalance);
  return carrier?.by === 'seat' || imbalance.value > BALANCE_ERROR ? carrier : undefined;
}

/** Where joints are in a frame: (x, y, z) by role; undefined where the rig has none. */
function placesAt(
  { body, clip }: RuleInput,
  frame: number,
): (role: Role) => readonly [number, number, number] | undefined {
  const ws = createWorkspace(body);
  forwardKinematics(
    body,
    ws,
    clip.q,
    Math.min(clip.frameCount - 1, Math.max(0, frame)) * coordinateCount(clip.skeleton),
  );
  return (role) => {
    const joint = body.roles[role];
    const at = ws.segmentOrigin;
    return joint === undefined ? undefined : [at[3 * joint], at[3 * joint + 1], at[3 * joint + 2]];
  };
}

/** Somebody sits: hips low, about as high as the knees, at rest, and beyond the feet on the side to which the weight lies. */
function seatAt(input: RuleInput, frame: number, ux: number, uz: number, outside: number): Carrier | undefined {
  const { body, clip, report } = input;
  const now = placesAt(input, frame);
  const hips = now('hips');
  const knees = [now('leftLowerLeg'), now('rightLowerLeg')];
  if (!hips || !knees[0] || !knees[1]) return undefined;
  const kneeHeight = (knees[0][1] + knees[1][1]) / 2;
  const isLow = hips[1] - report.ground.height < SEAT_HIGHEST * body.height;
  if (!isLow || Math.abs(hips[1] - kneeHeight) > SEAT_KNEES * body.height) return undefined;
  const before = placesAt(input, frame - Math.round(0.1 / clip.frameTime))('hips') ?? hips;
  if (Math.hypot(hips[0] - before[0], hips[1] - before[1], hips[2] - before[2]) > 0.1 * SEAT_SPEED) return undefined;
  // Between the balance point and the edge of the feet lies what the seat carries.
  const beyond = (hips[0] - report.zmp[3 * frame]) * ux + (hips[2] - report.zmp[3 * frame + 2]) * uz;
  return beyond + outside > 0.5 * outside
    ? { by: 'seat', share: Math.min(1, outside / Math.max(outside, outside + beyond)) }
    : undefined;
}

/** An arm is stretched along the floor where the body tips, or away from it: it leans on something, or pulls. People who spread both arms out balance with them. */
function handsReach(input: RuleInput, frame: number, ux: number, uz: number): boolean {
  const { body, clip } = input;
  const now = placesAt(input, frame);
  const before = placesAt(input, frame - Math.max(1, Math.round(0.05 / clip.frameTime)));
  const arms = (['left', 'right'] as const).flatMap((side) => {
    const shoulder = now(`${side}UpperArm`);
    const hand = now(`${side}Hand`);
    const was = before(`${side}Hand`);
    if (!shoulder || !hand || !was) return [];
    const [dx, dz] = [hand[0] - shoulder[0], hand[2] - shoulder[2]];
    const reach = Math.hypot(dx, dz);
    const isLevel = reach > LEVEL * Math.abs(hand[1] - shoulder[1]);
    if (!isLevel || reach < REACH * body.height) return [];
    const isStill = Math.hypot(hand[0] - was[0], hand[1] - was[1], hand[2] - was[2]) < 0.05 * HAND_SPEED;
    return [{ x: dx / reach, z: dz / reach, isStill }];
  });
  const [left, right] = arms;
  if (left && right && left.x * right.x + left.z * right.z < -REACH_ALONG) return false;
  return arms.some(({ x, z, isStill }) => isStill && Math.abs(x * ux + z * uz) > REACH_ALONG);
}

/** A push is over soon; what lasts for strides is a wrong posture. `imbalance` rises and falls by e^(−ω|t|) around what causes it: that is taken off. */
function isBrief({ body, report }: RuleInput, run: Run, size: number): boolean {
  const rate = Math.sqrt(GRAVITY / (0.56 * body.height));
  const tails = (2 / rate) * Math.log(Math.max(1, size / BALANCE_WARNING));
  return (run.end - run.start) * report.frameTime - tails < LONGEST_PUSH;
}

/** The CoM is over the feet: it is the body's acceleration that they cannot give. */
function isOverFeet({ report }: RuleInput, frame: number, ux: number, uz: number): boolean {
  const start = report.supportStart[frame];
  const count = report.supportStart[frame + 1] - start;
  if (count === 0) return false;
  const nearest = new Float64Array(2);
  const [x, z] = [report.com[3 * frame], report.com[3 * frame + 2]];
  const margin = signedDistance(nearest, report.supportPoints, 2 * start, count, x, z);
  return margin > -INSIDE || (x - nearest[0]) * ux + (z - nearest[1]) * uz < INSIDE;
}
