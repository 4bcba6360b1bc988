/** How smoothly a gait goes: accelerations of joints, its seam, its two sides. */
import type { Clip } from '../../src/motion/clip.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';
import { jointVelocities } from './checks.ts';

type Part = 'UpperLeg' | 'LowerLeg' | 'Foot';

const jointOf = (clip: Clip, side: 'left' | 'right', part: Part): number =>
  clip.roles.status === 'humanoid' ? (clip.roles.roles[`${side}${part}`] ?? 0) : 0;

/** Largest angular acceleration of a joint of the legs [rad/s²], plain second differences at the clip's rate. */
export function jointAcceleration(clip: Clip, part: Part): number {
  const v = jointVelocities(clip);
  let most = 0;
  for (const side of ['left', 'right'] as const) {
    const o = 3 + 3 * jointOf(clip, side, part);
    for (let frame = 1; frame < v.length; frame++) {
      const change = [0, 1, 2].map((k) => v[frame][o + k] - v[frame - 1][o + k]);
      most = Math.max(most, Math.hypot(...change) / clip.frameTime);
    }
  }
  return most;
}

/** Largest acceleration of the legs over the seam of a loop, over the largest elsewhere; 1 or less: the seam cannot be seen. */
export function seamJump(clip: Clip): number {
  const nq = coordinateCount(clip.skeleton);
  const frames = clip.frameCount;
  const at = (frame: number, i: number): number => clip.q[((frame + frames) % frames) * nq + i];
  let [seam, inside] = [0, 0];
  for (const side of ['left', 'right'] as const) {
    for (const part of ['UpperLeg', 'LowerLeg', 'Foot'] as const) {
      const i = quatIndex(jointOf(clip, side, part));
      for (let frame = 0; frame < frames; frame++) {
        const bend = Math.abs(at(frame + 1, i) - 2 * at(frame, i) + at(frame - 1, i));
        if (frame < 2 || frame > frames - 3) seam = Math.max(seam, bend);
        else inside = Math.max(inside, bend);
      }
    }
  }
  return seam / inside;
}

/** Largest difference between the left knee and the right one half a stride later [deg]; `strides`: how many the loop has. */
export function leftRight(clip: Clip, strides: number): number {
  const nq = coordinateCount(clip.skeleton);
  const [left, right] = (['left', 'right'] as const).map((side) => {
    const i = quatIndex(jointOf(clip, side, 'LowerLeg'));
    return Array.from({ length: clip.frameCount }, (_, frame) => {
      const o = frame * nq + i;
      return (360 * Math.atan2(clip.q[o], clip.q[o + 3])) / Math.PI;
    });
  });
  const half = clip.frameCount / strides / 2; // frames, not whole
  let worst = 0;
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const at = (frame + half) % clip.frameCount;
    const [i, share] = [Math.floor(at), at - Math.floor(at)];
    const other = right[i] + share * (right[(i + 1) % clip.frameCount] - right[i]);
    worst = Math.max(worst, Math.abs(left[frame] - other));
  }
  return worst;
}

/** Mean distance [m] between the left hand and itself a stride later, and between it and the mirrored right hand half a stride
 *  later; both from the hips. `strides`: how many the loop has. */
export function handDifferences(clip: Clip, strides: number): { readonly stride: number; readonly sides: number } {
  const nq = coordinateCount(clip.skeleton);
  const roles = clip.roles.status === 'humanoid' ? clip.roles.roles : {};
  const [hips, left, right] = [roles.hips ?? 0, roles.leftHand ?? 0, roles.rightHand ?? 0];
  const hands = Array.from({ length: clip.frameCount }, (_, frame) => {
    const { origins } = worldFramesOf(clip.skeleton, clip.q.subarray(frame * nq, (frame + 1) * nq));
    return [left, right].map((joint) => [0, 1, 2].map((k) => origins[3 * joint + k] - origins[3 * hips + k]));
  });
  const at = (frame: number, side: 0 | 1): readonly number[] => {
    const [i, share] = [Math.floor(frame), frame - Math.floor(frame)];
    const [a, b] = [hands[i % hands.length][side], hands[(i + 1) % hands.length][side]];
    return a.map((value, k) => value + share * (b[k] - value));
  };
  const each = clip.frameCount / strides;
  let [stride, sides] = [0, 0];
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const [here, later, other] = [at(frame, 0), at(frame + each, 0), at(frame + each / 2, 1)];
    stride += Math.hypot(...here.map((value, k) => value - later[k])) / clip.frameCount;
    sides += Math.hypot(here[0] + other[0], here[1] - other[1], here[2] - other[2]) / clip.frameCount;
  }
  return { stride, sides };
}
