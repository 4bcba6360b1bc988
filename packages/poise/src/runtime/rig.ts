/** What the layer reads the motion from and writes the reaction to. Coordinates are those of the body's skeleton, world axes. */
import { UsageError } from '../errors.ts';

export interface Rig {
  /** q (nq) = the pose that the animation system has just made: not what was written since. */
  read(q: Float64Array): void;
  /** Shows a pose. Called only while there is something to show. */
  write(q: Float64Array): void;
  /** [m] height of the model's own origin in the world, where the rig knows it: lifts and hills are told from it at once. */
  originHeight?(): number;
  /** The joint that carries a part of the model which the body has no joint for: a finger, a weapon. By name or object. */
  carrierOf?(part: string | { readonly name: string }): number | undefined;
}

/** A rig that is an array: for servers, workers and tests. Write the animation's pose into `pose` before each update.
 *
 * ```ts
 * const rig = poseRig(pose); // nq numbers
 * const layer = new ReactionLayer(body, rig);
 * ```
 */
export function poseRig(pose: Float64Array): Rig {
  return {
    read(q) {
      if (q.length !== pose.length) {
        throw new UsageError(`the body has ${q.length} coordinates, the pose ${pose.length}`);
      }
      q.set(pose);
    },
    write: (q) => pose.set(q),
  };
}
