/** What a trip looks like: the foot that something holds stays there while the body goes on, and catches up once it is free. */
import type { Body } from '../../body/body.ts';
import { createFootFrame } from '../../control/foot-frame.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { limbOf, solveLimb } from '../../ik/leg-ik.ts';
import { ease } from '../../math/ease.ts';
import { add, mix, scale, sub, turned, vectorAt } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { type Clip, createClip } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import type { TripSpec } from './trips.ts';

const STOPS_IN = 0.015; // [s] time constant in which the foot comes to a stop
const CATCHES_UP = 0.3; // [s] in which it is back on its own course

/** The clip with the ball of the foot held from the start of the trip on. */
export function holdFoot(clip: Clip, body: Body, { start, foot, seconds }: TripSpec): Clip {
  const leg = limbOf(body, foot, 'leg');
  const first = Math.round(start / clip.frameTime);
  if (!leg || first < 1 || first >= clip.frameCount) return clip;
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  const { joint, ball } = createFootFrame(body, foot === 'left' ? 0 : 1);
  const local = vectorAt(ball, 0);
  const q = clip.q.slice();
  const read = (frame: number): Vec3 => {
    forwardKinematics(body, ws, q, frame * nq);
    return add(vectorAt(ws.segmentOrigin, 3 * joint), turned(ws.segmentRotation, 4 * joint, local));
  };
  const before = read(first - 1);
  const caught = read(first);
  const speed = scale(sub(caught, before), 1 / clip.frameTime);
  for (let frame = first; frame < clip.frameCount; frame++) {
    const t = (frame - first) * clip.frameTime;
    const free = ease((t - seconds) / CATCHES_UP);
    if (free === 1) break;
    const held = add(caught, scale(speed, STOPS_IN * (1 - Math.exp(-t / STOPS_IN))));
    const place = mix(held, read(frame), free);
    const rotation = ws.segmentRotation.slice(4 * joint, 4 * joint + 4);
    const pose = q.subarray(frame * nq, (frame + 1) * nq);
    solveLimb(pose, ws, leg, { position: Float64Array.from(sub(place, turned(rotation, 0, local))), rotation });
  }
  return createClip({ ...clip, q });
}
