/** Hinges of the root: yaw about the vertical first, then pitch and roll about the person's own axes. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { headingYaw } from '../../gait/heading.ts';
import { type Axis, createEulerOrder, type EulerOrder, eulerFromQuat } from '../../math/euler.ts';
import { conjugateQuat, multiplyQuat, normalizeQuat, quatFromAxisAngle, setIdentityQuat } from '../../math/quat.ts';
import { coordinateCount } from '../../motion/skeleton.ts';

export interface RootFrame {
  readonly pre: Float64Array;
  readonly post: Float64Array; // how the root sits in a person who faces +z
  readonly frame: Float64Array;
  readonly order: EulerOrder;
  readonly middle: number; // [rad]
}

/** Yaw first; others only for people who lie or turn somersaults. */
const ORDERS = (
  [
    [1, 0, 2],
    [1, 2, 0],
    [0, 1, 2],
    [2, 1, 0],
  ] as [Axis, Axis, Axis][]
).map(createEulerOrder);
const STEEP = (60 * Math.PI) / 180;

export function rootFrame(body: Body, poses: Float64Array): RootFrame {
  const nq = coordinateCount(body.skeleton);
  const headings = headingsOf(body, poses);
  const post = new Float64Array(4);
  const turn = new Float64Array(4);
  for (let row = 0; row < headings.length; row++) {
    quatFromAxisAngle(turn, 0, 0, 1, 0, -headings[row]);
    multiplyQuat(turn, 0, turn, 0, poses, row * nq + 3);
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += turn[k] * post[k];
    for (let k = 0; k < 4; k++) post[k] += (dot < 0 ? -1 : 1) * turn[k];
  }
  normalizeQuat(post, 0, post, 0);
  const pre = new Float64Array(4);
  setIdentityQuat(pre, 0);
  const frame = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  let best: RootFrame | undefined;
  for (const order of ORDERS) {
    const middle = steepest(poses, nq, post, order, headings);
    if (!best || middle < best.middle) best = { pre, post, frame, order, middle };
    if (middle < STEEP) break;
  }
  return best as RootFrame;
}

/** Where the person faces [rad], turned from +z towards +x. */
function headingsOf(body: Body, poses: Float64Array): Float64Array {
  const nq = coordinateCount(body.skeleton);
  const ws = createWorkspace(body);
  return Float64Array.from({ length: poses.length / nq }, (_, row) => {
    forwardKinematics(body, ws, poses, row * nq);
    return headingYaw(body, ws);
  });
}

function steepest(
  poses: Float64Array,
  nq: number,
  post: Float64Array,
  order: EulerOrder,
  headings: Float64Array,
): number {
  const turn = new Float64Array(4);
  const back = new Float64Array(4);
  const angles = new Float64Array(3);
  conjugateQuat(back, 0, post, 0);
  let most = 0;
  for (let row = 0; row < headings.length; row++) {
    multiplyQuat(turn, 0, poses, row * nq + 3, back, 0);
    for (let k = 0; k < 3; k++) angles[k] = order.axes[k] === 1 ? headings[row] : 0;
    eulerFromQuat(angles, 0, order, turn, 0, angles, 0);
    most = Math.max(most, Math.abs(angles[1]));
  }
  return most;
}
