/** How far the ZMP of a clip could go under the foot that it runs on. */
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { type Clip, frameAt } from '../../motion/clip.ts';
import { SAMPLES } from './load-course.ts';
import type { PlacedStep } from './place-steps.ts';
import { addSole, createZmpGuard, INSIDE, liftFeet } from './zmp-guard.ts';

/** From the clip's own ZMP to the edges of what touches, at even shares of the stance: back, ahead, right, left of the way it goes
 *  [m]; none where the ground does not push. */
export function soleRoom(body: Body, clip: Clip, { zmp, feet }: BalanceReport, step: PlacedStep): Float64Array {
  const { touchDown, leave, yaw } = step;
  const room = new Float64Array(4 * (SAMPLES + 1));
  const ws = createWorkspace(body);
  const guard = createZmpGuard(body, clip.frameTime);
  const side = step.side === 'left' ? 0 : 1;
  const { heel, ball, toe } = feet[side];
  const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
  for (let k = 0; k <= SAMPLES; k++) {
    const frame = Math.min(clip.frameCount - 1, Math.round(touchDown + ((leave - touchDown) * k) / SAMPLES));
    if (Number.isNaN(zmp[3 * frame])) continue;
    forwardKinematics(body, ws, frameAt(clip, frame));
    liftFeet(guard);
    addSole(guard, ws, side, heel[frame] !== 0, ball[frame] !== 0, toe[frame] !== 0);
    for (let corner = 0; corner < guard.corner; corner++) {
      const x = guard.corners[2 * corner] - zmp[3 * frame];
      const z = guard.corners[2 * corner + 1] - zmp[3 * frame + 2];
      const ahead = x * s + z * c;
      const left = x * c - z * s;
      const o = 4 * k;
      room[o] = Math.min(room[o], ahead + INSIDE);
      room[o + 1] = Math.max(room[o + 1], ahead - INSIDE);
      room[o + 2] = Math.min(room[o + 2], left + INSIDE);
      room[o + 3] = Math.max(room[o + 3], left - INSIDE);
    }
  }
  return room;
}
