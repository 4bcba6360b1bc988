/** A difference between two motions that dies away: pose and velocity of one, later of the other, without a jolt between. */
import { expQuat, multiplyQuat } from '../math/quat.ts';
import { settle, settleRate } from '../math/settle.ts';
import { jointCount, quatIndex, type Skeleton, velocityIndex } from '../motion/skeleton.ts';

export interface Fade {
  readonly offset: Float64Array; // nv: as difference() has it over one second
  readonly rate: Float64Array; // nv
  readonly duration: number; // [s]
}

const left = new Float64Array(6); // memory: of three numbers, then of their rates
const turned = new Float64Array(4);

/** Adds what is left of the fade after `since` to q and v. `turn`: the root's part is turned about up by this first. */
export function addFade(
  fade: Fade,
  skeleton: Skeleton,
  since: number,
  turn: number,
  q: Float64Array,
  v: Float64Array,
): void {
  if (since >= fade.duration) return;
  const s = Math.sin(turn);
  const c = Math.cos(turn);
  writeLeft(fade, 0, since);
  q[0] += c * left[0] + s * left[2];
  q[1] += left[1];
  q[2] += -s * left[0] + c * left[2];
  v[0] += c * left[3] + s * left[5];
  v[1] += left[4];
  v[2] += -s * left[3] + c * left[5];
  for (let joint = 0; joint < jointCount(skeleton); joint++) {
    const i = velocityIndex(joint);
    const o = quatIndex(joint);
    writeLeft(fade, i, since);
    expQuat(turned, 0, left, 0);
    multiplyQuat(q, o, q, o, turned, 0);
    for (let k = 0; k < 3; k++) v[i + k] += left[3 + k];
  }
}

/** What is left of numbers i … i + 2 of a fade, and of their rates. */
function writeLeft({ offset, rate, duration }: Fade, i: number, since: number): void {
  for (let k = 0; k < 3; k++) {
    left[k] = settle(offset[i + k], rate[i + k], duration, since);
    left[3 + k] = settleRate(offset[i + k], rate[i + k], duration, since);
  }
}
