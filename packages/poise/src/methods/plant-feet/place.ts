/** Poses from the places of the feet: hips moved, legs bent by exact IK. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { limbOf, solveLimb } from '../../ik/leg-ik.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../math/quat.ts';
import type { Clip } from '../../motion/clip.ts';
import { SIDES } from '../../motion/roles.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import type { FootTrace } from './trace-feet.ts';

const UNMOVED = 1e-5; // [m, rad] less is nothing: the frame stays as it is, bit for bit

export interface FootPlaces {
  readonly ankle: Float64Array; // frames × 3 [m]
  readonly turn: Float64Array; // frames [rad] about the vertical, against the clip
}

export interface Placed {
  readonly q: Float64Array; // frames × nq
  readonly missed: number; // [m] most that a leg was too short by
  readonly missedFrame: number; // −1: never
}

/** `rise`: frames [m] that the hips go up by. */
export function placeFeet(
  body: Body,
  clip: Clip,
  feet: readonly FootTrace[],
  places: readonly FootPlaces[],
  rise: Float64Array,
): Placed {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const ws = createWorkspace(body);
  const legs = SIDES.map((side) => limbOf(body, side, 'leg'));
  const target = { position: new Float64Array(3), rotation: new Float64Array(4) };
  const turn = new Float64Array(4);
  let [missed, missedFrame] = [0, -1];
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const moved = places.map(({ ankle, turn: about }, side) => changeOf(feet[side], ankle, about, frame));
    if (Math.abs(rise[frame]) < UNMOVED && moved.every((size) => size < UNMOVED)) continue;
    const pose = q.subarray(frame * nq, (frame + 1) * nq);
    pose[1] += rise[frame];
    for (const [side, leg] of legs.entries()) {
      if (!leg) continue;
      forwardKinematics(body, ws, pose);
      target.position.set(places[side].ankle.subarray(3 * frame, 3 * frame + 3));
      quatFromAxisAngle(turn, 0, 0, 1, 0, places[side].turn[frame]);
      multiplyQuat(target.rotation, 0, turn, 0, feet[side].rotation, 4 * frame);
      const outcome = solveLimb(pose, ws, leg, target);
      if (outcome.status === 'degenerate' || outcome.missing <= missed) continue;
      missed = outcome.missing;
      missedFrame = frame;
    }
  }
  return { q, missed, missedFrame };
}

function changeOf({ ankle }: FootTrace, target: Float64Array, turn: Float64Array, frame: number): number {
  const i = 3 * frame;
  const way = Math.hypot(target[i] - ankle[i], target[i + 1] - ankle[i + 1], target[i + 2] - ankle[i + 2]);
  return Math.max(way, Math.abs(turn[frame]));
}
