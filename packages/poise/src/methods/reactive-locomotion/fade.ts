/** A difference between two motions that dies away: pose and velocity of one, later of the other, without a jolt between. */
import { expQuat, multiplyQuat } from '../../math/quat.ts';
import { settle, settleRate } from '../../math/settle.ts';
import { jointCount, quatIndex, type Skeleton, velocityIndex } from '../../motion/skeleton.ts';

export interface Fade {
  readonly offset: Float64Array; // nv: as difference() has it over one second
  readonly rate: Float64Array; // nv
  readonly duration: number; // [s]
}

const scratch = new Float64Array(8);

/** Adds what is left of the fade after `since` to q and v. `turn`: the root's part is turned about up by this first. */
export function addFade(
  fade: Fade,
  skeleton: Skeleton,
  since: number,
  turn: number,
  q: Float64Array,
  v: Float64Array,
): void {
  const { offset, rate, duration } = fade;
  if (since >= duration) return;
  const [s, c] = [Math.sin(turn), Math.cos(turn)];
  const at = (i: number): number => settle(offset[i], rate[i], duration, since);
  const rateAt = (i: number): number => settleRate(offset[i], rate[i], duration, since);
  q[0] += c * at(0) + s * at(2);
  q[1] += at(1);
  q[2] += -s * at(0) + c * at(2);
  v[0] += c * rateAt(0) + s * rateAt(2);
  v[1] += rateAt(1);
  v[2] += -s * rateAt(0) + c * rateAt(2);
  for (let joint = 0; joint < jointCount(skeleton); joint++) {
    const i = velocityIndex(joint);
    const o = quatIndex(joint);
    for (let k = 0; k < 3; k++) scratch[k] = at(i + k);
    expQuat(scratch, 4, scratch, 0);
    multiplyQuat(q, o, q, o, scratch, 4);
    for (let k = 0; k < 3; k++) v[i + k] += rateAt(i + k);
  }
}
