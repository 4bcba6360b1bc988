/** Motions to follow, as samplers of pose, velocity and acceleration. */
import type { Body } from '../body/body.ts';
import { UsageError } from '../errors.ts';
import { ease, easeBend, easeRate } from '../math/ease.ts';
import { expQuat, logQuat, multiplyQuat, relativeQuat } from '../math/quat.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { type Clip, durationOf } from '../motion/clip.ts';
import { createMotionScratch, interpolateMotion, sampleMotion } from '../motion/motion-spline.ts';
import { coordinateCount, jointCount, quatIndex, velocityIndex } from '../motion/skeleton.ts';
import type { ReferenceSampler, ReferenceState } from './types.ts';

/** A pose at a time: reached at `time` after a transition of `duration` seconds, minimum jerk, and held from then on. */
export interface PoseKey {
  readonly time: number; // [s] when the transition begins
  readonly duration: number; // [s]
  readonly pose: ReadonlyVector; // nq
}

/** Memory of one sampler's output. */
export function createReferenceState(body: Body): ReferenceState {
  const nv = 3 + 3 * jointCount(body.skeleton);
  return {
    q: new Float64Array(coordinateCount(body.skeleton)),
    v: new Float64Array(nv),
    a: new Float64Array(nv),
  };
}

/** One pose for ever. */
export function holdPose(pose: ReadonlyVector): ReferenceSampler {
  return (out) => {
    out.q.set(pose as unknown as ArrayLike<number>);
    out.v.fill(0);
    out.a.fill(0);
  };
}

/** From `first` through the keys, in order of time; each transition eases in and out by the polynomial 10s³ − 15s⁴ + 6s⁵, the
 *  shorter way round, and supplies velocity and acceleration.
 *
 * ```ts
 * const bend = poseSequence(body, stand, [{ time: 1, duration: 0.4, pose: bent }]);
 * ```
 */
export function poseSequence(body: Body, first: ReadonlyVector, keys: readonly PoseKey[]): ReferenceSampler {
  const { skeleton } = body;
  const n = jointCount(skeleton);
  const poses = [first, ...keys.map(({ pose }) => pose)].map((q) =>
    Float64Array.from(q as unknown as ArrayLike<number>),
  );
  keys.forEach(({ time, duration }, i) => {
    if (!(duration > 0)) throw new UsageError(`a transition needs a duration above 0 s, found ${duration}`);
    const before = keys[i - 1];
    if (before && time < before.time + before.duration - 1e-9) {
      throw new UsageError(`the transition at ${time} s begins before the one before it has ended`);
    }
  });
  // constant turn of every joint during each transition, in its own frame at the start
  const turns = keys.map((_, i) => {
    const out = new Float64Array(3 * n);
    const rel = new Float64Array(4);
    for (let j = 0; j < n; j++) {
      relativeQuat(rel, 0, poses[i], quatIndex(j), poses[i + 1], quatIndex(j));
      logQuat(out, 3 * j, rel, 0);
    }
    return out;
  });
  const turn = new Float64Array(4);
  return (out, t) => {
    let k = 0;
    while (k < keys.length && t >= keys[k].time) k++;
    out.v.fill(0);
    out.a.fill(0);
    const key = keys[k - 1];
    const u = key ? (t - key.time) / key.duration : 0;
    if (!key || u >= 1) {
      out.q.set(poses[k]);
      return;
    }
    const s = ease(u);
    const rate = easeRate(u) / key.duration;
    const second = easeBend(u) / (key.duration * key.duration);
    const from = poses[k - 1];
    const to = poses[k];
    for (let c = 0; c < 3; c++) {
      out.q[c] = from[c] + s * (to[c] - from[c]);
      out.v[c] = rate * (to[c] - from[c]);
      out.a[c] = second * (to[c] - from[c]);
    }
    for (let j = 0; j < n; j++) {
      const w = velocityIndex(j);
      for (let c = 0; c < 3; c++) {
        const whole = turns[k - 1][3 * j + c];
        turn[c] = s * whole;
        out.v[w + c] = rate * whole;
        out.a[w + c] = second * whole;
      }
      expQuat(turn, 0, turn, 0);
      multiplyQuat(out.q, quatIndex(j), from, quatIndex(j), turn, 0);
    }
  };
}

/** A clip, by the smooth curve through its frames; held before its first and after its last frame. */
export function clipReference(clip: Clip): ReferenceSampler {
  if (clip.frameCount === 0) throw new UsageError('a clip without frames cannot be followed');
  if (clip.frameCount === 1) return holdPose(clip.q);
  const motion = interpolateMotion(clip);
  const scratch = createMotionScratch(clip.skeleton);
  const length = durationOf(clip);
  return (out, t) => {
    sampleMotion(motion, Math.min(length, Math.max(0, t)), out.q, out.v, out.a, scratch);
    if (t >= 0 && t < length) return;
    out.v.fill(0);
    out.a.fill(0);
  };
}
