/** Two people whose paths meet push each other: what one gets, the other gets the opposite of. */
import type { Vec3 } from 'poise';
import type { Member } from './member.ts';

const NEAR = 0.66; // [m] between hips
const AGAIN = 300; // frames before the same two meet again
const SHOVE = 9; // [N·s] that hands add to the bump
const MOST = 34; // [N·s]

/** Looks at everybody in a frame; returns how many pushes there were. */
export function createMeetings(members: readonly Member[]): (frame: number) => number {
  const last = new Map<number, number>(); // by pair: frame of the last push
  return (frame) => {
    let count = 0;
    for (let a = 0; a < members.length; a++) {
      for (let b = a + 1; b < members.length; b++) {
        const [one, other] = [members[a]!, members[b]!];
        const [p, q] = [one.ws.segmentOrigin, other.ws.segmentOrigin];
        const [dx, dz] = [q[0]! - p[0]!, q[2]! - p[2]!];
        if (Math.abs(dx) > NEAR || Math.abs(dz) > NEAR) continue;
        const away = Math.hypot(dx, dz);
        if (away > NEAR || away < 1e-6) continue;
        if (!one.planned.round && !other.planned.round) continue; // those who stand together do not push
        if (one.state() === 'fell' || other.state() === 'fell') continue;
        const pair = a * members.length + b;
        if (frame - (last.get(pair) ?? Number.NEGATIVE_INFINITY) < AGAIN) continue;
        last.set(pair, frame);
        pushBoth(one, other, [dx / away, 0, dz / away]);
        count++;
      }
    }
    return count;
  };
}

/** Equal and opposite, at the height of the shoulders; `way`: unit, from one to the other. */
export function pushBoth(one: Member, other: Member, way: Vec3): void {
  const closing = (one.velocity[0]! - other.velocity[0]!) * way[0] + (one.velocity[1]! - other.velocity[1]!) * way[2];
  const [m, n] = [one.body.totalMass, other.body.totalMass];
  const size = Math.min(MOST, SHOVE + 0.35 * Math.max(0, closing) * ((m * n) / (m + n)));
  const impulse: Vec3 = [size * way[0], 0, size * way[2]];
  other.hit({ bone: 'upperChest', impulse, duration: 0.12 });
  one.hit({ bone: 'upperChest', impulse: [-impulse[0], 0, -impulse[2]], duration: 0.12 });
}
