/** A clip that is played for ever, with its way over the floor taken out: whoever plays it says where they go. */
import { type Clip, coordinateCount, quatIndex, slerpQuat } from 'poise';

export interface LoopClip {
  readonly duration: number; // [s] of a round
  readonly frames: number;
  /** Writes the pose at a phase (0 … 1) into q; its root stands over x = z = 0. */
  readonly pose: (q: Float64Array, phase: number) => void;
  /** Way [m] over the floor from the start to a phase, which may be beyond 1: writes x, z. */
  readonly way: (out: Float64Array, phase: number) => void;
}

/** The last frame leads on to the first. `standing`: it comes back to where it began. */
export function loopClip({ skeleton, frameTime, frameCount, q: rows }: Clip, standing: boolean): LoopClip {
  const nq = coordinateCount(skeleton);
  const joints = skeleton.names.length;
  const ways = new Float64Array(2 * (frameCount + 1));
  const at = (frame: number, c: number): number => rows[frame * nq + c]!;
  for (const [k, c] of [0, 2].entries()) {
    for (let frame = 1; frame < frameCount; frame++) ways[2 * frame + k] = at(frame, c) - at(0, c);
    // from the last frame to the first of the next round as fast as before and after
    const last = (at(frameCount - 1, c) - at(frameCount - 2, c) + at(1, c) - at(0, c)) / 2;
    ways[2 * frameCount + k] = standing ? 0 : ways[2 * (frameCount - 1) + k]! + last;
  }
  return {
    duration: frameCount * frameTime,
    frames: frameCount,
    pose(q, phase) {
      const place = (phase - Math.floor(phase)) * frameCount;
      const from = Math.min(frameCount - 1, Math.floor(place));
      const [a, b, u] = [from * nq, ((from + 1) % frameCount) * nq, place - from];
      q[0] = 0;
      q[1] = rows[a + 1]! + u * (rows[b + 1]! - rows[a + 1]!);
      q[2] = 0;
      for (let j = 0; j < joints; j++) slerpQuat(q, quatIndex(j), rows, a + quatIndex(j), rows, b + quatIndex(j), u);
    },
    way(out, phase) {
      const round = Math.floor(phase);
      const place = (phase - round) * frameCount;
      const from = Math.min(frameCount - 1, Math.floor(place));
      for (let k = 0; k < 2; k++) {
        const [a, b] = [ways[2 * from + k]!, ways[2 * (from + 1) + k]!];
        out[k] = round * ways[2 * frameCount + k]! + a + (place - from) * (b - a);
      }
    },
  };
}
