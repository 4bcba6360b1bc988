/** Two people whose paths meet: one lays hands on the other and pushes, or they bump. What one gets, the other gets the opposite of. */
import type { Vec3 } from 'poise';
import { Shove } from 'poise/react';
import type { Member } from './member.ts';

const REACH = 0.25; // [s] until hands are there
const ARM = 0.66; // [m] between hips at which they touch
const BUMP = 0.42; // [m] between hips: bodies touch
const FRONT = Math.cos(1); // of the angle between where one faces and the other
const SQUARE = Math.cos(0.4); // within which both hands are used
const AGAIN = 300; // frames before the same two meet again
const SHOVE = 10; // [N·s] that somebody adds to their momentum
const MOST = 32; // [N·s]

interface Going {
  readonly shove: Shove;
  readonly pusher: Member;
  readonly pushed: Member;
  counted: boolean;
}

export interface Meetings {
  /** After everybody was posed: begins, goes on with and ends pushes. Returns how many were given. */
  readonly step: (frame: number, dt: number) => number;
}

export function createMeetings(members: readonly Member[]): Meetings {
  const last = new Map<number, number>(); // by pair: frame in which they met
  const busy = new Set<Member>();
  let going: Going[] = [];

  const begin = (pusher: Member, pushed: Member, way: Vec3, impulse: number): void => {
    const [fx, fz] = [Math.sin(pusher.heading()), Math.cos(pusher.heading())];
    const left = way[0] * fz - way[2] * fx > 0;
    const hands = way[0] * fx + way[2] * fz > SQUARE ? 'both' : left ? 'left' : 'right';
    const shove = new Shove(pusher.layer, pushed.layer, { impulse, hands, reach: REACH });
    going.push({ shove, pusher, pushed, counted: false });
    busy.add(pusher);
  };
  /** The nearer of two to facing the other pushes; without anybody who does, they bump where they touch. */
  const meet = (one: Member, other: Member): 'shove' | 'bump' | undefined => {
    const [p, q] = [one.ws.segmentOrigin, other.ws.segmentOrigin];
    const [dx, dz] = [q[0]! - p[0]!, q[2]! - p[2]!];
    const away = Math.hypot(dx, dz);
    if (away > 1.3 || away < 1e-6) return undefined;
    const way: Vec3 = [dx / away, 0, dz / away];
    const closing = (one.velocity[0]! - other.velocity[0]!) * way[0] + (one.velocity[1]! - other.velocity[1]!) * way[2];
    const [m, n] = [one.body.totalMass, other.body.totalMass];
    const impulse = Math.min(MOST, SHOVE + 0.25 * Math.max(0, closing) * ((m * n) / (m + n)));
    const faces = [facing(one, way), facing(other, [-way[0], 0, -way[2]])] as const;
    if (Math.max(...faces) > FRONT && closing > 0.2 && away - REACH * closing < ARM) {
      const first = faces[0] >= faces[1];
      if (first) begin(one, other, way, impulse);
      else begin(other, one, [-way[0], 0, -way[2]], impulse);
      return 'shove';
    }
    if (away > BUMP || closing <= 0) return undefined;
    bump(one, other, way, 0.5 * impulse);
    return 'bump';
  };
  const begins = (frame: number): number => {
    let bumps = 0;
    for (let a = 0; a < members.length; a++) {
      for (let b = a + 1; b < members.length; b++) {
        const [one, other] = [members[a]!, members[b]!];
        if (!one.planned.round && !other.planned.round) continue; // those who stand together do not push
        const pair = a * members.length + b;
        if (frame - (last.get(pair) ?? Number.NEGATIVE_INFINITY) < AGAIN || busy.has(one) || busy.has(other)) continue;
        if (Math.abs(one.ws.segmentOrigin[0]! - other.ws.segmentOrigin[0]!) > 1.3) continue;
        if (one.state() === 'fell' || other.state() === 'fell') continue;
        const met = meet(one, other);
        if (met) last.set(pair, frame);
        if (met === 'bump') bumps++;
      }
    }
    return bumps;
  };
  /** True while it goes on. */
  const goOn = (one: Going, dt: number): boolean => {
    const { shove, pusher, pushed } = one;
    if (pusher.state() === 'fell' || (pushed.state() === 'fell' && shove.status === 'reaching')) return false;
    shove.update(dt);
    pusher.pose(); // hands are elsewhere now
    return !shove.isOver;
  };

  return {
    step(frame, dt) {
      let given = begins(frame);
      going = going.filter((one) => {
        const stays = goOn(one, dt);
        if (!one.counted && one.shove.status === 'pushing') {
          one.counted = true;
          given++;
        }
        if (!stays) busy.delete(one.pusher);
        return stays;
      });
      return given;
    },
  };
}

/** Cosine of the angle between where somebody faces and a way; those who already react do not push. */
function facing(member: Member, way: Vec3): number {
  if (member.state() !== 'calm') return -1;
  return Math.sin(member.heading()) * way[0] + Math.cos(member.heading()) * way[2];
}

/** Equal and opposite, at the height of the shoulders; `way`: unit, from one to the other. */
function bump(one: Member, other: Member, way: Vec3, size: number): void {
  const impulse: Vec3 = [size * way[0], 0, size * way[2]];
  other.hit({ bone: 'upperChest', impulse, duration: 0.12 });
  one.hit({ bone: 'upperChest', impulse: [-impulse[0], 0, -impulse[2]], duration: 0.12 });
}
