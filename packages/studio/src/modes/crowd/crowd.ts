/** The whole crowd, step by step. Nothing but the seed, the commands and their frames decides what happens. */
import type { Body, Clip, Vec3 } from 'poise';
import { createRng, type Rng, uniform } from 'poise/dynamics';
import { type Rods, rayTo, rodsOf, touchBall } from '../shared/touch.ts';
import { type Ball, flyBall, MOST_BALLS, strike, throwBall, volleySpeed } from './balls.ts';
import { loopClip } from './loop-clip.ts';
import { createMeetings } from './meetings.ts';
import { createMember, type Member } from './member.ts';
import { HEIGHTS, MOTIONS, planCrowd, REACH } from './plan-crowd.ts';
import type { CrowdSettings } from './types.ts';

export const FRAME_TIME = 1 / 60; // [s]
const CLIP_HEIGHT = 1.75; // [m] of the one who performed the clips
const FROM = 5.5; // [m] that volleys are thrown from
const NEAREST = 6; // [m] a ball that is thrown along a look begins no farther from its target

/** What somebody does to the crowd. Kept with its frame, it happens again in a replay. */
export type Command =
  | { readonly kind: 'settings'; readonly settings: CrowdSettings }
  | { readonly kind: 'volley'; readonly balls: number }
  | { readonly kind: 'throw'; readonly origin: Vec3; readonly direction: Vec3 } // along a look
  | { readonly kind: 'clear' }; // takes the balls away

/** Motions performed by one of CLIP_HEIGHT, and bodies by height: made once. */
export interface Cast {
  readonly clips: readonly Clip[]; // one per MOTIONS
  readonly bodies: readonly Body[]; // one per HEIGHTS
}

export interface Crowd {
  readonly members: readonly Member[];
  readonly balls: readonly Ball[];
  readonly frame: () => number;
  readonly totals: { hits: number; meetings: number; fell: number };
  readonly order: (command: Command) => void;
  /** Goes on by a frame. `clock` [ms] measures the reactions; returns what they took. */
  readonly step: (clock: () => number) => number;
}

export function createCrowd({ clips, bodies }: Cast, start: CrowdSettings): Crowd {
  const loops = clips.map((clip, k) => loopClip(clip, MOTIONS[k]!.kind === 'stand'));
  const members = planCrowd(start.people, start.seed).map((planned) =>
    createMember(bodies[planned.height]!, loops[planned.motion]!, planned, HEIGHTS[planned.height]! / CLIP_HEIGHT),
  );
  const rods = new Map<Body, Rods>(bodies.map((body) => [body, rodsOf(body)]));
  const rng = createRng(start.seed + 1);
  const meetings = createMeetings(members);
  const places = new Float64Array(2 * members.length);
  const totals = { hits: 0, meetings: 0, fell: 0 };
  let settings = start;
  let balls: Ball[] = [];
  let frame = 0;
  let owed = 0; // balls of continuous fire
  const waiting: number[] = []; // frames in which balls of a volley are thrown

  const put = (ball: Ball): void => {
    balls.push(ball);
    if (balls.length > MOST_BALLS) balls.shift();
  };
  const standing = (): readonly Member[] => members.filter((member) => member.state() !== 'fell');
  /** From somewhere around at somebody who stands, where the way is free if it can be. */
  const throwAtRandom = (): void => {
    const targets = standing();
    if (targets.length === 0) return;
    const target = targets[Math.min(targets.length - 1, Math.floor(uniform(rng, 0, targets.length)))]!;
    const from = freePlace(rng, target, members, rods);
    const speed = volleySpeed(settings.speed, uniform(rng, 0, 1));
    put(throwBall(settings.mass, speed, from, chestOf(target, uniform(rng, -0.2, 0.25)), driftOf(target)));
  };
  const throwAlong = (origin: Vec3, direction: Vec3): void => {
    let [found, nearest]: [Member | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
    for (const member of members) {
      const away = rayTo(rods.get(member.body)!, member.ws.segmentOrigin, origin, direction, 0.06);
      if (away < nearest) [found, nearest] = [member, away];
    }
    // beside everybody it lands on the floor
    const floor = direction[1] < -0.02 ? -origin[1] / direction[1] : 3 * REACH;
    const away = Math.min(nearest, floor, 3 * REACH);
    const at = along(origin, direction, away);
    const from = along(origin, direction, Math.max(0.3, away - NEAREST));
    put(throwBall(settings.mass, settings.speed, from, at, found ? driftOf(found) : [0, 0, 0]));
  };

  /** Balls that touch somebody push them. */
  const collide = (ball: Ball): void => {
    for (const member of members) {
      const hips = member.ws.segmentOrigin;
      const near = Math.hypot(hips[0]! - ball.place[0]!, hips[2]! - ball.place[2]!);
      if (near > 1.4 || member.state() === 'fell') continue;
      const touch = touchBall(rods.get(member.body)!, hips, ball.place, ball.radius);
      if (!touch) continue;
      const [vx, vz] = member.velocity;
      const impulse = strike(ball, touch.normal, [vx!, 0, vz!], member.body.totalMass);
      for (let k = 0; k < 3; k++) ball.place[k]! += touch.depth * touch.normal[k]!;
      if (!impulse || Math.hypot(...impulse) < 0.5) continue;
      member.hit({ bone: touch.segment, point: touch.point, impulse, duration: 0.05 });
      totals.hits++;
    }
  };
  const fire = (): void => {
    for (; waiting.length > 0 && waiting[0]! <= frame; waiting.shift()) throwAtRandom();
    owed += settings.fire * FRAME_TIME;
    for (; owed >= 1; owed--) throwAtRandom();
  };

  return {
    members,
    get balls() {
      return balls;
    },
    frame: () => frame,
    totals,
    order(command) {
      if (command.kind === 'settings') settings = command.settings;
      else if (command.kind === 'clear') balls = [];
      else if (command.kind === 'throw') throwAlong(command.origin, command.direction);
      else for (let k = 0; k < command.balls; k++) waiting.push(frame + 1 + 4 * k);
    },
    step(clock) {
      frame++;
      members.forEach((member, k) => {
        places[2 * k] = member.ws.segmentOrigin[0]!;
        places[2 * k + 1] = member.ws.segmentOrigin[2]!;
      });
      members.forEach((member, k) => void member.animate(FRAME_TIME, places, k));
      const before = clock();
      for (const member of members) if (member.react(FRAME_TIME)) totals.fell++;
      const took = clock() - before;
      fire();
      balls = balls.filter((ball) => flyBall(ball, FRAME_TIME));
      for (const ball of balls) collide(ball);
      if (settings.meet) totals.meetings += meetings.step(frame, FRAME_TIME);
      return took;
    },
  };
}

const along = (origin: Vec3, direction: Vec3, t: number): Vec3 => [
  origin[0] + t * direction[0],
  Math.max(0.15, origin[1] + t * direction[1]),
  origin[2] + t * direction[2],
];

function chestOf({ ws, body }: Member, above: number): Vec3 {
  const joint = body.roles.chest ?? body.roles.hips ?? 0;
  return [ws.segmentOrigin[3 * joint]!, ws.segmentOrigin[3 * joint + 1]! + above, ws.segmentOrigin[3 * joint + 2]!];
}

const driftOf = ({ velocity }: Member): Vec3 => [velocity[0]!, 0, velocity[1]!];

/** Somewhere around the target from which nobody else is in the way. */
function freePlace(rng: Rng, target: Member, members: readonly Member[], rods: ReadonlyMap<Body, Rods>): Vec3 {
  const [tx, ty, tz] = chestOf(target, 0);
  let from: Vec3 = [tx, ty + FROM, tz];
  for (let tries = 0; tries < 6; tries++) {
    const angle = uniform(rng, -Math.PI, Math.PI);
    const height = uniform(rng, 1.2, 2.6);
    from = [tx + FROM * Math.sin(angle), height, tz + FROM * Math.cos(angle)];
    const way: Vec3 = [(tx - from[0]) / FROM, (ty - height) / FROM, (tz - from[2]) / FROM];
    const size = Math.hypot(...way);
    const unit: Vec3 = [way[0] / size, way[1] / size, way[2] / size];
    const reach = FROM * size;
    const blocked = members.some(
      (member) => member !== target && rayTo(rods.get(member.body)!, member.ws.segmentOrigin, from, unit, 0.25) < reach,
    );
    if (!blocked) break;
  }
  return from;
}
