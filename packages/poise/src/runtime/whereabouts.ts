/**
 * Where a character is: the pose that its animation has made, led elsewhere by reactions, over ground that rests at y = 0. What the
 * ground moves (under a clip on the spot, a platform, a lift) and how high it lies is counted apart, in world axes, so that it can be
 * taken away again however reactions have turned the character.
 */

import { UsageError } from '../errors.ts';
import { isNowhere, movePose, type Placement, thenMove, undone } from '../gait/placement.ts';
import { BOUNDS } from '../motion/bounds.ts';
import { createModelFloor, type ModelFloor } from './model-floor.ts';
import type { GroundVelocity } from './moving-ground.ts';
import type { Rig } from './rig.ts';

export interface Whereabouts {
  readonly read: Float64Array; // nq as the rig has it
  readonly pose: Float64Array; // nq = placement · read + travel
  placement: Placement; // where reactions have led it
  travel: { x: number; y: number; z: number }; // [m] over a ground that moves, world axes; y: from the ground's level to 0
  readonly floor: ModelFloor;
}

const NOWHERE = 1e-9; // [rad], [m]: rounding

export const createWhereabouts = (nq: number): Whereabouts => ({
  read: new Float64Array(nq),
  pose: new Float64Array(nq),
  placement: { yaw: 0, x: 0, z: 0 },
  travel: { x: 0, y: 0, z: 0 },
  floor: createModelFloor(),
});

const LARGEST_TURN = 2; // part of a quaternion: rigs have them off unit length, none is wild

/** Reads the rig. Throws UsageError, and nothing has changed, where it shows no pose. */
export function takeIn(where: Whereabouts, rig: Rig): void {
  const { read } = where;
  rig.read(read);
  const bad = read.findIndex((value, i) => !(Math.abs(value) <= (i < 3 ? BOUNDS.length : LARGEST_TURN)));
  if (bad >= 0) throw new UsageError(`the rig's pose holds ${read[bad]} at coordinate ${bad}`);
}

/** The pose after dt on ground of this velocity (world axes, as the character is placed), at its last level. */
export function placePose(where: Whereabouts, [x, z]: Readonly<GroundVelocity>, dt: number): void {
  const { read, pose, travel } = where;
  travel.x -= dt * x;
  travel.z -= dt * z;
  pose.set(read);
  movePose(where.placement, pose);
  pose[0] += travel.x;
  pose[1] += travel.y;
  pose[2] += travel.z;
}

/** The ground's level is `floor` [m] now. */
export function putOnFloor({ pose, read, travel }: Whereabouts, floor: number): void {
  travel.y = floor === 0 ? 0 : -floor;
  pose[1] = read[1] + travel.y;
}

/** The placement once a reaction has moved the character by `move`, world axes over ground that rests. */
export function placementAfter({ placement, travel }: Whereabouts, move: Placement): Placement {
  const there = thenMove({ ...placement, x: placement.x + travel.x, z: placement.z + travel.z }, move);
  return unlessRounding({ ...there, x: there.x - travel.x, z: there.z - travel.z });
}

const unlessRounding = (placement: Placement): Placement =>
  Math.max(...Object.values(placement).map(Math.abs)) < NOWHERE ? { yaw: 0, x: 0, z: 0 } : placement;

/** The owner has moved the model by `moved`: what is read from now on is there already, and the character stays where it is. */
export function absorb(where: Whereabouts, moved: Placement): void {
  where.placement = unlessRounding(thenMove(undone(moved), where.placement));
}

/** The character was put elsewhere. */
export function forgetPlace(where: Whereabouts): void {
  where.placement = { yaw: 0, x: 0, z: 0 };
  where.travel = { x: 0, y: 0, z: 0 };
  where.floor.known = 0;
}

/** Is the rig's own pose what is to be seen, reactions apart? */
export const isAtHome = ({ placement }: Whereabouts): boolean => isNowhere(placement);
