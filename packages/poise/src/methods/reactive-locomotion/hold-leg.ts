/** Which joints of a leg are held back, and when: all of a leg that swings, the ankle of a foot that has just landed, toes always. */
import type { Workspace } from '../../dynamics/workspace.ts';
import { smoothstep } from '../../math/ease.ts';
import { copyQuat, slerpQuat } from '../../math/quat.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import { holdJoint } from './held-joints.ts';
import type { FootTarget, Leg } from './reach-feet.ts';
import { soleHeight } from './sole-height.ts';

const ANKLE = 2; // of hip, knee, ankle, toes
const LOW = 0.02; // [m] above the floor: as low as that hip and knee are nearly free …
const CLEAR = 0.08; // … and from here on they are held
const FREER = 4; // times their limit that they have then beyond it
const LANDS = 0.125; // how near to landing they are held in any case

/** Holds joints of the solved leg in q back. pose, v: of the last tick; ws holds where the hip is. */
export function holdLeg(
  q: Float64Array,
  ws: Workspace,
  leg: Leg,
  foot: FootTarget,
  pose: Float64Array,
  v: Float64Array,
): void {
  const { held, chain, settles } = leg;
  const { joints, wanted, behind, known } = held;
  const high = foot.stands || !known ? 0 : soleHeight(chain, ws, q) - leg.floor;
  // a foot that has just left the ground would go through it if it came late
  const low = Math.max(0, 1 - foot.near / LANDS) * (1 - smoothstep((high - LOW) / (CLEAR - LOW)));
  for (let k = 0; k < joints.length; k++) {
    copyQuat(wanted, 4 * k, q, quatIndex(joints[k]!));
    behind[k] = 0;
    if (known && (!foot.stands || k > ANKLE || (k === ANKLE && foot.carries && settles)))
      holdJoint(q, held, k, k < ANKLE ? 1 + FREER * low : 1, pose, v);
  }
  if (known && !foot.stands) keepAbove(q, ws, leg);
}

const DEEP = 0.015; // [m] below the floor: half of what is held back is let go

/** Lets go of what is held back as far as it would take the sole into the floor. */
function keepAbove(q: Float64Array, ws: Workspace, { held, chain, floor }: Leg): void {
  const { joints, wanted, behind } = held;
  let late = 0;
  for (let k = 0; k < joints.length; k++) late += behind[k];
  if (late === 0) return;
  const depth = floor - soleHeight(chain, ws, q);
  if (!(depth > 0)) return;
  const share = depth / (depth + DEEP);
  for (let k = 0; k < joints.length; k++) {
    const at = quatIndex(joints[k]!);
    slerpQuat(q, at, q, at, wanted, 4 * k, share);
    behind[k] *= 1 - share;
  }
}
