/** Motion as models, cameras and suits spoil it, made from performed clips. */
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { createRng, normal } from '../../src/math/random.ts';
import { type Clip, createClip, withCoordinates } from '../../src/motion/clip.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';

/** A clip as if it came from a file that says nothing of itself. */
export const asFile = (clip: Clip): Clip => createClip({ ...clip, provenance: 'unknown' });

/** Moves the root of every frame by (x, y, z). */
export function shifted(clip: Clip, by: (t: number) => readonly [number, number, number]): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let frame = 0; frame < clip.frameCount; frame++) {
    by(frame * clip.frameTime).forEach((way, k) => {
      q[frame * nq + k] += way;
    });
  }
  return withCoordinates(clip, q);
}

/** Frames from … from + count − 1 are lost: they repeat the pose before them. */
export function repeated(clip: Clip, from: number, count: number): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let frame = from; frame < from + count; frame++) q.copyWithin(frame * nq, (from - 1) * nq, from * nq);
  return withCoordinates(clip, q);
}

/** Turns a joint in some frames by an angle about an axis of its own. */
export function turned(
  clip: Clip,
  joint: number,
  frames: readonly number[],
  angle: number,
  [x, y, z] = [1, 0, 0],
): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, x, y, z, angle);
  for (const frame of frames) multiplyQuat(q, frame * nq + quatIndex(joint), q, frame * nq + quatIndex(joint), turn, 0);
  return withCoordinates(clip, q);
}

/** White noise on the rotations of joints [rad] and on the root's place [m], in frames from … to. */
export function trembling(
  clip: Clip,
  joints: readonly number[],
  size: number,
  seed: number,
  from = 0,
  to = clip.frameCount,
): Clip {
  const nq = coordinateCount(clip.skeleton);
  const rng = createRng(seed);
  const q = clip.q.slice();
  const turn = new Float64Array(4);
  for (let frame = from; frame < to; frame++) {
    for (const joint of joints) {
      const [x, y, z] = [normal(rng), normal(rng), normal(rng)];
      const length = Math.hypot(x, y, z);
      quatFromAxisAngle(turn, 0, x / length, y / length, z / length, size * length);
      const i = frame * nq + quatIndex(joint);
      multiplyQuat(q, i, q, i, turn, 0);
    }
  }
  return withCoordinates(clip, q);
}

/** Largest angle [rad] between two clips over joints and frames. */
export function farthestTurn(a: Clip, b: Clip, joints: readonly number[], from = 0, to = a.frameCount): number {
  const nq = coordinateCount(a.skeleton);
  let most = 0;
  for (let frame = from; frame < to; frame++) {
    for (const joint of joints) {
      const i = frame * nq + quatIndex(joint);
      let dot = 0;
      for (let k = 0; k < 4; k++) dot += a.q[i + k] * b.q[i + k];
      most = Math.max(most, 2 * Math.acos(Math.min(1, Math.abs(dot))));
    }
  }
  return most;
}

/** RMS of the same. */
export function rmsTurn(a: Clip, b: Clip, joints: readonly number[]): number {
  const nq = coordinateCount(a.skeleton);
  let [sum, count] = [0, 0];
  for (let frame = 0; frame < a.frameCount; frame++) {
    for (const joint of joints) {
      const i = frame * nq + quatIndex(joint);
      let dot = 0;
      for (let k = 0; k < 4; k++) dot += a.q[i + k] * b.q[i + k];
      sum += (2 * Math.acos(Math.min(1, Math.abs(dot)))) ** 2;
      count++;
    }
  }
  return Math.sqrt(sum / count);
}
