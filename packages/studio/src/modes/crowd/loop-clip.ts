/** A clip that is played for ever, with its way over the floor taken out: whoever plays it says where they go. */
import type { Clip } from 'poise';
import { endless } from '../shared/endless.ts';

export interface LoopClip {
  readonly duration: number; // [s] of a round
  /** Writes the pose at a phase (0 … 1) into q; its root stands over x = z = 0. */
  readonly pose: (q: Float64Array, phase: number) => void;
  /** Way [m] over the floor from the start to a phase, which may be beyond 1: writes x, z. */
  readonly way: (out: Float64Array, phase: number) => void;
}

/** `standing`: it comes back to where it began. */
export function loopClip(clip: Clip, standing: boolean): LoopClip {
  const { duration, pose, root } = endless(clip);
  const at = new Float64Array(3);
  return {
    duration,
    pose(q, phase) {
      pose(q, (phase - Math.floor(phase)) * duration);
      q[0] = 0;
      q[2] = 0;
    },
    way(out, phase) {
      root(at, (standing ? phase - Math.floor(phase) : phase) * duration);
      out[0] = at[0]! - clip.q[0]!;
      out[1] = at[2]! - clip.q[2]!;
    },
  };
}
