/** Where the hip joints of a cycle are. */
import { rotate3 } from '../../math/quat.ts';
import { seriesAt } from './channel.ts';
import type { Cycle } from './cycle.ts';
import { trunkQuat } from './upper-body.ts';

const hipsQuat = new Float64Array(4);
const inRoot = new Float64Array(3);

/** The hip joint of leg k (0 left, 1 right) at a phase, in the world [m]. */
export function hipAt({ actor, gait, hips, vary }: Cycle, k: 0 | 1, phase: number, out: Float64Array): void {
  const { curves } = gait;
  trunkQuat(hipsQuat, {
    pitch: seriesAt(curves.pelvisTilt, phase),
    list: seriesAt(curves.pelvisList, phase),
    rotation: seriesAt(curves.pelvisRotation, phase),
  });
  const { upper } = actor.legs[k];
  for (let i = 0; i < 3; i++) inRoot[i] = actor.skeleton.offsets[3 * upper + i] - actor.hipsInRoot[i];
  rotate3(out, 0, hipsQuat, 0, inRoot, 0);
  for (let i = 0; i < 3; i++) out[i] += seriesAt(hips[i], phase / vary.strides);
  out[2] += gait.stride * phase;
}
