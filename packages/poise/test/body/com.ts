/** Whole-body CoM by its definition, apart from the dynamics layer. */
import type { Body } from '../../src/body/body.ts';
import { turned, vectorAt } from '../../src/math/tuple.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';

export function comOf(body: Body, q: Float64Array, offset = 0): [number, number, number] {
  const { origins, rotations } = worldFramesOf(body.skeleton, q, offset);
  const com: [number, number, number] = [0, 0, 0];
  for (let j = 0; j < body.mass.length; j++) {
    const arm = turned(rotations, 4 * j, vectorAt(body.comInSegment, 3 * j));
    for (let k = 0; k < 3; k++) com[k] += (body.mass[j] * (origins[3 * j + k] + arm[k])) / body.totalMass;
  }
  return com;
}
