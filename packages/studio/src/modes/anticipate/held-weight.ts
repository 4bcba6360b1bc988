/** The force of a caught ball on the hands, from how the ball moves: for the analysis, which knows nothing of balls. */
import type { Body, Clip, ForceTrack } from 'poise';
import { coordinateCount, createWorkspace, forwardKinematics, GRAVITY } from 'poise/dynamics';

const NEAR = 0.3; // [m] from a wrist to the ball's centre: farther away the ball is not held

interface MovingBall {
  readonly mass: number; // [kg]
  readonly poses: Float64Array; // frames × 7
}

/** Half of it on each hand that holds, per frame of the clip. */
export function heldWeight(body: Body, clip: Clip, { mass, poses }: MovingBall): readonly ForceTrack[] {
  const hands = [body.roles.leftHand, body.roles.rightHand].filter((hand) => hand !== undefined);
  const { frameCount, frameTime } = clip;
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  const time = Float64Array.from({ length: frameCount }, (_, frame) => frame * frameTime);
  const forces = hands.map(() => new Float64Array(3 * frameCount));
  for (let frame = 1; frame + 1 < frameCount; frame++) {
    forwardKinematics(body, ws, clip.q.subarray(frame * nq, (frame + 1) * nq));
    const at = (k: number, f = frame): number => poses[7 * f + k]!;
    const holds = hands.map((hand) => {
      const away = [0, 1, 2].map((k) => ws.segmentOrigin[3 * hand + k]! - at(k));
      return Math.hypot(away[1]!, away[2]!) < NEAR;
    });
    const share = holds.filter(Boolean).length;
    if (share === 0) continue;
    for (let k = 0; k < 3; k++) {
      const acceleration = (at(k, frame + 1) - 2 * at(k) + at(k, frame - 1)) / frameTime ** 2;
      // what moves the ball is what the hands give it, and gravity
      const force = -mass * (acceleration + (k === 1 ? GRAVITY : 0));
      holds.forEach((held, i) => {
        if (held) forces[i]![3 * frame + k] = force / share;
      });
    }
  }
  return hands.map((segment, i) => ({
    name: 'ball',
    segment,
    pointInSegment: [0, 0, 0],
    time,
    force: forces[i]!,
  }));
}
