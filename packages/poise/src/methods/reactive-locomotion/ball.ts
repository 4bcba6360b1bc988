/** Balls that hit people: the push that comes of one. */
import { UsageError } from '../../errors.ts';
import type { Push } from '../../gait/push.ts';
import type { Vec3 } from '../../math/types.ts';

export interface Ball {
  readonly mass: number; // [kg]
  readonly velocity: Vec3; // [m/s] world axes, when it hits
  readonly segment: number; // that it hits
  readonly pointInSegment?: Vec3; // [m] default: the segment's centre of mass
}

const BOUNCE = 0.2; // share of the speed that a ball comes back with from a person
const CONTACT = 0.03; // [s]

/** The push of a ball on a body of `bodyMass` [kg] that moves with `bodyVelocity` [m/s]: two bodies meet along the ball's way.
 *
 * ```ts
 * character.push(ballPush({ mass: 3, velocity: [-9, 0, 0], segment: chest }, body.totalMass));
 * ```
 */
export function ballPush(ball: Ball, bodyMass: number, bodyVelocity: Vec3 = [0, 0, 0]): Push {
  const { mass, velocity, segment, pointInSegment } = ball;
  const speed = Math.hypot(...velocity);
  if (!(mass > 0 && speed > 0 && speed < Number.POSITIVE_INFINITY)) {
    throw new UsageError(`a ball needs a mass and a speed above 0, found ${mass} kg and ${speed} m/s`);
  }
  const along = velocity.map((part) => part / speed) as unknown as Vec3;
  const own = along[0] * bodyVelocity[0] + along[1] * bodyVelocity[1] + along[2] * bodyVelocity[2];
  const size = (Math.max(0, speed - own) * mass * (1 + BOUNCE) * bodyMass) / (bodyMass + mass);
  const impulse = along.map((part) => part * size) as unknown as Vec3;
  return { impulse, segment, duration: CONTACT, ...(pointInSegment && { pointInSegment }) };
}
