/** The same motion on a skeleton whose joints have other axes, as rigs of other programs have them. */
import { conjugateQuat, multiplyQuat, rotateBack3 } from '../../src/math/quat.ts';
import type { Rng } from '../../src/math/random.ts';
import type { Vec3 } from '../../src/math/types.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { coordinateCount, createSkeleton, quatIndex } from '../../src/motion/skeleton.ts';
import { randomQuat } from './raw-motions.ts';

/** Joints are where they were in every frame; each has axes by chance. */
export function reframed(clip: Clip, rng: Rng): Clip {
  const { skeleton } = clip;
  const turns = Float64Array.from(skeleton.names.flatMap(() => [...randomQuat(rng)]));
  const back = new Float64Array(turns.length);
  for (let i = 0; i < turns.length; i += 4) conjugateQuat(back, i, turns, i);
  const turned = (out: Float64Array, o: number, joint: number): void => {
    multiplyQuat(out, o, out, o, turns, 4 * joint);
    if (joint > 0) multiplyQuat(out, o, back, 4 * skeleton.parents[joint], out, o);
  };
  const offsets = skeleton.offsets.slice();
  const restRotations = skeleton.restRotations.slice();
  skeleton.names.forEach((_, joint) => {
    if (joint > 0) rotateBack3(offsets, 3 * joint, turns, 4 * skeleton.parents[joint], offsets, 3 * joint);
    turned(restRotations, 4 * joint, joint);
  });
  const endSites = skeleton.endSites.map(({ joint, offset }) => {
    const tip = Float64Array.from(offset);
    rotateBack3(tip, 0, turns, 4 * joint, tip, 0);
    return { joint, offset: [tip[0], tip[1], tip[2]] satisfies Vec3 };
  });
  const q = clip.q.slice();
  const nq = coordinateCount(skeleton);
  for (let o = 0; o < q.length; o += nq) {
    skeleton.names.forEach((_, joint) => {
      turned(q, o + quatIndex(joint), joint);
    });
  }
  return createClip({ ...clip, skeleton: createSkeleton({ ...skeleton, offsets, restRotations, endSites }), q });
}
