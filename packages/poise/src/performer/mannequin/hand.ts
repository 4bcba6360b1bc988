/** A relaxed hand: palm, four fingers bent a little towards it, and a thumb. */
import { add, along, cross, perpendicular, scale, unit } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Bone } from './figure.ts';
import { placed } from './implicit.ts';
import { loft, ringAround } from './loft.ts';
import type { Surface } from './surface-net.ts';

/** Length of the table's hand, wrist to the tip of the middle finger [cm]. */
const HAND_LENGTH = 18;

/** Palm: along the hand, back, palm side, thumb side, little finger's side [cm]. */
const PALM: readonly (readonly [number, number, number, number, number])[] = [
  [-2.2, 1.2, 1.2, 1.7, 1.6],
  [-0.4, 1.9, 1.9, 2.7, 2.5],
  [2.0, 1.7, 2.1, 3.4, 3.2],
  [4.5, 1.5, 1.9, 3.9, 3.7],
  [6.8, 1.35, 1.5, 4.1, 3.9],
  [8.4, 1.1, 1.2, 3.9, 3.7],
  [9.3, 0.6, 0.7, 3.4, 3.2],
];

/** Fingers: root along the hand and to the thumb's side, lengths of three bones, radii at root and tip [cm]; how much each of
 *  the joints bends towards the palm and how the finger spreads [rad]. */
interface Finger {
  readonly root: readonly [along: number, aside: number];
  readonly bones: Vec3;
  readonly radii: readonly [number, number];
  readonly bends: Vec3;
  readonly spread: number;
  readonly drop: number; // [cm] root below the middle of the palm
}

const FINGERS: readonly Finger[] = [
  { root: [7.6, 2.9], bones: [5.0, 2.5, 2.1], radii: [1.02, 0.72], bends: [0.16, 0.28, 0.16], spread: 0.05, drop: 0 },
  { root: [8.0, 0.95], bones: [5.4, 2.8, 2.2], radii: [1.05, 0.74], bends: [0.2, 0.32, 0.18], spread: 0.01, drop: 0 },
  { root: [7.8, -1.0], bones: [5.1, 2.6, 2.1], radii: [1.0, 0.7], bends: [0.26, 0.36, 0.2], spread: -0.03, drop: 0 },
  {
    root: [8.2, -2.8],
    bones: [3.4, 2.0, 1.9],
    radii: [0.92, 0.64],
    bends: [0.32, 0.38, 0.22],
    spread: -0.08,
    drop: 0.1,
  },
  { root: [2.2, 2.2], bones: [3.8, 3.0, 2.5], radii: [1.5, 0.85], bends: [0.28, 0.06, 0.1], spread: 0.72, drop: 0.5 }, // thumb
];
const FINGER_SIDES = 7;

/** All pieces of one hand. */
export function handSurfaces({ frame, length }: Bone): readonly Surface[] {
  const unitLength = length / HAND_LENGTH;
  const rings = PALM.map(([y, back, palm, thumb, little]) =>
    ringAround(
      placed(frame, 0, y * unitLength, 0),
      frame.front,
      frame.out,
      [thumb * unitLength, little * unitLength, back * unitLength, palm * unitLength],
      12,
      2.6,
    ),
  );
  return [loft(rings), ...FINGERS.map((finger) => fingerSurface(frame, unitLength, finger))];
}

function fingerSurface(frame: Bone['frame'], cm: number, finger: Finger): Surface {
  const { root, bones, radii, bends, spread, drop } = finger;
  const toPalm = scale(frame.out, -1);
  let direction = unit(add(scale(frame.axis, Math.cos(spread)), scale(frame.front, Math.sin(spread))), frame.axis);
  const side = perpendicular(cross(direction, toPalm), direction);
  let p = placed(frame, -drop * cm, root[0] * cm, root[1] * cm);
  const path: { p: Vec3; direction: Vec3; radius: number }[] = [];
  const whole = bones[0] + bones[1] + bones[2];
  let gone = 0;
  bones.forEach((bone, k) => {
    const before = direction;
    direction = unit(
      add(scale(direction, Math.cos(bends[k])), scale(cross(side, direction), Math.sin(bends[k]))),
      direction,
    );
    const middle = unit(add(before, direction), direction);
    const radius = (share: number): number => radii[0] + (radii[1] - radii[0]) * share;
    // Joints are a little thicker than the middle of the bones.
    path.push({ p, direction: k === 0 ? direction : middle, radius: radius(gone / whole) });
    path.push({ p: along(p, direction, 0.5 * bone * cm), direction, radius: 0.94 * radius((gone + bone / 2) / whole) });
    p = along(p, direction, (k === 2 ? 0.86 : 1) * bone * cm);
    gone += bone;
  });
  path.push({ p, direction, radius: 0.9 * radii[1] });
  path.push({ p: along(p, direction, 0.75 * radii[1] * cm), direction, radius: 0.45 * radii[1] });
  const rings = path.map((at) => {
    const up = unit(cross(at.direction, side), frame.out);
    const r = at.radius * cm;
    return ringAround(at.p, side, up, [r, r, r, r], FINGER_SIDES);
  });
  return loft(rings);
}
