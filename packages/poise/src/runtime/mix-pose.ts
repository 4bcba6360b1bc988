/** The animation's pose and the reaction's, by weight and joint. */
import { slerpQuat } from '../math/quat.ts';
import { quatIndex } from '../motion/skeleton.ts';

/** out = from `own` (weight 0) to `shown` (1); out may be `shown`. mask: a further share per joint. */
export function mixPose(
  out: Float64Array,
  own: Float64Array,
  shown: Float64Array,
  weight: number,
  mask: Float64Array,
): void {
  for (let c = 0; c < 3; c++) out[c] = own[c] + weight * (shown[c] - own[c]);
  for (let joint = 0; joint < mask.length; joint++) {
    const i = quatIndex(joint);
    const share = weight * mask[joint];
    if (share === 1) for (let c = 0; c < 4; c++) out[i + c] = shown[i + c];
    else if (share === 0) for (let c = 0; c < 4; c++) out[i + c] = own[i + c];
    else slerpQuat(out, i, own, i, shown, i, share);
  }
}
