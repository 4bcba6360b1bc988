/** Does one leg go through the other? Thigh, shank and foot as capsules. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { createLegCapsules, LEG_PARTS, placeLegs, segmentDistance } from '../leg-capsules.ts';

export { LEG_PARTS };
/** Pairs of parts, left × right. */
export const LEG_PAIRS = LEG_PARTS.length ** 2;

/** How deep the cores of left and right parts lie in each other [m], frames × LEG_PAIRS; 0 where they do not. `core`: share of the radii. */
export function legDepths(body: Body, clip: Clip, core: number): Float64Array {
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  const legs = createLegCapsules(body, core);
  const { ends, radii } = legs;
  const depths = new Float64Array(LEG_PAIRS * clip.frameCount);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    forwardKinematics(body, ws, clip.q, frame * nq);
    placeLegs(legs, ws);
    for (let left = 0; left < 3; left++) {
      for (let right = 0; right < 3; right++) {
        const apart = segmentDistance(ends, 6 * left, ends, 18 + 6 * right);
        const depth = radii[left] + radii[right] - apart;
        if (depth > 0) depths[frame * LEG_PAIRS + 3 * left + right] = depth;
      }
    }
  }
  return depths;
}
