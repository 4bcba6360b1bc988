/** Stages of getting up with their poses in the world. */
import { movePose, type Placement } from '../../gait/placement.ts';
import type { Side } from '../../motion/roles.ts';
import type { Ground } from '../ground.ts';
import type { Figure } from './figure.ts';
import { type KeyPose, poseKey } from './key-pose.ts';
import type { Leads, Stage, StageName } from './way-up.ts';

/** A stage with its pose in the world. */
export interface PlacedStage {
  readonly name: StageName;
  readonly duration: number; // [s]
  readonly q: Float64Array; // nq
  readonly height: number; // [m] of the ground for which q is made
  readonly leads: Leads;
  readonly knees: readonly Side[];
  readonly letsGo: number; // share of the stage
  readonly firstArm?: Side | undefined;
  readonly via?: Float64Array; // nq: arms pass by it half-way
}

export function placeStage(
  figure: Figure,
  { key, via, ...stage }: Stage,
  frame: Placement,
  ground: Ground,
): PlacedStage {
  const { height } = ground(frame.x, frame.z);
  const place = (pose: KeyPose): Float64Array => {
    const q = figure.upright.slice();
    poseKey(q, figure, pose);
    movePose(frame, q);
    q[1] += height;
    return q;
  };
  return { ...stage, q: place(key), height, ...(via && { via: place(via) }) };
}
