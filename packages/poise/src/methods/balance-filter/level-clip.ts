/** The clip as seen from its floor: ground at y = 0 and level, a treadmill's belt at rest. And the way back. */
import { type LevelFrame, levelFrameOf, toLevel, toWorld } from '../../balance/level.ts';
import type { Ground } from '../../balance/report.ts';
import { conjugateQuat, multiplyQuat } from '../../math/quat.ts';
import type { Vec3 } from '../../math/types.ts';
import { type Clip, withCoordinates } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';

export interface LevelView {
  readonly frame: LevelFrame;
  readonly beltX: number; // [m/s]
  readonly beltZ: number;
}

export const levelViewOf = (ground: Ground): LevelView => ({
  frame: levelFrameOf(ground),
  beltX: ground.beltVelocity[0],
  beltZ: ground.beltVelocity[2],
});

const isPlain = ({ frame, beltX, beltZ }: LevelView): boolean => frame.identity && beltX === 0 && beltZ === 0;

export function levelClip(clip: Clip, view: LevelView): Clip {
  if (isPlain(view)) return clip;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const place = new Float64Array(3);
  for (let f = 0; f < clip.frameCount; f++) {
    const i = f * nq;
    place.set(q.subarray(i, i + 3));
    toLevel(place, view.frame, 'points');
    const t = f * clip.frameTime;
    q[i] = place[0] - view.beltX * t;
    q[i + 1] = place[1];
    q[i + 2] = place[2] - view.beltZ * t;
    multiplyQuat(q, i + 3, view.frame.levelFromWorld, 0, q, i + 3);
  }
  return withCoordinates(clip, q);
}

/** Takes one frame of a levelled clip back to the world, in place; `t` is its time [s]. */
export function unlevelFrame(q: Float64Array, i: number, t: number, view: LevelView): void {
  if (isPlain(view)) return;
  const place = Float64Array.of(q[i] + view.beltX * t, q[i + 1], q[i + 2] + view.beltZ * t);
  toWorld(place, view.frame, 'points');
  q.set(place, i);
  const back = new Float64Array(4);
  conjugateQuat(back, 0, view.frame.levelFromWorld, 0);
  multiplyQuat(q, i + 3, back, 0, q, i + 3);
}

/** The same for a point. */
export function unlevelPoint(point: Vec3, t: number, view: LevelView): Vec3 {
  const place = Float64Array.of(point[0] + view.beltX * t, point[1], point[2] + view.beltZ * t);
  toWorld(place, view.frame, 'points');
  return [place[0], place[1], place[2]];
}
