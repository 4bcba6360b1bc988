/** Where MuJoCo's inverse dynamics says that the ground must push: nothing is taken from our own dynamics. */
import type { MainModule } from '@mujoco/mujoco';
import type { Body } from '../../src/body/body.ts';
import { rotate3 } from '../../src/math/quat.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { createMotionScratch, interpolateMotion, sampleMotion } from '../../src/motion/motion-spline.ts';
import { coordinateCount, freedomCount } from '../../src/motion/skeleton.ts';
import { loadBody, setState } from './mujoco-body.ts';

/** (x, z) per frame on the ground at y = 0, by a spline through the frames; frames × 2. */
export function centresOfPressure(mujoco: MainModule, body: Body, clip: Clip): Float64Array {
  const mj = loadBody(mujoco, body);
  const motion = interpolateMotion(clip);
  const scratch = createMotionScratch(clip.skeleton);
  const q = new Float64Array(coordinateCount(clip.skeleton));
  const v = new Float64Array(freedomCount(clip.skeleton));
  const a = new Float64Array(freedomCount(clip.skeleton));
  const out = new Float64Array(2 * clip.frameCount);
  const torque = new Float64Array(3);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    sampleMotion(motion, frame * clip.frameTime, q, v, a, scratch);
    setState(mj, { q, v, a });
    mujoco.mj_inverse(mj.model, mj.data);
    // of the free joint: force in world axes, torque in the root's own
    const wrench = Float64Array.from(mj.data.qfrc_inverse as Float64Array);
    const [fx, fy, fz] = wrench;
    rotate3(torque, 0, q, 3, wrench, 3);
    const momentX = torque[0] + q[1] * fz - q[2] * fy;
    const momentZ = torque[2] + q[0] * fy - q[1] * fx;
    out[2 * frame] = momentZ / fy;
    out[2 * frame + 1] = -momentX / fy;
  }
  mj.delete();
  return out;
}
