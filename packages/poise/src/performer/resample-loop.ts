/** Loops at other frame rates. */
import { type Clip, createClip } from '../motion/clip.ts';
import { createMotionScratch, interpolateMotion, sampleMotion } from '../motion/motion-spline.ts';
import { coordinateCount } from '../motion/skeleton.ts';

const PAD = 6; // frames of the neighbouring rounds, so that the curve does not know where the loop begins

/** A loop at `fps` frames a second, a whole number of them: it goes round faster or slower by less than half a frame.
 *  `travel` [m]: how far one round leads along x and z. */
export function resampleLoop(clip: Clip, fps: number, travel: readonly [x: number, z: number]): Clip {
  const nq = coordinateCount(clip.skeleton);
  const { frameCount, frameTime } = clip;
  const padded = new Float64Array((frameCount + 2 * PAD) * nq);
  for (let i = 0; i < frameCount + 2 * PAD; i++) {
    const round = Math.floor((i - PAD) / frameCount);
    const from = (i - PAD - round * frameCount) * nq;
    padded.set(clip.q.subarray(from, from + nq), i * nq);
    padded[i * nq] += round * travel[0];
    padded[i * nq + 2] += round * travel[1];
  }
  const motion = interpolateMotion(createClip({ ...clip, q: padded }));
  const scratch = createMotionScratch(clip.skeleton);
  const frames = Math.max(1, Math.round(frameCount * frameTime * fps));
  const q = new Float64Array(frames * nq);
  for (let i = 0; i < frames; i++) {
    const t = (PAD + (i * frameCount) / frames) * frameTime;
    sampleMotion(motion, t, q.subarray(i * nq, (i + 1) * nq), undefined, undefined, scratch);
  }
  return createClip({ ...clip, frameTime: 1 / fps, q });
}
