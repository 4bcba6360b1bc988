/** What a walker tells, in the world of the stream. */

import type { Placement } from '../../gait/placement.ts';
import type { Vec3 } from '../../math/types.ts';
import type { BalancerEvent } from '../../methods/balancer.ts';

/** A vector turned about up by `yaw` [rad]. */
export function turned([x, y, z]: Vec3, yaw: number): Vec3 {
  const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
  return [cosine * x + sine * z, y, cosine * z - sine * x];
}

/** An event of the walker's world, which `move` takes to the stream's, at the stream's time. */
export function placedEvent(event: BalancerEvent, time: number, move: Placement): BalancerEvent {
  if (event.kind === 'impact') {
    return { ...event, time, push: { ...event.push, impulse: turned(event.push.impulse, move.yaw) } };
  }
  if (event.kind !== 'step') return { ...event, time };
  const [x, y, z] = turned(event.position, move.yaw);
  return { ...event, time, position: [x + move.x, y, z + move.z] };
}
