/** The stance in which every response begins and ends: relaxed, the same to the left and to the right. */

import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { pendulumRate } from '../../gait/pendulum.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import type { Actor } from '../actor.ts';
import { DEGREE, RELAXED, STANCE, stancePrints } from '../motions/stance.ts';
import { hipsHeightFor } from '../pose/knee-height.ts';
import { type Footprint, plantFoot } from '../pose/plant-foot.ts';
import type { Posture } from '../pose/posture.ts';
import { writePosture } from '../pose/posture.ts';
import { createRequest } from '../pose/request.ts';
import { solvePose, solvePoseForCom } from '../pose/solve-pose.ts';

export interface Neutral {
  readonly posture: Posture; // [deg]
  readonly prints: readonly [left: Footprint, right: Footprint]; // the ankles are level with z = 0
  readonly com: readonly [x: number, y: number, z: number]; // [m]
  readonly hips: readonly [x: number, y: number, z: number]; // [m]
  readonly q: Float64Array; // coordinates
  readonly omega: number; // [1/s] √(g / CoM height)
}

/** Stands the actor up with the CoM over x = 0, a little ahead of the ankles. */
export function neutralStance(actor: Actor): Neutral {
  const prints = stancePrints(actor);
  const request = createRequest(actor);
  const q = new Float64Array(coordinateCount(actor.skeleton));
  writePosture(request, actor, RELAXED);
  prints.forEach((print, k) => {
    plantFoot(request.feet[k], actor, print);
  });
  const ahead = STANCE.comAhead * actor.scale;
  // The hips' height follows from the knees, the CoM's from the hips'.
  for (let pass = 0; pass < 6; pass++) {
    request.hips[1] = hipsHeightFor(actor, request, STANCE.knee * DEGREE, 0.5);
    solvePose(q, 0, actor, request);
    forwardKinematics(actor.body, actor.ws, q, 0);
    solvePoseForCom(q, 0, actor, request, Float64Array.of(0, actor.ws.com[1], ahead));
  }
  forwardKinematics(actor.body, actor.ws, q, 0);
  const [, y] = actor.ws.com;
  return {
    posture: RELAXED,
    prints,
    com: [0, y, ahead],
    hips: [request.hips[0], request.hips[1], request.hips[2]],
    q,
    omega: pendulumRate(y),
  };
}
