/** A body far away: hips where the plan has the body, the trunk tilted as the hit's angular momentum would, legs solved exactly. */
import type { Body } from '../../body/body.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { conjugateQuat, copyQuat, expQuat, multiplyQuat, slerpQuat } from '../../math/quat.ts';
import { difference } from '../../motion/coordinates.ts';
import { coordinateCount, freedomCount, quatIndex } from '../../motion/skeleton.ts';
import { restingJoints, restJoints, restShare } from './detail.ts';
import { closeLegs, createFootGoals, heldJoints, legsOf, type Mover } from './move-body.ts';

const MOST_TILT = 0.6; // [rad]

export function createCoarseMover(body: Body, dt: number, hands: 'free' | 'tied'): Mover {
  const { skeleton } = body;
  const ws = createWorkspace(body);
  const held = heldJoints(body, hands);
  const spine = body.roles.spine ?? body.roles.chest ?? -1;
  const resting = restingJoints(body, 'few');
  const share = restShare(dt);
  const before = new Float64Array(coordinateCount(skeleton));
  const goal = before.slice();
  const turn = new Float64Array(12);
  return {
    dt,
    limbs: legsOf(body),
    feet: createFootGoals(),
    com: new Float64Array(3),
    comBefore: new Float64Array(3),
    momentum: new Float64Array(3),
    tilt: new Float64Array(3),
    lag: new Float64Array(3),
    insistence: 1,
    pose: { q: new Float64Array(before.length), v: new Float64Array(freedomCount(skeleton)) },
    ws,
    move(q, v) {
      before.set(q);
      goal.set(this.pose.q);
      if (spine > 0) tiltJoint(goal, spine, skeleton.parents, this.tilt, turn);
      // the hips are where the plan has them, but for what a finer solution left
      for (let c = 0; c < 3; c++) q[c] = goal[c] + (1 - share) * this.lag[c];
      slerpQuat(q, 3, before, 3, goal, 3, share);
      restJoints(q, resting, before, goal, share);
      for (const joint of held) copyQuat(q, quatIndex(joint), this.pose.q, quatIndex(joint));
      closeLegs(q, body, this);
      difference(v, skeleton, before, 0, q, 0, dt, turn);
    },
  };
}

/** Turns a joint by a rotation vector in world axes. */
function tiltJoint(
  q: Float64Array,
  joint: number,
  parents: readonly number[] | Int32Array,
  tilt: Float64Array,
  turn: Float64Array,
): void {
  const size = Math.hypot(tilt[0], tilt[1], tilt[2]);
  if (size < 1e-9) return;
  const scale = Math.min(1, MOST_TILT / size);
  for (let c = 0; c < 3; c++) turn[c] = scale * tilt[c];
  expQuat(turn, 0, turn, 0);
  // world from parent
  copyQuat(turn, 4, q, quatIndex(parents[joint]));
  for (let k = parents[joint]; k > 0; k = parents[k]) multiplyQuat(turn, 4, q, quatIndex(parents[k]), turn, 4);
  conjugateQuat(turn, 8, turn, 4);
  multiplyQuat(turn, 8, turn, 8, turn, 0);
  multiplyQuat(turn, 8, turn, 8, turn, 4);
  multiplyQuat(q, quatIndex(joint), turn, 8, q, quatIndex(joint));
}
