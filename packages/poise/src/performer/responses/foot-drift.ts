/** How far feet move while they stand. */
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { solePoint } from '../../methods/push-response/measure.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';

const TOUCHING = 0.001; // [m] a part this low stands

/** Worst drift [m] of the middle of heel or toes over a stretch in which it touches the ground: the toes lie still also when the
 *  foot is up on its ball. */
export function footDrift(body: Body, clip: Clip, { frameCount }: BalanceReport): number {
  const ws = createWorkspace(body);
  const nq = coordinateCount(clip.skeleton);
  const point = new Float64Array(3);
  const began = new Map<string, readonly [x: number, z: number]>();
  let worst = 0;
  for (let frame = 0; frame < frameCount; frame++) {
    forwardKinematics(body, ws, clip.q, frame * nq);
    for (const side of [0, 1] as const) {
      for (const part of ['heel', 'toe'] as const) {
        solePoint(point, 0, body, ws, side, part);
        const key = `${side}${part}`;
        const from = began.get(key);
        if (Math.abs(point[1]) > TOUCHING) began.delete(key);
        else if (from) worst = Math.max(worst, Math.hypot(point[0] - from[0], point[2] - from[1]));
        else began.set(key, [point[0], point[2]]);
      }
    }
  }
  return worst;
}
