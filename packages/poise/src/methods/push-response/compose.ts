/** Standing + what a response adds = the pose it asks for. */
import { expQuat, multiplyQuat, normalizeQuat, rotate3, rotateBack3 } from '../../math/quat.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import { FOOT, FOOT_TURN, HIPS, ROW, SPIN, TOE_TURN, TURN_ROLES, UPPER_ARMS } from './channel-layout.ts';
import type { Figure, Stage } from './figure.ts';

const turned = new Float64Array(ROW);
const vector = new Float64Array(3);
const quat = new Float64Array(4);

/** out = the standing `base` with a row of channels added, which is in the heading frame at `yaw` [rad]. */
export function compose(out: Stage, figure: Figure, base: Stage, row: Float64Array, yaw: number): void {
  out.q.set(base.q);
  const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
  // joints take their turns in their own frames, which need no heading
  for (let k = 1; k < TURN_ROLES.length; k++) {
    const joint = figure.joints[k];
    if (joint <= 0) continue;
    if (k === UPPER_ARMS[0]) turnJoint(out, figure, joint, row, SPIN[0]);
    if (k === UPPER_ARMS[1]) turnJoint(out, figure, joint, row, SPIN[1]);
    turnJoint(out, figure, joint, row, 3 * k);
  }
  // the root, the way of the hips and the feet are of the world
  for (const o of WORLD) {
    turned[o] = cosine * row[o] + sine * row[o + 2];
    turned[o + 1] = row[o + 1];
    turned[o + 2] = cosine * row[o + 2] - sine * row[o];
  }
  turnRoot(out, figure, base);
  for (let side = 0; side < 2; side++) {
    const at = FOOT[side];
    for (let c = 0; c < 3; c++) out.balls[3 * side + c] = base.balls[3 * side + c] + figure.leg * turned[at + c];
    turnBy(out.feet, 4 * side, base.feet, at + FOOT_TURN);
    turnBy(out.toes, 4 * side, base.toes, at + TOE_TURN);
  }
}

const WORLD = [0, HIPS, ...FOOT.flatMap((at) => [at, at + FOOT_TURN, at + TOE_TURN])];

/** Turns a joint further, in its own frame, by the vector at row[o]. */
function turnJoint(out: Stage, figure: Figure, joint: number, row: Float64Array, o: number): void {
  if (row[o] === 0 && row[o + 1] === 0 && row[o + 2] === 0) return;
  rotateBack3(vector, 0, figure.neutral, 4 * joint, row, o);
  expQuat(quat, 0, vector, 0);
  multiplyQuat(out.q, quatIndex(joint), out.q, quatIndex(joint), quat, 0);
  normalizeQuat(out.q, quatIndex(joint), out.q, quatIndex(joint));
}

/** The root turns about the middle of the hips, which goes its way. */
function turnRoot(out: Stage, { hipsInRoot, leg }: Figure, base: Stage): void {
  turnBy(out.q, 3, base.q.subarray(3, 7), 0);
  rotate3(vector, 0, base.q, 3, hipsInRoot, 0);
  for (let c = 0; c < 3; c++) out.q[c] = base.q[c] + vector[c] + leg * turned[HIPS + c];
  rotate3(vector, 0, out.q, 3, hipsInRoot, 0);
  for (let c = 0; c < 3; c++) out.q[c] -= vector[c];
}

/** out[o] = base (at the same place, or at 0 of a view) turned by the world rotation vector at turned[at]. */
function turnBy(out: Float64Array, o: number, base: Float64Array, at: number): void {
  expQuat(quat, 0, turned, at);
  multiplyQuat(out, o, quat, 0, base, base.length === 4 ? 0 : o);
  normalizeQuat(out, o, out, o);
}
