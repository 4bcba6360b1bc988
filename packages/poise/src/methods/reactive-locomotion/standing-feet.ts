/** Which feet of a clip without a gait carry the body, and how far they hold it. */
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { convexHull, signedDistance } from '../../math/polygon.ts';
import type { Follower } from './follow-body.ts';
import { nextTick } from './leg-past.ts';
import { settleFoot } from './reach-feet.ts';
import type { Reference } from './reference.ts';
import type { Hold } from './sway.ts';
import { TICK } from './walker-state.ts';
import { moveInwards } from './within-hull.ts';
import { addSole, liftFeet } from './zmp-guard.ts';

const HEEL = 1;
const BALL = 2;
const TOE = 4;
const FALLING = 0.5; // of g: a body that falls no faster than this is carried by something
const LEVEL = 0.1; // of the body's height above the lower foot: then both may be on the ground

/** Per side and frame the parts of the sole that touch, as bits. */
export type StandingFeet = readonly [left: Uint8Array, right: Uint8Array];

/** The contacts of a report. Where nothing touches and the body does not fall either (rigs that hang a little above the floor) the
 *  lower foot stands, and the other one where it is as low. */
export function standingFeet({ feet, frameCount, comAcceleration, height }: BalanceReport): StandingFeet {
  const out: StandingFeet = [new Uint8Array(frameCount), new Uint8Array(frameCount)];
  for (let frame = 0; frame < frameCount; frame++) {
    for (let side = 0; side < 2; side++) {
      const { heel, ball, toe } = feet[side]!;
      out[side]![frame] = (heel[frame] && HEEL) | (ball[frame] && BALL) | (toe[frame] && TOE);
    }
    const flies = comAcceleration[3 * frame + 1] < -FALLING * GRAVITY;
    if (out[0][frame] + out[1][frame] > 0 || flies) continue;
    const lower = Math.min(feet[0].clearance[frame], feet[1].clearance[frame]);
    for (let side = 0; side < 2; side++) {
      if (feet[side]!.clearance[frame] < lower + LEVEL * height) out[side]![frame] = HEEL | BALL | TOE;
    }
  }
  return out;
}

interface OnFeet {
  readonly body: Body;
  readonly follower: Follower;
  readonly reference: Reference;
  readonly report: BalanceReport;
  readonly feet: StandingFeet;
}

/** Feet stay where the clip has them in a frame; what of them touches carries the body. */
export function writeStandingFeet({ body, follower, reference, report, feet }: OnFeet, frame: number): void {
  const { ws } = reference;
  const { guard } = follower;
  liftFeet(guard);
  guard.ahead[0] = report.forward[2 * frame];
  guard.ahead[1] = report.forward[2 * frame + 1];
  for (let side = 0; side < 2; side++) {
    const { foot } = body.soles[side]!;
    const target = follower.feet[side]!;
    const leg = follower.legs[side]!;
    nextTick(leg, target, follower.ws, reference.v, 1);
    let own = 0;
    for (let k = 0; k < 3; k++) {
      target.position[k] = ws.segmentOrigin[3 * foot + k];
      own += (ws.segmentOrigin[3 * leg.limb.upper + k] - ws.segmentOrigin[3 * foot + k]) ** 2;
    }
    for (let k = 0; k < 4; k++) target.rotation[k] = ws.segmentRotation[4 * foot + k];
    target.own = Math.sqrt(own);
    const touches = feet[side]![frame];
    target.stands = touches !== 0;
    target.carries = target.stands;
    settleFoot(target, TICK);
    addSole(guard, follower.ws, side as 0 | 1, (touches & HEEL) !== 0, (touches & BALL) !== 0, (touches & TOE) !== 0);
  }
}

/** What those feet hold: the soles, moved to where the clip's own ZMP is among them. A body that the clip lets stand beside its feet
 *  is heavier elsewhere than was thought. */
export function writeHold(hold: Hold, { guard, off, body, feet, legs }: Follower, { ws }: Reference): void {
  const { clip, corners, corner, sorted, floor, nearest } = guard;
  const m = body.totalMass;
  hold.height = Math.max(LOWEST * body.height, ws.com[1] - floor);
  hold.leaned = Math.hypot(off[3], off[4], off[5]);
  hold.feet = 0;
  hold.stretched = 0;
  for (let side = 0; side < 2; side++) {
    if (!feet[side]!.carries) continue;
    hold.feet++;
    hold.stretched = Math.max(hold.stretched, feet[side]!.own - EASY * legs[side]!.length);
  }
  const carried = m * (clip[1] + GRAVITY);
  hold.count = 0;
  if (corner === 0 || !(carried > LEAST * m * GRAVITY)) return;
  hold.zmp[0] = ws.com[0] + (clip[5] - hold.height * m * clip[0]) / carried;
  hold.zmp[1] = ws.com[2] - (clip[3] + hold.height * m * clip[2]) / carried;
  sorted.set(corners);
  hold.count = convexHull(hold.hull, 0, sorted, corner);
  if (signedDistance(nearest, hold.hull, 0, hold.count, hold.zmp[0], hold.zmp[1]) < 0) {
    for (let k = 0; k < 2; k++) {
      const beside = hold.zmp[k] - nearest[k];
      for (let i = 0; i < corner; i++) corners[2 * i + k] += beside;
      for (let i = 0; i < hold.count; i++) hold.hull[2 * i + k] += beside;
    }
  }
  moveInwards(hold.zmp, hold.hull, hold.count, WITHIN);
}

const EASY = 0.98; // of a leg: so long it has room to both sides
const LOWEST = 0.1; // of the body's height: whoever lies is no pendulum
const LEAST = 0.15; // of the weight: below it the ground hardly holds anything
const WITHIN = 1e-3; // [m] that the clip's own ZMP is inside of what holds the body
