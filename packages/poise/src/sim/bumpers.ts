/** Balls at the joints that stop a falling person at the floor, and palms that touch props. Soles are apart. */
import { rotate3 } from '../math/quat.ts';
import type { Role } from '../motion/roles.ts';
import { worldFramesOf } from '../motion/world-frames.ts';
import type { Links } from './links.ts';

export interface Bumper {
  readonly link: number;
  readonly kind: 'hand' | 'limb';
  readonly centre: Float64Array; // 3 [m] in the link's frame
  readonly radius: number; // [m]
}

/** Radius over stature, and what the ball stands for. */
const SIZES: readonly (readonly [Role, number])[] = [
  ['hips', 0.06],
  ['head', 0.05],
  ['leftLowerLeg', 0.03],
  ['rightLowerLeg', 0.03],
  ['leftUpperArm', 0.03],
  ['rightUpperArm', 0.03],
  ['leftLowerArm', 0.025],
  ['rightLowerArm', 0.025],
];
const PALM = 0.022; // radius over stature
const PALM_AHEAD = 0.05; // from the wrist, over stature: the middle of the hand

/** Where the palm is in the frame of the hand's segment [m]: along the forearm, half a hand on. */
export function palmInHand(links: Pick<Links, 'body'>, side: 'left' | 'right'): Float64Array | undefined {
  const { roles, skeleton, height } = links.body;
  const hand = roles[`${side}Hand`];
  if (hand === undefined) return undefined;
  // The hand goes on where the forearm ends; the hand's own rest rotation turns parent axes into its own.
  const offset = skeleton.offsets.subarray(3 * hand, 3 * hand + 3);
  const length = Math.hypot(...offset) || 1;
  const ends = skeleton.endSites.find((site) => site.joint === hand)?.offset;
  const along = ends ? Float64Array.from(ends) : undefined;
  const size = along ? Math.hypot(...along) : 0;
  const out = new Float64Array(3);
  for (let k = 0; k < 3; k++) {
    out[k] = PALM_AHEAD * height * (along && size > 0.01 ? along[k] / size : offset[k] / length);
  }
  return out;
}

export function bumpersOf(links: Links): Bumper[] {
  const { body, linkOf, linkFromSegment, originInLink } = links;
  const place = (segment: number, point: Float64Array): Float64Array => {
    const out = new Float64Array(3);
    rotate3(out, 0, linkFromSegment, 4 * segment, point, 0);
    for (let k = 0; k < 3; k++) out[k] += originInLink[3 * segment + k];
    if (links.planar) moveIntoPlane(links, linkOf[segment], out);
    return out;
  };
  const out: Bumper[] = [];
  for (const [role, size] of SIZES) {
    const segment = body.roles[role];
    if (segment === undefined) continue;
    const centre = new Float64Array(3);
    // the ball of the head is in its middle, that of the upper arm in the shoulder
    if (role === 'head') centre.set(body.comInSegment.subarray(3 * segment, 3 * segment + 3));
    out.push({ link: linkOf[segment], kind: 'limb', centre: place(segment, centre), radius: size * body.height });
  }
  for (const side of ['left', 'right'] as const) {
    const hand = body.roles[`${side}Hand`];
    const palm = palmInHand(links, side);
    if (hand === undefined || !palm) continue;
    out.push({ link: linkOf[hand], kind: 'hand', centre: place(hand, palm), radius: PALM * body.height });
  }
  return out;
}

/** Everything happens in the plane x = 0: a point of a link, moved there along the left-right axis. */
function moveIntoPlane(links: Links, link: number, point: Float64Array): void {
  const { origins, rotations } = worldFramesOf(links.body.skeleton, links.pose);
  const world = new Float64Array(3);
  rotate3(world, 0, rotations, 4 * links.joint[link], point, 0);
  const x = origins[3 * links.joint[link]] + world[0];
  for (let k = 0; k < 3; k++) point[k] -= x * links.axis[3 * link + k];
}
