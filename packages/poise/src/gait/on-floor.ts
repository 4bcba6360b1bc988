/** Clips that walk on the spot: the belt under them is taken for the floor, they are set moving, and put back on it. */
import { analyse } from '../balance/analyse.ts';
import type { BalanceReport } from '../balance/report.ts';
import type { Body } from '../body/body.ts';
import type { Vec3 } from '../math/types.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';

export interface OnFloor {
  readonly clip: Clip; // moving over a floor that stands
  readonly report: BalanceReport;
  /** A place on that floor, in the clip's own world at `time`. */
  toClip(place: Vec3, time: number): Vec3;
  /** Puts a pose back into the clip's own world. */
  place(q: Float64Array, v: Float64Array, time: number): void;
}

const STILL = 0.05; // [m/s]

export function onFloor(body: Body, clip: Clip): OnFloor {
  const report = analyse(body, clip);
  const [x, , z] = report.ground.beltVelocity;
  if (Math.hypot(x, z) < STILL) return { clip, report, toClip: (place) => place, place: () => {} };
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let frame = 0; frame < clip.frameCount; frame++) {
    q[frame * nq] -= x * frame * clip.frameTime;
    q[frame * nq + 2] -= z * frame * clip.frameTime;
  }
  const moving = withCoordinates(clip, q);
  return {
    clip: moving,
    report: analyse(body, moving),
    toClip: ([px, py, pz], time) => [px + x * time, py, pz + z * time],
    place: (pose, velocity, time) => {
      pose[0] += x * time;
      pose[2] += z * time;
      velocity[0] += x;
      velocity[2] += z;
    },
  };
}
