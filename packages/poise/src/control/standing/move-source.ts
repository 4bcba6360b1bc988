/** Moves the source to where the feet stand, where both have moved alike: from then on nothing is displaced any more. */
import type { ReactionBody } from '../reaction-body.ts';

const NEAR = 1e-4; // [m]

/** Memory of moveSource. */
export interface MoveScratch {
  readonly before: Float64Array; // 2×3
  readonly pivot: Float64Array; // 3
  readonly rotation: Float64Array; // 4
}

export const createMoveScratch = (): MoveScratch => ({
  before: new Float64Array(6),
  pivot: new Float64Array(3),
  rotation: new Float64Array(4),
});

/** Call between ticks. Returns by how much [m] the source came down: the centre of mass stays where it is. */
export function moveSource({ feet, reference, balanceError }: ReactionBody, scratch: MoveScratch): number {
  const { before, pivot, rotation } = scratch;
  const x = (feet[0].place[0] + feet[1].place[0]) / 2;
  const z = (feet[0].place[2] + feet[1].place[2]) / 2;
  if (Math.hypot(x, z) < NEAR) return 0;
  for (let foot = 0; foot < 2; foot++) {
    reference.writeEndPose(pivot, rotation, foot);
    before.set(pivot, 3 * foot);
  }
  const height = reference.next[1];
  const { yaw, x: ownX, z: ownZ } = reference.placement;
  reference.place(yaw, ownX + x, ownZ + z);
  for (let foot = 0; foot < 2; foot++) {
    reference.writeEndPose(pivot, rotation, foot);
    for (let c = 0; c < 3; c++) feet[foot].place[c] -= pivot[c] - before[3 * foot + c];
  }
  // the balance point stays too: against the source it is where the feet are now
  balanceError[0] -= x;
  balanceError[1] -= z;
  return height - reference.next[1];
}
